// SPDX-License-Identifier: Apache-2.0
package fairlead.router

import chisel3._
import chisel3.util._
import fairlead.params.{Code, Fixed, Structure, WaitCause}

/** Input of the performance counters for one input port in a cycle. */
class PortWaits(s: RouterShape, nVcs: Int) extends Bundle {
  val moved   = Bool() // a flit leaves
  val cls     = UInt(1.W) // of its VC; 0 at a local port
  val blocked = UInt(nVcs.W) // VCs with a flit that does not leave
  val causes  = UInt((nVcs * WaitCause.bits).W) // WaitCause of each VC
  // VCs whose head goes through a stage: it is routed, or given an output VC
  val steps = Option.when(s.allocates)(UInt(nVcs.W))
}

/** The waits of all input ports. */
class WaitsIO(s: RouterShape) extends Bundle {
  def shape: RouterShape = s
  val clock    = Input(Clock()) // of the counters
  val counting = Input(Bool())
  val ports    = Output(PortWaits.all(s)) // of the cycle of the last edge of `clock`; all 0 if it was not counted
}

object PortWaits {
  def all(s: RouterShape): MixedVec[PortWaits] =
    MixedVec((0 until s.ports).map(i => new PortWaits(s, s.vcsOf(i))))
}

/** The heads of all input VCs that have no output VC, where these are given in a stage of their own. */
class RouterHeads(s: RouterShape)(implicit structure: Structure) extends Bundle {
  val adaptive = Bool() // there may be adaptive heads
  val unowned  = UInt(s.places.W)
  val asking   = MixedVec((0 until s.ports).map(i => UInt(s.vcsOf(i).W))) // VCs whose head has its route
  val front    = MixedVec((0 until s.ports).map(i => Vec(s.vcsOf(i), UInt((new FlitMeta(s)).getWidth.W)))) // of these
  val steps = MixedVec((0 until s.ports).map(i => UInt(s.vcsOf(i).W))) // VCs whose head is routed or given an output VC
}

object RouterHeads {

  /** Returns the heads of this cycle.
    *
    * @param heads those of each input port that exists
    * @param given by input port: VCs whose head is given an output VC
    */
  def apply(
      s: RouterShape,
      heads: Seq[Option[HeadsIO]],
      adaptive: Bool,
      unowned: UInt,
      given: Seq[UInt]
  )(implicit structure: Structure): RouterHeads = {
    val now = Wire(new RouterHeads(s))
    now.adaptive := adaptive
    now.unowned  := unowned
    for (i <- 0 until s.ports) {
      now.asking(i) := heads(i).fold(0.U)(_.waiting)
      now.front(i)  := heads(i).fold(0.U.asTypeOf(now.front(i)))(_.front)
      now.steps(i)  := heads(i).fold(0.U(s.vcsOf(i).W))(_.routing) | given(i)
    }
    now
  }
}

/** The state of the router at the start of a cycle, as far as it decides who waits for what, and the grants. */
class RouterWaits(s: RouterShape)(implicit structure: Structure) extends Bundle {
  val cutThrough = Bool()
  val adaptive   = Bool()
  val front      = MixedVec((0 until s.ports).map(i => Vec(s.vcsOf(i), UInt(FlitMeta.wants(s).W)))) // packed
  val credits    = UInt(s.places.W)
  val spare      = UInt(s.places.W)
  val unowned    = UInt(s.places.W)
  val starts     = UInt(s.places.W)
  val follows    = UInt(s.places.W)
  val waiting    = MixedVec((0 until s.ports).map(i => UInt(s.vcsOf(i).W))) // VCs with a flit
  val holder     = MixedVec((0 until s.ports).map(i => UInt(s.vcsOf(i).W))) // VC of a connection whose next flit may go
  val held       = UInt(s.ports.W) // output ports of these connections
  val left       = MixedVec((0 until s.ports).map(i => UInt(s.vcsOf(i).W))) // VCs with a flit that does not leave
  val moved      = UInt(s.ports.W) // input ports from which a flit leaves
  val cls        = UInt(s.ports.W) // its class
  // where output VCs are given in a stage of their own: VCs whose head asks for one, and VCs whose head goes through a
  // stage
  val asking = Option.when(s.allocates)(MixedVec((0 until s.ports).map(i => UInt(s.vcsOf(i).W))))
  val steps  = Option.when(s.allocates)(MixedVec((0 until s.ports).map(i => UInt(s.vcsOf(i).W))))
}

object RouterWaits {

  /** Returns what the allocator sees and grants in this cycle, with the heads that do not ask for the switch yet. */
  def of(s: RouterShape, allocator: SwitchAllocatorIO, heads: Option[RouterHeads] = None)(implicit
      structure: Structure
  ): RouterWaits = {
    val now = Wire(new RouterWaits(s))
    now.cutThrough := allocator.cutThrough
    now.waiting    := allocator.waiting
    now.adaptive   := heads.fold(allocator.adaptive)(_.adaptive)
    now.credits    := allocator.credits
    now.spare      := allocator.spare
    now.unowned    := heads.fold(allocator.unowned)(_.unowned)
    now.starts     := allocator.starts
    now.follows    := allocator.follows
    now.holder     := allocator.connections.holder
    now.held       := allocator.connections.held
    now.moved      := allocator.granted.asUInt
    now.cls := Cat((0 until s.ports).reverse.map(i =>
        if (s.vcsOf(i) == 1) 0.U else allocator.pick(i)(s.indexBits - 1)
      ))
    val leaves = (0 until s.ports).map { i =>
      val picked = if (s.vcsOf(i) == 1) 1.U(1.W) else UIntToOH(allocator.pick(i), s.vcsOf(i))
      allocator.moves.fold(Mux(allocator.granted(i), picked, 0.U))(_(i))
    }
    for (i <- 0 until s.ports) {
      now.left(i)  := allocator.waiting(i) & ~leaves(i)
      now.front(i) := allocator.front(i).map(_(FlitMeta.wants(s) - 1, 0))
    }
    for (all <- heads; i <- 0 until s.ports) {
      now.asking.get(i) := all.asking(i)
      now.steps.get(i)  := all.steps(i)
      now.waiting(i)    := allocator.waiting(i) | all.asking(i)
      now.left(i)       := now.waiting(i) & ~all.steps(i) & ~leaves(i)
      for (v <- 0 until s.vcsOf(i)) when(all.asking(i)(v)) { now.front(i)(v) := all.front(i)(v) }
    }
    now
  }
}

class WaitCausesIO(s: RouterShape)(implicit structure: Structure) extends Bundle {
  val counting = Input(Bool())
  val router   = Input(new RouterWaits(s))
  val ports    = Output(PortWaits.all(s)) // of the cycle of the last edge; all 0 if it was not counted
}

/** The one cause for which the oldest flit of each VC does not leave, for the performance counters.
  *
  * Contract: each edge takes the state of the router and the grants of its cycle into registers, and the outputs follow
  *           from these. So nothing hangs on the paths of the
  * allocator, and while nothing is counted, and the clock rests, nothing is computed. The conditions of the allocator
  * are computed anew here.
  * Reset: nothing was counted.
  * Spec: docs/spec/perf-counters.md
  */
class WaitCauses(s: RouterShape)(implicit structure: Structure) extends Module {
  val io = IO(new WaitCausesIO(s))

  private val n = s.ports

  // state
  private val counted = RegNext(io.counting, false.B)
  private val seen    = RegEnable(io.router, io.counting)
  private val fronts = (0 until n).map(i => // copied only where a flit is
    RegEnable(io.router.front(i), io.counting && io.router.waiting(i).orR).suggestName(s"seen_front_$i")
  )

  private val links = ((BigInt(1) << s.linkPlaces) - 1).U
  private val paid  = seen.credits | Mux(seen.cutThrough, links, 0.U) // for a body
  private val heldPlaces =
    seen.held(n - 1, Fixed.links) ## Cat((0 until Fixed.links).reverse.map(d => Fill(s.linkVcs, seen.held(d))))

  /** Where a flit may go at once: a head, a head that enters a ring, a body. */
  private class Open(places: UInt) {
    private val starts = if (s.allocates) seen.starts & places else seen.unowned & seen.starts & places
    val free           = seen.credits & starts
    private val roomy  = seen.spare & starts
    private val bodies = paid & seen.follows & places
    def takes(front: FlitMeta): Bool = Mux(front.head, Mux(front.enters, roomy, free), bodies)(front.out)
  }
  private val all    = new Open(((BigInt(1) << s.places) - 1).U(s.places.W))
  private val beside = new Open(~heldPlaces) // without breaking a connection
  private val choose = new Choice(s, seen.adaptive, all.free, seen.held)

  /** Which output VCs heads may be given in a stage of its own. */
  private class Vcs {
    private val every   = ((BigInt(1) << s.places) - 1).U(s.places.W)
    private val free    = seen.unowned & Mux(seen.cutThrough, seen.credits, every)
    private val roomy   = seen.unowned & seen.spare
    private val choices = new Choice(s, seen.adaptive, free, 0.U(s.ports.W))
    def takes(front: FlitMeta): Bool = Mux(front.enters, roomy, free)(front.out) || choices.offers(front)
  }
  private lazy val vcs = new Vcs

  // each condition once: simulators then look at the next one only where the one before decides nothing
  private def code(cause: Code): UInt = cause.value.U(WaitCause.bits.W)

  private def cause(i: Int, v: Int): UInt = {
    val front = fronts(i)(v).pad((new FlitMeta(s)).getWidth).asTypeOf(new FlitMeta(s))
    seen.asking.fold(causeOf(i, v, front))(asking => Mux(asking(i)(v), causeOfHead(front), causeOfBound(i, v, front)))
  }

  /** Of a head that has no output VC, where these are given in a stage of their own. */
  private def causeOfHead(front: FlitMeta): UInt = Mux(
    vcs.takes(front),
    code(WaitCause.Arbitration),
    Mux(seen.unowned(front.out), code(WaitCause.Credit), code(WaitCause.Owner))
  )

  /** Of a flit whose packet has been given its output VC in such a stage. */
  private def causeOfBound(i: Int, v: Int, front: FlitMeta): UInt = {
    val late = Mux(seen.holder(i).orR, !seen.holder(i)(v), !beside.takes(front))
    val rich = Mux(front.head, seen.credits, paid)(front.out)
    Mux(
      all.takes(front),
      Mux(late, code(WaitCause.Connection), code(WaitCause.Arbitration)),
      Mux(rich, code(WaitCause.Link), code(WaitCause.Credit))
    )
  }

  /** Where a head gets its output VC with the passage of the switch. */
  private def causeOf(i: Int, v: Int, front: FlitMeta): UInt = {
    val requests = all.takes(front) || choose.offers(front)
    val avoids   = beside.takes(front) || choose.avoids(front)
    val late     = Mux(seen.holder(i).orR, !seen.holder(i)(v), !avoids)
    val owned    = front.head && !seen.unowned(front.out)
    val poor     = !Mux(front.head, Mux(front.enters, seen.spare, seen.credits), paid)(front.out)
    Mux(
      requests,
      Mux(late, code(WaitCause.Connection), code(WaitCause.Arbitration)),
      Mux(owned, code(WaitCause.Owner), Mux(poor, code(WaitCause.Credit), code(WaitCause.Link)))
    )
  }

  for (i <- 0 until n) {
    val port  = io.ports(i)
    val left  = seen.left(i)
    val codes = (0 until s.vcsOf(i)).map(v => Mux(left(v), cause(i, v), WaitCause.None.value.U(WaitCause.bits.W)))
    port.moved   := counted && seen.moved(i)
    port.cls     := seen.cls(i)
    port.blocked := Mux(counted, left, 0.U)
    port.causes  := Mux(counted && left.orR, Cat(codes.reverse), 0.U)
    for (steps <- port.steps) steps := Mux(counted, seen.steps.get(i), 0.U)
  }
}
