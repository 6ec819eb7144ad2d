// SPDX-License-Identifier: Apache-2.0
package fairlead.prove

import chisel3._
import chisel3.util._
import fairlead.fence.FenceUnit
import fairlead.params.Structure
import fairlead.ports._
import fairlead.words._

/** FenceUnit with a few entries and two acknowledgement counters, or with one of them. One packetiser asks for any
  * fences and flushes; the network returns each ping as one pong, in any order; the DLA takes and hands on up to three
  * requests; unordered packets go to the target of all fences and are acknowledged in any order.
  */
class FenceUnitProof(entries: Int)(implicit structure: Structure) extends Harness {
  private val dut  = Module(new FenceUnit(entries, 2, 2))
  private val io   = dut.io
  private val n    = entries
  private val bits = log2Ceil(n)

  private val fence       = freeBit("fence")
  private val self        = freeBit("self")
  private val fifo        = AnyFifo(free("fifo", UInt(1.W)), structure.injectionFifos.min(2))
  private val outstanding = freeBit("outstanding")
  io.entries         := someOf("single", n)
  io.counters        := someOf("lone", 2)
  io.cmd             := 0.U.asTypeOf(new Cmd)
  io.selfOutstanding := outstanding
  io.granted         := 0.U // AckCountersProof has granted FIFOs
  io.older.foreach(_ := 0.U)
  io.unordered.foreach { h =>
    h.valid  := false.B
    h.take   := false.B
    h.target := 0.U.asTypeOf(new Coord)
    h.task   := 0.U
  }
  private val apart = structure.injectionFifos > 2 // there is a FIFO without fences
  private val other = if (apart) 2 else structure.injectionFifos - 1
  private val head  = io.unordered(other)
  private val loose = if (apart) true.B else freeBit("loose_head") && !io.blocked(other) // else a fence is in front
  private val takes = freeBit("takes") && head.ready && loose
  head.valid := true.B
  head.take  := takes
  private val out   = RegInit(VecInit.fill(2)(0.U(2.W))) // packets on each counter that are not acknowledged
  private val which = free("which", UInt(1.W))
  private val acks  = freeBit("acks") && out(which) =/= 0.U
  io.ack       := 0.U.asTypeOf(new AckNotice)
  io.ack.valid := acks
  io.ack.index := which
  io.ack.epoch := true.B // AckCountersProof has the generations
  private val outNow = out.zipWithIndex.map { case (o, c) =>
    o + (takes && head.index === c.U).asUInt - (acks && which === c.U).asUInt
  }
  out := VecInit(outNow)

  // the DLA: requests in and out, at most three in a run
  private val enqueued = RegInit(0.U(2.W))
  private val dequeued = RegInit(0.U(2.W))
  private val enters   = freeBit("enters") && enqueued =/= 3.U
  private val leaves   = freeBit("leaves")
  enqueued := enqueued + enters.asUInt
  dequeued := dequeued + (leaves && dequeued =/= enqueued).asUInt
  private val used = RegInit(false.B)
  used           := used || enters
  io.dlaEverUsed := used
  io.dlaEnqueued := enqueued
  io.dlaDequeued := dequeued

  // one fence, chosen freely, has tag 1, all others tag 0
  private val chosen = freeBit("chosen")
  private val ever   = RegInit(false.B)
  private val asks   = freeBit("asks") && !io.blocked(fifo.pad(structure.injectionBits)) && (apart.B || !loose)
  io.arm.foreach { a =>
    a.valid  := false.B
    a.fence  := fence
    a.self   := self
    a.fifo   := fifo
    a.task   := 0.U
    a.tag    := chosen && !ever
    a.target := 0.U.asTypeOf(new Coord)
    a.loose  := freeBit("loose")
  }
  io.arm(0).valid := asks
  private val arms = asks && io.arm(0).ready
  private val mark = arms && chosen && !ever
  when(mark) { ever := true.B }

  // pings away, by entry: only those come back
  private val away   = RegInit(VecInit.fill(n)(0.U(2.W)))
  private val answer = free("answer", UInt(bits.W))
  private val taken  = freeBit("taken") && io.control.valid
  private val pong   = freeBit("pongs") && away(answer) =/= 0.U
  io.control.ready := taken
  io.pong.valid    := pong
  io.pong.entry    := answer
  io.pong.refusal  := false.B
  private val ping  = arms && io.arm(0).ping
  private val entry = io.arm(0).entry(bits - 1, 0)
  away.zipWithIndex.foreach { case (a, e) =>
    a := a + (ping && entry === e.U).asUInt + (taken && io.control.word1.entry === e.U).asUInt - (pong && answer === e.U).asUInt
  }

  // the chosen one
  private val mine     = Reg(UInt(bits.W))
  private val isFence  = Reg(Bool())
  private val myFifo   = Reg(UInt(1.W))
  private val needsDla = RegInit(false.B) // its ping of the DLA leg is still to be sent
  private val snapshot = Reg(UInt(2.W))
  private val pending  = RegInit(false.B) // armed and not told done
  private val waits    = RegInit(false.B) // armed with at least one leg
  private val told     = io.doneEvent.valid && io.doneEvent.a(0)
  private val legs     = RegInit(false.B) // legs of the chosen one are away or to be sent, as of the last cycle
  when(mark) {
    mine     := entry
    isFence  := fence
    myFifo   := fifo
    snapshot := enqueued
  }
  private val sends = taken && io.control.word1.entry === mine && needsDla && ever
  needsDla := mark && ping && used || needsDla && !sends
  private val myAway = away(mine)
  private val home   = pong && answer === mine && ever && myAway === 1.U && !needsDla
  waits := mark && ping || waits && !home
  private val before = RegInit(VecInit.fill(2)(0.U(2.W))) // unordered packets that it has to wait for
  for (c <- 0 until 2) {
    when(mark) {
      before(c) := Mux(self || out(c) === 0.U, 0.U, outNow(c))
    }.elsewhen(acks && which === c.U && before(c) =/= 0.U) { before(c) := before(c) - 1.U }
  }
  private val owed = before.map(_ =/= 0.U).reduce(_ || _)
  legs    := waits
  pending := (pending || mark) && !told
  assert(!told || !waits, "PFE_P1: a fence or flush is told done while one of its pings is away or not yet sent")
  assert(!waits || !isFence || io.blocked(myFifo.pad(2)), "PFE_P2: a FIFO goes on while its FENCE has legs away")
  assert(!sends || dequeued >= snapshot,
    "PFE_P3: the ping of the DLA leg leaves before the requests that were in the DLA")
  private val others = VecInit((0 until n).map(e => away(e) =/= 0.U && e.U =/= mine)).asUInt.orR
  assert(!told || !owed,
    "PFE_P6: a fence or flush is told done while an unordered packet sent before it is not acknowledged")
  assert(!owed || !isFence || io.blocked(myFifo.pad(2)),
    "PFE_P7: a FIFO goes on while its FENCE waits for acknowledgements")
  reachable(told && isFence && others, "PFE_C1")
  reachable(told && isFence && out(which) =/= 0.U && RegNext(owed && !waits, false.B), "PFE_C5")
  reachable(sends && enqueued =/= snapshot, "PFE_C2")
  reachable(told && RegNext(mark, false.B), "PFE_C3")
  // without legs: told at once unless others are to be told first
  private val age = RegInit(0.U(4.W))
  when(mark || told) { age := 0.U }.elsewhen(pending && !waits && !owed) { age := age + 1.U }
  assert(age <= n.U, "PFE_P4: a fence whose legs are home is not told done within as many cycles as there are entries")
  live("PFE_L1", !pending, !owed, freeBit("fair") && myAway === 0.U, taken || !io.control.valid, dequeued === enqueued)
  // nothing is left when all is home
  private val still =
    away.map(_ === 0.U).reduce(_ && _) && out.map(_ === 0.U).reduce(
      _ && _
    ) && !io.busy && !io.control.valid && dequeued === enqueued && !asks
  assert(!still || io.blocked === 0.U, "PFE_P5: a FIFO is blocked although no fence has a leg away")
  reachable(still && ever, "PFE_C4")
  // what the fabric asks before it leaves out an edge of this part: Tile.orderActs, and no command
  private val idle = !io.busy && !io.arm.map(_.valid).reduce(_ || _) && !io.unordered.map(_.take).reduce(_ || _) &&
    !io.ack.valid && !io.pong.valid
  rests("PFE_G1", idle)
  reachable(idle && ever && pending, "PFE_C6")
}

/** FenceUnit: the pings of the store path's legs. */
class FenceUnitHeaderProof(entries: Int)(implicit structure: Structure) extends HeaderProof {
  private val io = Module(new FenceUnit(entries, 2, 2)).io
  expose(io)
  io.entries       := ((1 << entries) - 1).U
  io.counters      := 3.U
  io.control.ready := freeBit("leaves") && io.control.valid
  assert(io.arm.map(a => !a.valid || inside(a.target)).reduce(_ && _), "PHF_A1: a fence to no node of the machine")
  assert(!io.control.valid || inside(io.control.dst), "PHF_P1: a ping goes to no node of the machine")
  reachable(io.control.valid && io.control.dst.x === 15.U, "PHF_C1")
}
