// SPDX-License-Identifier: Apache-2.0
package fairlead.dma

import chisel3._
import chisel3.layers.Verification
import chisel3.util._
import fairlead.ports._
import fairlead.words._
import fairlead.params._

/** Response packetiser of one local port: claimed responses and two control sources, which all take turns by packet.
  *
  * Contract: `push` only into a slot claimed before; never stalled. A response of several packets goes to the end of
  *           the queue after each of them, so the others wait for one packet of it. A PONG, or a DATA of several
  *           packets, that is pushed while one of those is inside for the same origin is held until that one has left
  *           (R-FEN-8). Shares nothing with requests but the read port, which never blocks (D8(a)).
  * Timing:   a push of cycle t into an empty queue is prepared in t + 1 at the earliest; `freed` is in the cycle in
  *           which its last packet is prepared.
  * Reset:    the queue is empty and first in turn.
  * Spec:     docs/spec/dma-engine-tx.md
  */
class ResponseTx(p: TileParams)(implicit structure: Structure) extends Module {
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

  // slots: what of a response is still to be sent
  private val idBits   = log2Ceil(p.maxResponse)
  private val slots    = 1 << idBits
  private val routes   = Mem(slots, UInt(20.W)) // mode, last, packet type, destination
  private val words    = Mem(slots, UInt(64.W))
  private val operands = Mem(slots, UInt(64.W)) // DATA: length, source; FADD_R: value
  private val occupied = RegInit(0.U(slots.W))

  // the queue: numbers of slots, the next one to be served lowest
  private val order  = RegInit(0.U((slots * idBits).W))
  private val queued = RegInit(0.U(log2Ceil(slots + 1).W))
  private val above  = RegInit(0.U(3.W))

  // chains: at most one of an origin, its first slot in the queue, the others held
  private val tails    = RegInit(0.U(slots.W)) // ends of chains
  private val linked   = RegInit(0.U(slots.W)) // another slot of its chain is after it,
  private val follower = Mem(slots, UInt(idBits.W)) // and this is its number
  private val origins  = Seq.fill((new Coord).getWidth)(Reg(UInt(slots.W))) // bit by bit, of all slots

  // pick: queue 0, control 1 and 2
  private val some = queued =/= 0.U
  private val pick = TxPick(Cat(io.control(1).valid && !(some && yields), io.control(0).valid, some), above)
  protected def yields: Bool = false.B // control 2 waits for the queue
  private val fire     = io.space && pick.orR
  private val isQueue  = pick(0)
  private val slot     = order(idBits - 1, 0)
  private val route    = GatedRead(some, routes, slot)
  private val operand  = GatedRead(some, operands, slot)
  private val queued1  = GatedRead(some, words, slot).asTypeOf(new Header1)
  private val ptype    = route(16, 12)
  private val isData   = isQueue && ptype === PacketType.Data.value.U
  private val isResult = isQueue && ptype === PacketType.Result.value.U
  private val source   = operand(structure.addressBits - 1, 0)
  private val length   = operand(structure.addressBits + Fixed.lengthBits - 1, structure.addressBits)
  private val more     = isData && length > structure.maxPayload.U
  private val size     = Mux(more, structure.maxPayload.U, length(structure.payloadBits - 1, 0))
  private val bytes    = Mux(isData, size, Mux(isResult, TxFixed.inlineBytes.U, 0.U))
  private val serve    = fire && isQueue
  private val leave    = serve && !more
  when(fire) { above := TxPick.after(pick) }
  io.respond.freed := leave
  io.control.zipWithIndex.foreach { case (c, i) => c.ready := fire && pick(i + 1) }
  when(serve && more) {
    val rest = WireDefault(queued1)
    rest.addr := queued1.addr + structure.maxPayload.U
    words.write(slot, rest.asUInt)
    operands.write(slot, Cat(length - structure.maxPayload.U, source + structure.maxPayload.U))
  }

  // push: into the lowest free slot; after the chain of its origin, or into the queue
  private val in      = io.respond.op
  private val push    = io.respond.push
  private val newBit  = (~occupied).asUInt & (occupied + 1.U)
  private val newSlot = OHToUInt(newBit)
  private val leaves  = Mux(leave, UIntToOH(slot, slots), 0.U)
  private val long    = in.ptype === PacketType.Data.value.U && in.length > structure.maxPayload.U
  private val pong    = keepsOrder
  protected def keepsOrder: Bool = in.ptype === PacketType.Pong.value.U
  private val sameDst = origins.zip(in.dst.asUInt.asBools).map { case (bits, bit) => bits ^ Fill(slots, !bit) }
  private val chain   = WireDefault(0.U(slots.W)) // the end of the chain of its origin
  when(push && (long || pong)) { chain := (sameDst :+ tails :+ (~leaves).asUInt).reduce(_ & _) }
  private val held = chain.orR
  when(push) {
    routes.write(newSlot, Cat(in.mode, in.last, in.ptype, in.dst.asUInt))
    words.write(newSlot, in.word1.asUInt)
    operands.write(newSlot, Mux(in.ptype === PacketType.Data.value.U, Cat(in.length, in.source), in.value))
    origins.zip(in.dst.asUInt.asBools).foreach { case (bits, bit) =>
      bits := (bits & (~newBit).asUInt) | Mux(bit, newBit, 0.U)
    }
  }
  private val entered = Mux(push, newBit, 0.U)
  occupied := (occupied | entered) & (~leaves).asUInt
  tails    := (tails & (~leaves).asUInt & (~chain).asUInt) | Mux(held || long, entered, 0.U)
  linked   := (linked & (~leaves).asUInt) | chain
  when(held) { follower.write(OHToUInt(chain), newSlot) }

  // the queue: its head leaves it or goes to its end; who was held after a head that leaves comes in; a push is after
  // them
  private def place(id: UInt, index: UInt) = // a shift to the right has the width of its operand
    Cat(id, 0.U(((slots - 1) * idBits).W)) >> ((~index(idBits - 1, 0)).asUInt * idBits.U)
  private val released = leave && (linked & leaves).orR
  private val again    = serve && more || released
  private val comes    = Mux(more, slot, GatedRead(released, follower, slot))
  private val enters   = push && !held
  private val stay     = queued - serve
  private val ends     = stay + again
  order := Mux(serve, order >> idBits, order) | Mux(again, place(comes, stay), 0.U) |
    Mux(enters, place(newSlot, ends), 0.U)
  queued := ends + enters

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
    Mux(isQueue && !isData, route(17), !more),
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
    assert(!push || PopCount(occupied) < io.depth,
      "RS_A1: a push without a claimed slot overflows the response queue")
    assert(PopCount(occupied) <= io.depth, "RS_P1: more responses than slots")
    assert(
      io.depth >= 1.U && io.depth <= p.maxResponse.U,
      "RS_A2: RESPONSE_DEPTH or RESPONSE_DEPTHS out of range"
    )
    val first    = Mem(slots, UInt(structure.addressBits.W)) // of a DATA: where it is read,
    val whole    = Mem(slots, UInt(Fixed.lengthBits.W)) // its bytes,
    val prepared = Mem(slots, UInt(Fixed.lengthBits.W)) // and those in packets
    when(push) {
      first.write(newSlot, in.source)
      whole.write(newSlot, in.length)
      prepared.write(newSlot, 0.U)
    }
    when(serve && more) { prepared.write(slot, prepared(slot) + size) }
    assert(!(serve && isData) || source === first(slot) + prepared(slot),
      "RS_P2: packets of a response overlap or leave a gap")
    assert(!(leave && isData) || prepared(slot) +& size === whole(slot), "RS_P3: packets do not cover their response")
    assert(PopCount(occupied) === queued +& PopCount(linked),
      "RS_P4: a response is neither in the queue nor behind another")
    assert(PopCount(chain) <= 1.U, "RS_P5: an origin has two chains")
  }
}
