// SPDX-License-Identifier: Apache-2.0
package fairlead.dma

import chisel3._
import chisel3.util._
import fairlead.ports._
import fairlead.words._
import fairlead.params._

/** Acts on packets in the order of memory: a packet has its effect when all writes issued before its tail, on its write
  * port, are acknowledged (decision 0003).
  *
  * Contract: at most one action a cycle; announcing a message goes first, then the two queues alternate. No action
  *           waits: response slots were claimed at the head, the EpochUnit is always ready.
  * Timing:   outputs to other units are in the cycle of the action; `event` one cycle later.
  * Reset:    nothing pending. Spec: docs/spec/dma-engine-rx.md (R-FEN-3, R-FEN-8, R-EPO-3, R-EPO-7, R-EPO-8)
  */
class CommitUnit(
    slots: Int,
    packetFlits: Int
)(implicit structure: Structure) extends Module with OpenUnit {
  val io = IO(new Bundle {
    val me           = Input(new Coord)
    val limit        = Input(UInt(log2Ceil(slots + 1).W)) // places of each queue
    val claim        = Vec(structure.localPorts, Input(Bool()))
    val room         = Vec(structure.localPorts, Output(Bool()))
    val push         = Vec(structure.localPorts, Input(new CommitPush))
    val issue        = Vec(structure.localPorts, Input(new WriteIssue))
    val ack          = Vec(structure.localPorts, Input(new WriteAck))
    val respond      = Vec(structure.localPorts, Output(Bool())) // push `response` into a claimed slot of this port
    val response     = Output(new ResponseOp)
    val notice       = new EpochNotify
    val pong         = Output(new PongNotice)
    val putAck       = Output(new AckNotice)
    val creditReturn = Output(new CreditReturn)
    val selfConsumed = Output(Bool())
    val counter      = new CounterFall
    val stored       = Output(new MessageStored)
    val arrived      = Flipped(new MessageArrived)
    val event        = Output(new EventPort)
    val busy         = Output(Bool())
  })

  protected val queues = Seq.fill(structure.localPorts)(part(new CommitQueue(slots, packetFlits)))
  queues.zipWithIndex.foreach { case (queue, r) =>
    queue.io.limit := io.limit
    queue.io.claim := io.claim(r)
    queue.io.push  := io.push(r)
    queue.io.issue := io.issue(r)
    queue.io.ack   := io.ack(r)
    io.room(r)     := queue.io.room
  }

  // one action a cycle
  private val lastPort = RegInit(true.B) // port 0 goes first
  private val announce = io.arrived.valid
  private val ready    = queues.map(_.io.ready)
  private val port     = if (ready.size == 1) false.B else Mux(ready(0) && ready(1), !lastPort, ready(1))
  private val act      = !announce && ready.reduce(_ || _)
  io.arrived.ready   := announce
  when(act)(lastPort := port)
  queues(0).io.fire  := act && !port
  queues.tail.foreach(_.io.fire := act && port)

  private val packet   = queues.tail.foldLeft(queues(0).io.front)((first, other) => Mux(port, other.io.front, first))
  private val header0  = packet.word0.asTypeOf(new Header0)
  private val header1  = packet.word1.asTypeOf(new Header1)
  private val putCount = packet.word1.asTypeOf(new PutCount1)
  private val payload  = packet.data.asTypeOf(new GetPayload)
  private val refused  = packet.refused
  protected def reason: UInt =
    Mux(header0.ptype =/= PacketType.Init.value.U, packet.reason, io.notice.replyWhy)
  private val loose = header0.mode =/= 0.U // unordered
  private def is(codes: Code*): Bool = act && codes.map(header0.ptype === _.value.U).reduce(_ || _)
  private val isPut      = is(PacketType.Put) && !refused
  private val isGet      = is(PacketType.Get) && !refused
  private val wasGet     = is(PacketType.Get) && refused
  private val isAtomic   = is(PacketType.FetchAdd, PacketType.CompSwap) && !refused
  private val isMsg      = is(PacketType.Message) && !refused
  private val isPing     = is(PacketType.Ping)
  private val isInit     = is(PacketType.Init)
  private val isPutCount = is(PacketType.PutCount)
  private val isTerm     = is(PacketType.Term)
  private val isData     = is(PacketType.Data)
  private val isResult   = is(PacketType.Result)
  private val isNack     = is(PacketType.Nack)
  private def nackOf(codes: Code*): Bool = isNack && codes.map(header1.slot(2, 0) === _.value.U).reduce(_ || _)
  private val ofInit   = nackOf(PacketType.Init)
  private val initNack = ofInit && !header1.epoch // else it reports that the INIT is queued, which changes nothing here

  private val refusedOp = isNack && !ofInit

  // byte counters
  private val putCounter = isPut && header1.ctrValid
  private val getNacked  = nackOf(PacketType.Get) && !header1.ctrValid // it had the counter
  io.counter.valid  := putCounter || isData || getNacked
  io.counter.id     := Mux(getNacked, NackedGet.counter(header1.addr), header1.ctr)
  io.counter.origin := header0.src
  io.counter.amount := Mux(getNacked, NackedGet.bytes(header1.addr), header0.length)
  io.counter.ofGet  := !putCounter
  private val putZero = putCounter && io.counter.zero
  private val getZero = isData && io.counter.zero
  private val getGoes = getNacked && !io.counter.zero // other packets of it are under way
  private val lost    = (putCounter || isData) && io.counter.lost
  private val below   = putCounter && io.counter.below

  // responses: a NACK echoes the refused packet's second word; the others start from it
  private val nack = act && refused || isInit && !io.notice.replyOk
  private val why  = header1.addr(structure.addressBits - 1, RefusalReason.bits) ## reason
  // a packet of a get asks for one packet: `length` is what the operation lacks, its target judges all of it
  private val size =
    Mux(payload.length > structure.maxPayload.U, structure.maxPayload.U, payload.length(structure.payloadBits - 1, 0))
  private val word1 = WireInit(header1)
  when(nack) {
    word1.slot := Cat(loose, header0.ptype(2, 0))
    when(!isInit) { word1.entry := header1.slot }
    when(refused || isInit && !io.notice.replyQueue) { word1.addr := why }
    when(isInit) { word1.epoch := io.notice.replyQueue }
    when(wasGet && header1.epoch) { word1.ctr := payload.localEpoch } // as an atomic has it
    when(wasGet) {
      word1.ctrValid := payload.unarmed
      word1.addr     := NackedGet(reason, size, payload.ctr)
    }
  }.elsewhen(isGet) {
    word1.ctrValid := true.B
    word1.ctr      := payload.ctr
    word1.entry    := payload.localEpoch
    word1.addr     := payload.landing
  }.elsewhen(isPut) {
    word1.entry := header1.slot // the origin's acknowledgement counter
  }.elsewhen(isAtomic) {
    word1.entry := header1.ctr // the origin's epoch index travels in ctr
  }.elsewhen(isInit) {
    word1.addr := io.notice.replyEntry
    word1.gen  := io.notice.replyGen
  }
  io.response.ptype := MuxCase(
    PacketType.Pong.value.U,
    Seq(
      nack     -> PacketType.Nack.value.U,
      isGet    -> PacketType.Data.value.U,
      isAtomic -> PacketType.Result.value.U,
      isInit   -> PacketType.InitAck.value.U,
      isPut    -> PacketType.PutAck.value.U
    )
  )
  io.response.dst    := header0.src
  io.response.mode   := Mux(isGet, header0.mode, 0.U)
  io.response.word1  := word1
  io.response.source := header1.addr
  io.response.length := size
  io.response.last   := header0.last || !nack && !isGet
  io.response.value  := packet.data
  private val responds = nack || isGet || isAtomic || isPing || isInit || isPut && loose
  io.respond(0) := responds && !port
  io.respond.tail.foreach(_ := responds && port)

  // epochs
  protected def counted(transfer: Bool, refusal: Bool): Bool = transfer
  // one that was refused is counted too: its epoch ends
  protected val ofPut = counted(is(PacketType.Put) && header1.epoch, refused)
  private val getNack =
    counted(nackOf(PacketType.Get, PacketType.FetchAdd, PacketType.CompSwap) && header1.epoch, true.B)
  io.notice.putDone    := ofPut && header0.last
  io.notice.putPart    := ofPut && !io.notice.putDone && loose
  io.notice.count      := isPutCount
  io.notice.term       := isTerm
  io.notice.init       := isInit
  io.notice.getDone    := (getZero || isResult) && header1.epoch || getNack && !getGoes
  io.notice.getPart    := getNack && getGoes
  io.notice.failed     := ofPut && refused || getNack || io.notice.ack && header1.addr(0)
  io.notice.ack        := is(PacketType.Ack)
  io.notice.initAck    := is(PacketType.InitAck)
  io.notice.initNack   := initNack
  io.notice.origin     := header0.src
  io.notice.entry      := Mux(io.notice.initAck, header1.addr(structure.indexBits - 1, 0), header1.entry)
  io.notice.gen        := header1.gen
  io.notice.localIndex := Mux(isPutCount, putCount.index, Mux(getNack, header1.ctr, header1.entry))
  io.notice.value      := header1.addr
  io.notice.parts      := putCount.parts

  // the other units of the NIC
  io.pong.valid         := is(PacketType.Pong)
  io.pong.entry         := header1.entry
  io.pong.refusal       := refusedOp
  io.putAck.valid       := is(PacketType.PutAck) || isNack && header1.slot(3) || isData && loose
  io.putAck.index       := Mux(isData, header1.slot, header1.entry(3, 0))
  io.putAck.gen         := header1.gen
  io.putAck.epoch       := header1.epoch
  io.creditReturn.valid := is(PacketType.Credit)
  io.creditReturn.from  := header0.src
  io.creditReturn.fifo  := header1.entry
  io.stored.valid       := isMsg
  io.stored.fifo        := FifoNumber(header1.addr, structure.receptionFifos)
  io.stored.slot        := packet.data(7, 0)

  // operations of this node on itself: one pulse each, when nothing of them is left
  private val lastDone = (isPut || isMsg || nackOf(PacketType.Put, PacketType.Message)) && header0.last
  private val onlyDone =
    getZero || isResult || nackOf(PacketType.Get, PacketType.FetchAdd, PacketType.CompSwap) && !getGoes
  io.selfConsumed := header0.src.asUInt === io.me.asUInt && (lastDone || onlyDone)

  // the event of this cycle
  private val emit    = announce || putZero || getZero || lost || below || isResult || refusedOp
  private val emitted = RegNext(emit, false.B)
  private val kind    = Reg(UInt(8.W))
  private val a       = Reg(UInt(64.W))
  private val b       = Reg(UInt(64.W))
  when(emit) {
    kind := MuxCase(
      EventKind.OpRefused.value.U,
      Seq(
        announce -> EventKind.MsgArrived.value.U,
        putZero  -> EventKind.CounterZero.value.U,
        getZero  -> EventKind.OpDone.value.U,
        lost     -> EventKind.CounterLost.value.U,
        below    -> EventKind.CounterBelow.value.U,
        isResult -> EventKind.OpResult.value.U
      )
    )
    val done = Packed(new OpEvent)(f =>
      Seq(f.goesOn -> getGoes, f.reason -> Mux(refusedOp, header1.addr(RefusalReason.bits - 1, 0), 0.U),
        f.counter -> Mux(getZero, header1.ctr, 0.U(structure.indexBits.W)), f.tag -> header1.tag)
    )
    a := MuxCase(done, Seq(announce -> io.arrived.a, (putZero || lost || below) -> header1.ctr))
    b := MuxCase(0.U,
      Seq(announce -> io.arrived.b, isResult -> packet.data, refusedOp -> packet.word1,
        lost       -> header0.length, below  -> io.counter.short))
  }
  io.event.valid := emitted
  io.event.kind  := kind
  io.event.a     := a
  io.event.b     := b
  io.busy        := ready.foldLeft(announce)(_ || _) || emitted

  layer.block(layers.Verification) {
    assert(!isNack || header1.slot(2, 0) <= PacketType.Message.value.U || ofInit,
      "CU_A1: NACK of a packet that is never refused")
    assert(PopCount(Seq(isPut, isGet, isAtomic, isMsg, isPing, isInit, isPutCount, isTerm, isData, isResult, isNack,
          is(PacketType.PutAck), act && refused)) <= 1.U, "CU_P1: one action a cycle")
  }
}

/** The address of a GET's NACK: reason, bytes that the packet asked for, above them the counter that the get had. */
private object NackedGet {
  def apply(reason: UInt, bytes: UInt, counter: UInt)(implicit structure: Structure): UInt = {
    val spare = structure.addressBits - structure.indexBits - structure.payloadBits - RefusalReason.bits
    counter ## 0.U(spare.W) ## bytes ## reason.pad(RefusalReason.bits)
  }
  def counter(address: UInt)(implicit structure: Structure): UInt = address.head(structure.indexBits)
  def bytes(address: UInt)(implicit structure: Structure): UInt =
    address(RefusalReason.bits + structure.payloadBits - 1, RefusalReason.bits)
}
