// SPDX-License-Identifier: Apache-2.0
package fairlead.prove

import chisel3._
import chisel3.util._
import fairlead.dma._
import fairlead.params._

/** NicCauses with the RequestTx of the only port: any heads, requests of the store path and control packets, any
  * reasons to wait, any emitter and any receivers.
  */
class NicCausesProof(implicit structure: Structure) extends Harness {
  private val tx   = Module(new RequestTx)
  private val dut  = Module(new NicCauses)
  private val from = tx.io
  private val io   = dut.io
  private val n    = structure.injectionFifos
  expose(from)
  expose(io, "waits")

  // as in DmaTx, with one port
  private val fenced    = free("fenced", UInt(n.W))
  private val uncounted = free("uncounted", UInt(n.W))
  private val credit    = free("credit", UInt(n.W))
  private val heads     = VecInit(from.heads.map(_.valid)).asUInt
  private val poor      = VecInit(from.heads.map(_.word0.kind >= OpKind.Flush.value.U)).asUInt & free("poor", UInt(n.W))
  private val messages  = VecInit(from.heads.map(_.word0.kind === OpKind.Message.value.U)).asUInt
  private val funded    = heads & ~fenced & messages & credit
  from.ready        := (heads & ~fenced & ~messages | funded) & ~uncounted & ~poor
  from.arm.ready    := true.B
  io.send.heads     := heads
  io.send.fenced    := fenced
  io.send.poor      := poor
  io.send.uncounted := uncounted
  io.send.messages  := messages
  io.send.funded    := funded
  io.send.second    := 0.U
  io.send.prepared  := from.moves
  io.send.dla       := from.dla.valid && from.dla.head && !from.dlaBusy
  io.send.dlaGoes   := from.push.valid && from.push.source === TxSource.Dla.U
  io.send.space     := from.space

  // in the cycle that the outputs are about
  private val counted = RegNext(io.counting, false.B)
  private def was[T <: Data](now: T): T = RegNext(now)
  private val send    = was(io.send)
  private val goes    = was(from.moves).orR || was(from.push.valid)
  private val emitter = send.emitters(0)
  private def is(row: NicWait, cause: Code): Bool         = row.cause === cause.value.U
  private def some(rows: Seq[NicWait], cause: Code): Bool = rows.map(is(_, cause)).reduce(_ || _)

  private val sends = io.rows.take(n + 1)
  for ((row, f) <- sends.zipWithIndex) {
    val isFifo = f < n
    val there  = if (isFifo) send.heads(f) else send.dla
    val goesOn = if (isFifo) send.prepared(f) else send.dlaGoes
    assert(row.cause.orR === (counted && there && !goesOn) && row.cause < SendCause.all.size.U,
      "PNC_P1: a head that waits has no cause, or one that goes on has")
    assert(row.moved === (counted && goesOn), "PNC_P2: a packet that is prepared is not told, or another is")
    if (isFifo) {
      assert(!is(row, SendCause.Fence) || send.fenced(f), "PNC_P3: FENCE without one")
      assert(!is(row, SendCause.Entry) || send.poor(f), "PNC_P4: ENTRY although one is free")
      assert(!is(row, SendCause.AckCounter) || send.uncounted(f), "PNC_P5: ACK_COUNTER although there is one")
      assert(!is(row, SendCause.MessageCredit) || send.messages(f) && !send.funded(f),
        "PNC_P6: MESSAGE_CREDIT although there is one")
    } else
      assert(row.cause === 0.U || row.cause >= SendCause.Router.value.U, "PNC_P7: the store path waits for a FIFO")
    assert(!is(row, SendCause.Router) || !send.space(0) && emitter.credits === 0.U,
      "PNC_P8: ROUTER although it takes a flit")
    assert(!is(row, SendCause.Memory) || !send.space(0) && emitter.credits =/= 0.U && emitter.replies === 0.U,
      "PNC_P9: MEMORY although its flit is here")
    assert(!is(row, SendCause.Port) && !is(row, SendCause.Dla) || !send.space(0) || goes,
      "PNC_P10: a head gives way and nothing goes")
  }
  private val receives = io.rows.drop(n + 1)
  for ((e, i) <- structure.localLinks.zipWithIndex) {
    val row  = receives(e)
    val link = was(io.receive(i))
    assert(
      row.moved === (counted && link.taken) && row.cause.orR === (counted && link.some && !link.taken) &&
        row.cause < ReceiveCause.all.size.U, "PNC_P11: a flit that waits has no cause, or one that is taken has"
    )
    assert(!is(row, ReceiveCause.Response) || link.head && link.slots === 0.U, "PNC_P12: RESPONSE with a free slot")
    assert(!is(row, ReceiveCause.Commit) || link.head && !link.room, "PNC_P13: COMMIT with a free place")
    assert(!is(row, ReceiveCause.Arbitration) || !link.head || link.slots =/= 0.U && link.room,
      "PNC_P14: ARBITRATION of a head that may not go")
  }
  reachable(some(sends, SendCause.Fence) && some(sends, SendCause.Entry) && some(sends, SendCause.AckCounter) &&
      some(sends, SendCause.MessageCredit), "PNC_C1")
  reachable(some(sends, SendCause.Router) && is(sends(n), SendCause.Router), "PNC_C2")
  reachable(some(sends, SendCause.Memory), "PNC_C3")
  reachable(some(sends, SendCause.Dla) && sends(n).moved, "PNC_C4")
  reachable(some(sends, SendCause.Port) && sends.map(_.moved).reduce(_ || _), "PNC_C5")
  private val moves = receives.map(_.moved).reduce(_ || _)
  if (structure.localLinks.size == receives.size)
    reachable(some(receives, ReceiveCause.Response) && some(receives, ReceiveCause.Commit) &&
        some(receives, ReceiveCause.Arbitration) && moves, "PNC_C6")
  else reachable(some(receives, ReceiveCause.Response) && moves, "PNC_C6")
}
