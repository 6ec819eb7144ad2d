// SPDX-License-Identifier: Apache-2.0
package fairlead.prove

import chisel3._
import chisel3.util._
import fairlead.fence.AckCounters
import fairlead.words._
import fairlead.params._

/** AckCounters with a few counters or with one of them: two FIFOs send packets to two targets, seals come at any time,
  * and what was counted is acknowledged once, in any order.
  */
class AckCountersProof(counters: Int, countBits: Int)(implicit structure: Structure) extends Harness {
  private val dut  = Module(new AckCounters(counters, countBits))
  private val io   = dut.io
  private val n    = counters
  private val bits = log2Ceil(n)

  private val usable = someOf("single", n)
  io.usable := usable
  private val heads = io.heads.zipWithIndex.map { case (h, f) =>
    val used   = (f < 2).B // FIFOs 2 and 3 are as 0 and 1
    val target = free(s"target$f", UInt(1.W))
    h.valid  := used && freeBit(s"valid$f")
    h.target := target.asTypeOf(new Coord)
    h.task   := free(s"task$f", UInt(1.W))
    h.take   := h.valid && h.ready && freeBit(s"take$f")
    h
  }
  io.older := anyOrder
  private val granted = Cat(0.U((structure.injectionFifos - 1).W), symbolic("granted", Bool())) // FIFO 0
  io.granted := granted
  private val taken = heads.map(h => Mux(h.take, UIntToOH(h.index(bits - 1, 0), n), 0.U(n.W)))

  // away on each counter, as the environment sees it
  private val out   = RegInit(VecInit.fill(n)(0.U(countBits.W)))
  private val to    = Reg(Vec(n, UInt(1.W)))
  private val gen   = RegInit(VecInit.fill(n)(0.U(Fixed.generationBits.W)))
  private val which = free("which", UInt(bits.W))
  private val acks  = freeBit("acks") && out(which) =/= 0.U
  io.ack.valid := acks
  io.ack.index := which
  io.ack.gen   := gen(which)
  io.ack.epoch := freeBit("epoch")
  for (c <- 0 until n) {
    out(c) := out(c) + PopCount(taken.map(_(c))) - (acks && which === c.U)
    heads.zip(taken).foreach { case (h, t) =>
      when(t(c)) {
        to(c)  := h.target.x
        gen(c) := h.gen
      }
    }
  }
  private val wrong = heads.zip(taken).map { case (h, t) =>
    (0 until n).map(c => t(c) && out(c) =/= 0.U && (to(c) =/= h.target.x || gen(c) =/= h.gen)).reduce(_ || _)
  }
  assert(!wrong.reduce(_ || _), "PAC_P1: one counter counts packets of two targets or two uses at a time")
  private val again = heads.zip(taken).map { case (h, t) =>
    (0 until n).map(c => t(c) && out(c) === 0.U && gen(c) === h.gen).reduce(_ || _) || h.take && h.gen === 0.U
  }
  assert(!again.reduce(_ || _), "PAC_P2: a counter is given out again under its old generation, or under 0")

  // a task with packets that are not acknowledged, chosen freely, is among those of each of their counters
  private val task = symbolic("task", UInt(1.W))
  private val owes = RegInit(VecInit.fill(n)(false.B))
  for (c <- 0 until n) {
    val takes = heads.zip(taken).map { case (h, t) => t(c) && h.task === task }.reduce(_ || _)
    val home  = out(c) === 1.U && acks && which === c.U && !taken.map(_(c)).reduce(_ || _)
    owes(c) := takes || owes(c) && !home
  }
  assert(!acks || !owes(which) || io.tasks(task), "PAC_P6: an acknowledgement is of no task that has sent its packet")

  // one seal, chosen freely
  private val target = free("sealed", UInt(1.W))
  private val seal   = freeBit("seals")
  private val chosen = freeBit("chosen")
  private val ever   = RegInit(false.B)
  private val mark   = seal && chosen && !ever
  io.seal   := seal
  io.target := target.asTypeOf(new Coord)
  when(mark) { ever := true.B }
  private val waits = RegInit(0.U(n.W)) // of whoever sealed
  waits := (waits | Mux(mark, io.covers, 0.U)) & ~io.home
  // packets to the target, sent before or with the seal, not acknowledged
  private val before = RegInit(VecInit.fill(n)(0.U(countBits.W)))
  for (c <- 0 until n) {
    val mine  = out(c) =/= 0.U && to(c) === target
    val added = PopCount(heads.zip(taken).map { case (h, t) => t(c) && mine })
    val gone  = (acks && which === c.U).asUInt
    when(mark) {
      before(c) := Mux(mine, out(c) + added - gone, 0.U)
    }.elsewhen(before(c) =/= 0.U) { before(c) := before(c) - gone }
  }
  private val covered = VecInit(before.map(_ =/= 0.U)).asUInt
  assert(covered === waits, "PAC_P3: a seal waits for other counters than those with packets that were sent before it")
  assert(!taken.map(t => (t & waits) =/= 0.U).reduce(_ || _),
    "PAC_P4: a packet sent after a seal is counted where the seal waits")
  private val busy = VecInit(out.map(_ =/= 0.U)).asUInt
  private val full = VecInit(out.map(_(countBits - 1, 1).andR)).asUInt
  private val two  = heads.take(2).map(_.valid).reduce(_ && _)
  assert(heads(0).ready || !heads(0).valid || (busy | ~usable).andR || two || full =/= 0.U,
    "PAC_P5: a packet waits although a counter is free")
  // whatever the other FIFO sends
  private val first = RegInit(true.B) // FIFO 0 has sent nothing
  when(heads(0).take) { first := false.B }
  assert(!(first && heads(0).valid && granted(0) && usable.andR) || heads(0).ready || full =/= 0.U,
    "PAC_P7: the first packet of a granted FIFO waits")
  reachable(first && heads(0).valid && granted(0) && usable.andR && busy =/= 0.U && heads(0).ready, "PAC_C3")
  // packets that whoever sealed waits for are acknowledged again and again, as long as there are any
  private val owed = VecInit((0 until n).map(c => waits(c) && out(c) =/= 0.U)).asUInt.orR
  live("PAC_L1", waits === 0.U, acks && waits(which) || !owed)
  reachable(ever && waits === 0.U && RegNext(waits =/= 0.U, false.B) && busy =/= 0.U, "PAC_C1")
  reachable(ever && waits =/= 0.U && heads(0).take && heads(0).target.x === to(0) && waits(0), "PAC_C2")
}
