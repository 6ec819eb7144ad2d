// SPDX-License-Identifier: Apache-2.0
package fairlead.router

import chisel3._
import chisel3.util._
import fairlead.flow.{Coord, Header0}
import fairlead.params.Fixed

class RouteUnitIO extends Bundle {
  val me      = Input(UInt((new Coord).getWidth.W)) // a packed Coord
  val vcRule  = Input(Bool()) // VC_RULE: 0 dateline, 1 static
  val inPort  = Input(UInt(4.W)) // not used in dimension order: the route never depends on the path taken
  val inVc    = Input(UInt(3.W)) // class << 2 | v: only its class is used
  val header  = Input(UInt(64.W)) // a packed Header0
  val port    = Output(UInt(4.W)) // the output that the packet takes
  val vc      = Output(UInt(3.W)) // class << 2 | v
  val allowed = Output(UInt((Fixed.routerPorts * 8).W)) // every (port, VC) that it may take: bit port * 8 + vc
}

/** Dimension-order route of one head flit, with the dateline (or static) VC of the hop.
  *
  * Contract: combinational; a function of (node, class of the VC of arrival, header), so that all packets of a pair and a class take one path and one VC a hop.
  * `header.dir` must point along a ring that is longer than 1 wherever `header.dst` differs from `me`.
  * Spec: docs/spec/route-unit.md
  */
class RouteUnit extends Module {
  val io = IO(new RouteUnitIO)

  private val cls    = io.inVc(2)
  private val header = io.header.asTypeOf(new Header0)
  private val me     = io.me.asTypeOf(new Coord)
  private val here   = Seq(me.x, me.y, me.z)
  private val goal   = Seq(header.dst.x, header.dst.y, header.dst.z)

  // first dimension in which the packet is not yet where it goes
  private val differs = here.zip(goal).map { case (from, to) => from =/= to }
  private def current[T <: Data](of: Int => T): T = Mux(differs(0), of(0), Mux(differs(1), of(1), of(2)))
  private val minus = current(header.dir(_))

  // the wrap link is ahead iff the goal is higher when going down, lower when going up
  private val behindWrap = minus ^ (current(goal(_)) > current(here(_)))
  private val v          = Mux(io.vcRule, current(header.cross(_)), behindWrap)

  private val arrived = !differs.reduce(_ || _)
  io.port := Mux(arrived, Fixed.links.U(4.W) + Cat(cls, header.eport), current(_.U(2.W)) ## minus)
  io.vc   := Cat(cls, 0.U(1.W), v && !arrived)

  io.allowed := UIntToOH(Cat(io.port, io.vc), Fixed.routerPorts * 8)
}
