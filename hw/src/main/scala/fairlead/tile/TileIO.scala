// SPDX-License-Identifier: Apache-2.0
package fairlead.tile

import chisel3._
import fairlead.collective.{CollectiveParams, TreeLinkFlit}
import fairlead.ports._
import fairlead.params.{CollectiveFixed, EventUnit, Fixed, Structure}

/** Pins of one node (D1). Every output is a register or a function of registers only; nothing is combinational from a
  * pin to a pin.
  */
class TileIO(implicit structure: Structure) extends Bundle {
  val cfg       = Input(new CfgWrite)
  val now       = Input(UInt(TileIO.nowBits.W)) // low bits of the cycle, read only when the tile acts
  val linkIn    = Input(Vec(Fixed.links, new LinkFlit)) // linkIn(d) comes from the neighbour in direction d
  val creditOut = Output(Vec(Fixed.links, UInt(8.W))) // one bit a VC, for linkIn(d)
  val linkOut   = Output(Vec(Fixed.links, new LinkFlit)) // linkOut(d) goes to the neighbour in direction d
  val creditIn  = Input(Vec(Fixed.links, UInt(8.W))) // one bit a VC, for linkOut(d)
  val readReq   = Output(Vec(Fixed.mostPorts, new ReadReq))
  val readReply = Input(Vec(Fixed.mostPorts, new ReadReply))
  val writeReq  = Output(Vec(Fixed.mostPorts, new WriteReq))
  val writeAck  = Input(Vec(Fixed.mostPorts, new WriteAck))
  val statusReq = Output(new WriteReq) // the DLA's own port: at most one write on its way
  val statusAck = Input(Bool())
  val cmd       = Input(new OwnedCmd)
  // barrier patterns that this node shows: 9b + 8 to 9b of barrier b (BarrierLeg)
  val giOut  = Output(UInt(TileIO.patternBits.W))
  val giIn   = Input(UInt(TileIO.patternBits.W)) // barrier patterns that other nodes show, after their latency
  val treeIn = Input(Vec(CollectiveFixed.links, new TreeLinkFlit(TileIO.tree))) // links of the collective network
  // one bit a channel, for treeIn(l)
  val treeCreditOut = Output(Vec(CollectiveFixed.links, UInt(CollectiveFixed.channels.W)))
  val treeOut       = Output(Vec(CollectiveFixed.links, new TreeLinkFlit(TileIO.tree)))
  val treeCreditIn  = Input(Vec(CollectiveFixed.links, UInt(CollectiveFixed.channels.W))) // for treeOut(l)
  val deviceReq     = Output(new WriteReq) // the shared device's own port
  val deviceAck     = Input(Bool())
  val events        = Output(Vec(EventUnit.tilePorts.size, new EventPort))
  // events(i).valid at bit i, so that the fabric reads one word
  val eventMask = Output(UInt(EventUnit.tilePorts.size.W))
  val linkMask =
    Output(
      UInt(32.W)
    ) // 5:0 linkOut valid, 11:6 creditOut non-zero, 13:12 readReq valid, 15:14 writeReq valid, 16 statusReq valid, 19:17 treeOut valid, 22:20 treeCreditOut non-zero, 23 deviceReq valid
  // without input, the next edge of `clock` still changes something; else it may be left out
  val routerActs  = Output(Bool())
  val pickActs    = Output(Bool()) // the same for `pickClock`
  val sendActs    = Output(Bool()) // the same for `sendClock`
  val replyActs   = Output(Bool()) // the same for `replyClock`
  val receiveActs = Output(Bool()) // the same for `receiveClock`
  val orderActs   = Output(Bool()) // the same for `orderClock`
  val storeActs   = Output(Bool()) // the same for `storeClock`
  val treeActs    = Output(Bool()) // the same for `treeClock`
  val countActs   = Output(Bool()) // the same for `countClock`
  val counting    = Output(Bool()) // `countClock` has an edge with every edge of router and NIC
  val quiescent   = Output(Bool()) // none acts: all outputs idle and, without input, no register would change (D7)
  // DLA_BYPASS: a DLA_REQUEST or DLA_DATA must wait, and with it everything at the host interface
  val storeStall = Output(Bool())
  val alarm      = Output(UInt(16.W)) // cycles until it wants to be evaluated although nothing arrives; 0: never
}

object TileIO {
  def tree(implicit structure: Structure): CollectiveParams = CollectiveParams()
  val patternBits: Int = CollectiveFixed.barriers * CollectiveFixed.legBits
  val nowBits: Int     = 32 // as many as a counter has; packets keep the low stampBits
}
