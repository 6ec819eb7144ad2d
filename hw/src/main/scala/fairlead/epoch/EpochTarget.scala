// SPDX-License-Identifier: Apache-2.0
package fairlead.epoch

import chisel3._
import chisel3.util._
import fairlead.ports._
import fairlead.words._
import fairlead.params._

class EpochTargetIO(implicit structure: Structure) extends Bundle {
  val mode   = Input(UInt(2.W)) // EPOCH_ACCESS
  val cmd    = Input(new Cmd) // EPOCH_ADMIT, FAULT_ARM
  val access = Vec(structure.localPorts, Flipped(new EpochAccess))
  val notice = Flipped(new EpochNotify)
  val ack    = new ControlPacket
  val event  = Output(new EventPort)
  val busy   = Output(Bool())
}

/** What an entry knows of its epoch from INIT on. The generation outlives the epoch. */
class TargetOwner(implicit structure: Structure) extends Bundle {
  val gen    = UInt(Fixed.generationBits.W)
  val index  = UInt(structure.indexBits.W) // the origin's epoch index, to which the ACK goes
  val origin = new Coord
}

/** Target half of EpochUnit: exposure, got counter and acknowledgement of its epochs, and the limit on access.
  *
  * Everything changes by the one notification of the cycle, so no two writers meet.
  *
  * Timing: events are visible in the cycle after their cause; EPOCH_ACKED waits when PUT_COUNT itself completes the
  *         epoch (EPOCH_COUNTED goes first) and the
  * ACK is queued only with its event, so that an entry has at most one event waiting. `ack` is a register and holds its
  * packet until `ready`. The last `kept` entries are for origins that have none.
  * Spec:   docs/spec/epoch-unit.md
  */
class EpochTarget(n: Int, countBits: Int, kept: Int, physical: Boolean = false)(implicit structure: Structure)
    extends Module with OpenUnit {
  val io = IO(new EpochTargetIO)

  protected val valid    = RegInit(0.U(n.W))
  protected val used     = RegInit(0.U(n.W)) // entries that have had an epoch since reset; the generation is in `owner`
  private val countValid = RegInit(0.U(n.W)) // PUT_COUNT has arrived
  private val reached    = RegInit(0.U(n.W)) // `got` has equalled `count`, so the entry is never acknowledged again
  private val heldAcked  = RegInit(0.U(n.W)) // EPOCH_ACKED has not been sent yet
  private val ackPending = RegInit(0.U(n.W)) // ACK has not been sent yet

  private val waiting   = RegInit(0.U(n.W)) // INIT has arrived and is queued
  private val scan      = RegInit(0.U(n.W)) // queued INITs that must be examined, because they may be of the new holder
  private val toGrant   = RegInit(0.U(n.W)) // INIT_ACK of a queued INIT has not been sent yet
  private val holder    = Reg(new Coord) // origin of an epoch that is open here
  private val foreign   = RegInit(0.U(n.W)) // epochs that are open here and belong to another origin than the holder
  private val failed    = RegInit(0.U(n.W)) // a put of the epoch was refused
  private val toEnd     = RegInit(0.U(n.W)) // TERM was processed, and its ACK has not been sent yet
  private val nextGrant = RegInit(0.U(structure.indexBits.W))

  protected val owner = new Table("owner", n, UInt((new TargetOwner).getWidth.W), physical) // written by INIT
  private val ident   = new Table("ident", n, UInt(16.W), physical) // epoch id; written by INIT
  private val got     = new Table("got", n, UInt(countBits.W), physical) // written by INIT and putDone
  private val count   = Mem(n, UInt(countBits.W)) // written by PUT_COUNT
  private val lacks =
    Mem(n,
      UInt(
        Fixed.partBits.W
      )) // packets of unordered puts without `last`: announced - arrived, modulo; written by INIT, putPart and PUT_COUNT

  private val nextTell   = RegInit(0.U(structure.indexBits.W))
  private val nextAck    = RegInit(0.U(structure.indexBits.W))
  private val event      = Reg(new EventPort)
  private val eventValid = RegInit(false.B)
  private val ackOwner   = Reg(new TargetOwner)
  private val ackEntry   = Reg(UInt(structure.indexBits.W))
  private val ackGrants  = Reg(Bool()) // the answer is an INIT_ACK
  private val ackFailed  = Reg(Bool()) // a put of the epoch was refused
  private val offered    = RegInit(false.B)

  // ---- the notification
  protected val note   = io.notice
  private val inUse    = valid | waiting | toEnd
  protected val vacant = entryFor // for an INIT; what the others name is read without waiting for it
  protected def entryFor: UInt = RotatingPick.lowest(~inUse)
  private val full        = inUse.andR
  private val entry       = Mux(note.init, vacant, note.entry)
  private val named       = UIntToOH(note.entry, n)
  protected val vacantBit = UIntToOH(vacant, n)
  private val told        = note.count || note.putDone || note.putPart || note.term
  protected val before    = GatedRead(note.init, owner, vacant).asTypeOf(new TargetOwner)
  protected val now       = GatedRead(told, owner, note.entry).asTypeOf(new TargetOwner)
  private val shared      = isShared
  protected def isShared: Bool = false.B // an INIT joins the epoch of its entry
  private val fresh = generation
  protected def generation: UInt = Mux((used & vacantBit) =/= 0.U, before.gen + 1.U, 1.U)
  private val live = (valid & named) =/= 0.U && now.gen === note.gen

  // an INIT of another origin while an epoch is open, by EPOCH_ACCESS; nobody passes those that wait for a node that is
  // free again
  private val others = valid =/= 0.U && holder.asUInt =/= note.origin.asUInt
  private val queues = io.mode === 1.U && (others || valid === 0.U && waiting =/= 0.U)
  // the epochs that the system of this node lets others open
  private val admits = io.cmd.valid && io.cmd.op === TileCommand.EpochAdmit.value.U
  private val rule   = RegInit(0.U.asTypeOf(new EpochAdmission))
  when(admits) { rule := io.cmd.w(0)(rule.getWidth - 1, 0).asTypeOf(rule) }
  private val barred = isBarred(((note.value(15, 0) ^ rule.key) & rule.mask).orR)
  protected def isBarred(barred: Bool): Bool = barred
  // nobody takes the last entries who has one
  private val strangers = WireDefault(0.U(n.W)) // entries of other origins than the INIT's, or than the next holder
  private val taken     = RegInit(0.U(log2Ceil(n + 1).W)) // entries in use
  private val greedy    = taken >= (n - kept).U && note.init && ((valid | waiting) & ~strangers).orR && keeps
  protected def keeps: Bool   = true.B
  protected def refuses: Bool = barred || full || greedy || io.mode === 2.U && others
  protected val accepts = note.init && !refuses
  private val exposes   = accepts && !queues
  private val waits     = accepts && queues
  protected val counts  = note.count && live && ((countValid & named) === 0.U || recounts)
  protected def recounts: Bool = false.B
  private val owns = live && isOf(now, note.origin)
  protected def isOf(epoch: TargetOwner, origin: Coord): Bool = epoch.origin.asUInt === origin.asUInt
  private val puts     = note.putDone && owns
  private val parts    = note.putPart && owns
  private val frees    = note.term && live
  private val gotSoFar = GatedRead(told, got, note.entry)
  private val counted  = GatedRead(told, count, note.entry)
  protected val gotNow = gotSoFar + puts
  protected val goal   = Mux(counts, note.value, counted)
  // the last packet of an unordered put may come first: when all `last` are here, the other packets have been counted
  // too, or are still missing
  private val lacksNow = GatedRead(told, lacks, note.entry) + Mux(counts, note.parts, 0.U) - parts
  private val unjudged = (reached & named) === 0.U
  protected val judged = (counts || (puts && (countValid & named) =/= 0.U)) && (unjudged || recounts && counts)
  // gotNow === goal, each case computed at once
  private val equals =
    Mux(counts, gotSoFar === note.value, Mux(puts, Follows(gotSoFar, counted), gotSoFar === counted))
  protected def isGoal: Bool =
    (judged || parts && unjudged && (countValid & named) =/= 0.U) && equals
  private val whole = isGoal && lacksNow === 0.U

  private val reaches = acknowledges(whole)
  protected def acknowledges(whole: Bool): Bool = whole
  private val spoilt = excused("EU_A6")

  protected val fill = Wire(new TargetOwner)
  fill.gen    := fresh
  fill.index  := note.localIndex
  fill.origin := note.origin
  when(accepts) { owner(entry) := fill.asUInt }
  when(accepts) { ident(entry) := note.value(15, 0) }
  when(accepts && !shared || puts) { got(entry) := Mux(accepts, 0.U, gotNow) }
  when(accepts && !shared || parts || counts) { lacks(entry) := Mux(accepts, 0.U, lacksNow) }
  when(counts) { count(entry) := note.value }
  note.replyOk    := exposes
  note.replyQueue := waits
  note.replyWhy := Mux(barred, RefusalReason.Epoch.value.U,
    Mux(full || greedy, RefusalReason.Table.value.U, RefusalReason.Held.value.U))
  note.replyEntry := vacant
  note.replyGen   := fresh

  // ---- access limit
  private val exposed        = valid =/= 0.U
  private val severalOrigins = foreign =/= 0.U
  for (a <- io.access) {
    val who = GatedRead(a.epoch, owner, a.entry).asTypeOf(new TargetOwner)
    val holds = (valid & UIntToOH(a.entry, n)) =/= 0.U && who.gen === a.gen &&
      isOf(who, a.origin)
    val own = isOwn(a)
    a.allowed := Mux(a.epoch, holds, !exposed || own)
  }

  /** A transfer of the holder outside its own epochs. */
  protected def isOwn(a: EpochAccess): Bool = !severalOrigins && holder.asUInt === a.origin.asUInt

  // ---- sender
  // an entry never has two of them, because each follows the answer to the previous one
  private val toSend = ackPending | toGrant | toEnd
  private val takes  = toSend =/= 0.U && (!offered || io.ack.ready)
  private val sender = RotatingPick(toSend, nextAck)
  when(takes) {
    nextAck   := sender + 1.U
    ackOwner  := owner(sender).asTypeOf(new TargetOwner)
    ackEntry  := sender
    ackGrants := (toGrant & UIntToOH(sender, n)) =/= 0.U
    ackFailed := (failed & UIntToOH(sender, n)) =/= 0.U
  }
  when(takes || io.ack.ready) { offered := takes }
  io.ack.valid       := offered
  io.ack.ptype       := Mux(ackGrants, PacketType.InitAck.value.U, PacketType.Ack.value.U)
  io.ack.dst         := ackOwner.origin
  io.ack.word1       := 0.U.asTypeOf(new Header1)
  io.ack.word1.entry := ackOwner.index
  io.ack.word1.addr  := ackFailed
  when(ackGrants) {
    io.ack.word1.gen  := ackOwner.gen
    io.ack.word1.addr := ackEntry
  }

  // ---- events: the notification's own first, a held EPOCH_ACKED in a cycle without one
  private val tellsOwn  = accepts || counts || frees || reaches
  private val tellsHeld = !tellsOwn && heldAcked =/= 0.U
  private val teller    = RotatingPick(heldAcked, nextTell)
  private val ownAcked  = reaches && !counts

  // ---- a queued INIT is granted in a cycle without another event: any of them when no epoch is open, then those of
  // the same origin, one looked at a cycle
  private val idle      = !tellsOwn && !tellsHeld
  private val vacated   = valid === 0.U && waiting =/= 0.U
  private val examines  = vacated || scan =/= 0.U
  private val looks     = idle && examines
  private val candidate = Mux(vacated, RotatingPick(waiting, nextGrant), RotatingPick.lowest(scan))
  private val waiter    = GatedRead(examines, owner, candidate).asTypeOf(new TargetOwner)
  private val suits     = vacated || waiter.origin.asUInt === holder.asUInt
  private val grants    = looks && suits
  private val lookBit   = Mux(looks, UIntToOH(candidate, n), 0.U)
  private val grantBit  = Mux(grants, lookBit, 0.U)
  when(looks && vacated) { nextGrant := candidate + 1.U }

  eventValid := tellsOwn || tellsHeld || grants
  when(tellsHeld) { nextTell := teller + 1.U }
  when(tellsOwn || tellsHeld || grants) {
    val both  = accepts || frees || grants
    val gen   = Mux(grants, waiter.gen, Mux(accepts, fresh, now.gen))
    val from  = Mux(grants, waiter.origin.asUInt, Mux(accepts, note.origin.asUInt, now.origin.asUInt))
    val which = Mux(grants, candidate, entry)
    val held  = Packed(new EpochEvent)(f => Seq(f.origin -> from, f.generation -> gen, f.entry -> which))
    event.a := Mux(both, held, Mux(tellsHeld, teller, entry))
    event.b := MuxCase(
      gotNow,
      Seq(
        accepts   -> note.value(15, 0),
        grants    -> GatedRead(examines, ident, candidate),
        frees     -> GatedRead(note.term, ident, note.entry),
        counts    -> note.value,
        tellsHeld -> GatedRead(heldAcked =/= 0.U, got, teller)
      )
    )
    event.kind := MuxCase(
      EventKind.EpochAcked.value.U,
      Seq(
        waits               -> EventKind.EpochQueued.value.U,
        (exposes || grants) -> EventKind.EpochExposed.value.U,
        frees               -> EventKind.EpochFreed.value.U,
        counts              -> EventKind.EpochCounted.value.U
      )
    )
  }
  io.event       := event
  io.event.valid := eventValid

  // ---- state
  private def bits(condition: Bool, oneHot: UInt): UInt = Mux(condition, oneHot, 0.U(n.W))
  private val tellBit   = bits(tellsHeld, UIntToOH(teller, n))
  private val entering  = bits(exposes, vacantBit) | grantBit
  private val remaining = valid & ~bits(frees, named)
  private val newcomer  = Mux(exposes, note.origin, waiter.origin)
  private val outlived  = foreign & ~bits(frees, named)
  // the last epoch of the holder ends while others are open: one of their origins, known before, is the holder now
  private val passes   = frees && severalOrigins && (valid & ~foreign & ~named) === 0.U
  private val inherits = note.term && severalOrigins
  private val heir     = GatedRead(inherits, owner, RotatingPick.lowest(foreign)).asTypeOf(new TargetOwner).origin
  private val asked    = Mux(note.init, note.origin, heir)
  when(inherits || note.init) {
    strangers := Cat((0 until n).reverse.map(i => owner(i.U).asTypeOf(new TargetOwner).origin.asUInt =/= asked.asUInt))
  }
  when((exposes || grants) && !exposed || passes) { holder := Mux(passes, heir, newcomer) }
  foreign := Mux(passes, foreign & strangers, outlived | bits(exposes && others, vacantBit)) // a grant opens none
  failed  := (failed | bits(note.failed && (puts || parts), named)) & ~bits(accepts && !shared, vacantBit)

  valid      := remaining | entering
  used       := used | bits(accepts, vacantBit)
  waiting    := (waiting | bits(waits, vacantBit)) & ~grantBit
  scan       := Mux(looks && vacated, waiting & ~grantBit, scan & ~lookBit)
  toGrant    := (toGrant | grantBit) & ~bits(takes, UIntToOH(sender, n))
  toEnd      := (toEnd & ~bits(takes, UIntToOH(sender, n))) | bits(frees, named)
  taken      := taken + (accepts && !shared) - (takes && (toEnd & UIntToOH(sender, n)) =/= 0.U)
  countValid := (countValid | bits(counts, named)) & ~bits(accepts && !shared, vacantBit)
  reached    := (reached | bits(reaches, named)) & ~bits(accepts && !shared, vacantBit)
  heldAcked  := (heldAcked & ~tellBit) | bits(reaches && counts, named)
  ackPending := (ackPending & ~bits(takes, UIntToOH(sender, n))) | bits(ownAcked, named) | tellBit

  io.busy := toSend =/= 0.U || offered || heldAcked =/= 0.U || eventValid || vacated || scan =/= 0.U

  layer.block(layers.Verification) {
    assert(!(note.putDone || note.putPart) || owns || spoilt,
      "EU_A6: put of an epoch that is not open here, or of an older generation")
    assert(!note.count || counts && (toGrant & named) === 0.U,
      "EU_A7: PUT_COUNT for a closed epoch, an older generation, for the second time, or before its INIT_ACK has left")
    assert(!note.count || !live || now.index === note.localIndex,
      "EU_A8: PUT_COUNT and INIT name different origin indices")
    val unsent = ackPending | heldAcked
    assert(!note.term || (live && (reached & ~unsent & named) =/= 0.U), "EU_A9: TERM before the ACK has left")
    assert(!puts || (countValid & named) === 0.U || gotNow <= goal, "EU_P6: more puts than the origin counted")
    assert(!counts || gotNow <= goal, "EU_P7: PUT_COUNT is below the puts that have arrived")
    assert((unsent & ~(valid & reached)) === 0.U, "EU_P8: an ACK waits for an epoch that has not reached its count")
    assert((waiting & (valid | toGrant)) === 0.U && (scan & ~waiting) === 0.U, "EU_P10: an INIT waits in an open entry")
    assert((toGrant & ~valid) === 0.U && (toGrant & unsent) === 0.U && (toEnd & (valid | waiting)) === 0.U,
      "EU_P11: two answers of one entry wait together")
    assert((foreign & ~valid) === 0.U && (!exposed || (valid & ~foreign) =/= 0.U),
      "EU_P13: an epoch is open and none of the holder")
    assert(!waiting.orR || io.mode === 1.U, "EU_P12: an INIT waits although none is to be queued")
    assert(taken === PopCount(inUse) || excused("EU_P14"), "EU_P14: the number of entries in use is wrong")
    // conservation: epochs exposed - epochs freed = entries in use
    val exposedNow = RegInit(0.U((structure.indexBits + 1).W))
    exposedNow := exposedNow + exposes + grants - frees
    assert(PopCount(valid) === exposedNow, "EU_P9: entries in use differ from epochs exposed less epochs freed")
  }
}
