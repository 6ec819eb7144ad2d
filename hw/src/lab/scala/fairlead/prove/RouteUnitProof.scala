// SPDX-License-Identifier: Apache-2.0
package fairlead.prove

import chisel3._
import chisel3.util._
import fairlead.ports._
import fairlead.router.RouteUnit
import fairlead.words._
import fairlead.params.{Fixed, Structure}

/** Two RouteUnits: one at any node of any shape, one at the next node of the packet. HeaderBuilder writes the header at
  * the source.
  */
class RouteUnitProof(implicit structure: Structure) extends Harness {
  private val shape  = free("shape", Vec(3, UInt(5.W)))
  private val src    = free("src", new Coord)
  private val dst    = free("dst", new Coord)
  private val me     = free("me", new Coord)
  private val vc     = free("vc", UInt(3.W))
  private val code   = free("rule", UInt(2.W))
  private val rule   = code(0)
  private val mode   = free("mode", UInt(2.W))
  private val prefer = free("prefer", UInt(3.W))
  private def of(c: Coord): Seq[UInt] = Seq(c.x, c.y, c.z)

  private val inside = (0 until 3)
    .map(d => shape(d) >= 1.U && shape(d) <= 16.U && Seq(src, dst, me).map(of(_)(d) < shape(d)).reduce(_ && _))
    .reduce(_ && _) && code < 3.U
  private val nic = WireInit(0.U.asTypeOf(new NicConfig))
  nic.me         := src
  nic.kx         := shape(0)
  nic.ky         := shape(1)
  nic.kz         := shape(2)
  nic.localPorts := 2.U
  private val header =
    HeaderBuilder(true.B, nic, dst, 0.U, 0, mode, 0.U, true.B, free("stamp", UInt(structure.stampBits.W)))

  private def unit(at: UInt, port: UInt, vc: UInt) = {
    val route = Module(new RouteUnit)
    route.io.me     := at
    route.io.vcRule := code
    route.io.prefer := prefer
    route.io.inPort := port
    route.io.inVc   := vc
    route.io.header := header.asUInt
    route.io
  }
  private val route = unit(me.asUInt, free("port", UInt(4.W)), vc)

  // remaining hops from a node, in the directions of the header
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
  private val after = unit(Cat(next(2), next(1), next(0)), route.port(3, 1) ## !route.port(0), route.vc)

  // v = 2 and 3 of the packet's class on each adaptive link
  private val extra = Cat((0 until Fixed.links).reverse.map { link =>
    Mux(route.adaptive(link), 12.U(8.W) << Mux(vc(2), 4.U, 0.U), 0.U)(7, 0)
  })
  assert(!inside || route.allowed === (1.U(80.W) << (route.port ## route.vc) | extra)(79, 0),
    "PRT_P1: the mask that the unit exports is not the escape output and the adaptive VCs")
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
  private val dateline = code === 0.U
  assert(!inside || !sameRing || !dateline || after.vc(0) || !route.vc(0),
    "PRT_P7: dateline: a packet comes back to the VC before the wrap link")
  private val wraps = Mux(route.port(0),
    (0 until 3).map(d => route.port(3, 1) === d.U && of(me)(d) === 0.U).reduce(_ || _),
    (0 until 3).map(d => route.port(3, 1) === d.U && of(me)(d) +& 1.U === shape(d)).reduce(_ || _))
  assert(!inside || !moves || !dateline || !wraps || !route.vc(0), "PRT_P8: dateline: the wrap link is crossed on VC 1")
  assert(!inside || !sameRing || !dateline || !wraps || after.vc(0), "PRT_P9: dateline: on VC 0 behind the wrap link")
  assert(!inside || !sameRing || after.port(0) === route.port(0), "PRT_P10: a packet turns back inside a ring")
  assert(!inside || !moves || after.port >= Fixed.links.U || after.port(3, 1) >= route.port(3, 1),
    "PRT_P11: a dimension is entered again")

  // an adaptive packet
  assert(!inside || (route.adaptive =/= 0.U) === (mode(0) && moves),
    "PRT_P12: links for a packet that is not adaptive or has arrived, or none for one that is on its way")
  private val link  = free("link", UInt(3.W))
  private val toGo  = (0 until 3).map(d => link(2, 1) === d.U && of(me)(d) =/= of(dst)(d)).reduce(_ || _)
  private val way   = (0 until 3).map(d => link(2, 1) === d.U && header.dir(d)).reduce(_ || _)
  private val taken = link < Fixed.links.U && route.adaptive(link)
  assert(!inside || !taken || toGo && way === link(0), "PRT_P13: an adaptive VC on a link that is not minimal")
  private val bubble = code === 2.U
  assert(!inside || !bubble || !moves || !route.vc(0), "PRT_P14: bubble: a packet on escape VC 1")
  assert(!inside || !bubble || !moves || after.port >= Fixed.links.U || after.enters =/= sameRing,
    "PRT_P15: bubble: a packet that stays in its ring enters it, or one that comes from another does not")
  assert(!inside || bubble && moves || !route.enters, "PRT_P16: a packet enters what is no bubble ring")

  reachable(inside && taken && PopCount(route.adaptive) === 3.U, "PRT_C4")
  reachable(inside && bubble && moves && after.enters, "PRT_C5")
  reachable(inside && sameRing && dateline && wraps, "PRT_C1")
  reachable(inside && moves && rule, "PRT_C2")
  reachable(inside && !moves && vc(2), "PRT_C3")
}
