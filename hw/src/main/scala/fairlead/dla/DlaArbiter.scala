// SPDX-License-Identifier: Apache-2.0
package fairlead.dla

import chisel3._
import chisel3.layers.Verification
import chisel3.util._
import fairlead.ports._
import fairlead.words._
import fairlead.params._

/** Deadlock-avoidance FIFO of the store path: a request that its channel has space for enters, any other is dropped.
  *
  * Contract: every command is taken in its cycle (I3). The DLA_DATA of an accepted DLA_REQUEST come before the next of
  *           its channel; those of other channels may come between.
  * Timing:   decisions of cycle t are seen in t + 1, with their events. Credits that come home in t can be used in t +
  *           1. With DLA_BYPASS a DLA_REQUEST or DLA_DATA only while `storeStall` is low.
  * Reset:    all channels idle, pool and FIFO empty; limits and DLA_DEPTH are written under reset.
  * Spec:     docs/spec/dla-arbiter.md (R-DLA-1 to R-DLA-15)
  */
class DlaArbiter(p: TileParams)(implicit structure: Structure) extends Module with OpenUnit {
  val io = IO(new DlaArbiterIO)

  private val channels           = p.dlaChannels
  private val countBits          = log2Ceil(p.maxDla + 1)
  private[fairlead] val pool     = part(new DlaPool(p))
  private[fairlead] val fifo     = Module(new DlaFifo(p))
  private[fairlead] val assembly = Module(new DlaAssembly(p))
  private val notices            = part(new DlaNotices(p))
  protected val status           = part(new DlaStatusWriter(p))
  protected val bypass           = RegEnable(io.cfg.data(0), io.cfg.valid && io.cfg.reg === ConfigReg.DlaBypass.value.U)
  val plain: Option[Bool]        = Option.when(p.variant == "prove")(IO(Output(Bool()))) // for the proofs alone
  plain.foreach(_ := notices.unlimited.get && !bypass)
  private def perChannel[T <: Data](zero: T): Vec[T] = RegInit(VecInit(Seq.fill(channels)(zero)))
  private[fairlead] val phase    = perChannel(DlaPhase.Idle.U(3.W))
  private[fairlead] val kind     = perChannel(DlaClass.Lo.U(2.W)) // class of the allocation
  private val dropped            = perChannel(false.B) // something of the transaction was dropped or denied
  private[fairlead] val reserved = perChannel(0.U(countBits.W)) // credits that requests may still consume
  private[fairlead] val consumed = perChannel(0.U(countBits.W)) // PR credits whose words have not left the FIFO
  private[fairlead] val inside   = perChannel(0.U(countBits.W)) // words in the FIFO or of a half request
  private val broken  = perChannel(false.B) // the last block was denied or lost a request: the next in the chain too
  private val purging = perChannel(false.B) // Clearing: words leave without being sent

  // words of all half requests; with DLA_BYPASS they may be more than the FIFO has
  private[fairlead] val promised = RegInit(0.U(log2Ceil(channels * DlaAssembly.mostWords + 1).max(countBits).W))

  // ---- commands
  private def is(code: Code): Bool = io.cmd.valid && io.cmd.op === code.value.U
  private val alloc     = is(TileCommand.DlaAlloc)
  private val end       = is(TileCommand.DlaEnd)
  private val release   = is(TileCommand.DlaRelease)
  private val store     = is(TileCommand.DlaRequest)
  private val data      = is(TileCommand.DlaData)
  private val mark      = is(TileCommand.DlaMark)
  private val clear     = is(TileCommand.DlaClear)
  protected val command = io.cmd.w(0).asTypeOf(new DlaCommand)
  private val channel   = Mux(store || data, io.cmd.w(3)(3, 0), command.channel)
  private val known     = channel < channels.U
  protected val c       = channel(log2Up(channels) - 1, 0)
  protected val myPhase = phase(c)
  protected val myKind  = kind(c)
  protected val myFree  = reserved(c)
  private val isOpen    = known && myPhase === DlaPhase.Open.U
  private val isPr      = myKind === DlaClass.Pr.U

  // ---- a word leaves: its credit goes to the pool, or back to the reservation that holds it (R-DLA-7, R-DLA-9)
  protected val word   = fifo.io.out
  protected val d      = word.channel(log2Up(channels) - 1, 0)
  private val skipping = RegInit(false.B) // the request whose head has left is dropped
  private val voids =
    Mux(word.head, purging(d) && phase(d) === DlaPhase.Clearing.U && !io.claimed, skipping)
  protected val lost   = leavesUntaken
  protected val leaves = fifo.io.valid && (io.out.ready || voids || lost)
  private val leavesPr = leaves && word.cls === DlaClass.Pr.U
  protected val same   = leavesPr && d === c
  private val orphan   = leavesPr && phase(d) === DlaPhase.Clearing.U // its credit has no holder
  private val lastLeft = leavesPr && phase(d) === DlaPhase.Pending.U && consumed(d) === 1.U && !(clear && known && same)
  when(leavesPr && isHeld) {
    reserved(d) := reserved(d) + !orphan
    consumed(d) := consumed(d) - 1.U
  }
  when(leaves && word.head) { skipping := voids }
  protected def leavesUntaken: Bool = false.B
  protected def isHeld: Bool        = true.B // the credit of the PR word that leaves
  when(lastLeft) {
    reserved(d) := 0.U
    phase(d)    := DlaPhase.Idle.U
  }

  // ---- allocation: decided in the command's cycle against what is held at its start (R-DLA-1, R-DLA-2)
  pool.io.cfg  := io.cfg
  pool.io.want := command.credits
  pool.io.cls  := Mux(command.pr, DlaClass.Pr.U, Mux(command.high, DlaClass.Hi.U, DlaClass.Lo.U))
  private val reason = MuxCase(
    0.U(3.W),
    Seq(
      !known                        -> DlaErrorReason.Channel.value.U,
      (command.cd === command.pr)   -> DlaErrorReason.Scheme.value.U,
      (myPhase =/= DlaPhase.Idle.U) -> DlaErrorReason.NotIdle.value.U,
      (command.credits === 0.U)     -> DlaErrorReason.None.value.U,
      pool.io.overCap               -> DlaErrorReason.Cap.value.U,
      pool.io.tooMany               -> DlaErrorReason.Depth.value.U
    )
  )
  private val judged  = alloc && reason === 0.U
  private val follow  = command.chain && broken(c) // hazard 1: no block enters after one that did not
  private val granted = judged && mayEnter
  private val denied  = judged && !granted
  protected def mayEnter: Bool = pool.io.fits && !follow
  pool.io.take := granted
  when(granted) {
    phase(c)    := DlaPhase.Open.U
    kind(c)     := pool.io.cls
    reserved(c) := command.credits(countBits - 1, 0)
  }
  when(denied) {
    phase(c)   := DlaPhase.Discard.U
    dropped(c) := true.B
  }
  when(judged) { broken(c) := denied }

  // ---- transaction end: never dropped; closes a CD allocation when asked to (R-DLA-5, R-DLA-6)
  private val heard = !(isDeaf && known && myPhase === DlaPhase.Discard.U)
  private val ended = end && known && heard
  protected def isDeaf: Bool = false.B // while it discards
  private val closes = ended && isOpen && !isPr && command.dealloc
  when(ended) { dropped(c) := false.B }
  when(closes) { reserved(c) := 0.U }
  when(closes || (ended && myPhase === DlaPhase.Discard.U)) { phase(c) := DlaPhase.Idle.U }

  // ---- release of a persistent reservation: at once, or when its last word has left
  protected val releases = release && isOpen && isPr
  protected val atOnce   = releases && isEmptied
  private val noRelease  = release && !releases
  protected def isEmptied: Bool = consumed(c) === same.asUInt
  when(releases) { phase(c) := DlaPhase.Pending.U }
  when(atOnce) {
    phase(c)    := DlaPhase.Idle.U
    reserved(c) := 0.U
  }
  for (i <- 0 until channels) {
    notices.io.empty(i) := phase(i) === DlaPhase.Clearing.U && inside(i) === 0.U
    when(notices.io.told(i)) { phase(i) := DlaPhase.Idle.U }
  }

  // ---- clear: the reservation goes home at once, the words of the channel leave or are dropped (R-DLA-14)
  private val clears  = clear && known
  private val half    = assembly.io
  private val partial = clears && half.half // its data will not come
  private val lostNow = Mux(partial, half.words, 0.U) // its credits
  private val freed   = Mux(half.halfCls === DlaClass.Pr.U, lostNow, 0.U)
  when(clears) {
    phase(c)    := DlaPhase.Clearing.U
    reserved(c) := 0.U
    dropped(c)  := false.B
    broken(c)   := false.B
    purging(c)  := command.dealloc || (purging(c) && myPhase === DlaPhase.Clearing.U)
    consumed(c) := consumed(c) - freed - same
  }

  // ---- a request: decided as a whole, against its channel's own reservation only (R-DLA-8)
  private val request =
    DlaRequest(store, io.nic, io.cmd.w(0).asTypeOf(new Descriptor0), io.cmd.w(1).asTypeOf(new Descriptor1), io.task,
      io.now, rules)
  protected val words = request.flits + 1.U
  private val discards =
    known && (myPhase === DlaPhase.Discard.U || (isOpen && !isPr && sticks))
  protected def sticks: Bool = dropped(c)
  private val lacks = lacksCredits
  protected def lacksCredits: Bool = myFree < words
  private val drop = MuxCase(
    0.U(3.W),
    Seq(
      !store                                -> 0.U, // simulators decide nothing without a request
      (!request.legal || (known && isBusy)) -> DlaDropReason.Malformed.value.U,
      (bypass && known) -> // R-DLA-15: it has waited for its room
        Mux(words > pool.io.depth, DlaDropReason.Overflow.value.U(3.W), 0.U(3.W)),
      discards -> DlaDropReason.Discard.value.U,
      !isOpen  -> DlaDropReason.NoAllocation.value.U,
      lacks    -> DlaDropReason.Overflow.value.U
    )
  )
  protected def isBusy: Bool = half.half
  protected val accepted = store && drop === 0.U
  private val cls        = Mux(bypass, DlaClass.count.U, myKind) // bypassed: no credit
  when(accepted) {
    when(!bypass) {
      reserved(c) := myFree - words + same
      when(isPr) { consumed(c) := consumed(c) + words - same }
    }
  }
  when(store && drop =/= 0.U && known) {
    dropped(c) := true.B
    broken(c)  := true.B
  }

  // ---- words of each channel, for markers and clears
  private val mine = leaves && d === c
  notices.io.cfg     := io.cfg
  notices.io.mark    := mark && known
  notices.io.clear   := clears
  notices.io.channel := c
  notices.io.id      := command.block
  notices.io.words   := inside(c) - mine
  notices.io.leaves  := leaves
  notices.io.from    := d
  notices.io.back    := Mux(is(TileCommand.DlaEventCredit), io.cmd.w(0)(15, 0), 0.U)
  notices.io.purged  := purging
  for (i <- 0 until channels) {
    val out = leaves && d === i.U
    when((accepted || partial) && c === i.U) {
      inside(i) := inside(i) + Mux(accepted, words, 0.U) - lostNow - out
    }.elsewhen(out) {
      inside(i) := inside(i) - 1.U
    }
  }

  // ---- a request is assembled in its channel, and enters the FIFO as a whole with its last word
  half.channel  := channel
  half.stores   := store && known
  half.begins   := accepted
  half.request  := request
  half.cls      := cls
  half.data     := data && known
  half.flit.w0  := io.cmd.w(0)
  half.flit.w1  := io.cmd.w(1)
  half.clears   := clears
  promised      := promised + Mux(accepted, words, 0.U) - Mux(half.valid, half.out.words, 0.U) - lostNow
  fifo.io.depth := pool.io.depth
  fifo.io.push  := half.valid
  fifo.io.in    := half.out
  fifo.io.pop   := leaves
  io.storeStall := bypass && pool.io.depth - fifo.io.used < pool.io.depth.min(DlaAssembly.mostWords.U)
  io.out.valid  := fifo.io.valid && !voids && !lost
  io.out.head   := word.head
  io.out.tail   := word.tail
  io.out.w0     := word.w0
  io.out.w1     := word.w1

  // ---- credits that come home to the pool
  protected def gives(cls: Int): UInt =
    Mux((closes || clears) && myKind === cls.U, myFree, 0.U) +
      Mux(half.halfCls === cls.U, lostNow, 0.U)
  private def leaving(cls: Int): UInt = (leaves && word.cls === cls.U).asUInt
  protected val homePr =
    Mux(lastLeft, reserved(d) + 1.U, 0.U) + Mux(atOnce, myFree + same, 0.U) + (orphan || (same && clears))
  pool.io.give(DlaClass.Lo) := gives(DlaClass.Lo) + leaving(DlaClass.Lo)
  pool.io.give(DlaClass.Hi) := gives(DlaClass.Hi) + leaving(DlaClass.Hi)
  pool.io.give(DlaClass.Pr) := gives(DlaClass.Pr) + homePr

  // ---- counts for the fence
  private val everUsed = RegInit(false.B)
  private val enqueued = RegInit(0.U(16.W))
  private val dequeued = RegInit(0.U(16.W))
  private val gone     = leaves && word.tail
  when(enters) {
    everUsed := true.B
    enqueued := enqueued + 1.U
  }
  protected def enters: Bool = half.valid // whole: nobody waits for words that have not come
  when(gone) { dequeued := dequeued + 1.U }
  io.everUsed := everUsed
  io.enqueued := enqueued
  io.dequeued := dequeued

  // ---- the copy of the pool's state in memory
  private val view = Wire(new DlaStatus0)
  view.lo       := pool.io.held(DlaClass.Lo)
  view.hi       := pool.io.held(DlaClass.Hi)
  view.pr       := pool.io.held(DlaClass.Pr)
  view.consumed := fifo.io.used +& promised
  status.io.cfg := io.cfg
  status.io.now := io.now
  status.io.change := Mux(granted, command.credits, 0.U) + Mux(accepted, words, 0.U) + leaves +
    Mux(closes || atOnce || clears, myFree, 0.U) + Mux(lastLeft, reserved(d), 0.U)
  status.io.word0  := view
  status.io.open   := VecInit(phase.map(_ === DlaPhase.Open.U)).asUInt
  status.io.merged := notices.io.merged
  status.io.ack    := io.statusAck
  io.statusWrite   := status.io.write
  io.alarm         := status.io.alarm
  io.rings         := status.io.rings

  // ---- events. A command is answered on one of two ports; a release that completes by itself takes the free one.
  private def event(port: EventPort, valid: Bool, kind: UInt, a: UInt, b: UInt): Unit = {
    port.valid := RegNext(valid, false.B)
    port.kind  := RegEnable(kind, valid)
    port.a     := RegEnable(a, valid)
    port.b     := RegEnable(b, valid)
  }
  private def code(k: EventKind): UInt = k.value.U(8.W)
  private def tagged(channel: UInt, tag: UInt): UInt =
    Packed(new DlaTagEvent)(f => Seq(f.channel -> channel, f.tag -> tag))

  private val failed  = (alloc && reason =/= 0.U) || ((end || mark || clear) && !known) || noRelease
  private val answers = alloc || ended || failed || atOnce
  notices.io.answer.valid   := judged || ended
  notices.io.answer.granted := granted
  notices.io.answer.denied  := denied
  notices.io.answer.ended   := ended
  notices.io.answer.lost    := ended && dropped(c)
  notices.io.answer.channel := c
  notices.io.answer.block   := command.block
  private val told     = answers && (failed || atOnce || notices.io.answer.direct) // else it joins a record
  private val onAlloc  = lastLeft && !answers
  private val onStore  = lastLeft && answers
  private val block    = Packed(new DlaBlockEvent)(f => Seq(f.channel -> channel, f.block -> command.block))
  private val released = Mux(onAlloc, word.channel, channel)
  private val why      = Mux(alloc, reason, Mux(known, DlaErrorReason.Release.value.U, DlaErrorReason.Channel.value.U))
  private val answer = Mux1H(
    Seq(
      granted             -> code(EventKind.DlaGranted),
      denied              -> code(EventKind.DlaDenied),
      failed              -> code(EventKind.DlaError),
      ended               -> code(EventKind.DlaEnded),
      (atOnce || onAlloc) -> code(EventKind.DlaReleased)
    )
  )
  event(
    io.allocEvent,
    told || onAlloc,
    answer,
    Mux(atOnce || onAlloc, released, block),
    Mux(failed, why, Mux(judged, command.credits, ended && dropped(c)))
  )
  event(
    io.storeEvent,
    store || onStore,
    Mux(onStore, code(EventKind.DlaReleased), Mux(accepted, code(EventKind.DlaAccepted), code(EventKind.DlaDiscarded))),
    Mux(onStore, word.channel, tagged(channel, request.tag)),
    Mux(onStore, 0.U, Mux(accepted, words, drop))
  )

  private val drainTag   = Reg(UInt(Fixed.tagBits.W)) // of the request whose head has left
  private val drainWords = Reg(UInt(3.W))
  private val tag        = Mux(word.head, word.w1.asTypeOf(new Header1).tag, drainTag)
  private val count      = Mux(word.head, 1.U, drainWords + 1.U)
  when(leaves) {
    drainTag   := tag
    drainWords := count
  }
  private val drained = Mux(voids, code(EventKind.DlaPurged), code(EventKind.DlaDrained))
  event(io.drainEvent, gone, drained, tagged(word.channel, tag), count)
  io.noticeEvent := notices.io.event

  io.busy := leaves || io.allocEvent.valid || io.storeEvent.valid || io.drainEvent.valid || notices.io.busy ||
    status.io.busy

  layer.block(Verification) {
    val used     = RegInit(VecInit(Seq.fill(DlaClass.count)(0.U(countBits.W)))) // credits consumed, by class
    val occupied = fifo.io.used
    val ignoring = perChannel(false.B) // its last request was dropped: its data are expected and ignored
    val total    = used.reduce(_ +& _)
    used.zipWithIndex.foreach { case (u, cls) =>
      u := u + Mux(accepted && !bypass && myKind === cls.U, words, 0.U) - Mux(half.halfCls === cls.U, lostNow, 0.U) -
        (leaves && word.cls === cls.U)
    }
    when(store && known && !half.half) { ignoring(c) := !accepted }
    when(partial) { ignoring(c) := true.B }

    def sum(cls: Int, of: Int => UInt): UInt =
      (0 until channels).map(i => Mux(kind(i) === cls.U, of(i), 0.U)).reduce(_ +& _)
    Seq(DlaClass.Lo, DlaClass.Hi, DlaClass.Pr).foreach { cls =>
      assert(pool.io.held(cls) === (sum(cls, reserved(_)) +& used(cls)), "DL_P1: held is not reserved + consumed (I1)")
    }
    assert(bypass || total === (occupied +& promised),
      "DL_P2: credits consumed are not words in the FIFO or on their way (I2)")
    assert(used(DlaClass.Pr) === sum(DlaClass.Pr, consumed(_)),
      "DL_P3: PR credits consumed do not sum up over the channels")
    assert(!accepted || bypass || (isOpen && myFree >= words),
      "DL_P4: a request without its own reservation enters (I4)")
    assert(!leavesPr || (consumed(d) =/= 0.U && kind(d) === DlaClass.Pr.U),
      "DL_P5: a PR word leaves whose holder is gone")
    for (i <- 0 until channels) {
      val idle = phase(i) === DlaPhase.Idle.U || phase(i) === DlaPhase.Discard.U
      assert(!idle || (reserved(i) === 0.U && consumed(i) === 0.U),
        "DL_P6: a channel without an allocation has credits")
      assert(phase(i) =/= DlaPhase.Pending.U || consumed(i) =/= 0.U, "DL_P7: a release waits for nothing")
    }
    assert(total <= pool.io.depth, "DL_P8: more credits consumed than words in the FIFO")
    assert((enqueued - dequeued) <= occupied, "DL_P9: more requests than words")
    assert(inside.reduce(_ +& _) === (occupied +& promised), "DL_P10: words do not sum up over the channels")
    assert(!(store || data) || !io.storeStall, "DL_A3: a store into a full FIFO")
    assert(!store || !known || !half.half, "DL_A1: a request begins before the data of its channel's last one")
    assert(!data || !known || ignoring(c) || half.half, "DL_A2: data without a request")
  }
}
