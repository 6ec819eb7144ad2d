// SPDX-License-Identifier: Apache-2.0
package fairlead.dma

import chisel3._
import chisel3.util.log2Ceil
import fairlead.ports._
import fairlead.words._
import fairlead.params._

/** Packets of one memory write port that wait until the writes issued before their tail, their own included, are
  * acknowledged. Strict order.
  *
  * Contract: a place is claimed at the head of a packet (`claim` only with `room`), filled at its tail (`push`), freed
  *           when it fires. `fire` only while `ready`.
  * Timing:   an acknowledgement in cycle t lets its packet be `ready` in t + 1; so does a push in cycle t with nothing
  *           outstanding.
  * Reset:    empty, no write outstanding; `limit` places are there, of the `slots` that are built. Spec:
  *           docs/spec/dma-engine-rx.md (R-FEN-3)
  */
class CommitQueue(
    slots: Int,
    packetFlits: Int
)(implicit structure: Structure) extends Module {
  val io = IO(new Bundle {
    val limit = Input(UInt(log2Ceil(slots + 1).W))
    val claim = Input(Bool())
    val room  = Output(Bool())
    val push  = Input(new CommitPush)
    val issue = Input(new WriteIssue)
    val ack   = Input(new WriteAck)
    val ready = Output(Bool()) // the oldest packet is in memory
    val front = Output(new CommitPush) // 0 while it is not in memory
    val fire  = Input(Bool()) // the oldest packet leaves
  })

  private val indexBits = log2Ceil(slots)
  require(slots == 1 << indexBits, s"CommitQueue: commitSlots must be a power of two, got $slots")
  // outstanding writes belong to claimed places, plus one repeated by a fault; one bit more makes the comparison
  // modular
  private val orderBits = log2Ceil(slots * packetFlits + 2) + 1

  protected val word0 = Mem(slots, UInt(64.W))
  protected val word1 = Mem(slots, UInt(64.W))
  private val data    = Mem(slots, UInt(64.W))
  private val reason  = Mem(slots, UInt(RefusalReason.bits.W))
  private val order   = Mem(slots, UInt(orderBits.W)) // writes issued when the tail was taken

  private val unclaimed = RegInit(io.limit)
  private val occupancy = RegInit(0.U((indexBits + 1).W))
  private val free      = RegInit(0.U(indexBits.W))
  protected val first   = RegInit(0.U(indexBits.W))
  private val issued    = RegInit(0.U(orderBits.W))
  private val acked     = RegInit(0.U(orderBits.W))

  when(io.claim =/= io.fire)(unclaimed      := Mux(io.fire, unclaimed + 1.U, unclaimed - 1.U))
  when(io.push.valid =/= io.fire)(occupancy := Mux(io.fire, occupancy - 1.U, occupancy + 1.U))
  io.room                                   := unclaimed =/= 0.U

  private val nowIssued = issued + io.issue.valid
  issued := nowIssued
  when(io.push.valid) {
    word0(free)  := io.push.word0
    word1(free)  := io.push.word1
    data(free)   := io.push.data
    reason(free) := io.push.reason
    order(free)  := nowIssued
    free         := free + 1.U
  }
  when(io.fire)(first := first + 1.U)

  protected val some = occupancy =/= 0.U
  private val behind = GatedRead(some, order, first) - acked
  io.ready := some && (behind === 0.U || behind(orderBits - 1))

  // old values of the atomics, kept from their acknowledgement until their packet fires
  private val atomicOrder = Mem(slots, UInt(orderBits.W))
  private val atomicOld   = Mem(slots, UInt(64.W))
  private val atomicFree  = RegInit(0.U(indexBits.W)) // issued
  private val atomicNext  = RegInit(0.U(indexBits.W)) // acknowledged
  private val atomicFirst = RegInit(0.U(indexBits.W)) // fired
  private val nowAcked    = acked + 1.U
  when(io.issue.valid && io.issue.atomic) {
    atomicOrder(atomicFree) := nowIssued
    atomicFree              := atomicFree + 1.U
  }
  when(io.ack.valid) {
    acked := nowAcked
    when(atomicNext =/= atomicFree && atomicOrder(atomicNext) === nowAcked) {
      atomicOld(atomicNext) := io.ack.old
      atomicNext            := atomicNext + 1.U
    }
  }

  private val front0      = GatedRead(io.ready, word0, first)
  private val frontHeader = front0.asTypeOf(new Header0)
  private val isAtomic =
    (frontHeader.ptype === PacketType.FetchAdd.value.U ||
      frontHeader.ptype === PacketType.CompSwap.value.U) && !io.front.refused
  when(io.fire && isAtomic)(atomicFirst := atomicFirst + 1.U)

  io.front.valid  := some
  io.front.word0  := front0
  io.front.word1  := GatedRead(io.ready, word1, first)
  io.front.reason := GatedRead(io.ready, reason, first)
  io.front.data   := Mux(isAtomic, atomicOld(atomicFirst), GatedRead(io.ready, data, first))

  layer.block(layers.Verification) {
    val open = RegInit(0.U(2.W)) // heads taken whose tail is still to come
    open := open + io.claim - io.push.valid
    assert(unclaimed +& occupancy +& open === io.limit, "CQ_P1: places of the commit queue are lost")
    assert(io.limit >= 1.U && io.limit <= slots.U, "CQ_A4: commitSlots of NIC_SIZES out of range")
    assert(!io.claim || io.room, "CQ_A1: claim without room")
    assert(!io.fire || io.ready, "CQ_A2: fired before its writes were acknowledged")
    assert(!io.ack.valid || acked =/= issued, "CQ_A3: acknowledgement without a write")
    assert((issued - acked) <= (slots * packetFlits + 1).U,
      "CQ_P2: more writes outstanding than claimed places allow")
    assert(!(io.fire && isAtomic) || atomicFirst =/= atomicNext, "CQ_P3: an atomic fires without its old value")
  }
}
