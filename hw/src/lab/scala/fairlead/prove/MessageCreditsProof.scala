// SPDX-License-Identifier: Apache-2.0
package fairlead.prove

import chisel3._
import chisel3.util._
import fairlead.dma._
import fairlead.ports._
import fairlead.words._
import fairlead.params._

/** MessageCredits: messages of all FIFOs to two FIFOs of two targets; those of one target are counted by FIFO. */
class MessageCreditsProof(implicit structure: Structure) extends Harness {
  private val dut = Module(new MessageCredits)
  private val io  = dut.io
  private val n   = structure.injectionFifos
  private val to  = free("to", UInt(n.W)) // target of each head, 0 or 1
  private val of  = free("toFifo", UInt(n.W)) // its reception FIFO, 0 or 1
  io.waiting := free("waiting", UInt(n.W))
  io.second  := (if (structure.localPorts == 1) 0.U else free("second", UInt(n.W)))
  io.can     := VecInit(Seq("can0", "can1").take(structure.localPorts).map(freeBit))
  io.targets.zipWithIndex.foreach { case (t, f) =>
    t   := 0.U.asTypeOf(new Coord)
    t.x := to(f)
  }
  io.toFifos.zipWithIndex.foreach { case (t, f) => t := of(f) }
  private val one  = free("one", UInt(structure.injectionBits.W))
  private val take = Mux(freeBit("takes"), io.offer & UIntToOH(one, n), 0.U)
  io.take  := take
  io.older := anyOrder
  private val watch  = symbolic("watch", Bool())
  private val known  = RegInit(false.B) // its credits were set
  private val most   = RegInit(0.U(2.W)) // to how many
  private val away   = Seq.fill(2)(RegInit(0.U(3.W))) // by FIFO: messages that are away, or whose credit comes back
  private val mine   = to ^ Fill(n, !watch) // heads of the target that is watched
  private val theirs = Seq(mine & ~of, mine & of)
  private val taken  = theirs.map(heads => (take & heads).orR)
  private val preset = freeBit("presets") && !known
  private val backOf = freeBit("backOf")
  private val back   = freeBit("backs") && Mux(backOf, away(1), away(0)) =/= 0.U
  private val amount = free("amount", UInt(2.W))
  private val target = WireInit(0.U.asTypeOf(new Coord))
  target.x      := watch
  io.cmd        := 0.U.asTypeOf(new Cmd)
  io.cmd.valid  := preset
  io.cmd.op     := TileCommand.MsgCredit.value.U
  io.cmd.w(0)   := target.asUInt
  io.cmd.w(1)   := amount
  io.back.valid := back
  io.back.from  := target
  io.back.fifo  := backOf
  known         := known || preset
  when(preset) { most := amount }
  away.zipWithIndex.foreach { case (count, f) =>
    when(preset)(count := 0.U).elsewhen(known)(count := count + taken(f) - (back && backOf === (f == 1).B))
  }
  private val ready = known && most =/= 0.U && io.can.asUInt.andR
  private val total = away(0) +& away(1)
  for (f <- 0 to 1) {
    assert(!(known && (io.offer & theirs(f)).orR) || away(f) < most,
      s"PMC_P${Seq(1, 5)(f)}: a message is offered although as many as there are credits are away to FIFO $f")
    assert(!ready || away(f) =/= 0.U || theirs(f) =/= io.waiting || !io.waiting.orR || io.offer.orR,
      s"PMC_P${Seq(6, 7)(f)}: a message waits although none to FIFO $f is away")
  }
  assert(
    !ready || total +& 1.U > most || (io.waiting & ~mine).orR || !io.waiting.orR || io.offer.orR,
    "PMC_P2: a credit is lost: a message waits with one at home"
  )
  assert((io.offer & ~io.waiting) === 0.U, "PMC_P3: a message is offered that does not wait")
  assert((io.offer & io.second) === 0.U || (io.offer & ~io.second) === 0.U,
    "PMC_P4: messages of both ports are offered")
  reachable(known && taken.reduce(_ || _) && back && total === most, "PMC_C1")
  reachable(known && away(0) === 3.U && away(1) === 1.U && (io.waiting & mine).orR, "PMC_C2")
}
