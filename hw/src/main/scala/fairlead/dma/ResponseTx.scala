// SPDX-License-Identifier: Apache-2.0
package fairlead.dma

import chisel3._
import chisel3.layers.Verification
import chisel3.util._
import fairlead.flow._
import fairlead.params._

/** Response packetiser of one local port: a queue of claimed responses, served in order, and two control sources that interleave with it by packet.
  *
  * Contract: `push` only into a slot claimed before; never stalled. Shares nothing with requests but the read port, which never blocks (D8(a)).
  * Timing:   a push of cycle t into an empty queue is prepared in t + 1 at the earliest; `freed` is in the cycle in which its last packet is prepared.
  * Reset:    the queue is empty and first in turn.
  * Spec:     docs/spec/dma-engine-tx.md
  */
class ResponseTx(p: TileParams) extends Module {
  val io = IO(new Bundle {
    val cfg     = Input(new NicConfig)
    val now     = Input(UInt(Fixed.stampBits.W))
    val space   = Input(Bool()) // a packet can be prepared in this cycle
    val respond = Flipped(new ResponsePort)
    val control = Vec(2, Flipped(new ControlPacket))
    val push    = Output(new PreparedPacket)
    val run     = Output(new ReadRun)
    val acts    = Output(Bool())
  })

  private val pointerBits = log2Ceil(p.maxResponse)
  private val routes      = Mem(1 << pointerBits, UInt(20.W)) // mode, last, packet type, destination
  private val words       = Mem(1 << pointerBits, UInt(64.W))
  private val operands    = Mem(1 << pointerBits, UInt(64.W)) // DATA: length, source; FADD_R: value
  private val write       = RegInit(0.U(pointerBits.W))
  private val read        = RegInit(0.U(pointerBits.W))
  private val count       = RegInit(0.U(log2Ceil(p.maxResponse + 1).W))
  private val packets     = RegInit(0.U(TxFixed.packetBits.W)) // full packets of the head that are prepared
  private val above       = RegInit(0.U(3.W))

  private def next(pointer: UInt) = Mux(pointer === io.cfg.responseDepth - 1.U, 0.U, pointer + 1.U)
  private val in = io.respond.op
  when(io.respond.push) {
    routes.write(write, Cat(in.mode, in.last, in.ptype, in.dst.asUInt))
    words.write(write, in.word1.asUInt)
    operands.write(write, Mux(in.ptype === PacketType.Data.value.U, Cat(in.length, in.source), in.value))
    write := next(write)
  }

  // pick: queue 0, control 1 and 2
  private val some     = count =/= 0.U
  private val pick     = TxPick(Cat(io.control(1).valid, io.control(0).valid, some), above)
  private val fire     = io.space && pick.orR
  private val isQueue  = pick(0)
  private val route    = GatedRead(some, routes, read)
  private val operand  = GatedRead(some, operands, read)
  private val ptype    = route(16, 12)
  private val isData   = isQueue && ptype === PacketType.Data.value.U
  private val isResult = isQueue && ptype === PacketType.Result.value.U
  private val length   = operand(Fixed.addressBits + Fixed.lengthBits - 1, Fixed.addressBits)
  private val offset   = Cat(packets, 0.U(log2Ceil(Fixed.maxPayload).W))
  private val left     = length - offset
  private val more     = isData && left > Fixed.maxPayload.U
  private val size     = Mux(more, Fixed.maxPayload.U, left(8, 0))
  private val bytes    = Mux(isData, size, Mux(isResult, TxFixed.inlineBytes.U, 0.U))
  private val pop      = fire && isQueue && !more
  when(fire) { above := TxPick.after(pick) }
  when(pop) { read := next(read) }
  when(pop) { packets := 0.U }.elsewhen(fire && isQueue) { packets := packets + 1.U }
  count            := count + io.respond.push - pop
  io.respond.freed := pop
  io.control.zipWithIndex.foreach { case (c, i) => c.ready := fire && pick(i + 1) }

  // its header
  private val chosen = Mux(pick(1), io.control(0).word1, io.control(1).word1)
  private val queued = GatedRead(some, words, read).asTypeOf(new Header1)
  private val word1  = WireDefault(Mux(isQueue, queued, chosen))
  word1.addr := Mux(isData, queued.addr + offset, Mux(isQueue, queued.addr, chosen.addr))
  private val header = HeaderBuilder(
    fire,
    io.cfg,
    Mux(isQueue, route(11, 0).asTypeOf(new Coord), Mux(pick(1), io.control(0).dst, io.control(1).dst)),
    Mux(isQueue, ptype, Mux(pick(1), io.control(0).ptype, io.control(1).ptype)),
    1,
    Mux(isQueue, route(19, 18), 0.U),
    bytes,
    Mux(isQueue && !isData, route(17), !more),
    io.now
  )
  io.push.valid  := fire
  io.push.head0  := header.asUInt
  io.push.head1  := word1.asUInt
  io.push.data0  := operand
  io.push.data1  := 0.U
  io.push.source := Mux(isResult, TxSource.Inline.U, Mux(bytes =/= 0.U, TxSource.Memory.U, TxSource.None.U))
  io.push.flits  := TxFixed.flits(bytes)
  io.push.local  := false.B
  io.run.valid   := fire && isData && size =/= 0.U
  io.run.addr    := operand(Fixed.addressBits - 1, 0) + offset
  io.run.bytes   := size
  io.acts        := fire

  layer.block(Verification) {
    assert(
      !io.respond.push || count < io.cfg.responseDepth,
      "RS_A1: a push without a claimed slot overflows the response queue"
    )
    assert(count <= io.cfg.responseDepth, "RS_P1: more responses than slots")
    assert(
      io.cfg.responseDepth >= 1.U && io.cfg.responseDepth <= p.maxResponse.U,
      "RS_A2: RESPONSE_DEPTH out of range"
    )
    val prepared = RegInit(0.U((Fixed.lengthBits + 1).W)) // bytes of the head that are in packets
    when(fire && isQueue) { prepared := Mux(more, prepared + size, 0.U) }
    assert(!(fire && isData) || prepared === offset, "RS_P2: packets of a response overlap or leave a gap")
    assert(!(pop && isData) || prepared + size === length, "RS_P3: packets do not cover their response")
  }
}
