// SPDX-License-Identifier: Apache-2.0
package fairlead.prove

import chisel3._
import chisel3.util._
import fairlead.dma._
import fairlead.ports._
import fairlead.words._
import fairlead.params._

/** CommitQueue: packets that write and packets that do not, and a memory that acknowledges writes in order whenever it likes. */
class CommitQueueProof(slots: Int, flits: Int) extends Harness {
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

/** ReceptionFifos: messages of two ports for any FIFO, stored in any order, popped by the host. */
class ReceptionProof(depth: Int) extends Harness {
  private val dut  = Module(new ReceptionFifos(TileParams(variant = "prove", maxReception = depth)))
  private val io   = dut.io
  private val bits = log2Ceil(depth)
  io.cfg                := 0.U.asTypeOf(new NicConfig)
  io.cfg.receptionDepth := depth.U
  private val fifo = symbolic("fifo", UInt(2.W)) // the FIFO that is followed
  io.message.zipWithIndex.foreach { case (m, r) =>
    m.want   := freeBit(s"want$r")
    m.take   := freeBit(s"take$r") && m.want && m.room
    m.fifo   := free(s"fifo$r", UInt(2.W))
    m.origin := 0.U.asTypeOf(new Coord)
    m.tag    := 0.U
    m.length := 0.U
  }
  private val free_ = io.message.map(m => m.take && m.fifo === fifo).reduce(_ || _)
  // bytes are stored in any order: a mark for each slot
  private val waiting = RegInit(0.U(depth.W)) // slots taken, not stored
  private val stored  = RegInit(0.U(depth.W)) // stored, not announced
  private val popped  = RegInit(0.U(4.W)) // announced, not popped
  private val slotOf =
    Mux(io.message(1).take && io.message(1).fifo === fifo, io.message(1).slot, io.message(0).slot)(bits - 1, 0)
  private val store  = freeBit("stores")
  private val where  = free("slot", UInt(bits.W))
  private val stores = store && (waiting & UIntToOH(where, depth)) =/= 0.U
  io.stored.valid := stores
  io.stored.fifo  := fifo
  io.stored.slot  := where
  private val readies  = freeBit("announces")
  private val announce = readies && io.arrived.valid
  io.arrived.ready := announce
  private val told     = announce && io.arrived.a(1, 0) === fifo
  private val toldSlot = io.arrived.a(8 + bits - 1, 8)
  private val pop      = freeBit("pops") && popped =/= 0.U
  io.cmd       := 0.U.asTypeOf(new Cmd)
  io.cmd.valid := pop
  io.cmd.op    := TileCommand.MsgPop.value.U
  io.cmd.w(0)  := fifo
  private val sends = freeBit("sends") && io.credit.valid
  io.credit.ready := sends
  waiting         := (waiting | Mux(free_, UIntToOH(slotOf, depth), 0.U)) & ~Mux(stores, UIntToOH(where, depth), 0.U)
  stored          := (stored | Mux(stores, UIntToOH(where, depth), 0.U)) & ~Mux(told, UIntToOH(toldSlot, depth), 0.U)
  popped          := popped + told.asUInt - pop.asUInt
  assert(!told || (stored & UIntToOH(toldSlot, depth)) =/= 0.U,
    "PRF_P1: a message is announced before its bytes are in memory")
  assert(!free_ || ((waiting | stored) & UIntToOH(slotOf, depth)) === 0.U,
    "PRF_P2: a slot that holds a message is given to another")
  reachable(told && waiting =/= 0.U, "PRF_C1")
  reachable(sends && RegNext(pop, false.B) === false.B, "PRF_C2")
}
