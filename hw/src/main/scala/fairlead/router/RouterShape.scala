// SPDX-License-Identifier: Apache-2.0
package fairlead.router

import chisel3._
import chisel3.util._
import fairlead.words.Coord
import fairlead.params.{Fixed, Structure, TileParams}

/** Numbers that the router's units derive from the tile's parameters.
  *
  * A VC of a link has one number outside the router: class << 2 | v. Inside it has an index: class ## v without the
  * bits that no VC of the structure has. A local port has one VC, that of its class, at index 0. An output VC is named
  * by its *place*: port ## index of a link, after these one for each ejection port. So all of them are one mask.
  *
  * With shared VCs a router has one local port of as many VCs as a link. VC i is that of the local pins i.
  *
  * @param stages      cycles of a head in a router that is not in its way
  * @param isIslip     whether the allocators are those of iSLIP
  * @param sharedVcs   VCs of a link that packets of all classes share, or 0
  * @param vcsPerClass VCs of each class on a link
  */
final case class RouterShape(
    p: TileParams,
    stages: Int,
    isIslip: Boolean,
    sharedVcs: Int,
    vcsPerClass: Int
)(implicit structure: Structure) {

  /** Whether packets of all classes share the VCs of a link, and those of the local port. */
  val isShared: Boolean = sharedVcs > 0

  val ports: Int      = if (isShared) Fixed.links + 1 else Fixed.routerPorts
  val portBits: Int   = log2Ceil(ports)
  val classes: Int    = if (isShared) sharedVcs / vcsPerClass else Fixed.classes // whose VCs exist
  val linkVcs: Int    = classes * vcsPerClass
  val indexBits: Int  = log2Ceil(linkVcs)
  val fromBits: Int   = portBits + indexBits // an input VC: port ## VC
  val linkPlaces: Int = Fixed.links * linkVcs
  val places: Int     = if (isShared) ports * linkVcs else linkPlaces + ports - Fixed.links
  val placeBits: Int  = log2Ceil(places)
  val depthBits: Int  = 9

  /** Whether buffers are memories with a synchronous read, and the crossbar is selected by the one-hot of the grants.
    */
  val isPhysical: Boolean = p.physical

  /** Kinds of VCs of a link that may differ in depth: two VCs each, (class, escape or adaptive). A local port has one,
    * or one a class if its VCs are shared.
    */
  val linkKinds: Int = linkVcs / Fixed.escapeVcs
  def kindOf(vc: UInt): UInt  = vc >> log2Ceil(Fixed.escapeVcs)
  def kindOf(vc: Int): Int    = vc / Fixed.escapeVcs
  def kindsOf(port: Int): Int = (vcsOf(port) + 1) / Fixed.escapeVcs

  /** Fields of a register of link depths that the kinds have. */
  def kindFields: Seq[Int] = (0 until 2 * classes).filter(field => hasAdaptive || field % 2 == 0)

  /** Bits of a pointer into the buffer of a VC. */
  val linkPtrBits: Int  = log2Ceil(p.maxLinkDepth).max(1)
  val localPtrBits: Int = log2Ceil(p.maxLocalDepth).max(1)

  private val vBits: Int = log2Ceil(vcsPerClass)

  /** What a stage of its own does: the passage of the switch, the allocation of VCs, the route. */
  val crosses: Boolean   = stages >= 2
  val allocates: Boolean = stages >= 3
  val routes: Boolean    = stages >= 4

  /** Whether links have adaptive VCs. */
  val hasAdaptive: Boolean = vcsPerClass > Fixed.escapeVcs

  /** Index of a VC number of a link, and the number of an index. */
  def index(number: UInt): UInt =
    if (hasAdaptive) number else if (classes == 1) number(vBits - 1, 0) else number(2) ## number(vBits - 1, 0)
  def number(index: UInt): UInt =
    if (hasAdaptive) index
    else (if (classes == 1) 0.U(1.W) else index(indexBits - 1)) ## 0.U((2 - vBits).W) ## index(vBits - 1, 0)

  /** Masks over the VCs of a link: by number, as on the pins, and by index. */
  def byNumber(mask: UInt): UInt =
    if (hasAdaptive) mask
    else Cat((0 until classes).reverse.map(c => mask((c + 1) * vcsPerClass - 1, c * vcsPerClass).pad(4)))
  def byIndex(mask: UInt): UInt =
    if (hasAdaptive) mask else Cat((0 until classes).reverse.map(c => mask(4 * c + vcsPerClass - 1, 4 * c)))

  /** Whether a port has buffers: all but the links of absent dimensions and absent local ports. */
  def has(port: Int): Boolean =
    if (isLink(port)) port < 2 * structure.dimensions
    else isShared || (port - Fixed.links) % Fixed.mostPorts < structure.localPorts

  def isLink(port: Int): Boolean = port < Fixed.links

  /** Whether a port has VCs as a link has, and not one alone. */
  def hasVcs(port: Int): Boolean = isLink(port) || isShared
  def vcsOf(port: Int): Int      = if (hasVcs(port)) linkVcs else 1

  /** Class of a local port: 6, 7 request; 8, 9 response. */
  def localClass(port: Int): Int = (port - Fixed.links) / Fixed.mostPorts

  /** Place of the first VC of a port. */
  def place(port: Int): Int = if (hasVcs(port)) port * linkVcs else linkPlaces + port - Fixed.links

  /** Place of VC `vc` of `port`, a number of RouteUnit's; at a local port `vc` has no meaning. */
  def place(port: UInt, vc: UInt): UInt = {
    val local = if (isShared) 0.U else (port - Fixed.links.U)(1, 0)
    Mux(port < Fixed.links.U, port(2, 0) ## index(vc), linkPlaces.U(placeBits.W) | local)
  }

  /** The port of a place, as a mask over the ports. */
  def portOf(place: UInt): UInt = {
    val row = place(placeBits - 1, indexBits)
    Cat((0 until ports).reverse.map { port =>
      if (hasVcs(port)) row === port.U else row === Fixed.links.U && place(1, 0) === (port - Fixed.links).U
    })
  }
}

object RouterShape {

  /** That of the structure. */
  def apply(p: TileParams)(implicit structure: Structure): RouterShape =
    RouterShape(p, structure.routerStages, structure.islipIterations > 0, structure.sharedVcs, structure.vcsPerClass)
}

/** Configuration registers of the router, as its units read them. */
class RouterConfig(s: RouterShape)(implicit structure: Structure) extends Bundle {
  val me         = new Coord
  val vcRule     = UInt(2.W) // VC_RULE: 0 dateline, 1 static, 2 bubble
  val prefer     = UInt(3.W) // ROUTING: dimensions that an adaptive packet finishes first
  val cutThrough = Bool() // ROUTING: a credit of a link VC is room for one packet, else for one flit
  val ageless    = Bool() // ARBITRATION: 0 age, 1 round robin
}

/** What the router keeps next to each buffered flit: 32 bits, so that choosing between two flits is one multiplexer. Of
  * a body or tail only stamp, head and tail are kept;
  * `out` comes from the binding of its packet, the rest is 0.
  */
class FlitMeta(s: RouterShape)(implicit structure: Structure) extends Bundle {
  val stamp    = UInt(structure.stampBits.W) // of the packet's head; 0 under round robin
  val first    = UInt(2.W) // dimension that it tries first, if adaptive
  val enters   = Bool() // its escape VC needs room for two packets
  val adaptive = UInt(Fixed.links.W) // links on which it also takes an adaptive VC of its class
  val out      = UInt(s.placeBits.W) // place: escape output of a head, bound output of a body
  val head     = Bool()
  val tail     = Bool()
}

object FlitMeta {

  /** Bits of the fields from `enters` on, which decide whether a flit may go. */
  def wants(s: RouterShape)(implicit structure: Structure): Int = {
    val meta = new FlitMeta(s)
    Seq(meta.enters, meta.adaptive, meta.out, meta.head, meta.tail).map(_.getWidth).sum
  }
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
