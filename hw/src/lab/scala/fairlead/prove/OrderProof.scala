// SPDX-License-Identifier: Apache-2.0
package fairlead.prove

import chisel3._
import chisel3.util._
import fairlead.dma.{CommitPush, CommitQueue}
import fairlead.fence.FenceUnit
import fairlead.ports._
import fairlead.words._
import fairlead.params.Structure

/** Put, FENCE, flag: FenceUnit at the origin, two paths, a CommitQueue and a memory port at the end of each. The put
  * goes through the DLA or through the injection FIFO of the flag;
  * paths keep their order and are as slow as they like, memory acknowledges in order a port whenever it likes.
  */
class OrderProof(implicit structure: Structure) extends Harness {
  private val fence                       = Module(new FenceUnit(2, 2, 2))
  private val Seq(none, data, ping, flag) = Seq(0, 1, 2, 3).map(_.U(2.W))

  /** One path with room for two packets, and the target's port at its end. */
  private class Path(name: String) {
    val queue         = Module(new CommitQueue(2, 1))
    val packets       = RegInit(VecInit.fill(2)(none)) // 0 is the oldest
    val room          = packets(1) === none
    val in            = WireDefault(none)
    val front         = packets(0)
    val arrives       = freeBit(s"arrives_$name") && front =/= none && queue.io.room
    val writes        = arrives && front =/= ping
    val away          = RegInit(0.U(2.W))
    val ack           = freeBit(s"acks_$name") && away =/= 0.U
    val dataAt        = RegInit(0.U(2.W)) // writes up to that of the put that memory has not acknowledged
    val fires         = freeBit(s"fires_$name") && queue.io.ready
    val pong          = fires && queue.io.front.word1(1, 0) === ping
    val flagActs      = fires && queue.io.front.word1(1, 0) === flag
    private val moved = Mux(arrives, VecInit(packets(1), none), packets)
    packets(0)            := Mux(moved(0) === none, in, moved(0))
    packets(1)            := Mux(moved(0) === none, none, Mux(moved(1) === none, in, moved(1)))
    away                  := away + writes.asUInt - ack.asUInt
    queue.io.limit        := 2.U
    queue.io.claim        := arrives
    queue.io.push         := 0.U.asTypeOf(new CommitPush)
    queue.io.push.valid   := arrives
    queue.io.push.word1   := front
    queue.io.issue.valid  := writes
    queue.io.issue.atomic := false.B
    queue.io.ack.valid    := ack
    queue.io.ack.old      := 0.U
    queue.io.fire         := fires
    val dataWritten = writes && front === data
    val flagWritten = writes && front === flag
    when(dataWritten) { dataAt := away + 1.U - ack.asUInt }.elsewhen(ack && dataAt =/= 0.U) { dataAt := dataAt - 1.U }
    val visible = RegInit(false.B) // the put is in memory
    visible := visible || (ack && dataAt === 1.U)
  }
  private val direct = new Path("direct")
  private val dla    = new Path("dla")

  // the put: through the DLA, or directly
  private val viaDla = symbolic("viaDla", Bool())
  private val sent   = RegInit(false.B)
  private val inDla  = RegInit(false.B)
  private val stores = freeBit("stores") && !sent && Mux(viaDla, true.B, direct.room)
  private val drains = freeBit("drains") && inDla && dla.room
  sent  := sent || stores
  inDla := (inDla || stores && viaDla) && !drains
  private val enqueued = RegInit(0.U(1.W))
  private val dequeued = RegInit(0.U(1.W))
  when(stores && viaDla) { enqueued := 1.U }
  when(drains) { dequeued := 1.U }
  fence.io.entries         := 3.U
  fence.io.counters        := 3.U
  fence.io.cmd             := 0.U.asTypeOf(new Cmd)
  fence.io.selfOutstanding := false.B
  fence.io.ack             := 0.U.asTypeOf(new AckNotice)
  fence.io.granted         := 0.U
  fence.io.older.foreach(_ := 0.U)
  fence.io.unordered.foreach { h =>
    h.valid  := false.B
    h.take   := false.B
    h.target := 0.U.asTypeOf(new Coord)
    h.task   := 0.U
  }
  fence.io.dlaEverUsed := enqueued
  fence.io.dlaEnqueued := enqueued
  fence.io.dlaDequeued := dequeued

  // the fence, after the put
  private val armed = RegInit(false.B)
  private val asks  = freeBit("arms") && sent && !armed && direct.room
  fence.io.arm.foreach { a =>
    a.valid  := false.B
    a.fence  := true.B
    a.loose  := false.B
    a.self   := false.B
    a.fifo   := 0.U
    a.task   := 0.U
    a.tag    := 0.U
    a.target := 0.U.asTypeOf(new Coord)
  }
  fence.io.arm(0).valid := asks
  private val arms = asks && fence.io.arm(0).ready
  armed := armed || arms
  private val control = freeBit("controls") && fence.io.control.valid && dla.room && !drains
  fence.io.control.ready := control

  // the flag, after the fence
  private val raised = RegInit(false.B)
  private val raise  = freeBit("raises") && armed && !raised && !fence.io.blocked(0) && direct.room
  raised    := raised || raise
  direct.in := Mux(stores && !viaDla, data, Mux(arms && fence.io.arm(0).ping, ping, Mux(raise, flag, none)))
  dla.in    := Mux(drains, data, Mux(control, ping, none))

  // pongs come back, one at a time
  private val pongs  = RegInit(0.U(2.W))
  private val answer = freeBit("answers") && pongs =/= 0.U
  pongs                 := pongs + direct.pong.asUInt + dla.pong.asUInt - answer.asUInt
  fence.io.pong.valid   := answer
  fence.io.pong.entry   := 0.U
  fence.io.pong.refusal := false.B

  assert(!(viaDla && direct.flagWritten) || dla.visible,
    "POR_P1: the flag is written while the put that the FENCE orders before it, sent through the DLA, is not in memory")
  assert(!(!viaDla && direct.flagActs) || direct.visible,
    "POR_P2: the flag has its effect while the put that the FENCE orders before it, sent on the same path, is not in memory")
  reachable(viaDla && direct.flagWritten, "POR_C1")
  reachable(!viaDla && direct.flagActs, "POR_C2")
}
