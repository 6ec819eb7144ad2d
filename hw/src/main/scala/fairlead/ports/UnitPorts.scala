// SPDX-License-Identifier: Apache-2.0
package fairlead.ports

import chisel3._
import chisel3.util.log2Ceil
import fairlead.words.{Coord, Header1}
import fairlead.params.{Fixed, RefusalReason, Structure}

/** Ports between the units of one tile. Naming: the producer's view; the consumer takes `Flipped`. Everything here is
  * inside the tile and may be combinational within a cycle, but no path may lead from a tile input pin to a tile output
  * pin.
  */

/** RequestTx -> FenceUnit: the head of injection FIFO `fifo` is a FLUSH or FENCE. Answered in the same cycle. */
class FenceArm(implicit structure: Structure) extends Bundle {
  val valid  = Output(Bool())
  val fence  = Output(Bool()) // FENCE of the interface (orders), else FLUSH
  val self   = Output(Bool()) // target is this node
  val fifo   = Output(UInt(structure.injectionBits.W))
  val task   = Output(UInt(Fixed.taskBits.W)) // of the descriptor
  val tag    = Output(UInt(Fixed.tagBits.W))
  val target = Output(new Coord)
  val loose  = Output(Bool()) // what comes after it may be unordered: mode of the descriptor is not 0
  val ready  = Input(Bool()) // accepted: the descriptor leaves the FIFO in this cycle
  val ping   = Input(Bool()) // with ready: emit a PING with `entry` on this path, after everything sent before
  val entry  = Input(UInt(6.W))
}

/** A packet that a unit wants sent: header-only. FenceUnit (DLA leg) and EpochUnit (INIT, PUT_COUNT, TERM) -> RequestTx
  * 0; EpochUnit (ACK) and the credit returns -> ResponseTx 0.
  */
class ControlPacket(implicit structure: Structure) extends Bundle {
  val valid = Output(Bool())
  val ptype = Output(UInt(5.W))
  val dst   = Output(new Coord)
  val word1 = Output(new Header1)
  val ready = Input(Bool())
}

/** Gate at the host port: may this descriptor (POST with the epoch bit) enter? Same cycle; a yes also counts it
  * (R-EPO-1, R-EPO-2).
  */
class EpochGate(implicit structure: Structure) extends Bundle {
  val valid  = Output(Bool()) // a POST of epoch `index` is at the host port and is otherwise acceptable
  val index  = Output(UInt(structure.indexBits.W))
  val target = Output(new Coord)
  val isPut  = Output(Bool()) // put counter, else get counter
  // of an unordered put: packets beyond its first
  val extra = Output(UInt((Fixed.lengthBits - log2Ceil(structure.maxPayload)).W))
  val open  = Input(Bool())
}

/** RequestTx -> EpochUnit: the target's entry for one of our epochs. Same cycle. */
class EpochLookup(implicit structure: Structure) extends Bundle {
  val index = Output(UInt(structure.indexBits.W))
  val entry = Input(UInt(structure.indexBits.W))
  val gen   = Input(UInt(Fixed.generationBits.W))
}

/** RequestRx -> EpochUnit: may this PUT, GET, FADD or CAS head touch the window? Same cycle. */
class EpochAccess(implicit structure: Structure) extends Bundle {
  val epoch   = Output(Bool())
  val entry   = Output(UInt(structure.indexBits.W))
  val gen     = Output(UInt(Fixed.generationBits.W))
  val origin  = Output(new Coord)
  val allowed = Input(Bool())
}

/** CommitUnit -> EpochUnit: something has become true in memory order. At most one a cycle, never stalled. `reply*`
  * answers an INIT in the same cycle.
  */
class EpochNotify(implicit structure: Structure) extends Bundle {
  val putDone = Output(Bool()) // target: the packet with `last` of a put of (entry, gen) is in memory, or was refused
  // target: another packet of an unordered put of (entry, gen) is in memory, or was refused
  val putPart = Output(Bool())
  val count =
    Output(
      Bool()
    ) // target: PUT_COUNT, `value` puts, `parts` packets of the unordered ones beyond one each, `localIndex` of the origin
  val term    = Output(Bool()) // target
  val init    = Output(Bool()) // target: id in `value`, origin's `localIndex`
  val getDone = Output(Bool()) // origin: a get, fetch-add or compare-and-swap of localIndex is complete, or was refused
  val getPart = Output(Bool()) // origin: a packet of such a get was refused, others of it are under way
  val failed  = Output(Bool()) // with putDone, putPart, getDone, getPart: it was refused; with ack: a put was
  val ack     = Output(Bool()) // origin: the count is reached, or TERM was processed
  val initAck = Output(Bool()) // origin: entry, gen of the target
  val initNack   = Output(Bool()) // origin
  val origin     = Output(new Coord)
  val entry      = Output(UInt(structure.indexBits.W))
  val gen        = Output(UInt(Fixed.generationBits.W))
  val localIndex = Output(UInt(structure.indexBits.W))
  val value      = Output(UInt(structure.addressBits.W))
  val parts      = Output(UInt(Fixed.partBits.W)) // modulo 2^15
  val replyOk    = Input(Bool()) // INIT: granted
  val replyQueue = Input(Bool()) // INIT: queued; INIT_ACK comes from EpochUnit later
  val replyWhy   = Input(UInt(RefusalReason.bits.W)) // INIT: why it is neither granted nor queued
  val replyEntry = Input(UInt(structure.indexBits.W))
  val replyGen   = Input(UInt(Fixed.generationBits.W))
}

/** What a claimed response slot is filled with: CommitUnit -> ResponseTx(port). The slot was claimed when the request's
  * head was accepted.
  */
class ResponseOp(implicit structure: Structure) extends Bundle {
  val ptype  = UInt(5.W) // DATA, PONG, FADD_R, INIT_ACK, NACK, ...
  val dst    = new Coord
  val mode   = UInt(2.W) // DATA: that of its GET, all others 0
  val word1  = new Header1 // as it is to be sent; for DATA addr is the landing address
  val source = UInt(structure.addressBits.W) // DATA: address read here
  val length = UInt(structure.payloadBits.W) // DATA: bytes
  val last   = Bool() // Header0.last; DATA and NACK copy that of the request
  val value  = UInt(64.W) // FADD_R: the old value (one payload flit of 16 bytes, value then 0)
}

/** CommitUnit -> ResponseTx(port). `push` only into a claimed slot. `freed` pulses when a slot is free again; RequestRx
  * counts.
  */
class ResponsePort(implicit structure: Structure) extends Bundle {
  val push  = Output(Bool())
  val op    = Output(new ResponseOp)
  val freed = Input(Bool())
}

/** DlaArbiter -> RequestTx 0: complete requests as flits, header first, registered head of the DLA FIFO. */
class DlaStream extends Bundle {
  val valid = Output(Bool())
  val head  = Output(Bool())
  val tail  = Output(Bool())
  val w0    = Output(UInt(64.W))
  val w1    = Output(UInt(64.W))
  val ready = Input(Bool()) // handed to the network in this cycle: the word leaves the FIFO
}

/** GET leaving its FIFO or the DLA -> ByteCounters: the counter is of this get and has its length. At most one a cycle
  * a port. `busy` answers in the same cycle.
  */
class CounterLoad(implicit structure: Structure) extends Bundle {
  val valid = Output(Bool())
  val id    = Output(UInt(structure.indexBits.W))
  val value = Output(UInt(32.W))
  val busy  = Input(Bool()) // it has another user and keeps it: the get is to be refused
}

/** Depths of the buffers between router and NIC, by class. */
class LocalDepths extends Bundle {
  val inject = Vec(Fixed.classes, UInt(9.W)) // of the router's injection VC buffers of a class: credits of the emitters
  val eject  = Vec(Fixed.classes, UInt(9.W)) // of the ejection buffers of a class
}

/** How much of each table of the NIC is used (NIC_SIZES); of tables whose places are taken in any order, a mask of the
  * places.
  */
class TableSizes extends Bundle {
  val commitSlots  = UInt(log2Ceil(Fixed.commitSlots + 1).W)
  val headerQueue  = UInt(log2Ceil(Fixed.headerQueue + 1).W)
  val readWindow   = UInt(log2Ceil(Fixed.readWindow + 1).W)
  val fenceEntries = UInt(Fixed.fenceEntries.W)
  val ackCounters  = UInt(Fixed.ackCounters.W)
}

/** Configuration that the NIC units share; registers written under reset. */
class NicConfig(implicit structure: Structure) extends Bundle {
  val me             = new Coord
  val kx             = UInt(5.W)
  val ky             = UInt(5.W)
  val kz             = UInt(5.W)
  val localPorts     = UInt(2.W)
  val localDepth     = new LocalDepths
  val injectionDepth = Vec(structure.injectionFifos, UInt(9.W))
  val receptionDepth = Vec(structure.receptionFifos, UInt(9.W))
  // RECEPTION_DEPTH: slots in memory from the first of a reception FIFO to that of the next
  val receptionSlots = UInt(9.W)
  val responseDepth  = Vec(structure.localPorts, UInt(9.W))
  val sizes          = new TableSizes
  val memoryBytes    = UInt((structure.addressBits + 1).W)
  val messageBase    = UInt(structure.addressBits.W)
  val barredModes    = UInt(2.W) // ROUTING: bits of PacketMode that no packet has in this machine
}
