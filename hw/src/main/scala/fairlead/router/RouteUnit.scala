// SPDX-License-Identifier: Apache-2.0
package fairlead.router

import chisel3._
import chisel3.util._
import fairlead.flow.{Coord, Header0, Unsafe}
import fairlead.params.{Fixed, UnsafeVariant}

class RouteUnitIO(faults: Boolean) extends Bundle {
  val me      = Input(UInt((new Coord).getWidth.W)) // a packed Coord
  val vcRule  = Input(Bool()) // VC_RULE: 0 dateline, 1 static
  val inPort  = Input(UInt(4.W)) // not used in dimension order: the route never depends on the path taken
  val inVc    = Input(UInt(3.W)) // class << 2 | v: only its class is used
  val header  = Input(UInt(64.W)) // a packed Header0
  val port    = Output(UInt(4.W)) // the output that the packet takes
  val vc      = Output(UInt(3.W)) // class << 2 | v
  val allowed = Output(UInt((Fixed.routerPorts * 8).W)) // every (port, VC) that it may take: bit port * 8 + vc
  val unsafe  = Option.when(faults)(Input(UInt(UnsafeVariant.bits.W))) // faults build: UnsafeVariant of this node
}

/** Dimension-order route of one head flit, with the dateline (or static) VC of the hop.
  *
  * Contract: combinational; a function of (node, class of the VC of arrival, header), so that all packets of a pair and a class take one path and one VC a hop.
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
  private val minus = current(header.dir(_))

  // the wrap link is ahead iff the goal is higher when going down, lower when going up
  private val behindWrap = minus ^ (current(goal(_)) > current(here(_)))
  private val ruled      = Mux(io.vcRule, current(header.cross(_)), behindWrap)
  private val dimension  = current(_.U(2.W))
  private val v = unsafe.change(ruled) { is =>
    val noDateline = Seq(UnsafeVariant.NoDatelineX, UnsafeVariant.NoDatelineY, UnsafeVariant.NoDatelineZ)
    val zero = is(UnsafeVariant.OneVc) || is(UnsafeVariant.LateDateline) && dimension === 0.U ||
      noDateline.zipWithIndex.map { case (code, d) => is(code) && dimension === d.U }.reduce(_ || _) ||
      is(UnsafeVariant.DatelineBack) && !minus && current(here(_)) =/= 0.U
    !zero && (ruled || is(UnsafeVariant.EarlyDateline) && dimension === 0.U)
  }

  private val arrived  = !differs.reduce(_ || _)
  private val ejectCls = unsafe.change(cls)(is => Mux(is(UnsafeVariant.OneClass), header.cls.asBool, cls))
  private val outCls   = unsafe.change(cls)(is => Mux(is(UnsafeVariant.OneClass), arrived && header.cls.asBool, cls))
  io.port := Mux(arrived, Fixed.links.U(4.W) + Cat(ejectCls, header.eport), dimension ## minus)
  io.vc   := Cat(outCls, 0.U(1.W), v && !arrived)

  io.allowed := UIntToOH(Cat(io.port, io.vc), Fixed.routerPorts * 8)
}
