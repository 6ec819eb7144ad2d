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
    ask.addr  := free(s"addr$c", UInt(structure.addressBits.W))
    ask.len   := free(s"len$c", UInt(5.W))
  }
  private val before = Seq.tabulate(2) { c => // cycles in which a context asked and was not served
    val count = RegInit(0.U(2.W))
    count := Mux(asking(c) && !granted(c), count + 1.U, 0.U)
    count
  }
  assert(before.map(_ <= 1.U).reduce(_ && _), "PRP_P1: a context that asks is passed over twice")
  assert((granted & ~asking) === 0.U, "PRP_P2: a context is served that did not ask")
  assert(io.req.valid === RegNext(asking =/= 0.U, false.B), "PRP_P3: a read is lost or invented")
  private val served = Mux(granted(1), Cat(1.U, io.ask(1).len, io.ask(1).addr), Cat(0.U, io.ask(0).len, io.ask(0).addr))
  private val read   = Cat(io.req.ctx, io.req.len, io.req.addr)
  assert(!io.req.valid || read === RegNext(served), "PRP_P4: a read is not that of the context that was served")
  assert(asking === 0.U || granted =/= 0.U, "PRP_P5: no context that asks is served")
  private val first = RegInit(true.B)
  when(granted =/= 0.U) { first := false.B }
  assert(!first || asking =/= 3.U || granted(0), "PRP_P6: the request context does not win first")
  live("PRP_L1", granted(1) || !asking(1), true.B)
  reachable(asking === 3.U && granted(1), "PRP_C1")
}
