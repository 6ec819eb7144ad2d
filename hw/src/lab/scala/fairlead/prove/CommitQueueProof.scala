// SPDX-License-Identifier: Apache-2.0
package fairlead.prove

import chisel3._
import chisel3.util._
import fairlead.dma._
import fairlead.params.Structure

/** CommitQueue with all its places or with one of them: packets that write and packets that do not, and a memory that
  * acknowledges writes in order whenever it likes.
  */
class CommitQueueProof(slots: Int, flits: Int)(implicit structure: Structure) extends Harness {
  private val dut    = Module(new CommitQueue(slots, flits))
  private val io     = dut.io
  private val open   = RegInit(false.B) // a packet is being received
  private val writes = RegInit(0.U(3.W)) // of this packet
  private val claim  = freeBit("claims") && !open && io.room
  private val tail   = freeBit("tails")
  private val push   = (open || claim) && tail
  private val issue  = freeBit("issues") && (open || claim) && Mux(claim, 0.U, writes) =/= flits.U
  private val away   = RegInit(0.U(4.W)) // writes that memory has not acknowledged
  private val ack    = freeBit("acks") && away =/= 0.U
  private val chosen = freeBit("chosen")
  private val ever   = RegInit(false.B)
  private val mark   = push && chosen && !ever
  open   := (open || claim) && !push
  writes := Mux(claim, 0.U, writes) + issue.asUInt
  away   := away + issue.asUInt - ack.asUInt
  when(mark) { ever := true.B }
  io.limit        := Mux(configured("single"), 1.U, slots.U)
  io.claim        := claim
  io.push         := 0.U.asTypeOf(new CommitPush)
  io.push.valid   := push
  io.push.word0   := 0.U
  io.push.word1   := mark.asUInt
  io.issue.valid  := issue
  io.issue.atomic := false.B
  io.ack.valid    := ack
  io.ack.old      := 0.U
  private val fires = freeBit("fires")
  private val fire  = fires && io.ready
  io.fire := fire

  private val before = Reg(UInt(4.W)) // writes up to the chosen tail that are not acknowledged
  private val inside = RegInit(false.B)
  private val mine   = fire && io.front.word1(0)
  when(mark) { before := away + issue.asUInt - ack.asUInt }.elsewhen(ack && before =/= 0.U) { before := before - 1.U }
  inside := (inside || mark) && !mine
  assert(!mine || inside && before === 0.U, "PCQ_P1: a packet has its effect before its bytes are in memory")
  assert(!mine || inside, "PCQ_P2: a packet has its effect twice")
  live("PCQ_L1", !inside, fires, ack || away === 0.U)
  private val still = away === 0.U && !open && !io.front.valid
  assert(!still || io.room, "PCQ_P3: places of an empty queue are lost")
  reachable(mine && RegNext(RegNext(before === 2.U, false.B), false.B), "PCQ_C1")
  reachable(!io.room, "PCQ_C2")
}
