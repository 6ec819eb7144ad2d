// SPDX-License-Identifier: Apache-2.0
package fairlead.prove

import chisel3._
import chisel3.util._
import fairlead.dma._
import fairlead.params.Structure

/** ReadPort with two contexts that ask until they are served. */
class ReadPortProof(implicit structure: Structure) extends Harness {
  private val dut     = Module(new ReadPort)
  private val io      = dut.io
  private val more    = free("more", UInt(2.W))
  private val asking  = RegInit(0.U(2.W))
  private val granted = VecInit(io.ask.map(_.grant)).asUInt
  asking := (asking & ~granted) | more
  io.ask.zipWithIndex.foreach { case (ask, c) =>
    ask.valid := asking(c)
    ask.addr  := free(s"addr$c", UInt(1.W))
    ask.len   := 1.U
  }
  private val before = RegInit(0.U(2.W)) // cycles in which context 1 asked and was not served
  before := Mux(asking(1) && !granted(1), before + 1.U, 0.U)
  assert(before <= 1.U, "PRP_P1: a context that asks is passed over twice")
  assert((granted & ~asking) === 0.U, "PRP_P2: a context is served that did not ask")
  assert(io.req.valid === RegNext(asking =/= 0.U, false.B), "PRP_P3: a read is lost or invented")
  live("PRP_L1", granted(1) || !asking(1), true.B)
  reachable(asking === 3.U && granted(1), "PRP_C1")
}
