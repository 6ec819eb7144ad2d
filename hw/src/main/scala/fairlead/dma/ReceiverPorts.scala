// SPDX-License-Identifier: Apache-2.0
package fairlead.dma

import chisel3._
import fairlead.words._
import fairlead.params.{Fixed, RefusalReason, Structure}

/** A receiver and the arbiter of its memory write port. `take` answers `offer` in the same cycle; one flit a cycle and
  * port.
  */
class ReceiverTurn extends Bundle {
  val offer = Output(Bool()) // the oldest flit could be consumed now
  val take  = Input(Bool())
}

/** A packet whose tail is consumed in this cycle: receiver -> CommitUnit. Its place in the queue was claimed at the
  * head.
  */
class CommitPush extends Bundle {
  val valid  = Bool()
  val reason = UInt(RefusalReason.bits.W) // why nothing of it was written, else 0
  val word0  = UInt(64.W)
  val word1  = UInt(64.W)
  val data   = UInt(64.W) // GET: GetPayload; FADD_R: old value; MSG: slot

  def refused: Bool = reason.orR
}

/** RequestRx -> ReceptionFifos: the head of a MSG waits for a slot. `room`, `slot` and `base` answer in the same cycle;
  * `take` uses them up.
  */
class MessageSlot(implicit structure: Structure) extends Bundle {
  val want   = Output(Bool())
  val take   = Output(Bool())
  val fifo   = Output(UInt(structure.receptionBits.W))
  val origin = Output(new Coord)
  val tag    = Output(UInt(Fixed.tagBits.W))
  val length = Output(UInt(structure.payloadBits.W))
  val room   = Input(Bool())
  val full   = Input(Bool()) // no slot is free: the message is refused
  val slot   = Input(UInt(8.W))
  val base   = Input(UInt(structure.addressBits.W)) // memory address of the slot
}

/** DmaRx -> CommitUnit: a write enters the output register of its port in this cycle. */
class WriteIssue extends Bundle {
  val valid  = Bool()
  val atomic = Bool()
}

/** CommitUnit -> ReceptionFifos: all bytes of the message in (fifo, slot) are in memory. */
class MessageStored(implicit structure: Structure) extends Bundle {
  val valid = Bool()
  val fifo  = UInt(structure.receptionBits.W)
  val slot  = UInt(8.W)
}

/** ReceptionFifos -> CommitUnit: the next message of a FIFO may be announced. `ready` in the same cycle: it has its
  * event.
  */
class MessageArrived extends Bundle {
  val valid = Output(Bool())
  val a     = Output(UInt(64.W))
  val b     = Output(UInt(64.W))
  val ready = Input(Bool())
}

/** CommitUnit -> ByteCounters: counter `id` falls by `amount`; `zero` in the same cycle: it is zero afterwards. */
class CounterFall(implicit structure: Structure) extends Bundle {
  val valid  = Output(Bool())
  val id     = Output(UInt(structure.indexBits.W))
  val origin = Output(new Coord) // of the put
  val amount = Output(UInt(structure.payloadBits.W))
  val ofGet  = Output(Bool()) // by a response to the get that has the counter, else by a put
  val zero   = Input(Bool()) // the counter is idle from now on
  val lost   = Input(Bool()) // it is not that user's, or has no room: nothing changes
  val below  = Input(Bool()) // of puts: more has come than was announced, as of now
  val short  = Input(UInt(32.W)) // how much more
}

/** RequestRx -> ByteCounters: whether the counter that the head of a PUT names is of a get, or of puts of other nodes,
  * at the start of the cycle.
  */
class CounterAsk(implicit structure: Structure) extends Bundle {
  val id      = Output(UInt(structure.indexBits.W))
  val origin  = Output(new Coord)
  val refuses = Input(Bool())
}
