// SPDX-License-Identifier: Apache-2.0
package fairlead.dma

import chisel3._
import chisel3.layers.Verification
import chisel3.util._
import fairlead.ports._
import fairlead.params._

/** Issues the payload reads of one packetiser, one run (packet) after the other.
  *
  * Contract: `run` only while `free`. It asks only while fewer than `limit` flits are asked for and not `paid`, so the
  *           reply FIFO of `window` flits has room for every reply.
  * Timing:   a run of cycle t asks from t + 1 on, 16 bytes a grant; `free` again in the cycle of its last grant. A flit
  *           that is paid in cycle t counts no more in t + 1.
  * Reset:    no run, nothing asked for.
  * Spec:     docs/spec/dma-engine-tx.md
  */
class PayloadReader(window: Int = Fixed.readWindow)(implicit structure: Structure) extends Module {
  val io = IO(new Bundle {
    val limit = Input(UInt(log2Ceil(window + 1).W))
    val run   = Input(new ReadRun)
    val free  = Output(Bool())
    val paid  = Input(Bool()) // a flit of its replies is being sent
    val ask   = new ReadAsk
  })

  private val left = RegInit(0.U(structure.payloadBits.W)) // bytes not asked for yet
  private val addr = Reg(UInt(structure.addressBits.W))
  private val owed = RegInit(0.U(log2Ceil(window + 1).W)) // flits asked for and not paid

  private val ending = left <= Fixed.flitBytes.U
  io.ask.valid := left =/= 0.U && owed =/= io.limit
  io.ask.addr  := addr
  io.ask.len   := Mux(ending, left(4, 0), Fixed.flitBytes.U)
  io.free      := left === 0.U || (ending && io.ask.grant)

  when(io.run.valid) {
    left := io.run.bytes
    addr := io.run.addr
  }.elsewhen(io.ask.grant) {
    left := Mux(ending, 0.U, left - Fixed.flitBytes.U)
    addr := addr + Fixed.flitBytes.U
  }
  when(io.ask.grant =/= io.paid) { owed := Mux(io.paid, owed - 1.U, owed + 1.U) }

  layer.block(Verification) {
    assert(io.limit >= 1.U && io.limit <= window.U, "RP_A4: readWindow of NIC_SIZES out of range")
    assert(owed <= io.limit, "RP_P2: more flits asked for and not sent than the read window")
    assert(!io.paid || owed =/= 0.U, "RP_A5: a flit is paid that was not asked for")
    assert(!io.run.valid || io.free, "RP_A1: a run is lost")
    assert(
      !io.run.valid || (io.run.bytes =/= 0.U && io.run.bytes <= structure.maxPayload.U),
      "RP_A2: a run of no or too many bytes"
    )
    assert(!io.ask.grant || io.ask.valid, "RP_A3: a grant without an ask")
  }
}

/** Shares one memory read port between the request (0) and the response (1) context of a local port.
  *
  * Contract: never blocks: whoever asks has room for the reply. When both ask, the one that was not served last is
  *           served.
  * Timing:   an ask of cycle t is on the read port in t + 1.
  * Reset:    the request context wins first.
  * Spec:     docs/spec/dma-engine-tx.md
  */
class ReadPort(implicit structure: Structure) extends Module {
  val io = IO(new Bundle {
    val ask = Vec(Fixed.classes, Flipped(new ReadAsk))
    val req = Output(new ReadReq)
  })

  private val last   = RegInit(1.U(1.W)) // context served last
  private val valid  = RegInit(false.B)
  private val winner = Mux(io.ask(0).valid && io.ask(1).valid, ~last, io.ask(1).valid)
  private val any    = io.ask(0).valid || io.ask(1).valid
  private val len    = Reg(UInt(5.W))
  private val addr   = Reg(UInt(structure.addressBits.W))

  io.ask.zipWithIndex.foreach { case (ask, c) => ask.grant := ask.valid && winner === c.U }
  valid := any
  when(any) {
    last := winner
    len  := Mux(winner.asBool, io.ask(1).len, io.ask(0).len)
    addr := Mux(winner.asBool, io.ask(1).addr, io.ask(0).addr)
  }
  io.req.valid := valid
  io.req.ctx   := last
  io.req.len   := len
  io.req.addr  := addr

  layer.block(Verification) {
    assert(!(io.ask(0).grant && io.ask(1).grant), "RP_P1: two reads in one cycle")
  }
}
