// SPDX-License-Identifier: Apache-2.0
package fairlead.router

import chisel3._
import chisel3.util._
import fairlead.words.{Coord, Header0}
import fairlead.params.{Fixed, Structure}

class RouteUnitIO(implicit structure: Structure) extends Bundle {
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
}

/** Outputs of one head flit: the dimension-order escape output with its dateline, static or bubble VC, and the minimal
  * links that an adaptive packet may take besides.
  *
  * Contract: combinational. Escape output and links are functions of (node, class of the VC of arrival, header);
  *           `enters` also of the VC of arrival.
  * `header.dir` must point along a ring that is longer than 1 wherever `header.dst` differs from `me`.
  * Spec: docs/spec/route-unit.md
  */
class RouteUnit(implicit structure: Structure) extends Module {
  val io = IO(new RouteUnitIO)

  private val cls      = io.inVc(2)
  protected val header = io.header.asTypeOf(new Header0)
  private val me       = io.me.asTypeOf(new Coord)
  protected val here   = Seq(me.x, me.y, me.z)
  private val goal     = Seq(header.dst.x, header.dst.y, header.dst.z)

  // first dimension in which the packet is not yet where it goes
  private val unequal = here.zip(goal).zipWithIndex.map { case ((from, to), d) =>
    if (d < structure.dimensions) from =/= to else false.B
  }
  private val differs = unfinished(unequal)
  protected def unfinished(unequal: Seq[Bool]): Seq[Bool] = unequal
  protected def ordered[T <: Data](order: Seq[Int], of: Int => T): T =
    Mux(differs(order(0)), of(order(0)), Mux(differs(order(1)), of(order(1)), of(order(2))))
  protected def current[T <: Data](of: Int => T): T = ordered(Seq(0, 1, 2), of)
  protected val dimension = current(_.U(2.W))
  protected val minus     = goesDown
  protected def goesDown: Bool = current(header.dir(_))
  protected val arrived = leavesHere(differs)
  protected def leavesHere(differs: Seq[Bool]): Bool = !differs.reduce(_ || _)

  // escape VC: the wrap link is ahead iff the goal is higher when going down, lower when going up
  private val behindWrap = minus ^ (current(goal(_)) > current(here(_)))
  protected val bubble   = io.vcRule(1)
  protected val ruled    = !bubble && Mux(io.vcRule(0), current(header.cross(_)), behindWrap)
  protected val outCls   = linkClass(cls)
  protected def linkClass(cls: Bool): Bool = cls
  protected val eject = if (structure.localPorts < Fixed.mostPorts) 0.U(1.W) else header.eport
  private val escape  = Mux(arrived, Fixed.links.U(4.W) + Cat(cls, eject), dimension ## minus)

  // bubble: a packet that stays in the ring's escape VC moves its hole, any other takes one
  protected val stays = io.inPort === Cat(escape(3, 1), !escape(0))
  private val takes   = bubble && !arrived && !(stays && io.inVc(1, 0) === 0.U)

  // adaptive: every productive dimension, or those to be finished first
  private val productive = VecInit(unequal).asUInt
  private val urgent     = productive & io.prefer
  private val open       = Mux(urgent.orR, urgent, productive)
  private def minimal = Mux(header.mode(0),
    Cat((0 until 3).reverse.map(d => open(d) ## open(d))) &
      Cat((0 until 3).reverse.map(d => header.dir(d) ## !header.dir(d))), 0.U)
  protected val mask = if (structure.vcsPerClass > Fixed.escapeVcs) minimal else 0.U(Fixed.links.W)

  io.port     := escape
  io.vc       := Cat(outCls, 0.U(1.W), ruled && !arrived)
  io.enters   := takes
  io.adaptive := mask

  private val free   = (0 until Fixed.links).map(link => Fill(2, io.adaptive(link)) << Fixed.escapeVcs)
  protected val rows = Cat(free.reverse.map(vcs => Mux(outCls, vcs ## 0.U(4.W), vcs.pad(8))))
  io.allowed := UIntToOH(Cat(io.port, io.vc), Fixed.routerPorts * 8) | rows
}
