// SPDX-License-Identifier: Apache-2.0
package fairlead.flaws

import chisel3._
import chisel3.util._
import fairlead.params.{FaultId, Fixed, PacketType, Structure, TileParams}
import fairlead.params.UnsafeVariant._
import fairlead.router._

class FlawedRouteUnit(implicit structure: Structure) extends RouteUnit with FlawedPart {
  val captive = IO(Output(Bool())) // the head may not take the escape output

  override protected def unfinished(unequal: Seq[Bool]): Seq[Bool] =
    (unequal(0) || flaw(Misroute) && header.src.x(0)) +: unequal.tail

  override protected def current[T <: Data](of: Int => T): T = {
    val isOdd = header.src.x(0) ^ header.src.y(0) ^ header.src.z(0)
    Mux(flaw(MixedOrder) && isOdd, ordered(Seq(2, 1, 0), of), super.current(of))
  }

  override protected def goesDown: Bool = super.goesDown ^ (flaw(LongWay) && dimension === 0.U)

  override protected def leavesHere(differs: Seq[Bool]): Bool = {
    val isPing = header.ptype === PacketType.Ping.value.U && header.src.asUInt =/= io.me
    super.leavesHere(differs) || flaw(PingExit) && isPing
  }

  override protected def linkClass(cls: Bool): Bool = Mux(flaw(OneClass), arrived && header.cls.asBool, cls)
  when(flaw(OneClass) && arrived) { io.port := Fixed.links.U(4.W) + Cat(header.cls, eject) }

  io.vc := Cat(outCls, 0.U(1.W), escapeVc && !arrived)
  private def escapeVc: Bool = {
    val noDateline = Seq(NoDatelineX, NoDatelineY, NoDatelineZ).zipWithIndex
      .map { case (variant, d) => flaw(variant) && dimension === d.U }.reduce(_ || _)
    val zero = flaw(OneVc) || flaw(LateDateline) && dimension === 0.U || noDateline ||
      flaw(DatelineBack) && !minus && current(here(_)) =/= 0.U
    !zero && (ruled || flaw(EarlyDateline) && dimension === 0.U)
  }

  when(flaw(BubbleNoTurn) && io.inPort < Fixed.links.U) {
    io.enters := bubble && !arrived && io.inVc(1, 0) =/= 0.U
  }
  when(flaw(BubbleOne)) { io.enters := false.B }

  when(flaw(BindEarly)) {
    io.adaptive := 0.U
    when(mask.orR) { // only the lowest link of the mask remains
      io.port   := PriorityEncoder(mask)
      io.vc     := Cat(outCls, Fixed.escapeVcs.U(2.W))
      io.enters := false.B
    }
  }

  captive := io.adaptive.orR && (flaw(NoEscape) || flaw(EscapeBlocked) && io.inPort === operand(3, 0))
  when(captive) { io.allowed := rows }
}

class FlawedInputUnit(s: RouterShape, isLink: Boolean)(implicit structure: Structure) extends InputUnit(s, isLink)
    with FlawedPart {
  override protected def flawed = Map(classOf[RouteUnit] -> (() => new FlawedRouteUnit))
  override protected def excused(assertion: String): Bool = assertion match {
    case "RT_A3"  => flaw(OneClass)
    case "RT_A10" => flaw(ShallowAdaptive)
    case _        => super.excused(assertion)
  }

  /** A head without an escape output requests a place that no port has. */
  override protected def escape(router: RouteUnit): UInt = {
    val nowhere = "b111".U(3.W) ## router.io.vc(2) ## 0.U((s.indexBits - 1).W)
    router match { case flawed: FlawedRouteUnit => Mux(flawed.captive, nowhere, super.escape(router)) }
  }
}

class FlawedSwitchAllocator(s: RouterShape, role: Allocation)(implicit structure: Structure)
    extends SwitchAllocator(s, role) with FlawedPart {
  override protected def mayBeTaken: UInt       = super.mayBeTaken | Fill(s.places, flaw(NonatomicVc))
  override protected def keyed(key: UInt): UInt = Mux(flaw(FixedPriority), 0.U, key)
  override protected def excused(assertion: String): Bool =
    if (assertion == "PSW_A") anyFlaw else super.excused(assertion)
  override protected def passes(granted: Bool): Bool = super.passes(granted) || flaw(PointerPasses)
}

class FlawedTorusRouter(p: TileParams)(implicit structure: Structure) extends TorusRouter(p) with Flawed {
  protected lazy val unsafe: UInt = withClock(clock)(Flawed.held(io.cfg))

  override protected def inputUnit(port: Int): InputUnit = told(Module(new FlawedInputUnit(s, s.isLink(port))))
  override protected def switchAllocator(role: Allocation): SwitchAllocator =
    told(Module(new FlawedSwitchAllocator(s, role)))
  when(flaw(ShallowAdaptive)) { cfg.cutThrough := false.B } // two packets share a VC

  // CreditLeak and fault credit_drop: one credit of those that links are to get back in this cycle is lost
  private val armed  = RegInit(false.B)
  private val leaked = RegInit(0.U(16.W)) // cycles with a credit to return
  private val leaving =
    (0 until Fixed.links).map(i => allocator.io.granted(i) && (allocator.io.tail(i) || !cfg.cutThrough))
  private val departs = leaving.reduce(_ || _)
  private val period  = ((1.U(16.W) << operand(3, 0)) - 1.U)(15, 0)
  private val leaks   = flaw(CreditLeak) && departs && ((leaked + 1.U) & period) === 0.U
  when(departs) { leaked := leaked + 1.U }
  PriorityEncoderOH(leaving).zipWithIndex.foreach { case (first, i) =>
    when(first && (armed || leaks)) { refunds(i) := false.B }
  }
  armed := Flawed.arms(io.cmd, FaultId.CreditDrop) || armed && !departs
}
