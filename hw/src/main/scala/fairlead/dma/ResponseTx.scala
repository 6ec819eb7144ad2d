// SPDX-License-Identifier: Apache-2.0
package fairlead.dma

import chisel3._
import chisel3.layers.Verification
import chisel3.util._
import fairlead.ports._
import fairlead.words._
import fairlead.params._

/** Response packetiser of one local port: a queue of claimed responses, a packet each, and two control sources, which
  * take turns by packet.
  *
  * Contract: `push` only into a slot claimed before; never stalled. Responses leave in the order of `push`, so a PONG
  *           is after the DATA of gets before its PING (R-FEN-8). Shares nothing with requests but the read port, which
  *           never blocks (D8(a)).
  * Timing:   a push of cycle t into an empty queue is prepared in t + 1 at the earliest; `freed` is in the cycle in
  *           which it is prepared.
  * Reset:    the queue is empty and first in turn.
  * Spec:     docs/spec/dma-engine-tx.md
  */
class ResponseTx(p: TileParams)(implicit structure: Structure) extends Module with OpenUnit {
  val io = IO(new Bundle {
    val cfg     = Input(new NicConfig)
    val depth   = Input(UInt(9.W)) // slots that may be claimed
    val now     = Input(UInt(structure.stampBits.W)) // in units of stamps
    val space   = Input(Bool()) // a packet can be prepared in this cycle
    val respond = Flipped(new ResponsePort)
    val control = Vec(2, Flipped(new ControlPacket))
    val push    = Output(new PreparedPacket)
    val run     = Output(new ReadRun)
    val acts    = Output(Bool())
  })

  // the queue: a ring of slots
  private val idBits   = log2Ceil(p.maxResponse)
  private val slots    = 1 << idBits
  private val routes   = Mem(slots, UInt(20.W)) // mode, last, packet type, destination
  private val words    = Mem(slots, UInt(64.W))
  private val operands = Mem(slots, UInt(64.W)) // DATA: length, source; FADD_R: value
  private val read     = RegInit(0.U(idBits.W))
  private val write    = RegInit(0.U(idBits.W))
  private val queued   = RegInit(0.U(log2Ceil(slots + 1).W))
  private val above    = RegInit(0.U(3.W))

  // pick: queue 0, control 1 and 2
  private val some = queued =/= 0.U
  private val pick = TxPick(Cat(io.control(1).valid && !(some && yields), io.control(0).valid, some), above)
  protected def yields: Bool = false.B // control 2 waits for the queue
  private val fire     = io.space && pick.orR
  private val isQueue  = pick(0)
  private val route    = GatedRead(some, routes, read)
  private val operand  = GatedRead(some, operands, read)
  private val queued1  = GatedRead(some, words, read).asTypeOf(new Header1)
  private val ptype    = route(16, 12)
  private val isData   = isQueue && ptype === PacketType.Data.value.U
  private val isResult = isQueue && ptype === PacketType.Result.value.U
  private val source   = operand(structure.addressBits - 1, 0)
  private val size     = operand(structure.addressBits + structure.payloadBits - 1, structure.addressBits)
  private val bytes    = Mux(isData, size, Mux(isResult, TxFixed.inlineBytes.U, 0.U))
  private val serve    = fire && isQueue
  when(fire) { above := TxPick.after(pick) }
  io.respond.freed := serve
  io.control.zipWithIndex.foreach { case (c, i) => c.ready := fire && pick(i + 1) }

  // push: after the others
  private val in   = io.respond.op
  private val push = io.respond.push
  private val at   = Mux(passes, read - !serve, write)
  protected def passes: Bool = false.B // it goes before the others
  when(push) {
    routes.write(at, Cat(in.mode, in.last, in.ptype, in.dst.asUInt))
    words.write(at, in.word1.asUInt)
    operands.write(at, Mux(in.ptype === PacketType.Data.value.U, Cat(in.length, in.source), in.value))
  }
  read   := read + serve - passes
  write  := write + (push && !passes)
  queued := queued + push - serve

  // its header
  private val chosen = Mux(pick(1), io.control(0).word1, io.control(1).word1)
  private val word1  = Mux(isQueue, queued1, chosen)
  private val header = HeaderBuilder(
    fire,
    io.cfg,
    Mux(isQueue, route(11, 0).asTypeOf(new Coord), Mux(pick(1), io.control(0).dst, io.control(1).dst)),
    Mux(isQueue, ptype, Mux(pick(1), io.control(0).ptype, io.control(1).ptype)),
    1,
    Mux(isQueue, route(19, 18), 0.U),
    bytes,
    !isQueue || route(17),
    io.now
  )
  io.push.valid  := fire
  io.push.head0  := Mux(fire, header.asUInt, 0.U) // simulators build no header otherwise
  io.push.head1  := Mux(fire, word1.asUInt, 0.U)
  io.push.data0  := operand
  io.push.data1  := 0.U
  io.push.source := Mux(isResult, TxSource.Inline.U, Mux(bytes =/= 0.U, TxSource.Memory.U, TxSource.None.U))
  io.push.flits  := TxFixed.flits(bytes)
  io.push.local  := false.B
  io.run.valid   := fire && isData && size =/= 0.U
  io.run.addr    := source
  io.run.bytes   := size
  io.acts        := fire

  layer.block(Verification) {
    assert(!push || queued < io.depth, "RS_A1: a push without a claimed slot overflows the response queue")
    assert(queued <= io.depth, "RS_P1: more responses than slots")
    assert(
      io.depth >= 1.U && io.depth <= p.maxResponse.U,
      "RS_A2: RESPONSE_DEPTH or RESPONSE_DEPTHS out of range"
    )
    assert(!push || in.ptype =/= PacketType.Data.value.U || in.length <= structure.maxPayload.U,
      "RS_A4: a DATA of more than a packet")
    val numbers = Mem(slots, UInt(idBits.W)) // in the order of push
    val pushed  = RegInit(0.U(idBits.W))
    val served  = RegInit(0.U(idBits.W))
    when(push) {
      numbers.write(at, pushed)
      pushed := pushed + 1.U
    }
    when(serve) { served := served + 1.U }
    assert(!serve || numbers(read) === served || excused("RS_P2"),
      "RS_P2: a response passes one that was pushed before it")
  }
}
