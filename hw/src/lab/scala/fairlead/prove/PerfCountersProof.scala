// SPDX-License-Identifier: Apache-2.0
package fairlead.prove

import chisel3._
import chisel3.util._
import fairlead.counters.PerfCounters
import fairlead.params.{Fixed, SendCause, Structure, TileCommand, TileParams, WaitCause}
import fairlead.router._
import fairlead.words.CounterIndex

/** PerfCounters of a few bits behind any router that gives each flit that waits one cause, and nothing while nothing is
  * counted; any commands and any cycles between two edges. One link port, one local port and one injection FIFO have
  * something. With 3 or 4 stages heads go through stages of the router.
  */
class PerfCountersProof(bits: Int, stages: Option[Int] = None)(implicit structure: Structure) extends Harness {
  private val s      = RouterShape(TileParams("prove")).copy(stages = stages.getOrElse(structure.routerStages))
  private val dut    = Module(new PerfCounters(s, bits))
  private val io     = dut.io
  private val active = Seq(0, 7)
  io.now := free("now", UInt(bits.W))
  io.cmd := 0.U.asTypeOf(io.cmd)
  private val reads    = freeBit("reads")
  private val controls = freeBit("controls") && !reads
  private val counted  = RegNext(io.counting, false.B) // the cycle that the waits are of
  io.cmd.valid := reads || controls
  io.cmd.op    := Mux(reads, TileCommand.CountRead.value.U, TileCommand.CountControl.value.U)
  io.cmd.w(0)  := free("word", UInt((new CounterIndex).getWidth.W))
  for (i <- 0 until s.ports) {
    val port = io.ports(i)
    port := 0.U.asTypeOf(port)
    if (active.contains(i)) {
      val nVcs = s.vcsOf(i)
      val codes = (0 until nVcs).map { v =>
        val drawn = free(s"cause${i}_$v", UInt(WaitCause.bits.W))
        Mux(counted && drawn < (WaitCause.blocked.size + 1).U, drawn, 0.U)
      }
      port.moved   := freeBit(s"moved$i") && counted
      port.cls     := (if (nVcs > 1) freeBit(s"class$i") else 0.U)
      port.blocked := Cat(codes.reverse.map(_.orR))
      port.causes  := Cat(codes.reverse)
      for (steps <- port.steps) steps := Mux(counted, free(s"steps$i", UInt(nVcs.W)) & ~port.blocked, 0.U)
    }
  }
  io.nic := 0.U.asTypeOf(io.nic)
  private val drawn = free("cause", UInt(SendCause.bits.W))
  io.nic(0).moved := freeBit("moved") && counted
  io.nic(0).cause := Mux(counted && drawn < SendCause.all.size.U, drawn, 0.U)
  private val full = Fill(bits, 1.U)
  private val low  = io.answer.a(bits - 1, 0)
  private val high = io.answer.a(2 * bits - 1, bits)
  private val told = io.answer.b.asTypeOf(new CounterIndex)
  private val fifo = told.row === Fixed.firstSendRow.U
  reachable(io.answer.valid && told.row === 0.U && told.part === 1.U && low =/= 0.U && high =/= 0.U, "PCT_C1")
  reachable(io.answer.valid && !RegNext(io.counting) && !io.counting && low =/= 0.U, "PCT_C2")
  for (_ <- io.ports(0).steps)
    reachable(io.answer.valid && told.row === 0.U && told.part === 3.U && low =/= 0.U && high =/= 0.U, "PCT_C4")
  reachable(io.answer.valid && fifo && told.part === 0.U && low === full && high === full, "PCT_C3")
}
