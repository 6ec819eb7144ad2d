// SPDX-License-Identifier: Apache-2.0
package fairlead.collective

import chisel3._
import chisel3.util._
import fairlead.params.{CollectiveFixed, Structure}
import fairlead.ports.LocalFlit

/** What elaboration fixes of the collective network. Depths are the maximum; the effective ones are configuration
  * registers.
  */
final case class CollectiveParams(
    routes: Int = CollectiveFixed.routes,
    packets: Int = CollectiveFixed.packets,
    linkDepth: Int = CollectiveFixed.linkDepth,
    packetFlits: Int,
    flits: Int,
    physical: Boolean = false // as of TileParams
) {
  require(routes >= 1 && routes <= CollectiveFixed.routes, s"CollectiveParams: routes must be 1 to 4, got $routes")
  require(packets >= 1, s"CollectiveParams: packets must be at least 1, got $packets")
  require(linkDepth >= 1, s"CollectiveParams: linkDepth must be at least 1, got $linkDepth")
  require(flits >= packetFlits, s"CollectiveParams: flits must be at least a packet of $packetFlits, got $flits")
  val links: Int       = CollectiveFixed.links
  val messages: Int    = routes // index of the channel of all messages; lower indices are those of the class routes
  val channels: Int    = routes + 1
  val channelBits: Int = log2Ceil(channels)

  /** Flits in an injection or reception FIFO of a channel. */
  def flits(channel: Int): Int = if (channel == messages) packets * packetFlits else flits
}

object CollectiveParams {

  /** Those of the structure. */
  def apply()(implicit structure: Structure): CollectiveParams =
    CollectiveParams(packetFlits = structure.treePacketFlits, flits = structure.treeFifoFlits)
}

/** A flit inside the unit; its channel is that of the port. In a head, `w0` is a CollectiveHeader and `w1` the tag. */
class TreeFlit extends LocalFlit

/** A flit that software has read; the length in its head says which one is the last of a packet. */
class CollectiveReceived extends Bundle {
  val valid = Bool()
  val head  = Bool()
  val w0    = UInt(64.W) // of a head: CollectiveHeader
  val w1    = UInt(64.W) // of a head: tag
}

/** A flit on a link of the collective network, registered at the sender. It spends one credit of (link, channel). */
class TreeLinkFlit(p: CollectiveParams) extends Bundle {
  val channel = UInt(p.channelBits.W)
  val flit    = new TreeFlit
}
