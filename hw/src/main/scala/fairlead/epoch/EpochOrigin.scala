// SPDX-License-Identifier: Apache-2.0
package fairlead.epoch

import chisel3._
import chisel3.util._
import fairlead.ports._
import fairlead.words._
import fairlead.params._

/** The part of EpochNotify that concerns the origin. */
class OriginNotice(implicit structure: Structure) extends Bundle {
  val getDone  = Bool()
  val getPart  = Bool() // a packet of a get was refused, others of it are under way
  val failed   = Bool() // with getDone, getPart: the get was refused; with ack: a put was refused
  val ack      = Bool()
  val initAck  = Bool()
  val initNack = Bool()
  val reason   = UInt(RefusalReason.bits.W) // with initNack
  val index    = UInt(structure.indexBits.W)
  val entry    = UInt(structure.indexBits.W)
  val gen      = UInt(Fixed.generationBits.W)
}

class EpochOriginIO(implicit structure: Structure) extends Bundle {
  val nic     = Input(new NicConfig)
  val cmd     = Input(new Cmd)
  val gate    = Flipped(new EpochGate)
  val lookup  = Vec(structure.localPorts, Flipped(new EpochLookup))
  val notice  = Input(new OriginNotice)
  val control = new ControlPacket
  val event   = Output(new EventPort)
  val busy    = Output(Bool())
}

/** Origin half of EpochUnit: state, counters and outgoing control of its epochs.
  *
  * The state is five bit vectors, so that command, notification and sender may move three entries, or one, in one
  * cycle. Each counter has one writer: the host port counts puts and gets begun, notifications count gets done;
  * outstanding gets are the difference.
  *
  * Timing: an event is visible in the cycle after its cause, later only after an EPOCH_ERROR or another index's event.
  *         A packet is offered two cycles after its cause at the earliest; `control` is a register and keeps its packet
  *         until `ready`.
  * Spec:   docs/spec/epoch-unit.md
  */
class EpochOrigin(n: Int, countBits: Int, physical: Boolean = false)(implicit structure: Structure) extends Module
    with OpenUnit {
  val io = IO(new EpochOriginIO)

  // state of each entry: at most one bit of the five; none of them is NONE
  private val initing   = RegInit(0.U(n.W))
  protected val open    = RegInit(0.U(n.W))
  protected val closing = RegInit(0.U(n.W))
  private val closed    = RegInit(0.U(n.W))
  private val ending    = RegInit(0.U(n.W)) // TERM has left, and the target has not answered it
  protected val acked   = RegInit(0.U(n.W)) // CLOSING: the ACK has arrived
  private val failed    = RegInit(0.U(n.W)) // the target refused a transfer of the epoch
  private val toSend    = RegInit(0.U(n.W)) // INITING: INIT, CLOSING: PUT_COUNT, CLOSED: TERM has still to be sent

  // events that had to wait because another event was sent
  private val heldOpened  = RegInit(0.U(n.W))
  private val heldDenied  = RegInit(0.U(n.W))
  private val heldClosing = RegInit(0.U(n.W))
  private val heldClosed  = RegInit(0.U(n.W))
  private val heldEnded   = RegInit(0.U(n.W))

  private val opening = new Table("opening", n, UInt(28.W), physical) // target and id; written by EPOCH_OPEN
  // entry and generation there, or why not; written by the answer to INIT
  private val remote = new Table("remote", n, UInt((structure.indexBits + Fixed.generationBits).W), physical)
  protected val puts = new Table("puts", n, UInt(countBits.W), physical) // puts begun; written by the host port
  // packets of the unordered puts beyond one each; written by the host port
  private val extras    = new Table("extras", n, UInt(Fixed.partBits.W), physical)
  private val getsBegun = new Table("getsBegun", n, UInt(countBits.W), physical) // written by the host port
  private val getsDone  = Mem(n, UInt(countBits.W)) // written by notifications

  private val nextEvent  = RegInit(0.U(structure.indexBits.W)) // rotating: first index to look at
  private val nextSend   = RegInit(0.U(structure.indexBits.W))
  private val event      = Reg(new EventPort)
  private val eventValid = RegInit(false.B)
  private val offer      = Reg(new Bundle { val ptype = UInt(5.W); val dst = new Coord; val word1 = new Header1 })
  private val offered    = RegInit(false.B)

  // ---- host port: one command or one gate question a cycle
  private val word        = io.cmd.w(0)((new EpochCommand).getWidth - 1, 0).asTypeOf(new EpochCommand)
  private val openCmd     = io.cmd.valid && io.cmd.op === TileCommand.EpochOpen.value.U
  private val closeCmd    = io.cmd.valid && io.cmd.op === TileCommand.EpochClose.value.U
  protected val hostIndex = Mux(io.gate.valid, io.gate.index, word.index)
  protected val hostBit   = UIntToOH(hostIndex, n)
  private val held        = heldOpened | heldDenied | heldClosing | heldClosed | heldEnded
  private val unready     = initing | open | closing | closed | ending | held
  private val reachable   = rules.node(io.nic, word.target) // R26
  private val opens       = openCmd && (unready & hostBit) === 0.U && reachable
  private val closes      = closeCmd && (open & hostBit) =/= 0.U
  private val errs        = (openCmd || closeCmd) && !opens && !closes
  private val hostState = MuxCase(
    Mux(openCmd, EpochState.NoTarget.value.U(3.W), EpochState.None.value.U),
    Seq(
      ((initing & hostBit) =/= 0.U) -> EpochState.Initing.value.U,
      ((open & hostBit) =/= 0.U)    -> EpochState.Open.value.U,
      ((closing & hostBit) =/= 0.U) -> EpochState.Closing.value.U,
      ((ending & hostBit) =/= 0.U)  -> EpochState.Ending.value.U,
      ((unready & hostBit) =/= 0.U) -> EpochState.Closed.value.U
    )
  )

  protected val aimed = GatedRead(io.gate.valid, opening, hostIndex)(27, 16) === io.gate.target.asUInt
  io.gate.open := (open & hostBit) =/= 0.U && aimed
  private val putsNow   = puts(hostIndex)
  private val extrasNow = extras(hostIndex)
  private val begunNow  = getsBegun(hostIndex)
  protected val admits  = io.gate.valid && io.gate.open
  when(opens || (admits && io.gate.isPut)) {
    extras(hostIndex) := Mux(opens, 0.U, extrasNow + io.gate.extra)
  }
  when(opens || countsPut) { puts(hostIndex) := Mux(opens, 0.U, putsNow + 1.U) }
  protected def countsPut: Bool = admits && io.gate.isPut
  when(opens || (admits && !io.gate.isPut)) { getsBegun(hostIndex) := Mux(opens, 0.U, begunNow + 1.U) }
  when(opens) { opening(hostIndex) := Cat(word.target.asUInt, word.id) }

  // ---- notifications: one a cycle
  private val note        = io.notice
  private val noteBit     = UIntToOH(note.index, n)
  private val noteIniting = (initing & ~toSend & noteBit) =/= 0.U
  private val noteOpen    = (open & noteBit) =/= 0.U
  private val noteClosing = (closing & noteBit) =/= 0.U
  private val noteAcked   = (acked & noteBit) =/= 0.U
  private val noteEnding  = (ending & noteBit) =/= 0.U
  private val told        = note.getDone || note.ack
  private val doneBefore  = GatedRead(told, getsDone, note.index)
  private val doneAfter   = doneBefore + note.getDone
  private val begun       = GatedRead(told, getsBegun, note.index)
  private val takesAck    = note.ack && noteClosing && !noteAcked
  private val nowEnded    = note.ack && noteEnding // the answer to TERM
  private val takesGet    = note.getDone && (noteOpen || noteClosing) && doneBefore =/= begun
  private val nowOpened   = note.initAck && noteIniting
  private val nowDenied   = note.initNack && noteIniting
  private val nowClosed = (takesAck || (takesGet && noteClosing && noteAcked)) &&
    noGets(Mux(note.getDone, Follows(doneBefore, begun), doneBefore === begun))
  protected def noGets(equal: Bool): Bool = equal
  private val answer = Mux(note.initAck, Cat(note.entry, note.gen), note.reason)
  when(nowOpened || nowDenied) { remote(note.index) := answer }
  when(nowOpened || takesGet) { getsDone(note.index) := Mux(nowOpened, 0.U, doneAfter) }

  // ---- sender: a rotating choice among the entries with something to send
  private val takes    = toSend =/= 0.U && (!offered || io.control.ready)
  private val sender   = RotatingPick(toSend, nextSend)
  private val sendBit  = UIntToOH(sender, n)
  private val sendInit = (initing & sendBit) =/= 0.U
  private val sendTerm = (closed & sendBit) =/= 0.U
  private val there    = remote(sender)
  private val whom     = opening(sender)
  private val word1    = WireDefault(0.U.asTypeOf(new Header1))
  word1.epoch := !sendInit
  word1.entry := Mux(sendInit, sender, there(there.getWidth - 1, Fixed.generationBits))
  word1.gen   := Mux(sendInit, 0.U, there(Fixed.generationBits - 1, 0))
  word1.addr  := Mux(sendInit, whom(15, 0), Mux(sendTerm, 0.U, puts(sender)))
  when(!sendInit && !sendTerm) {
    val parts = extras(sender)
    val index = Wire(UInt(structure.indexBits.W))
    val low   = Fixed.tagBits - structure.indexBits
    index          := sender
    word1.tag      := Cat(parts(low - 1, 0), index)
    word1.ctr      := parts(Fixed.partBits - 2, low)
    word1.ctrValid := parts(Fixed.partBits - 1)
  }
  when(takes) {
    nextSend    := sender + 1.U
    offer.dst   := whom(27, 16).asTypeOf(new Coord)
    offer.word1 := word1
    offer.ptype := Mux(
      sendInit,
      PacketType.Init.value.U,
      Mux(sendTerm, PacketType.Term.value.U, PacketType.PutCount.value.U)
    )
  }
  when(takes || io.control.ready) { offered := takes }
  io.control.valid := offered
  io.control.ptype := offer.ptype
  io.control.dst   := offer.dst
  io.control.word1 := offer.word1

  // ---- state
  private def bits(condition: Bool, oneHot: UInt): UInt = Mux(condition, oneHot, 0.U(n.W))
  private val freed = bits(takes && sendTerm, sendBit)
  initing := (initing | bits(opens, hostBit)) & ~bits(nowOpened || nowDenied, noteBit)
  open    := (open | bits(nowOpened, noteBit)) & ~bits(closes, hostBit)
  closing := (closing | bits(closes, hostBit)) & ~bits(nowClosed, noteBit)
  closed  := (closed | bits(nowClosed, noteBit)) & ~freed
  ending  := (ending | freed) & ~bits(nowEnded, noteBit)
  acked   := (acked | bits(takesAck, noteBit)) & ~bits(closes, hostBit)
  private val failedAll = failed | bits(note.failed && (takesGet || takesAck || note.getPart), noteBit)
  failed := failedAll & ~bits(opens, hostBit)
  toSend := (toSend & ~bits(takes, sendBit)) | bits(opens || closes, hostBit) | bits(nowClosed, noteBit)

  // ---- events: an error at once, else a rotating choice among new and displaced ones, oldest of an index first.
  // The first index with displaced ones is known before the new events, which are at the index of the host and that of
  // the notification; so the choice is between three indices, and each has its answer ready
  private val openedAll  = heldOpened | bits(nowOpened, noteBit)
  private val deniedAll  = heldDenied | bits(nowDenied, noteBit)
  private val closingAll = heldClosing | bits(closes, hostBit)
  private val closedAll  = heldClosed | bits(nowClosed, noteBit)
  private val endedAll   = heldEnded | bits(nowEnded, noteBit)
  private val news       = nowOpened || nowDenied || nowClosed || nowEnded
  private val anyHeld    = held =/= 0.U
  private val firstBit   = RotatingPick.bit(held, nextEvent)
  private val first      = OHToUInt(firstBit)
  private val tellsNote  = news && leads(note.index) && (!closes || note.index - nextEvent <= hostIndex - nextEvent)
  private val tellsHost  = !tellsNote && closes && leads(hostIndex)
  private val tells      = !errs && (anyHeld || news || closes)
  private val teller     = chosen(note.index, hostIndex, first)
  private val tellBit    = chosen(noteBit, hostBit, firstBit)
  private def chosen[T <: Data](byNote: T, byHost: T, byFirst: T): T =
    Mux(tellsNote, byNote, Mux(tellsHost, byHost, byFirst))

  /** Whether no index with displaced events comes before this one in the turn from nextEvent on. */
  private def leads(index: UInt): Bool = {
    val (begin, end) = (RotatingPick.from(nextEvent, n), RotatingPick.from(index, n))
    (held & Mux(index < nextEvent, begin | ~end, begin & ~end)) === 0.U
  }

  /** What one of the three would tell: opened, denied, closing, closed, ended. */
  private def tale(oneHot: UInt, fresh: Seq[Bool]): Seq[Bool] = {
    val all = Seq(heldOpened, heldDenied, heldClosing, heldClosed, heldEnded).zip(fresh).map { case (held, now) =>
      (held & oneHot) =/= 0.U || now
    }
    all.indices.map(i => all(i) && !all.take(i).fold(false.B)(_ || _))
  }
  private val none = false.B
  private val ofNote = tale(noteBit,
    Seq(nowOpened, nowDenied, closes && hostIndex === note.index, nowClosed, nowEnded))
  private val ofHost  = tale(hostBit, Seq(none, none, closes, none, none))
  private val ofFirst = tale(firstBit, Seq.fill(5)(none))
  private val Seq(tellOpened, tellDenied, tellClosing, tellClosed, tellEnded) =
    ofNote.indices.map(i => tells && chosen(ofNote(i), ofHost(i), ofFirst(i)))
  heldOpened  := openedAll & ~bits(tellOpened, tellBit)
  heldDenied  := deniedAll & ~bits(tellDenied, tellBit)
  heldClosing := closingAll & ~bits(tellClosing, tellBit)
  heldClosed  := closedAll & ~bits(tellClosed, tellBit)
  heldEnded   := endedAll & ~bits(tellEnded, tellBit)

  private val noteAnswer = Mux(((heldOpened | heldDenied) & noteBit) =/= 0.U, remote(note.index), answer)
  private val tellThere  = chosen(noteAnswer, remote(hostIndex), GatedRead(anyHeld, remote, first))
  private val granted = Packed(new EpochEvent)(f =>
    Seq(
      f.origin     -> 0.U,
      f.generation -> tellThere(Fixed.generationBits - 1, 0),
      f.entry      -> tellThere(tellThere.getWidth - 1, Fixed.generationBits)
    )
  )
  eventValid := errs || tells
  when(tells) { nextEvent := teller + 1.U }
  when(errs || tells) {
    event.a := Mux(errs, hostIndex, teller)
    event.b := MuxCase(
      tellClosed && chosen((failedAll & noteBit) =/= 0.U, (failed & hostBit) =/= 0.U,
        (failed & firstBit) =/= 0.U),
      Seq(
        errs        -> hostState,
        tellOpened  -> granted,
        tellDenied  -> tellThere(RefusalReason.bits - 1, 0),
        tellClosing -> chosen(puts(note.index), putsNow, GatedRead(anyHeld, puts, first))
      )
    )
    event.kind := MuxCase(
      EventKind.EpochEnded.value.U,
      Seq(
        errs        -> EventKind.EpochError.value.U,
        tellOpened  -> EventKind.EpochOpened.value.U,
        tellDenied  -> EventKind.EpochDenied.value.U,
        tellClosing -> EventKind.EpochClosing.value.U,
        tellClosed  -> EventKind.EpochClosed.value.U
      )
    )
  }
  io.event       := event
  io.event.valid := eventValid

  for (look <- io.lookup) {
    val found = remote(look.index)
    look.entry := found(found.getWidth - 1, Fixed.generationBits)
    look.gen   := found(Fixed.generationBits - 1, 0)
  }

  io.busy := toSend =/= 0.U || offered || held =/= 0.U || eventValid

  layer.block(layers.Verification) {
    assert(!(io.gate.valid && (openCmd || closeCmd)), "EU_A2: gate question and epoch command in one cycle")
    assert(!note.getDone || takesGet, "EU_A3: a get is done that was not outstanding")
    assert(!note.ack || takesAck || nowEnded, "EU_A4: ACK for an epoch that does not wait for one")
    assert(!(note.initAck || note.initNack) || noteIniting, "EU_A5: answer to an INIT that was not sent")
    val overlap = (initing & (open | closing | closed | ending)) | (open & (closing | closed | ending)) |
      (closing & (closed | ending)) | (closed & ending)
    assert(overlap === 0.U, "EU_P1: an epoch in two states")
    assert((toSend & ~(initing | closing | closed)) === 0.U, "EU_P2: something to send in a state that sends nothing")
    assert((closed & ~toSend) === 0.U, "EU_P3: CLOSED without a TERM to send")
    // conservation: gets begun - gets done, over all epochs, against a count of its own
    val outstanding = RegInit(0.U((countBits + log2Ceil(n) + 1).min(32).W))
    outstanding := outstanding + (admits && !io.gate.isPut) - takesGet
    assert(!takesGet || outstanding =/= 0.U, "EU_P4: more gets done than begun")
    assert((initing | open | closing) =/= 0.U || outstanding === 0.U, "EU_P5: gets outstanding without an epoch")
  }
}
