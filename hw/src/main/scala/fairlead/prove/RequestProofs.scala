// SPDX-License-Identifier: Apache-2.0
package fairlead.prove

import chisel3._
import chisel3.util._
import fairlead.dma._
import fairlead.ports._
import fairlead.words._
import fairlead.params._

/** RequestTx behind InjectionFifos and MessageCredits: legal descriptors of any kind to one target, an emitter with room now and then, a FenceUnit that refuses as it likes,
  * credits that come back.
  */
class RequestTxProof(depth: Int) extends Harness {
  private val fifos = Module(new InjectionFifos(TileParams(variant = "prove", maxInjection = depth)))
  private val tx    = Module(new RequestTx)
  private val cfg   = WireInit(0.U.asTypeOf(new NicConfig))
  cfg.kx             := 1.U
  cfg.ky             := 1.U
  cfg.kz             := 1.U
  cfg.localPorts     := 1.U
  cfg.injectionDepth := depth.U
  cfg.memoryBytes    := 4096.U
  fifos.io.cfg       := cfg
  tx.io.cfg          := cfg
  tx.io.now          := 0.U

  // descriptors
  private val drawn    = free("kind", UInt(3.W))
  private val kind     = Mux(drawn > OpKind.Fence.value.U, OpKind.Put.value.U, drawn)
  private val isAtomic = kind === OpKind.FetchAdd.value.U || kind === OpKind.CompSwap.value.U
  private val bytes    = free("length", UInt(10.W))
  private val local    = symbolic("local", UInt(9.W))
  private val remote   = symbolic("remote", UInt(9.W))
  private val word0    = WireInit(0.U.asTypeOf(new Descriptor0))
  private val word1    = WireInit(0.U.asTypeOf(new Descriptor1))
  word0.kind := kind
  word0.fifo := free("fifo", UInt(2.W))
  word0.length := Mux(isAtomic, 8.U,
    Mux(kind === OpKind.Message.value.U, bytes(7, 0), Mux(kind >= OpKind.Flush.value.U, 0.U, bytes)))
  word1.local        := local
  word1.remote       := remote
  fifos.io.cmd       := 0.U.asTypeOf(new Cmd)
  fifos.io.cmd.valid := freeBit("posts")
  fifos.io.cmd.op    := TileCommand.Post.value.U
  fifos.io.cmd.w(0)  := word0.asUInt
  fifos.io.cmd.w(1)  := word1.asUInt
  fifos.io.gate.open := true.B
  fifos.io.select(0) := tx.io.select
  fifos.io.select(1) := 0.U
  fifos.io.step      := tx.io.step
  fifos.io.pop       := tx.io.pop
  tx.io.heads        := fifos.io.heads
  tx.io.tail         := fifos.io.tails(0)
  tx.io.lookup.entry := 0.U
  tx.io.lookup.gen   := 0.U
  tx.io.counter      := 0.U
  tx.io.counterGen   := 0.U
  tx.io.dla          := 0.U.asTypeOf(new DlaWord)
  tx.io.dlaDone      := false.B

  // those that let it go on
  private val calm    = symbolic("calm", Bool()) // liveness: nobody refuses
  private val space   = freeBit("space")
  private val allowed = free("allowed", UInt(4.W)) | Fill(4, calm)
  tx.io.space := space
  private val live_    = VecInit(fifos.io.heads.map(_.valid)).asUInt & allowed
  private val messages = VecInit(fifos.io.heads.map(_.word0.kind === OpKind.Message.value.U)).asUInt
  private val letters  = Module(new MessageCredits)
  private val taken    = Mux(calm, 0.U, tx.io.pop & messages) // calm: there is always a credit
  private val away     = RegInit(0.U(2.W)) // messages whose credit has not come back
  private val back     = freeBit("backs") && away =/= 0.U
  private val preset   = freeBit("presets") && away === 0.U
  away                  := away + taken.orR - back
  letters.io.cmd        := 0.U.asTypeOf(new Cmd)
  letters.io.cmd.valid  := preset
  letters.io.cmd.op     := TileCommand.MsgCredit.value.U
  letters.io.cmd.w(1)   := free("credits", UInt(2.W))
  letters.io.back.valid := back
  letters.io.back.from  := 0.U.asTypeOf(new Coord)
  letters.io.waiting    := live_ & messages
  letters.io.targets.foreach(_ := 0.U.asTypeOf(new Coord))
  letters.io.second := 0.U
  letters.io.can    := VecInit(space, false.B)
  letters.io.take   := taken
  tx.io.ready       := (live_ & ~messages) | Mux(calm, live_ & messages, letters.io.offer)
  tx.io.arm.ready   := freeBit("arms") || calm
  tx.io.arm.ping    := freeBit("pings")
  tx.io.arm.entry   := 0.U
  private val asking = RegInit(0.U(2.W))
  private val ready  = VecInit(tx.io.control.map(_.ready)).asUInt
  asking := (asking & ~ready) | free("asks", UInt(2.W))
  tx.io.control.zipWithIndex.foreach { case (c, i) =>
    c.valid := asking(i)
    c.ptype := PacketType.Ping.value.U
    c.dst   := 0.U.asTypeOf(new Coord)
    c.word1 := 0.U.asTypeOf(new Header1)
  }

  // one descriptor is followed, by its tag
  private val watch  = symbolic("watch", UInt(2.W))
  private val count  = RegInit(0.U(3.W)) // in its FIFO
  private val enters = fifos.io.cmd.valid && word0.fifo === watch && count =/= depth.U
  private val pop    = tx.io.pop(watch)
  count := count + enters - pop
  private val ever   = RegInit(false.B)
  private val inside = RegInit(false.B)
  private val ahead  = Reg(UInt(3.W))
  private val mine   = Reg(UInt(3.W)) // its kind
  private val length = Reg(UInt(10.W))
  private val done   = Reg(UInt(10.W)) // its bytes in packets
  private val mark   = enters && !ever && freeBit("mark")
  word0.tag := mark
  private val header0 = tx.io.push.head0.asTypeOf(new Header0)
  private val header1 = tx.io.push.head1.asTypeOf(new Header1)
  private val out     = tx.io.push.valid && !ready.orR && header1.tag(0)
  private val leaves  = inside && pop && ahead === 1.U
  private val isPut   = mine === OpKind.Put.value.U
  private val isMsg   = mine === OpKind.Message.value.U
  private val isFence = mine >= OpKind.Flush.value.U
  private val left    = length - done
  private val size    = Mux(isPut && left > Fixed.maxPayload.U, Fixed.maxPayload.U, left)
  when(mark) {
    ever   := true.B
    ahead  := count + 1.U - pop
    mine   := kind
    length := word0.length
    done   := 0.U
  }.otherwise {
    when(inside && pop) { ahead := ahead - 1.U }
    when(out) { done := done + header0.length }
  }
  inside := (inside || mark) && !leaves
  assert(!out || inside && ahead === 1.U, "PRQ_P1: a packet of an operation that has left, or is not in front")
  assert(
    !(out && (isPut || isMsg)) || header0.length === size && header1.addr === remote +& done &&
      (size === 0.U || tx.io.run.valid && tx.io.run.addr === local +& done && tx.io.run.bytes === size),
    "PRQ_P2: packets of a put or message overlap, leave a gap or go elsewhere"
  )
  assert(!(leaves && !isFence) || out && (!(isPut || isMsg) || size === left) && header0.last,
    "PRQ_P3: an operation leaves without its last packet")
  assert(!out || leaves || isPut && size =/= left && !header0.last, "PRQ_P4: an operation stays behind its last packet")
  live("PRQ_L1", !inside, space && calm)
  reachable(leaves && isPut && done === 512.U, "PRQ_C1")
  reachable(leaves && isFence, "PRQ_C2")
  reachable(taken.orR && away === 2.U, "PRQ_C3")
}

/** RequestRx: legal request packets, commit places and reception slots that come and go, response slots that come home. */
class RequestRxProof(depth: Int) extends Harness {
  private val local = 2
  private val dut   = Module(new RequestRx(TileParams(variant = "prove", maxLocalDepth = local, maxResponse = depth)))
  private val io    = dut.io
  io.cfg               := 0.U.asTypeOf(new NicConfig)
  io.cfg.localDepth    := local.U
  io.cfg.responseDepth := depth.U
  io.cfg.memoryBytes   := 256.U
  io.access.allowed    := freeBit("allowed")
  private val room = freeBit("room")
  private val slot = freeBit("slot")
  private val turn = freeBit("turn")
  private val take = turn && io.turn.offer
  io.commitRoom   := room
  io.message.room := slot
  io.message.full := !slot && freeBit("full")
  io.message.slot := 0.U
  io.message.base := 0.U
  io.turn.take    := take

  // the sender
  private val credits = RegInit(local.U(2.W))
  private val open    = RegInit(0.U(2.W)) // payload flits to come
  private val send    = freeBit("sends") && credits =/= 0.U
  private val head    = open === 0.U
  private val drawn   = free("ptype", UInt(4.W))
  private val ptype   = Mux(drawn > PacketType.Term.value.U, PacketType.Ping.value.U, drawn)
  private def is(codes: Code*) = codes.map(ptype === _.value.U).reduce(_ || _)
  private val long    = is(PacketType.Put, PacketType.Message)
  private val one     = is(PacketType.Get, PacketType.FetchAdd, PacketType.CompSwap)
  private val flits   = Mux(long, free("flits", UInt(2.W)), one.asUInt)
  private val header0 = WireInit(0.U.asTypeOf(new Header0))
  private val header1 = WireInit(0.U.asTypeOf(new Header1))
  private val payload = WireInit(0.U.asTypeOf(new GetPayload))
  header0.ptype  := ptype
  header0.length := Cat(flits, 0.U(4.W))
  header0.mode   := is(PacketType.Put) && freeBit("mode")
  header1.addr   := Mux(freeBit("outside"), 256.U, 0.U)
  payload.length := Mux(freeBit("beyond"), 257.U, 0.U)
  credits        := credits - send + io.eject.credit
  when(send) { open := Mux(head, flits, open - 1.U) }
  io.eject.flit       := 0.U.asTypeOf(new LocalFlit)
  io.eject.flit.valid := send
  io.eject.flit.head  := head
  io.eject.flit.tail  := Mux(head, flits === 0.U, open === 1.U)
  io.eject.flit.w0    := Mux(head, header0.asUInt, payload.asUInt)
  io.eject.flit.w1    := header1.asUInt

  // what is taken, and what is owed
  private val buffered = RegInit(0.U(2.W))
  private val busy     = RegInit(false.B) // a head is taken, its tail is not
  private val owed     = RegInit(0.U(4.W)) // requests that are answered, whose response has not left
  private val acted    = io.push.word0.asTypeOf(new Header0)
  private def acts(codes: Code*) = codes.map(acted.ptype === _.value.U).reduce(_ || _)
  private val answers = io.push.valid &&
    (acts(PacketType.Get, PacketType.FetchAdd, PacketType.CompSwap, PacketType.Ping, PacketType.Init) ||
      acts(PacketType.Put, PacketType.Message) && io.push.refused || acts(PacketType.Put) && acted.mode =/= 0.U)
  private val frees = freeBit("frees") && owed =/= 0.U
  io.freed := frees
  buffered := buffered + send - take
  busy     := (busy || io.claim) && !io.push.valid
  owed     := owed + answers - frees
  assert(owed <= depth.U, "PRX_P1: more requests are accepted that are answered than there are response slots")
  assert(!io.push.valid || busy || io.claim, "PRX_P2: a request acts that was not accepted, or twice")
  assert(!io.claim || !busy, "PRX_P3: a head is accepted before the tail of another")
  live("PRX_L1", take || buffered === 0.U, room && slot && turn && owed === 0.U)
  reachable(owed === depth.U && buffered === local.U, "PRX_C1")
  reachable(answers && acts(PacketType.Put) && io.push.refused, "PRX_C2")
}

/** CommitUnit: request packets at two ports, each with no or one write, and a memory that acknowledges whenever it likes. */
class CommitUnitProof(slots: Int) extends Harness {
  private val dut = Module(new CommitUnit(slots, 1))
  private val io  = dut.io
  io.me                := 0.U.asTypeOf(new Coord)
  io.notice.replyOk    := freeBit("grants")
  io.notice.replyQueue := freeBit("queues")
  io.notice.replyEntry := 0.U
  io.notice.replyGen   := 0.U
  io.counter.zero      := freeBit("zero")
  io.arrived.valid     := freeBit("arrives")
  io.arrived.a         := 0.U
  io.arrived.b         := 0.U
  private val acks = VecInit(Seq(0, 1).map(r => freeBit(s"acks$r")))
  private val counts = Seq(0, 1).map { r => // requests that are answered and have no response
    // a packet is accepted whole in one cycle, with its write if it has one
    val drawn = free(s"ptype$r", UInt(4.W))
    val ptype = Mux(drawn > PacketType.Term.value.U, PacketType.Ping.value.U, drawn)
    def is(codes: Code*) = codes.map(ptype === _.value.U).reduce(_ || _)
    val atomic  = is(PacketType.FetchAdd, PacketType.CompSwap)
    val mayFail = is(PacketType.Put, PacketType.Get, PacketType.FetchAdd, PacketType.CompSwap, PacketType.Message)
    val refused = mayFail && freeBit(s"refused$r")
    val mode    = is(PacketType.Put) && freeBit(s"mode$r")
    // an atomic claims a response slot, and there are fewer of those than places
    val count   = RegInit(0.U(3.W))
    val comes   = freeBit(s"comes$r") && io.room(r) && !(atomic && !refused && count >= (slots - 1).U)
    val writes  = comes && !refused && (atomic || is(PacketType.Put, PacketType.Message))
    val away    = RegInit(0.U(3.W))
    val ack     = acks(r) && away =/= 0.U
    val header0 = WireInit(0.U.asTypeOf(new Header0))
    header0.ptype      := ptype
    header0.mode       := mode
    away               := away + writes - ack
    io.claim(r)        := comes
    io.push(r)         := 0.U.asTypeOf(new CommitPush)
    io.push(r).valid   := comes
    io.push(r).refused := refused
    io.push(r).word0   := header0.asUInt
    io.issue(r).valid  := writes
    io.issue(r).atomic := writes && atomic
    io.ack(r).valid    := ack
    io.ack(r).old      := 0.U
    val answered = comes && (refused || mode || atomic || is(PacketType.Get, PacketType.Ping, PacketType.Init))
    count := count + answered - io.respond(r)
    count
  }
  assert(!io.respond(0) || counts(0) =/= 0.U,
    "PCU_P1: a response to a request of port 0 that is not answered, or twice")
  assert(!io.respond(1) || counts(1) =/= 0.U,
    "PCU_P2: a response to a request of port 1 that is not answered, or twice")
  assert(!(io.respond(0) && io.respond(1)), "PCU_P3: two responses in one cycle")
  live("PCU_L1", counts(0) === 0.U || io.respond(0), !io.arrived.valid && acks.asUInt === 3.U)
  reachable(counts(0) === slots.U && counts(1) =/= 0.U, "PCU_C1")
  reachable(io.respond(0) && counts(1) === slots.U, "PCU_C2")
}

/** MessageCredits: messages of four FIFOs to two targets, the credits of one of them counted. */
class MessageProof extends Harness {
  private val dut = Module(new MessageCredits)
  private val io  = dut.io
  private val to  = free("to", UInt(4.W)) // target of each head, 0 or 1
  io.waiting := free("waiting", UInt(4.W))
  io.second  := free("second", UInt(4.W))
  io.can     := VecInit(freeBit("can0"), freeBit("can1"))
  io.targets.zipWithIndex.foreach { case (t, f) =>
    t   := 0.U.asTypeOf(new Coord)
    t.x := to(f)
  }
  private val one  = free("one", UInt(2.W))
  private val take = Mux(freeBit("takes"), io.offer & UIntToOH(one, 4), 0.U)
  io.take := take
  private val watch   = symbolic("watch", Bool())
  private val known   = RegInit(false.B) // its counter was set
  private val credits = RegInit(0.U(3.W)) // at home
  private val away    = RegInit(0.U(3.W)) // with messages, or coming back
  private val taken   = take.orR && (take & (to ^ Fill(4, !watch))).orR
  private val preset  = freeBit("presets") && !known
  private val back    = freeBit("backs") && away =/= 0.U
  private val amount  = free("amount", UInt(2.W))
  private val target  = WireInit(0.U.asTypeOf(new Coord))
  target.x      := watch
  io.cmd        := 0.U.asTypeOf(new Cmd)
  io.cmd.valid  := preset
  io.cmd.op     := TileCommand.MsgCredit.value.U
  io.cmd.w(0)   := target.asUInt
  io.cmd.w(1)   := amount
  io.back.valid := back
  io.back.from  := target
  known         := known || preset
  when(preset) {
    credits := amount
    away    := 0.U
  }.elsewhen(known) {
    credits := credits - taken + back
    away    := away + taken - back
  }
  private val mine    = to ^ Fill(4, !watch) // heads of the target that is watched
  private val wanting = io.waiting & mine
  assert(!(known && (io.offer & mine).orR) || credits =/= 0.U,
    "PMC_P1: a message is offered although the credits of its target are all away")
  assert(
    !known || credits === 0.U || io.waiting =/= wanting || wanting === 0.U || !io.can.asUInt.andR || io.offer =/= 0.U,
    "PMC_P2: a credit is lost: a message waits with one at home"
  )
  assert((io.offer & ~io.waiting) === 0.U, "PMC_P3: a message is offered that does not wait")
  assert((io.offer & io.second) === 0.U || (io.offer & ~io.second) === 0.U,
    "PMC_P4: messages of both ports are offered")
  reachable(known && taken && back && credits === 1.U, "PMC_C1")
  reachable(known && credits === 0.U && away === 3.U && wanting =/= 0.U, "PMC_C2")
}
