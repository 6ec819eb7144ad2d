// SPDX-License-Identifier: Apache-2.0
package fairlead.prove

import chisel3._
import chisel3.util._
import fairlead.epoch._
import fairlead.ports._
import fairlead.words._
import fairlead.params._

/** EpochTarget with a few epochs, any of the three rules for the INIT of another origin, and any notifications that an
  * EpochOrigin can cause: those that it cannot are left out by the unit's own assumptions.
  */
class EpochTargetProof(entries: Int, countBits: Int)(implicit structure: Structure) extends Harness {
  private val dut   = Module(new EpochTarget(entries, countBits, 0))
  private val io    = dut.io
  private val bits  = log2Ceil(entries)
  private val note  = io.notice
  private val kind  = free("kind", UInt(3.W))
  private val index = free("entry", UInt(bits.W))
  io.mode := symbolic("mode", UInt(2.W))
  io.cmd  := 0.U.asTypeOf(new Cmd)
  Seq(note.getDone, note.getPart, note.ack, note.initAck, note.initNack).foreach(_ := false.B)
  private val puts  = RegInit(0.U(countBits.W)) // of the entry that is followed; its counter does not wrap
  private val parts = RegInit(0.U(2.W)) // its packets without `last`
  note.putDone := kind === 1.U && !puts.andR
  note.parts   := free("parts", UInt(2.W))
  note.term    := kind === 3.U
  note.failed  := freeBit("failed")
  note.init    := kind === 4.U
  note.entry   := index
  note.gen     := free("gen", UInt(Fixed.generationBits.W))
  note.origin  := free("origin", UInt(1.W)).asTypeOf(new Coord)
  note.value   := free("value", UInt(countBits.W))
  private val ready = freeBit("ready") && io.ack.valid
  io.ack.ready := ready
  private val access = io.access(0)
  access.epoch  := freeBit("access_epoch")
  access.entry  := free("access_entry", UInt(bits.W))
  access.gen    := free("access_gen", UInt(Fixed.generationBits.W))
  access.origin := free("access_origin", UInt(1.W)).asTypeOf(new Coord)
  for (other <- io.access.tail) {
    other        := DontCare
    other.epoch  := false.B
    other.entry  := 0.U
    other.gen    := 0.U
    other.origin := 0.U.asTypeOf(new Coord)
  }

  // the entry that is followed
  private val watch    = symbolic("watch", UInt(bits.W))
  private val here     = index === watch
  private val live_    = RegInit(false.B)
  private val gen      = Reg(UInt(Fixed.generationBits.W))
  private val origin   = Reg(new Coord)
  private val goal     = Reg(UInt(countBits.W))
  private val partGoal = Reg(UInt(2.W))
  private val counted  = RegInit(false.B)
  private val acked    = RegInit(false.B) // EPOCH_ACKED told
  note.localIndex := Mux(note.init, note.replyEntry === watch,
    here) // so that an answer names the entry that is followed
  private val opens  = note.init && note.replyOk && note.replyEntry === watch
  private val queued = RegInit(false.B) // its INIT waits
  private val queues = note.init && note.replyQueue && note.replyEntry === watch
  private val spoilt = RegInit(false.B) // a put of it was refused
  private val last   = RegInit(false.B) // its TERM was processed, the answer is not in the register of `ack`
  private val granted = queued && io.event.valid && io.event.kind === EventKind.EpochExposed.value.U &&
    io.event.a(bits - 1, 0) === watch
  private val isLive  = live_ || granted
  private val named   = here && isLive && note.gen === gen // PUT_COUNT and TERM are known by entry and generation
  private val current = named && note.origin.asUInt === origin.asUInt
  // no more packets than the origin announced
  note.putPart := kind === 5.U && !(current && (parts.andR || counted && parts === partGoal))
  note.count   := kind === 2.U && !(named && note.parts < parts)
  when(granted) { live_ := true.B; queued := false.B }
  when(opens || queues) {
    live_   := opens
    queued  := queues
    spoilt  := false.B
    gen     := note.replyGen
    origin  := note.origin
    puts    := 0.U
    parts   := 0.U
    counted := false.B
    acked   := false.B
  }
  when(note.putDone && current) { puts := puts + 1.U }
  when(note.putPart && current) { parts := parts + 1.U }
  when(note.count && named) { counted := true.B; goal := note.value; partGoal := note.parts }
  private val ends = note.term && named
  when(ends) { live_ := false.B; last := true.B }
  when((note.putDone || note.putPart) && current && note.failed) { spoilt := true.B }
  private val tells =
    io.event.valid && io.event.kind === EventKind.EpochAcked.value.U && io.event.a(bits - 1, 0) === watch
  when(tells) { acked := true.B }
  assert(!tells || isLive && counted && puts === goal && parts === partGoal,
    "PET_P1: an epoch is acknowledged before its counted puts are in memory, or for the puts of another")
  assert(!(tells && acked), "PET_P2: an epoch is acknowledged twice")
  // an ACK in the first cycle in which it is offered
  private val offers = io.ack.valid && RegNext(!io.ack.valid || ready, true.B)
  private val to     = offers && io.ack.ptype === PacketType.Ack.value.U && io.ack.word1.entry(0)
  when(to) { last := false.B }
  assert(!(opens || queues) || !isLive && !queued && (!last || to), "PET_P3: an entry in use is given to another epoch")
  assert(!access.allowed || access.epoch || !isLive || access.origin.asUInt === origin.asUInt,
    "PET_P4: a stranger's access from outside is let in while the window is exposed")
  assert(
    !(access.epoch && access.entry === watch) ||
      access.allowed === (isLive && access.gen === gen && access.origin.asUInt === origin.asUInt),
    "PET_P5: an access by a holder is refused, or one by another origin or generation is let in"
  )
  // ACK packets against EPOCH_ACKED events
  private val owed    = RegInit(0.U(4.W))
  private val anyTold = io.event.valid && io.event.kind === EventKind.EpochAcked.value.U
  private val answers = ready && io.ack.ptype === PacketType.Ack.value.U
  private val anyOver = io.event.valid && io.event.kind === EventKind.EpochFreed.value.U
  owed := owed + anyTold.asUInt + anyOver.asUInt - answers.asUInt
  assert(!answers || owed =/= 0.U || anyTold || anyOver,
    "PET_P6: an ACK leaves without its epoch having reached its count or its end")
  assert(!to || io.ack.word1.addr === spoilt, "PET_P8: an ACK does not tell whether a put was refused")
  private val still = !io.busy
  assert(!still || owed === 0.U, "PET_P7: a quiet unit owes an ACK")
  private val idle = !io.busy && !Seq(note.putDone, note.putPart, note.count, note.term, note.init).reduce(_ || _)
  rests("PET_G1", idle)
  reachable(idle && live_ && counted && !acked, "PET_C7")
  reachable(tells && goal === 2.U, "PET_C1")
  reachable(tells && partGoal === 2.U && RegNext(note.putPart && current, false.B), "PET_C4")
  reachable(note.count && named && puts === note.value && puts === 1.U, "PET_C2")
  reachable(live_ && access.allowed && access.epoch && gen === 2.U, "PET_C3")
  reachable(granted && origin.asUInt === 1.U, "PET_C5")
  reachable(to && spoilt && !isLive, "PET_C6")
}

/** EpochTarget with a few entries and three origins: who is served in no epoch, and who may open an epoch in addition
  * to another's. With `kept` entries for origins that have none, only the rule of these is asked.
  */
class EpochTargetAccessProof(entries: Int, kept: Int)(implicit structure: Structure) extends Harness {
  private val dut  = Module(new EpochTarget(entries, 1, kept))
  private val io   = dut.io
  private val bits = log2Ceil(entries)
  private val note = io.notice
  private val kind = free("kind", UInt(2.W))
  private val mode = symbolic("mode", UInt(2.W))
  private val who  = free("origin", UInt(2.W)).asTypeOf(new Coord)
  io.mode := mode
  io.cmd  := 0.U.asTypeOf(new Cmd)
  // EPOCH_ADMIT at any time, with any rule for two bits of the id
  private val rules  = freeBit("rules")
  private val drawn  = Wire(new EpochAdmission)
  private val rule   = RegInit(0.U.asTypeOf(new EpochAdmission))
  private val id     = free("id", UInt(2.W))
  private val inRule = ((id ^ rule.key) & rule.mask) === 0.U
  drawn.key    := free("key", UInt(2.W))
  drawn.mask   := free("mask", UInt(2.W))
  io.cmd.valid := rules
  io.cmd.op    := TileCommand.EpochAdmit.value.U
  io.cmd.w(0)  := drawn.asUInt
  when(rules) { rule := drawn }
  Seq(note.getDone, note.getPart, note.ack, note.initAck, note.initNack, note.putDone, note.putPart, note.failed)
    .foreach(_ := false.B)
  note.parts      := 0.U
  note.count      := kind === 1.U
  note.term       := kind === 2.U
  note.init       := kind === 3.U
  note.entry      := free("entry", UInt(bits.W))
  note.origin     := who
  note.localIndex := 0.U
  note.value      := Mux(note.init, id, 0.U)
  io.ack.ready    := freeBit("ready") && io.ack.valid

  // every entry: open, queued, its origin, generation
  private val open   = RegInit(VecInit.fill(entries)(false.B))
  private val queued = RegInit(VecInit.fill(entries)(false.B))
  private val owner  = Reg(Vec(entries, new Coord))
  private val gens   = Reg(Vec(entries, UInt(Fixed.generationBits.W)))
  private val told   = io.event.valid && io.event.kind === EventKind.EpochExposed.value.U
  private val now = VecInit((0 until entries).map(e => open(e) || queued(e) && told && io.event.a(bits - 1, 0) === e.U))
  note.gen := gens(note.entry)
  for (e <- 0 until entries) {
    val starts = note.init && note.replyEntry === e.U
    when(now(e)) { open(e) := true.B; queued(e) := false.B }
    when(starts && (note.replyOk || note.replyQueue)) {
      open(e)   := note.replyOk
      queued(e) := note.replyQueue
      owner(e)  := note.origin
      gens(e)   := note.replyGen
    }
    when(note.term && note.entry === e.U && now(e)) { open(e) := false.B }
  }
  private def foreign(c: Coord): Bool =
    VecInit(now.zip(owner).map { case (o, w) => o && w.asUInt =/= c.asUInt }).asUInt.orR

  private val access = io.access(0)
  access.epoch  := false.B
  access.entry  := 0.U
  access.gen    := 0.U
  access.origin := free("access_origin", UInt(2.W)).asTypeOf(new Coord)
  for (other <- io.access.tail) {
    other        := DontCare
    other.epoch  := false.B
    other.entry  := 0.U
    other.gen    := 0.U
    other.origin := 0.U.asTypeOf(new Coord)
  }

  private val answered = note.replyOk || note.replyQueue
  if (kept == 0) {
    assert(access.allowed === !foreign(access.origin),
      "PEA_P1: an access in no epoch is served while an epoch of another origin is open, or refused while there is none")
    val granted = RegNext(VecInit(now.zip(open).map { case (n, o) => n && !o }).asUInt.orR, false.B)
    assert(!(note.init && note.replyOk && foreign(who)) || mode =/= 1.U && mode =/= 2.U,
      "PEA_P2: an epoch is opened beside another origin's where that is to wait or to be refused")
    val several = VecInit((0 until entries).map(e => now(e) && foreign(owner(e)))).asUInt.orR
    assert(!several || mode =/= 1.U && mode =/= 2.U,
      "PEA_P3: epochs of two origins are open where one is to wait or to be refused")
    assert(!(note.init && answered) || inRule, "PEA_P4: an epoch is granted or queued that the node does not admit")
    assert(!(note.init && inRule) || answered || note.replyWhy =/= RefusalReason.Epoch.value.U,
      "PEA_P5: an epoch is barred that the node admits")
    // an INIT that waits is granted, if no epoch is open again and again
    val watch = symbolic("watch", UInt(bits.W))
    live("PEA_L1", !queued(watch), !now.asUInt.orR && kind === 0.U)

    reachable(now.asUInt.andR && foreign(owner(0)) && foreign(owner(2)) && owner(1).asUInt === owner(2).asUInt,
      "PEA_C1")
    reachable(granted && now.asUInt.orR && mode === 1.U && queued.asUInt.orR, "PEA_C2")
    reachable(
      access.allowed && now.asUInt.orR && RegNext(foreign(access.origin), false.B) && mode === 0.U,
      "PEA_C3"
    )
    reachable(note.init && !answered && !inRule && now.asUInt.orR && mode === 0.U, "PEA_C4")
  } else {
    val used = VecInit(now.zip(queued).map { case (n, q) => n || q })
    val has  = VecInit(used.zip(owner).map { case (u, o) => u && o.asUInt === who.asUInt }).asUInt.orR
    val some = PopCount(used)
    assert(!(note.init && answered && has) || some < (entries - kept).U,
      "PEK_P1: an origin that has an entry takes one of the last")
    assert(
      !(note.init && inRule && mode === 0.U && !io.busy) || answered || some === entries.U ||
        has && some >= (entries - kept).U, "PEK_P2: an origin that has no entry is refused a free one"
    )
    reachable(note.init && answered && !has && some === (entries - kept).U, "PEK_C1")
    reachable(note.init && !answered && has && inRule && some === (entries - kept).U && mode === 0.U, "PEK_C2")
  }
}

/** EpochTarget: ACK and late INIT_ACK go to where an INIT came from. */
class EpochTargetHeaderProof(entries: Int)(implicit structure: Structure) extends HeaderProof {
  private val io = Module(new EpochTarget(entries, 2, 0)).io
  expose(io)
  io.ack.ready := freeBit("leaves") && io.ack.valid
  assert(!io.notice.init || inside(io.notice.origin), "PHA_A1: an INIT from no node of the machine")
  assert(!io.ack.valid || inside(io.ack.dst), "PHA_P1: an ACK goes to no node of the machine")
  reachable(io.ack.valid && io.ack.dst.x === 15.U && io.ack.ptype === PacketType.InitAck.value.U, "PHA_C1")
}
