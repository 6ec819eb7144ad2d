// SPDX-License-Identifier: Apache-2.0
package fairlead.prove

import chisel3._
import chisel3.util._
import fairlead.epoch._
import fairlead.flow._
import fairlead.params._

/** EpochOrigin with a few epochs: any commands and gate questions, and a target that answers what was sent, each once, in any order. */
class EpochOriginProof(entries: Int, countBits: Int) extends Harness {
  private val dut  = Module(new EpochOrigin(n = entries, countBits = countBits))
  private val io   = dut.io
  private val bits = log2Ceil(entries)
  private def index(name: String) = free(name, UInt(bits.W))

  private val watch   = symbolic("watch", UInt(bits.W)) // the epoch that is followed
  private val command = freeBit("command")
  private val host    = index("host")
  private val opens   = freeBit("opens")
  private val isPut   = freeBit("isPut")
  private val gets    = RegInit(VecInit.fill(entries)(0.U(countBits.W))) // let in and not ended
  private val most    = ((1 << countBits) - 1).U
  private val asks    = freeBit("asks") && !command && (isPut || gets(host) =/= most)
  private val word    = WireInit(0.U.asTypeOf(new EpochCommand))
  word.index    := host
  io.nic        := anywhere
  io.cmd        := 0.U.asTypeOf(new Cmd)
  io.cmd.valid  := command
  io.cmd.op     := Mux(opens, TileCommand.EpochOpen.value.U, TileCommand.EpochClose.value.U)
  io.cmd.w(0)   := word.asUInt
  io.gate.valid := asks
  io.gate.index := host
  io.gate.isPut := isPut
  io.gate.extra := 0.U
  io.lookup.foreach(_.index := 0.U)
  private val ready = freeBit("ready")
  private val sent  = ready && io.control.valid
  io.control.ready := sent

  // beyond the node: INIT is answered by INIT_ACK or a refusal, PUT_COUNT by ACK, a get by its end, each once
  private val isCount  = io.control.ptype === PacketType.PutCount.value.U
  private val isInit   = io.control.ptype === PacketType.Init.value.U
  private val sentFor  = UIntToOH(Mux(isCount, io.control.word1.tag, io.control.word1.entry)(bits - 1, 0), entries)
  private val initAway = RegInit(0.U(entries.W))
  private val ackAway  = RegInit(0.U(entries.W))
  private val kind     = free("kind", UInt(2.W))
  private val note     = index("note")
  private val noteBit  = UIntToOH(note, entries)
  private val answers  = freeBit("answers")
  private val getDone  = answers && kind === 0.U && gets(note) =/= 0.U
  private val ack      = answers && kind === 1.U && (ackAway & noteBit) =/= 0.U
  private val initAck  = answers && kind === 2.U && (initAway & noteBit) =/= 0.U
  private val initNack = answers && kind === 3.U && (initAway & noteBit) =/= 0.U
  io.notice          := 0.U.asTypeOf(new OriginNotice)
  io.notice.getDone  := getDone
  io.notice.ack      := ack
  io.notice.initAck  := initAck
  io.notice.initNack := initNack
  io.notice.index    := note
  initAway           := (initAway & ~Mux(initAck || initNack, noteBit, 0.U)) | Mux(sent && isInit, sentFor, 0.U)
  ackAway            := (ackAway & ~Mux(ack, noteBit, 0.U)) | Mux(sent && isCount, sentFor, 0.U)
  private val admits = asks && io.gate.open
  gets.zipWithIndex.foreach { case (g, e) =>
    g := g + (admits && !isPut && host === e.U).asUInt - (getDone && note === e.U).asUInt
  }

  // the epoch that is followed
  private val told = io.event.valid && io.event.a(bits - 1, 0) === watch
  private def tells(k: EventKind): Bool = told && io.event.kind === k.value.U
  private val opened  = RegNext(command && opens && host === watch, false.B) && !tells(EventKind.EpochError)
  private val closes  = command && !opens && host === watch && io.gate.open
  private val puts    = RegInit(0.U(countBits.W)) // let in since it was opened
  private val begun   = RegInit(0.U(countBits.W))
  private val shut    = RegInit(true.B) // closed by the host, or never opened
  private val acked   = RegInit(false.B)
  private val waiting = RegInit(false.B) // closed by the host and not told so
  private val mine    = admits && host === watch
  puts  := Mux(opened, 0.U, puts + (mine && isPut).asUInt)
  begun := Mux(opened, 0.U, begun + (mine && !isPut).asUInt)
  when(opened) { shut := false.B; acked := false.B }
  when(closes) { shut := true.B; waiting := true.B }
  when(ack && note === watch) { acked := true.B }
  when(tells(EventKind.EpochClosed)) { waiting := false.B }

  assert(!(mine && shut), "PEO_P1: a transfer enters an epoch that is closing or not open")
  assert(!(sent && isCount && sentFor(watch)) || io.control.word1.addr === puts,
    "PEO_P2: PUT_COUNT does not tell the puts that were let in since the epoch was opened")
  assert(!tells(EventKind.EpochClosed) || acked && gets(watch) === 0.U,
    "PEO_P3: an epoch is told closed with gets outstanding or without its ACK")
  assert(!(sent && isCount && sentFor(watch)) || shut, "PEO_P5: PUT_COUNT leaves while puts may still enter")
  private val still = !io.busy && initAway === 0.U && ackAway === 0.U && gets.map(_ === 0.U).reduce(_ && _)
  assert(!still || !waiting, "PEO_P6: nothing is under way and an epoch is still closing")
  // Tile.orderActs, and no command
  private val notices = Seq(getDone, ack, initAck, initNack).reduce(_ || _)
  private val idle    = !io.busy && !notices && !command && !asks
  rests("PEO_G1", idle)
  reachable(idle && waiting, "PEO_C3")
  live("PEO_L1", !waiting, sent || !io.control.valid, ackAway(watch) === 0.U, gets(watch) === 0.U, !command)

  reachable(tells(EventKind.EpochClosed) && puts === 2.U && begun === 1.U, "PEO_C1")
  reachable(mine && isPut && puts === 1.U, "PEO_C2")
}

/** EpochTarget with a few epochs and any notifications that an EpochOrigin can cause: those that it cannot are left out by the unit's own assumptions. */
class EpochTargetProof(entries: Int, countBits: Int) extends Harness {
  private val dut   = Module(new EpochTarget(TileParams(variant = "prove"), entries, countBits))
  private val io    = dut.io
  private val bits  = log2Ceil(entries)
  private val note  = io.notice
  private val kind  = free("kind", UInt(3.W))
  private val index = free("entry", UInt(bits.W))
  io.mode := 0.U
  io.cmd  := 0.U.asTypeOf(new Cmd)
  Seq(note.getDone, note.ack, note.initAck, note.initNack).foreach(_ := false.B)
  private val puts  = RegInit(0.U(countBits.W)) // of the entry that is followed; its counter does not wrap
  private val parts = RegInit(0.U(2.W)) // its packets without `last`
  note.putDone    := kind === 1.U && !puts.andR
  note.parts      := free("parts", UInt(2.W))
  note.term       := kind === 3.U
  note.init       := kind === 4.U
  note.entry      := index
  note.gen        := free("gen", UInt(Fixed.generationBits.W))
  note.origin     := free("origin", UInt(1.W)).asTypeOf(new Coord)
  note.localIndex := free("local", UInt(1.W))
  note.value      := free("value", UInt(countBits.W))
  private val ready = freeBit("ready") && io.ack.valid
  io.ack.ready := ready
  private val access = io.access(0)
  access.epoch        := freeBit("access_epoch")
  access.entry        := free("access_entry", UInt(bits.W))
  access.gen          := free("access_gen", UInt(Fixed.generationBits.W))
  access.origin       := free("access_origin", UInt(1.W)).asTypeOf(new Coord)
  io.access(1)        := DontCare
  io.access(1).epoch  := false.B
  io.access(1).entry  := 0.U
  io.access(1).gen    := 0.U
  io.access(1).origin := 0.U.asTypeOf(new Coord)

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
  private val opens    = note.init && note.replyOk && note.replyEntry === watch
  private val current  = here && live_ && note.gen === gen
  // no more packets than the origin announced
  note.putPart := kind === 5.U && !(current && (parts.andR || counted && parts === partGoal))
  note.count   := kind === 2.U && !(current && note.parts < parts)
  when(opens) {
    live_   := true.B
    gen     := note.replyGen
    origin  := note.origin
    puts    := 0.U
    parts   := 0.U
    counted := false.B
    acked   := false.B
  }
  when(note.putDone && current) { puts := puts + 1.U }
  when(note.putPart && current) { parts := parts + 1.U }
  when(note.count && current) { counted := true.B; goal := note.value; partGoal := note.parts }
  when(note.term && current) { live_ := false.B }
  private val tells =
    io.event.valid && io.event.kind === EventKind.EpochAcked.value.U && io.event.a(bits - 1, 0) === watch
  when(tells) { acked := true.B }
  assert(!tells || live_ && counted && puts === goal && parts === partGoal,
    "PET_P1: an epoch is acknowledged before its counted puts are in memory, or for the puts of another")
  assert(!(tells && acked), "PET_P2: an epoch is acknowledged twice")
  assert(!opens || !live_, "PET_P3: an entry in use is given to another epoch")
  assert(!access.allowed || access.epoch || !live_,
    "PET_P4: an access from outside is let in while the window is exposed")
  assert(
    !(access.epoch && access.entry === watch) ||
      access.allowed === (live_ && access.gen === gen && access.origin.asUInt === origin.asUInt),
    "PET_P5: an access by a holder is refused, or one by another origin or generation is let in"
  )
  // ACK packets against EPOCH_ACKED events
  private val owed    = RegInit(0.U(4.W))
  private val anyTold = io.event.valid && io.event.kind === EventKind.EpochAcked.value.U
  owed := owed + anyTold.asUInt - ready.asUInt
  assert(!ready || owed =/= 0.U || anyTold, "PET_P6: an ACK leaves without its epoch having reached its count")
  private val still = !io.busy
  assert(!still || owed === 0.U, "PET_P7: a quiet unit owes an ACK")
  private val idle = !io.busy && !Seq(note.putDone, note.putPart, note.count, note.term, note.init).reduce(_ || _)
  rests("PET_G1", idle)
  reachable(idle && live_ && counted && !acked, "PET_C5")
  reachable(tells && goal === 2.U, "PET_C1")
  reachable(tells && partGoal === 2.U && RegNext(note.putPart && current, false.B), "PET_C4")
  reachable(note.count && current && puts === note.value && puts === 1.U, "PET_C2")
  reachable(live_ && access.allowed && access.epoch && gen === 2.U, "PET_C3")
}
