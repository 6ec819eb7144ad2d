// SPDX-License-Identifier: Apache-2.0
package fairlead.words

import chisel3._
import fairlead.params.{CollectiveFixed, Structure}

/** First word of a head flit of the collective network. 64 bits. The second word is the tag: software's own, carried as
  * it is.
  */
class CollectiveHeader extends Bundle {
  // set on the way: contributions differed in more than their payload, or the path left the class route
  val mixed    = Bool()
  val last     = Bool() // MESSAGE: last packet of its message
  val isSigned = Bool() // MIN, MAX: operands in two's complement
  val size     = UInt(3.W) // operands have 4 << size bytes, 0 to 6
  val op       = UInt(3.W) // CollectiveOp
  val mode     = UInt(2.W) // CollectiveMode
  val route    = UInt(CollectiveFixed.routeBits.W)
  val length   = UInt(9.W) // payload bytes, 0 to 256
  val up       = UInt(6.W) // MESSAGE: links still to go up
  val down     = UInt(5.W) // MESSAGE: links to go down after that
  // MESSAGE: bit 0 names the child of the next link down: 0 the one on the lower link, 1 the other
  val path = UInt(31.W)
}

/** One class route at one node. 7 bits. */
class ClassRoute extends Bundle {
  val member   = Bool() // this node contributes to combines and receives what comes down
  val children = UInt(CollectiveFixed.links.W) // links to children, at most two
  val parent   = UInt(CollectiveFixed.links.W) // link to the parent, one hot; 0 at the root
}

/** State of one channel of one link of the collective network at one node, as the engines report it for conservation
  * and deadlock detection; no word of the RTL. 42 bits.
  */
class TreeLinkState extends Bundle {
  val credits   = UInt(5.W) // that the node has for the buffer at the other end
  val occupancy = UInt(5.W) // flits in the node's own buffer at the end of the link
  val packets   = UInt(32.W) // heads that the node has sent on the link since the reset
}

/** w0 of the commands of the shared device. 50 bits. */
class DeviceCommand(implicit structure: Structure) extends Bundle {
  val processor = UInt(2.W)
  val limit     = UInt(16.W) // DEVICE_DRAIN: bytes that may be written; the payload after them is taken and dropped
  val address   = UInt(structure.addressBits.W) // DEVICE_DRAIN: of the first byte
}

/** b of DEVICE_ANSWER. */
class DeviceEvent extends Bundle {
  val headers = UInt(8.W) // packets that begin a message, of those
  val packets = UInt(8.W) // whole packets in the reception FIFO
  // 1 when payload is at its head: a packet of its message has been taken, and the last one has not
  val payload   = UInt(8.W)
  val owner     = UInt(8.W) // of the lock: processor + 1, or 0 when it is free
  val result    = UInt(8.W) // DeviceResult
  val command   = UInt(8.W) // TileCommand that it answers
  val processor = UInt(8.W)
}

object CollectiveWords {

  /** Layouts for the manifest, by name. */
  def layouts(implicit structure: Structure): Seq[(String, Bundle)] = Seq(
    "CollectiveHeader" -> new CollectiveHeader, "ClassRoute" -> new ClassRoute,
    "DeviceCommand"    -> new DeviceCommand, "DeviceEvent"   -> new DeviceEvent,
    "TreeLinkState"    -> new TreeLinkState
  )
}
