// SPDX-License-Identifier: Apache-2.0
package fairlead.prove

import chisel3._
import chisel3.util._
import fairlead.dma._
import fairlead.params.{Fixed, Structure}

/** PayloadReader with any limit of its window: runs of up to three flits, a read port and a memory that are as slow as
  * they like, an emitter that sends what has come.
  */
class PayloadReaderProof(window: Int)(implicit structure: Structure) extends Harness {
  private val dut   = Module(new PayloadReader(window))
  private val io    = dut.io
  private val limit = symbolic("limit", UInt(log2Ceil(window).W)) +& 1.U
  private val comes = freeBit("comes") && io.free
  private val flits = free("flits", UInt(2.W)).max(1.U)
  private val grant = freeBit("grants") && io.ask.valid
  private val away  = RegInit(0.U(4.W)) // reads that memory has not answered
  private val here  = RegInit(0.U(4.W)) // replies that wait to be sent
  private val owing = RegInit(0.U(4.W)) // flits of runs that are not asked for
  private val reply = freeBit("replies") && away =/= 0.U
  private val send  = freeBit("sends") && here =/= 0.U
  io.limit     := limit
  io.run.valid := comes
  io.run.addr  := 0.U
  io.run.bytes := Cat(flits, 0.U(log2Ceil(Fixed.flitBytes).W))
  io.ask.grant := grant
  io.paid      := send
  away         := away + grant - reply
  here         := here + reply - send
  owing        := owing + Mux(comes, flits, 0.U) - grant
  assert(away +& here <= limit, "PRR_P1: more flits are asked for and not sent than the read window has")
  assert(io.ask.valid === (owing =/= 0.U && away +& here =/= limit),
    "PRR_P2: a read is asked for that no run needs, or is not although the window has room")
  live("PRR_L1", grant || owing === 0.U, grant || !io.ask.valid, reply || away === 0.U,
    send || here === 0.U)
  reachable(away +& here === limit && owing =/= 0.U, "PRR_C1")
  reachable(send && here === window.U, "PRR_C2")
}
