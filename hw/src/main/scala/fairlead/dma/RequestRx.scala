// SPDX-License-Identifier: Apache-2.0
package fairlead.dma

import chisel3._
import chisel3.util._
import fairlead.ports._
import fairlead.words._
import fairlead.params._

/** Receiver of the request class at one local port: judges each packet once, writes its payload, hands it to the
  * CommitUnit at its tail.
  *
  * Contract: a head is offered only with a free place in its commit queue and, if it is answered, a free slot in the
  *           response queue of this port; a MSG takes a slot of its reception FIFO, or is refused if none is free. The
  *           flits after a head are always offered. A refused packet is consumed without a write and answered with
  *           NACK.
  * Timing:   a flit taken in cycle t is on the write port in t + 1; its credit leaves in t + 1; PACKET_DELIVERED is on
  *           `event` one cycle after the tail is taken.
  * Reset:    empty; `slots` response slots are free.
  * Spec:     docs/spec/dma-engine-rx.md (R-DLA-9, R-EPO-7, R-FEN-3, R-FEN-8)
  */
class RequestRx(p: TileParams)(implicit structure: Structure) extends Module {
  val io = IO(new Bundle {
    val cfg        = Input(new NicConfig)
    val slots      = Input(UInt(9.W)) // of the response queue of this port
    val eject      = Flipped(new LocalLink)
    val access     = new EpochAccess
    val freed      = Input(Bool()) // a response slot of this port is free again
    val commitRoom = Input(Bool())
    val message    = new MessageSlot
    val counter    = new CounterAsk
    val turn       = new ReceiverTurn
    val claim      = Output(Bool()) // a head is taken: one place in the commit queue is used
    val push       = Output(new CommitPush)
    val write      = Output(new WriteReq) // valid: a write is issued in this cycle
    val isPut      = Output(Bool()) // the write belongs to a PUT
    val event      = Output(new EventPort)
    val busy       = Output(Bool())
    val waits      = Output(new ReceiverWaits)
  })

  private val buffer = Module(new EjectionBuffer(p.maxLocalDepth, p.physical))
  buffer.io.depth := io.cfg.localDepth.eject(0)
  buffer.io.in    <> io.eject
  protected val front = buffer.io.front

  private val word0     = Reg(UInt(64.W)) // header of the packet whose flits are at the front
  private val word1     = Reg(UInt(64.W))
  private val reason    = Reg(UInt(RefusalReason.bits.W)) // why it is refused, else 0
  private val slot      = Reg(UInt(8.W)) // MSG
  private val cursor    = Reg(UInt(structure.addressBits.W)) // where the next payload flit goes
  private val left      = Reg(UInt(structure.payloadBits.W)) // payload bytes still to be written
  private val freeSlots = Reg(UInt(9.W)) // response slots that are not claimed

  // the packet at the front
  private val nowWord0 = Mux(front.head, front.w0, word0)
  private val nowWord1 = Mux(front.head, front.w1, word1)
  private val header0  = nowWord0.asTypeOf(new Header0)
  private val header1  = nowWord1.asTypeOf(new Header1)
  private def is(codes: Code*): Bool = codes.map(header0.ptype === _.value.U).reduce(_ || _)
  private val isPut    = is(PacketType.Put)
  private val isGet    = is(PacketType.Get)
  private val isAtomic = is(PacketType.FetchAdd, PacketType.CompSwap)
  private val isMsg    = is(PacketType.Message)
  private val isOther  = is(PacketType.Ping, PacketType.Init)
  private val payload  = front.w0.asTypeOf(new GetPayload)

  // judged once a packet; the bytes of a GET and the function of a FADD are known at their payload flit only
  io.access.epoch  := header1.epoch
  io.access.entry  := header1.entry
  io.access.gen    := header1.gen
  io.access.origin := header0.src
  protected def half: Bool = header1.ctrValid // an atomic acts on 4 bytes
  private val bytes   = Mux(isAtomic, Mux(half, 4.U, 8.U), header0.length)
  private val span    = Mux(isGet, payload.length, bytes)
  private val outside = header1.addr +& span > io.cfg.memoryBytes
  private val full    = io.message.full
  private val headReason = firstOf(
    ((isPut || isAtomic) && outside)                     -> RefusalReason.Outside,
    ((isPut || isGet || isAtomic) && !io.access.allowed) -> RefusalReason.Epoch,
    (isMsg && full)                                      -> RefusalReason.Slot,
    (isPut && header1.ctrValid && io.counter.refuses)    -> RefusalReason.Counter
  )
  private val headBad  = headReason.orR
  private val function = functionOf(front.w1)
  private val unknown  = function > AtomicFunction.Swap.value.U
  private val tailReason = firstOf(
    (isGet && outside)                   -> RefusalReason.Outside,
    (isGet && payload.unarmed)           -> RefusalReason.Counter,
    (is(PacketType.FetchAdd) && unknown) -> RefusalReason.Function
  )
  private val nowReason  = Mux(front.head, headReason, Mux(reason.orR, reason, tailReason))
  private val nowRefused = nowReason.orR
  private def firstOf(causes: (Bool, Code)*): UInt =
    MuxCase(0.U(RefusalReason.bits.W), causes.map { case (is, code) => is -> code.value.U(RefusalReason.bits.W) })
  protected def functionOf(word: UInt): UInt = word.asTypeOf(new FetchPayload).function

  // offer and take; a PUT is answered by NACK or by PUT_ACK
  private val answered = isGet || isAtomic || isOther || isPut && (headBad || header0.mode =/= 0.U) || isMsg && full
  protected def needsSlot: Bool = answered
  private val headRoom = (freeSlots =/= 0.U || !needsSlot) && io.commitRoom
  io.message.want   := front.valid && front.head && isMsg && headRoom
  io.message.fifo   := FifoNumber(header1.addr, structure.receptionFifos)
  io.message.origin := header0.src
  io.message.tag    := header1.tag
  io.message.length := header0.length
  io.counter.id     := header1.ctr
  io.counter.origin := header0.src
  protected val offer  = front.valid && (!front.head || headRoom && (!isMsg || io.message.room || full))
  private val take     = io.turn.take
  private val takeHead = take && front.head
  io.turn.offer   := offer
  io.message.take := takeHead && isMsg && !headBad
  io.claim        := takeHead
  buffer.io.take  := take

  private val claimSlot = takeHead && answered
  when(reset.asBool) {
    freeSlots := io.slots
  }.elsewhen(claimSlot =/= io.freed) {
    freeSlots := Mux(io.freed, freeSlots + 1.U, freeSlots - 1.U)
  }

  when(takeHead) {
    word0  := front.w0
    word1  := front.w1
    reason := headReason
    slot   := io.message.slot
    cursor := Mux(isMsg, io.message.base, header1.addr)
    left   := bytes
  }
  private val takePayload = take && !front.head
  when(takePayload) {
    cursor := cursor + Fixed.flitBytes.U
    left   := left - Mux(left > Fixed.flitBytes.U, Fixed.flitBytes.U, left)
  }

  private val others = WriteOp.FetchAnd.value - AtomicFunction.And.value // from a function to what the port does
  io.write.valid := takePayload && !nowRefused && (isPut || isMsg || isAtomic)
  io.write.op := Mux(is(PacketType.FetchAdd),
    Mux(function === AtomicFunction.Add.value.U, WriteOp.FetchAdd.value.U, function + others.U),
    Mux(is(PacketType.CompSwap), WriteOp.CompSwap.value.U, WriteOp.Write.value.U))
  io.write.len  := Mux(left > Fixed.flitBytes.U, Fixed.flitBytes.U, left(4, 0))
  io.write.addr := cursor
  io.write.d0   := front.w0
  io.write.d1   := front.w1
  io.isPut      := isPut

  private val takeTail = take && front.tail
  io.push.valid  := takeTail
  io.push.reason := nowReason
  io.push.word0  := nowWord0
  io.push.word1  := nowWord1
  io.push.data   := Mux(isMsg, Mux(front.head, io.message.slot, slot), front.w0)

  private val delivered = RegNext(takeTail, false.B)
  io.event.valid := delivered
  io.event.kind  := EventKind.Delivered.value.U
  io.event.a     := RegEnable(nowWord0, takeTail)
  io.event.b     := RegEnable(nowWord1, takeTail)
  io.busy        := offer || delivered || buffer.io.busy

  io.waits.some  := front.valid
  io.waits.head  := front.head
  io.waits.slots := Mux(needsSlot, freeSlots, 1.U)
  io.waits.room  := io.commitRoom
  io.waits.taken := take

  layer.block(layers.Verification) {
    val inside = RegInit(false.B) // between head and tail
    when(take)(inside := !front.tail)
    val flits = RegInit(0.U(structure.flitBits.W)) // payload flits after the head
    when(take)(flits := Mux(front.head, 0.U, flits + 1.U))
    val expected = (header0.length +& 15.U)(structure.payloadBits, 4)
    val waiting  = front.valid && !front.head
    assert(!take || front.head =/= inside, "RXQ_A1: head and tail marks of a request do not alternate")
    assert(!take || front.tail === (Mux(front.head, 0.U, flits +& 1.U) === expected),
      "RXQ_A2: length and flits of a request disagree")
    assert(!takeHead || header0.ptype <= PacketType.Term.value.U && header0.cls === 0.U, "RXQ_A3: not a request")
    assert(!takeHead || header0.dst.asUInt === io.cfg.me.asUInt, "RXQ_A4: request for another node")
    assert(!takeHead || !(isGet || isAtomic) || header0.length === Fixed.flitBytes.U,
      "RXQ_A5: GET, FADD and CAS have one payload flit")
    assert(freeSlots <= io.slots, "RXQ_P1: more free response slots than slots")
    assert(!io.freed || freeSlots =/= io.slots, "RXQ_A6: a response slot was freed that nobody had claimed")
    assert(!waiting || offer, "RXQ_P2: a packet is held up behind its head")
  }
}
