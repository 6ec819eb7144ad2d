// SPDX-License-Identifier: Apache-2.0
package fairlead.prove

import chisel3._
import chisel3.util._
import fairlead.dma._
import fairlead.words._
import fairlead.params._

/** CommitUnit: request packets at two ports, each with no or one write, and a memory that acknowledges whenever it
  * likes.
  */
class CommitUnitProof(slots: Int)(implicit structure: Structure) extends Harness {
  private val dut   = Module(new CommitUnit(slots, 1))
  private val io    = dut.io
  private val ports = structure.localPorts
  io.limit             := slots.U
  io.me                := 0.U.asTypeOf(new Coord)
  io.notice.replyOk    := freeBit("grants")
  io.notice.replyQueue := freeBit("queues")
  io.notice.replyWhy   := free("why", UInt(RefusalReason.bits.W))
  io.notice.replyEntry := 0.U
  io.notice.replyGen   := 0.U
  io.counter.zero      := freeBit("zero")
  io.counter.lost      := freeBit("lost")
  io.counter.below     := freeBit("below")
  io.counter.short     := 0.U
  io.arrived.valid     := freeBit("arrives")
  io.arrived.a         := 0.U
  io.arrived.b         := 0.U
  private val acks = VecInit((0 until ports).map(r => freeBit(s"acks$r")))
  private val counts = (0 until ports).map { r => // requests that are answered and have no response
    // a packet is accepted whole in one cycle, with its write if it has one
    val drawn = free(s"ptype$r", UInt(4.W))
    val ptype = Mux(drawn > PacketType.Term.value.U, PacketType.Ping.value.U, drawn)
    def is(codes: Code*) = codes.map(ptype === _.value.U).reduce(_ || _)
    val atomic  = is(PacketType.FetchAdd, PacketType.CompSwap)
    val mayFail = is(PacketType.Put, PacketType.Get, PacketType.FetchAdd, PacketType.CompSwap, PacketType.Message)
    val refused = mayFail && freeBit(s"refused$r")
    val mode    = is(PacketType.Put) && freeBit(s"mode$r")
    // an atomic claims a response slot, and there are fewer of those than places
    val count   = RegInit(0.U(3.W))
    val comes   = freeBit(s"comes$r") && io.room(r) && !(atomic && !refused && count >= (slots - 1).U)
    val writes  = comes && !refused && (atomic || is(PacketType.Put, PacketType.Message))
    val away    = RegInit(0.U(3.W))
    val ack     = acks(r) && away =/= 0.U
    val header0 = WireInit(0.U.asTypeOf(new Header0))
    header0.ptype      := ptype
    header0.mode       := mode
    away               := away + writes - ack
    io.claim(r)        := comes
    io.push(r)         := 0.U.asTypeOf(new CommitPush)
    io.push(r).valid   := comes
    io.push(r).reason  := refused
    io.push(r).word0   := header0.asUInt
    io.issue(r).valid  := writes
    io.issue(r).atomic := writes && atomic
    io.ack(r).valid    := ack
    io.ack(r).old      := 0.U
    val answered = comes && (refused || mode || atomic || is(PacketType.Get, PacketType.Ping, PacketType.Init))
    count := count + answered - io.respond(r)
    count
  }
  assert(!io.respond(0) || counts(0) =/= 0.U,
    "PCU_P1: a response to a request of port 0 that is not answered, or twice")
  for ((respond, count) <- io.respond.zip(counts).tail) {
    assert(!respond || count =/= 0.U, "PCU_P2: a response to a request of port 1 that is not answered, or twice")
    assert(!(io.respond(0) && respond), "PCU_P3: two responses in one cycle")
  }
  live("PCU_L1", counts(0) === 0.U || io.respond(0), !io.arrived.valid && acks.asUInt === ((1 << ports) - 1).U)
  reachable(counts.tail.foldLeft(counts(0) === slots.U)(_ && _ =/= 0.U), "PCU_C1")
  reachable(io.respond(0) && counts.last === slots.U, "PCU_C2")
}
