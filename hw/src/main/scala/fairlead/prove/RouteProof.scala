// SPDX-License-Identifier: Apache-2.0
package fairlead.prove

import chisel3._
import chisel3.util._
import fairlead.flow._
import fairlead.params.Fixed
import fairlead.router.RouteUnit

/** Two RouteUnits: one at any node of any shape, one at the node to which the first sends the packet; HeaderBuilder writes the header at its source. */
class RouteProof extends Harness {
  private val shape = free("shape", Vec(3, UInt(5.W)))
  private val src   = free("src", new Coord)
  private val dst   = free("dst", new Coord)
  private val me    = free("me", new Coord)
  private val vc    = free("vc", UInt(3.W))
  private val rule  = freeBit("rule")
  private def of(c: Coord): Seq[UInt] = Seq(c.x, c.y, c.z)

  private val inside = (0 until 3)
    .map(d => shape(d) >= 1.U && shape(d) <= 16.U && Seq(src, dst, me).map(of(_)(d) < shape(d)).reduce(_ && _))
    .reduce(_ && _)
  private val nic = WireInit(0.U.asTypeOf(new NicConfig))
  nic.me         := src
  nic.kx         := shape(0)
  nic.ky         := shape(1)
  nic.kz         := shape(2)
  nic.localPorts := 2.U
  private val header = HeaderBuilder(nic, dst, 0.U, 0, 0.U, 0.U, true.B, 0.U)

  private def unit(at: UInt, vc: UInt) = {
    val route = Module(new RouteUnit)
    route.io.me     := at
    route.io.vcRule := rule
    route.io.inPort := free("port_" + route.name, UInt(4.W))
    route.io.inVc   := vc
    route.io.header := header.asUInt
    route.io
  }
  private val route = unit(me.asUInt, vc)

  // hops that are left from a node, along the directions of the header
  private def hops(at: Seq[UInt]): UInt = (0 until 3)
    .map { d =>
      val (from, to) = (Mux(header.dir(d), of(dst)(d), at(d)), Mux(header.dir(d), at(d), of(dst)(d)))
      Mux(to >= from, to -& from, to +& shape(d) - from)(4, 0)
    }
    .reduce(_ +& _)
  private val moves = route.port < Fixed.links.U
  private val next = (0 until 3).map { d =>
    val mine = moves && route.port(3, 1) === d.U
    val up   = Mux(of(me)(d) +& 1.U === shape(d), 0.U, of(me)(d) + 1.U)
    val down = Mux(of(me)(d) === 0.U, (shape(d) - 1.U)(3, 0), of(me)(d) - 1.U)
    Mux(!mine, of(me)(d), Mux(route.port(0), down, up))
  }
  private val after = unit(Cat(next(2), next(1), next(0)), route.vc)

  assert(!inside || PopCount(route.allowed) === 1.U && (route.allowed >> (route.port ## route.vc))(0),
    "PRT_P1: the route is not inside the mask that the unit exports, or the mask allows another")
  assert(!inside || (moves === (me.asUInt =/= dst.asUInt)),
    "PRT_P2: a packet that has arrived goes on, or one that has not is ejected")
  assert(!inside || moves || route.port === Fixed.links.U(4.W) + Cat(vc(2), header.eport),
    "PRT_P3: ejected at the port of another class")
  assert(!inside || !moves || hops(next) +& 1.U === hops(of(me)), "PRT_P4: a hop does not bring the packet one nearer")
  assert(!inside || hops(of(src)) <= (shape(0) >> 1) +& (shape(1) >> 1) +& (shape(2) >> 1),
    "PRT_P5: a path is longer than half of each ring")
  assert(!inside || route.vc(2) === vc(2) && !route.vc(1),
    "PRT_P6: the class of a packet changes, or a VC that is not built is taken")
  private val sameRing = moves && after.port < Fixed.links.U && after.port(3, 1) === route.port(3, 1)
  assert(!inside || !sameRing || rule || after.vc(0) || !route.vc(0),
    "PRT_P7: dateline: a packet comes back to the VC before the wrap link")
  private val wraps = Mux(route.port(0),
    (0 until 3).map(d => route.port(3, 1) === d.U && of(me)(d) === 0.U).reduce(_ || _),
    (0 until 3).map(d => route.port(3, 1) === d.U && of(me)(d) +& 1.U === shape(d)).reduce(_ || _))
  assert(!inside || !moves || rule || !wraps || !route.vc(0), "PRT_P8: dateline: the wrap link is crossed on VC 1")
  assert(!inside || !sameRing || rule || !wraps || after.vc(0), "PRT_P9: dateline: on VC 0 behind the wrap link")
  assert(!inside || !sameRing || after.port(0) === route.port(0), "PRT_P10: a packet turns back inside a ring")
  assert(!inside || !moves || after.port >= Fixed.links.U || after.port(3, 1) >= route.port(3, 1),
    "PRT_P11: a dimension is entered again")

  reachable(inside && sameRing && !rule && wraps, "PRT_C1")
  reachable(inside && moves && rule, "PRT_C2")
  reachable(inside && !moves && vc(2), "PRT_C3")
}
