// SPDX-License-Identifier: Apache-2.0
package fairlead.router

import chisel3._
import chisel3.util._
import fairlead.flow.{Coord, Header0}
import fairlead.params.Fixed

class RouteUnitIO extends Bundle {
  val me       = Input(new Coord)
  val staticVc = Input(Bool()) // VC_RULE
  val inPort   = Input(UInt(4.W)) // not used in dimension order: the route never depends on the path taken
  val inVc     = Input(UInt(3.W)) // class << 2 | v: only its class is used
  val header   = Input(new Header0)
  val port     = Output(UInt(4.W)) // the output that the packet takes
  val vc       = Output(UInt(3.W)) // class << 2 | v
  val allowed  = Output(UInt((Fixed.routerPorts * 8).W)) // every (port, VC) that it may take: bit port * 8 + vc
}

/** Dimension-order route of one head flit, with the dateline (or static) VC of the hop.
  *
  * Contract: combinational; a function of (node, class of the VC of arrival, header), so that all packets of a pair and a class take one path and one VC a hop.
  * `header.dir` must point along a ring that is longer than 1 wherever `header.dst` differs from `me`.
  * Spec: docs/spec/route-unit.md
  */
class RouteUnit extends Module {
  val io = IO(new RouteUnitIO)

  private val cls  = io.inVc(2)
  private val here = Seq(io.me.x, io.me.y, io.me.z)
  private val goal = Seq(io.header.dst.x, io.header.dst.y, io.header.dst.z)

  private val hops = here.zip(goal).zipWithIndex.map { case ((from, to), d) =>
    val minus     = io.header.dir(d)
    val wrapAhead = Mux(minus, to > from, to < from)
    val v         = Mux(io.staticVc, io.header.cross(d), !wrapAhead)
    (from =/= to, Cat(d.U(2.W), minus), Cat(cls, 0.U(1.W), v))
  }
  private val eject = (Fixed.links.U(4.W) + Cat(cls, io.header.eport), Cat(cls, 0.U(2.W)))

  io.port := hops.foldRight(eject._1) { case ((differs, port, _), rest) => Mux(differs, port, rest) }
  io.vc   := hops.foldRight(eject._2) { case ((differs, _, vc), rest) => Mux(differs, vc, rest) }

  io.allowed := UIntToOH(Cat(io.port, io.vc), Fixed.routerPorts * 8)
}
