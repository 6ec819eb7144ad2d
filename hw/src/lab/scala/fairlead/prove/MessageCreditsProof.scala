// SPDX-License-Identifier: Apache-2.0
package fairlead.prove

import chisel3._
import chisel3.util._
import fairlead.dma._
import fairlead.ports._
import fairlead.words._
import fairlead.params._

/** MessageCredits: messages of all FIFOs to two targets, the credits of one of them counted. */
class MessageCreditsProof(implicit structure: Structure) extends Harness {
  private val dut = Module(new MessageCredits)
  private val io  = dut.io
  private val n   = structure.injectionFifos
  private val to  = free("to", UInt(n.W)) // target of each head, 0 or 1
  io.waiting := free("waiting", UInt(n.W))
  io.second  := (if (structure.localPorts == 1) 0.U else free("second", UInt(n.W)))
  io.can     := VecInit(Seq("can0", "can1").take(structure.localPorts).map(freeBit))
  io.targets.zipWithIndex.foreach { case (t, f) =>
    t   := 0.U.asTypeOf(new Coord)
    t.x := to(f)
  }
  private val one  = free("one", UInt(structure.injectionBits.W))
  private val take = Mux(freeBit("takes"), io.offer & UIntToOH(one, n), 0.U)
  io.take  := take
  io.older := anyOrder
  private val watch   = symbolic("watch", Bool())
  private val known   = RegInit(false.B) // its counter was set
  private val credits = RegInit(0.U(3.W)) // at home
  private val away    = RegInit(0.U(3.W)) // with messages, or coming back
  private val taken   = take.orR && (take & (to ^ Fill(n, !watch))).orR
  private val preset  = freeBit("presets") && !known
  private val back    = freeBit("backs") && away =/= 0.U
  private val amount  = free("amount", UInt(2.W))
  private val target  = WireInit(0.U.asTypeOf(new Coord))
  target.x      := watch
  io.cmd        := 0.U.asTypeOf(new Cmd)
  io.cmd.valid  := preset
  io.cmd.op     := TileCommand.MsgCredit.value.U
  io.cmd.w(0)   := target.asUInt
  io.cmd.w(1)   := amount
  io.back.valid := back
  io.back.from  := target
  known         := known || preset
  when(preset) {
    credits := amount
    away    := 0.U
  }.elsewhen(known) {
    credits := credits - taken + back
    away    := away + taken - back
  }
  private val mine    = to ^ Fill(n, !watch) // heads of the target that is watched
  private val wanting = io.waiting & mine
  assert(!(known && (io.offer & mine).orR) || credits =/= 0.U,
    "PMC_P1: a message is offered although the credits of its target are all away")
  assert(
    !known || credits === 0.U || io.waiting =/= wanting || wanting === 0.U || !io.can.asUInt.andR || io.offer =/= 0.U,
    "PMC_P2: a credit is lost: a message waits with one at home"
  )
  assert((io.offer & ~io.waiting) === 0.U, "PMC_P3: a message is offered that does not wait")
  assert((io.offer & io.second) === 0.U || (io.offer & ~io.second) === 0.U,
    "PMC_P4: messages of both ports are offered")
  reachable(known && taken && back && credits === 1.U, "PMC_C1")
  reachable(known && credits === 0.U && away === 3.U && wanting =/= 0.U, "PMC_C2")
}
