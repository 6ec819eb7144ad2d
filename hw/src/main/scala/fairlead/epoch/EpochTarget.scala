// SPDX-License-Identifier: Apache-2.0
package fairlead.epoch

import chisel3._
import chisel3.util._
import fairlead.flow._
import fairlead.params._

class EpochTargetIO extends Bundle {
  val cmd    = Input(new Cmd) // FAULT_ARM only
  val access = Vec(Fixed.localPorts, Flipped(new EpochAccess))
  val notice = Flipped(new EpochNotify)
  val ack    = new ControlPacket
  val event  = Output(new EventPort)
  val busy   = Output(Bool())
}

/** What an entry knows of its epoch from INIT on. The generation outlives the epoch. */
class TargetOwner extends Bundle {
  val gen    = UInt(Fixed.generationBits.W)
  val index  = UInt(6.W) // the origin's epoch index: where the ACK goes
  val origin = new Coord
}

/** Target half of EpochUnit: exposure, got counter and acknowledgement of 64 epochs, and the limit on access.
  *
  * Everything changes by the one notification of the cycle, so no two writers meet.
  *
  * Timing: events are visible in the cycle after their cause; EPOCH_ACKED waits when PUT_COUNT itself completes the epoch (EPOCH_COUNTED goes first) and the
  * ACK is queued only with its event, so that an entry has at most one event waiting. `ack` is a register and holds its packet until `ready`.
  * Spec:   docs/spec/epoch-unit.md
  */
class EpochTarget(p: TileParams, n: Int = Fixed.targetEpochs, countBits: Int = Fixed.addressBits) extends Module {
  val io = IO(new EpochTargetIO)

  private val valid      = RegInit(0.U(n.W))
  private val used       = RegInit(0.U(n.W)) // has had an epoch since reset: its generation is in `owner`
  private val countValid = RegInit(0.U(n.W)) // PUT_COUNT is here
  private val reached    = RegInit(0.U(n.W)) // got has equalled count: never acknowledge again
  private val heldAcked  = RegInit(0.U(n.W)) // EPOCH_ACKED has still to be told
  private val ackPending = RegInit(0.U(n.W)) // ACK has still to be sent

  private val owner = Mem(n, UInt((new TargetOwner).getWidth.W)) // written by INIT
  private val ident = Mem(n, UInt(16.W)) // epoch id; written by INIT
  private val got   = Mem(n, UInt(countBits.W)) // written by INIT and putDone
  private val count = Mem(n, UInt(countBits.W)) // written by PUT_COUNT
  private val lacks = Mem(n, UInt(Fixed.partBits.W)) // packets of unordered puts without `last`: announced - arrived, modulo; written by INIT, putPart and PUT_COUNT

  private val nextTell   = RegInit(0.U(6.W))
  private val nextAck    = RegInit(0.U(6.W))
  private val event      = Reg(new EventPort)
  private val eventValid = RegInit(false.B)
  private val ackOwner   = Reg(new TargetOwner)
  private val offered    = RegInit(false.B)

  // ---- the notification
  private val note   = io.notice
  private val vacant = RotatingPick.lowest(~valid)
  private val full   = valid.andR
  private val entry  = Mux(note.init, vacant, note.entry)
  private val bit    = UIntToOH(entry, n)
  private val now    = owner(entry).asTypeOf(new TargetOwner)
  private val fresh  = Mux((used & bit) =/= 0.U, now.gen + 1.U, 1.U)
  private val live   = (valid & bit) =/= 0.U && now.gen === note.gen

  private val exposes = note.init && !full
  private val counts  = note.count && live && (countValid & bit) === 0.U
  private val puts    = note.putDone && live
  private val parts   = note.putPart && live
  private val frees   = note.term && live
  private val gotNow  = got(entry) + puts
  private val goal    = Mux(counts, note.value, count(entry))
  // the last packet of an unordered put may come first: when all `last` are here, the other packets have been counted too, or are still missing
  private val lacksNow = lacks(entry) + Mux(counts, note.parts, 0.U) - parts
  private val unjudged = (reached & bit) === 0.U
  private val judged   = (counts || (puts && (countValid & bit) =/= 0.U)) && unjudged
  private val whole    = (judged || parts && unjudged && (countValid & bit) =/= 0.U) && gotNow === goal && lacksNow === 0.U

  private val early  = WireDefault(false.B)
  private val spoilt = WireDefault(false.B) // a fault has fired here: later puts may be late
  if (p.faults) {
    val armed = RegInit(false.B)
    val fired = RegInit(false.B)
    early := armed && judged && goal =/= 0.U && gotNow + 1.U === goal
    when(early) { fired := true.B; armed := false.B }
    when(io.cmd.valid && io.cmd.op === TileCommand.FaultArm.value.U && io.cmd.w(0) === FaultId.EpochEarly.value.U) {
      armed := true.B
    }
    spoilt := fired
  }
  private val reaches = whole || early

  private val fill = Wire(new TargetOwner)
  fill.gen    := fresh
  fill.index  := note.localIndex
  fill.origin := note.origin
  when(exposes) {
    owner(entry) := fill.asUInt
    ident(entry) := note.value(15, 0)
  }
  when(exposes || puts) { got(entry) := Mux(exposes, 0.U, gotNow) }
  when(exposes || parts || counts) { lacks(entry) := Mux(exposes, 0.U, lacksNow) }
  when(counts) { count(entry) := note.value }
  note.replyOk    := !full
  note.replyEntry := vacant
  note.replyGen   := fresh

  // ---- access limit
  private val exposed = valid =/= 0.U
  for (a <- io.access) {
    val who   = owner(a.entry).asTypeOf(new TargetOwner)
    val holds = (valid & UIntToOH(a.entry, n)) =/= 0.U && who.gen === a.gen && who.origin.asUInt === a.origin.asUInt
    a.allowed := Mux(a.epoch, holds, !exposed)
  }

  // ---- sender
  private val takes  = ackPending =/= 0.U && (!offered || io.ack.ready)
  private val sender = RotatingPick(ackPending, nextAck)
  when(takes) {
    nextAck  := sender + 1.U
    ackOwner := owner(sender).asTypeOf(new TargetOwner)
  }
  when(takes || io.ack.ready) { offered := takes }
  io.ack.valid       := offered
  io.ack.ptype       := PacketType.Ack.value.U
  io.ack.dst         := ackOwner.origin
  io.ack.word1       := 0.U.asTypeOf(new Header1)
  io.ack.word1.entry := ackOwner.index

  // ---- events: the notification's own first, a held EPOCH_ACKED in a cycle without one
  private val tellsOwn  = exposes || counts || frees || reaches
  private val tellsHeld = !tellsOwn && heldAcked =/= 0.U
  private val teller    = RotatingPick(heldAcked, nextTell)
  private val ownAcked  = reaches && !counts
  eventValid := tellsOwn || tellsHeld
  when(tellsHeld) { nextTell := teller + 1.U }
  when(tellsOwn || tellsHeld) {
    val both  = exposes || frees
    val gen   = Mux(exposes, fresh, now.gen)
    val from  = Mux(exposes, note.origin.asUInt, now.origin.asUInt)
    event.a := Mux(both, Cat(from, 0.U(4.W), gen, 0.U(2.W), entry), Mux(tellsHeld, teller, entry))
    event.b := Mux(
      exposes,
      note.value(15, 0),
      Mux(frees, ident(entry), Mux(counts, note.value, Mux(tellsHeld, got(teller), gotNow)))
    )
    event.kind := Mux(
      exposes,
      EventKind.EpochExposed.value.U,
      Mux(
        frees,
        EventKind.EpochFreed.value.U,
        Mux(counts, EventKind.EpochCounted.value.U, EventKind.EpochAcked.value.U)
      )
    )
  }
  io.event       := event
  io.event.valid := eventValid

  // ---- state
  private def bits(condition: Bool, oneHot: UInt): UInt = Mux(condition, oneHot, 0.U(n.W))
  private val tellBit = bits(tellsHeld, UIntToOH(teller, n))
  valid      := (valid | bits(exposes, bit)) & ~bits(frees, bit)
  used       := used | bits(exposes, bit)
  countValid := (countValid | bits(counts, bit)) & ~bits(exposes, bit)
  reached    := (reached | bits(reaches, bit)) & ~bits(exposes, bit)
  heldAcked  := (heldAcked & ~tellBit) | bits(reaches && counts, bit)
  ackPending := (ackPending & ~bits(takes, UIntToOH(sender, n))) | bits(ownAcked, bit) | tellBit

  io.busy := ackPending =/= 0.U || offered || heldAcked =/= 0.U || eventValid

  layer.block(layers.Verification) {
    assert(!(note.putDone || note.putPart) || live || spoilt, "EU_A6: put of an epoch that is not open here, or of an older generation")
    assert(!note.count || counts, "EU_A7: PUT_COUNT for a closed epoch, an older generation, or for the second time")
    assert(!note.count || !live || now.index === note.localIndex,
      "EU_A8: PUT_COUNT and INIT name different origin indices")
    val unsent = ackPending | heldAcked
    assert(!note.term || (live && (reached & ~unsent & bit) =/= 0.U), "EU_A9: TERM before the ACK has left")
    assert(!puts || (countValid & bit) === 0.U || gotNow <= goal, "EU_P6: more puts than the origin counted")
    assert(!counts || gotNow <= goal, "EU_P7: PUT_COUNT is below the puts that have arrived")
    assert((unsent & ~(valid & reached)) === 0.U, "EU_P8: an ACK waits for an epoch that has not reached its count")
    // conservation: epochs exposed - epochs freed = entries in use
    val exposedNow = RegInit(0.U(7.W))
    exposedNow := exposedNow + exposes - frees
    assert(PopCount(valid) === exposedNow, "EU_P9: entries in use differ from epochs exposed less epochs freed")
  }
}
