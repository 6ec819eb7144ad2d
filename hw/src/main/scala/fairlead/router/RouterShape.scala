// SPDX-License-Identifier: Apache-2.0
package fairlead.router

import chisel3._
import chisel3.util._
import fairlead.flow.Coord
import fairlead.params.{Fixed, TileParams, UnsafeVariant}

/** Numbers that the router's units derive from the tile's parameters.
  *
  * A VC has a *number* on links and credit masks (class << 2 | v) and a dense *index* inside the router (class * vcsPerClass + v). An output VC is named by
  * `port ## index`. A local port has one VC, that of its class, at index 0.
  */
final case class RouterShape(p: TileParams) {
  val vcsPerClass: Int = Fixed.vcsPerClass

  val ports: Int     = Fixed.routerPorts
  val portBits: Int  = log2Ceil(ports)
  val linkVcs: Int   = Fixed.classes * vcsPerClass
  val indexBits: Int = log2Ceil(linkVcs)
  val outBits: Int   = portBits + indexBits
  val outputs: Int =
    ports * linkVcs // positions in a mask over (port, VC index); a local port uses the first of its row
  val vcNumbers: Int = 8
  val depthBits: Int = 9

  def isLink(port: Int): Boolean = port < Fixed.links
  def vcsOf(port: Int): Int      = if (isLink(port)) linkVcs else 1

  /** Class of a local port: 6, 7 request; 8, 9 response. */
  def localClass(port: Int): Int = (port - Fixed.links) / Fixed.localPorts

  def number(index: Int): Int = index / vcsPerClass << 2 | index % vcsPerClass

  def index(number: UInt): UInt =
    if (vcsPerClass == 1) number(2) else Cat(number(2), number(log2Ceil(vcsPerClass) - 1, 0))

  def number(index: UInt): UInt = {
    val table = VecInit((0 until linkVcs).map(i => number(i).U(3.W)))
    table(index)
  }

  /** Credit mask by number to mask by index, and back. */
  def byIndex(mask: UInt): UInt = Cat((0 until linkVcs).reverse.map(i => mask(number(i))))
  def byNumber(mask: UInt): UInt = {
    val indexOf = (0 until linkVcs).map(i => number(i) -> i).toMap
    Cat((0 until vcNumbers).reverse.map(n => indexOf.get(n).fold(false.B)(mask(_))))
  }
}

/** Configuration registers of the router, as its units read them. */
class RouterConfig(s: RouterShape) extends Bundle {
  val me        = new Coord
  val vcRule    = Bool() // VC_RULE: 0 dateline, 1 static
  val ageless   = Bool() // ARBITRATION: 0 age, 1 round robin
  val linkLast  = UInt(s.depthBits.W) // LINK_DEPTH - 1
  val localLast = UInt(s.depthBits.W) // LOCAL_DEPTH - 1
  val unsafe    = Option.when(s.p.faults)(UInt(UnsafeVariant.bits.W)) // faults build
}

/** What the router keeps beside each buffered flit. One word, so that choosing between two flits is one multiplexer. */
class FlitMeta(s: RouterShape) extends Bundle {
  val stamp = UInt(Fixed.stampBits.W) // of the packet's head; 0 under round robin
  val port  = UInt(s.portBits.W)
  val vc    = UInt(s.indexBits.W)
  val head  = Bool()
  val tail  = Bool()

  /** Position in a mask over (port, VC index). */
  def out: UInt = port ## vc
}

/** A flit inside the router: on its way from a pin into a VC buffer, or from a switch grant into an output register. */
class PortFlit(s: RouterShape) extends Bundle {
  val valid = Bool()
  val vc    = UInt(s.indexBits.W)
  val head  = Bool()
  val tail  = Bool()
  val w0    = UInt(64.W)
  val w1    = UInt(64.W)
}
