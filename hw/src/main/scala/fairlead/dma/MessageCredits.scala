// SPDX-License-Identifier: Apache-2.0
package fairlead.dma

import chisel3._
import chisel3.layers.Verification
import chisel3.util._
import fairlead.ports._
import fairlead.words._
import fairlead.params._

/** End-to-end credits of the memory FIFOs, a word a target (D8(b)): the network never holds a message that only
  * software can remove. Of n credits each reception FIFO of the target has one of its own, and n - 1 are common, so a
  * FIFO that nobody empties keeps no message from the others, and none gets more than n.
  *
  * Contract: MSG_CREDIT presets a word before its first use; an unset word is undefined. At most one message is
  *           prepared a cycle in the whole node; when both ports could, they take turns. Credits that are short go to
  *           the FIFOs that were served least recently.
  * Timing:   a credit of cycle t can be used in t + 1. `offer` depends on state, heads and `can` only.
  * Reset:    port 0 has the turn; words keep what they hold.
  * Spec:     docs/spec/dma-engine-tx.md
  */
class MessageCredits(implicit structure: Structure) extends Module with OpenUnit {
  private val n = structure.injectionFifos
  val io = IO(new Bundle {
    val cmd     = Input(new Cmd)
    val back    = Input(new CreditReturn)
    val waiting = Input(UInt(n.W)) // FIFOs with a message at their head that nothing else holds back
    val targets = Input(Vec(n, new Coord))
    val toFifos = Input(Vec(n, UInt(structure.receptionBits.W))) // reception FIFO of each message
    val older   = Input(Vec(n, UInt(n.W))) // by FIFO: those that were served less recently
    val second  = Input(UInt(n.W)) // FIFOs of port 1
    val can     = Input(Vec(structure.localPorts, Bool())) // the port could prepare a packet in this cycle
    val offer   = Output(UInt(n.W)) // messages that may be prepared in this cycle, all of one port
    val take    = Input(UInt(n.W)) // the one that is
    val funded  = Output(UInt(n.W)) // those of `waiting` for which there is a credit
  })
  protected def keepsOwn: Bool = true.B

  private val credits = Mem(1 << (3 * structure.coordinateBits), UInt((new TargetCredits).getWidth.W))
  private val turn    = RegInit(false.B) // port that wins when both could send

  private def read(wanted: Bool, at: UInt) = GatedRead(wanted, credits, at).asTypeOf(new TargetCredits)
  private val values = io.targets.zipWithIndex.map { case (t, f) => read(io.waiting(f), t.asUInt) }
  // older messages to the same target, of which the first to a FIFO may use its own credit; the others leave a common
  // one to each that needs it
  private val rivals = io.targets.zip(io.older).map { case (target, older) =>
    VecInit(io.targets.map(_.asUInt === target.asUInt)).asUInt & older & io.waiting
  }
  private val needs = VecInit(values.indices.map { f =>
    val same = VecInit(io.toFifos.map(_ === io.toFifos(f))).asUInt
    !values(f).own(io.toFifos(f)) || (rivals(f) & same).orR
  }).asUInt
  private val funded = VecInit(values.indices.map { f =>
    io.waiting(f) && (!needs(f) || values(f).common > PopCount(rivals(f) & needs))
  }).asUInt
  io.funded := funded
  private val wants0 = (funded & ~io.second).orR && io.can(0)
  private val wants1 = io.can.lift(1).fold(false.B)((funded & io.second).orR && _)
  private val first  = wants0 && (!turn || !wants1)
  io.offer := Mux(first, funded & ~io.second, Mux(wants1, funded & io.second, 0.U))

  private def spent(of: TargetCredits, fifo: UInt): TargetCredits = {
    val left = WireInit(of)
    when(of.own(fifo))(left.own := of.own & ~UIntToOH(fifo, structure.receptionFifos))
      .otherwise(left.common := of.common - 1.U)
    left
  }
  private def refunded(of: TargetCredits, fifo: UInt): TargetCredits = {
    val all = WireInit(of)
    when(!of.own(fifo) && keepsOwn)(all.own := of.own | UIntToOH(fifo, structure.receptionFifos))
      .elsewhen(!of.common.andR)(all.common := of.common + 1.U)
    all
  }
  private val taken    = io.take.orR
  private val takenAt  = Mux1H(io.take, io.targets.map(_.asUInt))
  private val less     = spent(Mux1H(io.take, values), Mux1H(io.take, io.toFifos))
  private val backAt   = io.back.from.asUInt
  private val both     = taken && io.back.valid && takenAt === backAt
  private val had      = Mux(both, less, read(io.back.valid, backAt))
  private val asked    = io.cmd.valid && io.cmd.op === TileCommand.MsgCredit.value.U
  private val holds    = io.cmd.w(1) < (1 << Fixed.creditBits).U
  private val preset   = asked && holds
  private val presetAt = io.cmd.w(0)(3 * structure.coordinateBits - 1, 0)
  private val given    = Wire(new TargetCredits)
  private val some     = io.cmd.w(1) =/= 0.U && keepsOwn
  given.own    := Fill(structure.receptionFifos, some)
  given.common := io.cmd.w(1) - some
  when(taken) { turn := !(io.take & io.second).orR }
  when(taken && !both && !(preset && presetAt === takenAt)) { credits.write(takenAt, less.asUInt) }
  when(io.back.valid && !(preset && presetAt === backAt)) {
    credits.write(backAt, refunded(had, io.back.fifo).asUInt)
  }
  when(preset) { credits.write(presetAt, given.asUInt) }

  layer.block(Verification) {
    assert((io.take & ~io.offer) === 0.U, "MC_P1: a message left without an end-to-end credit")
    assert(PopCount(io.take) <= 1.U, "MC_P2: two messages in one cycle")
    assert(!io.back.valid || !had.common.andR || !had.own(io.back.fifo),
      "MC_A1: more end-to-end credits than a counter holds")
    assert(!asked || holds, "MC_A2: preset of more than 511 end-to-end credits")
  }
}
