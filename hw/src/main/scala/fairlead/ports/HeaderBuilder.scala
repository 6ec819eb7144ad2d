// SPDX-License-Identifier: Apache-2.0
package fairlead.ports

import chisel3._
import chisel3.util._
import fairlead.words.{Coord, Header0}
import fairlead.params.{Fixed, Structure}

/** Writes the routing word of a packet at its origin (D8(c)): directions, ties and wrap crossings are fixed here, so
  * that every hop is a function of (node, header).
  *
  * A tie at distance k/2 goes by a parity of source and destination: a fixed function of the pair, balanced over each
  * ring; in mode DRAWN by two bits of the stamp, so that the packets of a pair use both ways. The ejection port is a
  * parity of the source, so all packets of a pair leave the router through one port and the six neighbours of a node
  * use both.
  */
object HeaderBuilder {
  private def bits(c: Coord): Seq[UInt] = Seq(c.x, c.y, c.z)

  /** Whether packets use the second local port of each class. */
  def usesBoth(cfg: NicConfig)(implicit structure: Structure): Bool =
    if (structure.localPorts < Fixed.mostPorts) false.B else cfg.localPorts === structure.localPorts.U

  /** Smaller ring distance: (minus direction, path crosses the wrap link). */
  private def ring(wanted: Bool, src: UInt, dst: UInt, k: UInt, tie: Bool): (Bool, Bool) = {
    val forward = Mux(dst >= src, 0.U(6.W) +& dst - src, 0.U(6.W) +& dst + k - src)(4, 0)
    val twice   = Mux(wanted, Cat(forward, 0.U(1.W)), 0.U)
    val minus   = twice > k || (twice === k && tie)
    (minus, Mux(minus, dst > src, dst < src))
  }

  /** Counts only while `wanted`: simulators compute no distance otherwise. */
  def apply(
      wanted: Bool,
      cfg: NicConfig,
      dst: Coord,
      ptype: UInt,
      cls: Int,
      mode: UInt,
      length: UInt,
      last: Bool,
      stamp: UInt
  )(implicit structure: Structure): Header0 = {
    val header = Wire(new Header0)
    val src    = cfg.me
    val k      = Seq(cfg.kx, cfg.ky, cfg.kz)
    val parity = bits(src).map(_(0)).reduce(_ ^ _)
    val paths = (0 until 3).map { d =>
      val others = (0 until 3).filter(_ != d).map(o => bits(dst)(o)(0)).reduce(_ ^ _)
      ring(wanted, bits(src)(d), bits(dst)(d), k(d), Mux(mode(1), stamp(d) ^ stamp(d + 3), parity ^ others))
    }
    header.stamp  := stamp
    header.last   := last
    header.length := length
    header.ptype  := ptype
    header.eport  := Mux(usesBoth(cfg), parity ^ bits(src).map(_(1)).reduce(_ ^ _), false.B)
    header.cross  := Cat(paths.map(_._2).reverse)
    header.dir    := Cat(paths.map(_._1).reverse)
    header.mode   := mode
    header.cls    := cls.U
    header.src    := src
    header.dst    := dst
    header
  }
}
