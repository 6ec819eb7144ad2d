// SPDX-License-Identifier: Apache-2.0
package fairlead.router

import chisel3._
import chisel3.util._
import fairlead.flow.{Coord, Header0, Unsafe}
import fairlead.params.{Code, Fixed, PacketType, UnsafeVariant}

class RouteUnitIO(faults: Boolean) extends Bundle {
  val me       = Input(UInt((new Coord).getWidth.W)) // a packed Coord
  val vcRule   = Input(UInt(2.W)) // VC_RULE: 0 dateline, 1 static, 2 bubble
  val prefer   = Input(UInt(3.W)) // ROUTING: dimensions (x, y, z) that an adaptive packet finishes first
  val inPort   = Input(UInt(4.W)) // port of arrival: only `enters` depends on it
  val inVc     = Input(UInt(3.W)) // class << 2 | v of arrival: its class is kept, its v is for `enters` only
  val header   = Input(UInt(64.W)) // a packed Header0
  val port     = Output(UInt(4.W)) // escape output
  val vc       = Output(UInt(3.W)) // class << 2 | v
  val enters   = Output(Bool()) // the escape output is a bubble ring in which the packet is not yet
  val adaptive = Output(UInt(Fixed.links.W)) // links on which it may take v = 2 and 3 of its class
  val allowed  = Output(UInt((Fixed.routerPorts * 8).W)) // every (port, VC) that it may take: bit port * 8 + vc
  val unsafe   = Option.when(faults)(Input(UInt(Unsafe.wordBits.W))) // faults build: UNSAFE of this node
  val captive  = Option.when(faults)(Output(Bool())) // faults build: it may not take the escape output
}

/** Outputs of one head flit: the dimension-order escape output with its dateline, static or bubble VC, and the minimal links that an adaptive packet may take besides.
  *
  * Contract: combinational. Escape output and links are functions of (node, class of the VC of arrival, header); `enters` also of the VC of arrival.
  * `header.dir` must point along a ring that is longer than 1 wherever `header.dst` differs from `me`.
  * Spec: docs/spec/route-unit.md
  */
class RouteUnit(faults: Boolean = false) extends Module {
  val io = IO(new RouteUnitIO(faults))

  private val unsafe = Unsafe.of(io.unsafe)
  private val cls    = io.inVc(2)
  private val header = io.header.asTypeOf(new Header0)
  private val me     = io.me.asTypeOf(new Coord)
  private val here   = Seq(me.x, me.y, me.z)
  private val goal   = Seq(header.dst.x, header.dst.y, header.dst.z)

  // first dimension in which the packet is not yet where it goes
  private val unequal = here.zip(goal).map { case (from, to) => from =/= to }
  private val differs = unsafe.change(unequal)(is =>
    (unequal(0) || is(UnsafeVariant.Misroute) && header.src.x(0)) +: unequal.tail
  )
  private def ordered[T <: Data](order: Seq[Int], of: Int => T): T =
    Mux(differs(order(0)), of(order(0)), Mux(differs(order(1)), of(order(1)), of(order(2))))
  private val srcOdd = header.src.x(0) ^ header.src.y(0) ^ header.src.z(0)
  private def current[T <: Data](of: Int => T): T =
    unsafe.change(ordered(Seq(0, 1, 2), of))(is =>
      Mux(is(UnsafeVariant.MixedOrder) && srcOdd, ordered(Seq(2, 1, 0), of), ordered(Seq(0, 1, 2), of))
    )
  private val dimension = current(_.U(2.W))
  private val minus = unsafe.change(current(header.dir(_)))(is =>
    current(header.dir(_)) ^ (is(UnsafeVariant.LongWay) && dimension === 0.U)
  )
  private val arrived = unsafe.change(!differs.reduce(_ || _)) { is =>
    val isPing = header.ptype === PacketType.Ping.value.U && header.src.asUInt =/= io.me
    !differs.reduce(_ || _) || is(UnsafeVariant.PingExit) && isPing
  }

  // escape VC: the wrap link is ahead iff the goal is higher when going down, lower when going up
  private val behindWrap = minus ^ (current(goal(_)) > current(here(_)))
  private val bubble     = io.vcRule(1)
  private val ruled      = !bubble && Mux(io.vcRule(0), current(header.cross(_)), behindWrap)
  private val v = unsafe.change(ruled) { is =>
    val noDateline = Seq(UnsafeVariant.NoDatelineX, UnsafeVariant.NoDatelineY, UnsafeVariant.NoDatelineZ)
    val zero = is(UnsafeVariant.OneVc) || is(UnsafeVariant.LateDateline) && dimension === 0.U ||
      noDateline.zipWithIndex.map { case (code, d) => is(code) && dimension === d.U }.reduce(_ || _) ||
      is(UnsafeVariant.DatelineBack) && !minus && current(here(_)) =/= 0.U
    !zero && (ruled || is(UnsafeVariant.EarlyDateline) && dimension === 0.U)
  }
  private val ejectCls = unsafe.change(cls)(is => Mux(is(UnsafeVariant.OneClass), header.cls.asBool, cls))
  private val outCls   = unsafe.change(cls)(is => Mux(is(UnsafeVariant.OneClass), arrived && header.cls.asBool, cls))
  private val escape   = Mux(arrived, Fixed.links.U(4.W) + Cat(ejectCls, header.eport), dimension ## minus)

  // bubble: a packet that stays in the ring's escape VC moves its hole, any other takes one
  private val stays  = io.inPort === Cat(escape(3, 1), !escape(0))
  private val inRing = unsafe.change(stays)(is => stays || is(UnsafeVariant.BubbleNoTurn) && io.inPort < Fixed.links.U)
  private val takes  = bubble && !arrived && !(inRing && io.inVc(1, 0) === 0.U)

  // adaptive: every productive dimension, or those to be finished first
  private val productive = VecInit(unequal).asUInt
  private val urgent     = productive & io.prefer
  private val open       = Mux(urgent.orR, urgent, productive)
  private val mask = Mux(header.mode(0),
    Cat((0 until 3).reverse.map(d => open(d) ## open(d))) &
      Cat((0 until 3).reverse.map(d => header.dir(d) ## !header.dir(d))), 0.U)

  // bind early: the lowest link of the mask is all that there is
  private val lowest = PriorityEncoder(mask)
  private def bound(is: Code => Bool): Bool = is(UnsafeVariant.BindEarly) && mask.orR
  io.port := unsafe.change(escape)(is => Mux(bound(is), lowest, escape))
  io.vc := unsafe.change(Cat(outCls, 0.U(1.W), v && !arrived))(is =>
    Mux(bound(is), Cat(outCls, Fixed.escapeVcs.U(2.W)), Cat(outCls, 0.U(1.W), v && !arrived))
  )
  io.enters   := unsafe.change(takes)(is => takes && !is(UnsafeVariant.BubbleOne) && !bound(is))
  io.adaptive := unsafe.change(mask)(is => Mux(is(UnsafeVariant.BindEarly), 0.U, mask))
  private val captive = unsafe.change(false.B)(is =>
    io.adaptive.orR && (is(UnsafeVariant.NoEscape) || is(UnsafeVariant.EscapeBlocked) && io.inPort === unsafe.operand(3,
      0))
  )
  io.captive.foreach(_ := captive)

  private val free = (0 until Fixed.links).map(link => Fill(2, io.adaptive(link)) << Fixed.escapeVcs)
  private val rows = Cat(free.reverse.map(vcs => Mux(outCls, vcs ## 0.U(4.W), vcs.pad(8))))
  io.allowed := Mux(captive, 0.U, UIntToOH(Cat(io.port, io.vc), Fixed.routerPorts * 8)) | rows
}
