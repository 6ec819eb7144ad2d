// SPDX-License-Identifier: Apache-2.0
package fairlead.dma

import chisel3._
import chisel3.layers.Verification
import chisel3.util._
import fairlead.ports._
import fairlead.words._
import fairlead.params._

/** End-to-end credits of the memory FIFOs, one counter a target (D8(b)): the network never holds a message that only
  * software can remove.
  *
  * Contract: MSG_CREDIT presets a counter before its first use; an unset counter is undefined. At most one message is
  *           prepared a cycle in the whole node; when both ports could, they take turns. Credits that are short go
  *           to the FIFOs that were served least recently.
  * Timing:   a credit of cycle t can be used in t + 1. `offer` depends on state, heads and `can` only.
  * Reset:    port 0 has the turn; counters keep what they hold.
  * Spec:     docs/spec/dma-engine-tx.md
  */
class MessageCredits(implicit structure: Structure) extends Module {
  private val n = structure.injectionFifos
  val io = IO(new Bundle {
    val cmd     = Input(new Cmd)
    val back    = Input(new CreditReturn)
    val waiting = Input(UInt(n.W)) // FIFOs with a message at their head that nothing else holds back
    val targets = Input(Vec(n, new Coord))
    val older   = Input(Vec(n, UInt(n.W))) // by FIFO: those that were served less recently
    val second  = Input(UInt(n.W)) // FIFOs of port 1
    val can     = Input(Vec(structure.localPorts, Bool())) // the port could prepare a packet in this cycle
    val offer   = Output(UInt(n.W)) // messages that may be prepared in this cycle, all of one port
    val take    = Input(UInt(n.W)) // the one that is
    val funded  = Output(UInt(n.W)) // those of `waiting` for which there is a credit
  })

  private val credits = Mem(1 << (3 * structure.coordinateBits), UInt(9.W))
  private val turn    = RegInit(false.B) // port that wins when both could send

  private val values = io.targets.zipWithIndex.map { case (t, f) =>
    GatedRead(io.waiting(f), credits, t.asUInt)
  }
  // a message leaves a credit to each older one to its target
  private val funded = VecInit(values.zip(io.targets).zip(io.older).map { case ((value, target), older) =>
    val rivals = VecInit(io.targets.map(_.asUInt === target.asUInt)).asUInt
    value > PopCount(rivals & older & io.waiting)
  }).asUInt
  io.funded := funded
  private val wants0 = (funded & ~io.second).orR && io.can(0)
  private val wants1 = io.can.lift(1).fold(false.B)((funded & io.second).orR && _)
  private val first  = wants0 && (!turn || !wants1)
  io.offer := Mux(first, funded & ~io.second, Mux(wants1, funded & io.second, 0.U))

  private val taken    = io.take.orR
  private val takenAt  = Mux1H(io.take, io.targets.map(_.asUInt))
  private val backAt   = io.back.from.asUInt
  private val backNow  = GatedRead(io.back.valid, credits, backAt)
  private val asked    = io.cmd.valid && io.cmd.op === TileCommand.MsgCredit.value.U
  private val holds    = io.cmd.w(1) < 512.U
  private val preset   = asked && holds
  private val presetAt = io.cmd.w(0)(11, 0)
  private val cancel   = taken && io.back.valid && takenAt === backAt // one out, one in: unchanged
  when(taken) { turn := !(io.take & io.second).orR }
  when(taken && !cancel && !(preset && presetAt === takenAt)) { credits.write(takenAt, Mux1H(io.take, values) - 1.U) }
  when(io.back.valid && !cancel && !(preset && presetAt === backAt)) {
    credits.write(backAt, Mux(backNow.andR, backNow, backNow + 1.U))
  }
  when(preset) { credits.write(presetAt, io.cmd.w(1)(8, 0)) }

  layer.block(Verification) {
    assert((io.take & ~io.offer) === 0.U, "MC_P1: a message left without an end-to-end credit")
    assert(PopCount(io.take) <= 1.U, "MC_P2: two messages in one cycle")
    assert(!io.back.valid || cancel || backNow =/= 511.U, "MC_A1: more end-to-end credits than a counter holds")
    assert(!asked || holds, "MC_A2: preset of more than 511 end-to-end credits")
  }
}
