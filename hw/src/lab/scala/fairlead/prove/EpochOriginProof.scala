// SPDX-License-Identifier: Apache-2.0
package fairlead.prove

import chisel3._
import chisel3.util._
import fairlead.epoch._
import fairlead.ports._
import fairlead.words._
import fairlead.params._

/** EpochOrigin with a few epochs: any commands and gate questions, and a target that answers what was sent, each once,
  * in any order.
  */
class EpochOriginProof(entries: Int, countBits: Int)(implicit structure: Structure) extends Harness {
  private val dut  = Module(new EpochOrigin(n = entries, countBits = countBits))
  private val io   = dut.io
  private val bits = log2Ceil(entries)
  private def index(name: String) = free(name, UInt(bits.W))

  private val watch   = symbolic("watch", UInt(bits.W)) // the epoch that is followed
  private val command = freeBit("command")
  private val host    = index("host")
  private val opens   = freeBit("opens")
  private val isPut   = freeBit("isPut")
  private val gets    = RegInit(VecInit.fill(entries)(0.U(countBits.W))) // admitted and not ended
  private val most    = ((1 << countBits) - 1).U
  private val asks    = freeBit("asks") && !command && (isPut || gets(host) =/= most)
  private val word    = WireInit(0.U.asTypeOf(new EpochCommand))
  word.index    := host
  word.target.x := free("target", UInt(1.W))
  io.nic        := 0.U.asTypeOf(new NicConfig) // a machine of two nodes
  io.nic.kx     := 2.U
  io.nic.ky     := 1.U
  io.nic.kz     := 1.U
  io.cmd        := 0.U.asTypeOf(new Cmd)
  io.cmd.valid  := command
  io.cmd.op     := Mux(opens, TileCommand.EpochOpen.value.U, TileCommand.EpochClose.value.U)
  io.cmd.w(0)   := word.asUInt
  io.gate.valid := asks
  io.gate.index := host
  io.gate.isPut := isPut
  private val extra = free("extra", UInt(2.W))
  private val aim   = free("aim", UInt(1.W)) // where the transfer goes
  io.gate.extra    := extra
  io.gate.target   := 0.U.asTypeOf(new Coord)
  io.gate.target.x := aim
  io.lookup.foreach(_.index := 0.U)
  private val ready = freeBit("ready")
  private val sent  = ready && io.control.valid
  io.control.ready := sent

  // the target: it answers INIT by INIT_ACK or a refusal, PUT_COUNT and TERM by ACK, a get by its end or its refusal,
  // each once; its entry is the index
  private val isCount  = io.control.ptype === PacketType.PutCount.value.U
  private val isInit   = io.control.ptype === PacketType.Init.value.U
  private val isTerm   = io.control.ptype === PacketType.Term.value.U
  private val sentFor  = UIntToOH(Mux(isCount, io.control.word1.tag, io.control.word1.entry)(bits - 1, 0), entries)
  private val initAway = RegInit(0.U(entries.W))
  private val ackAway  = RegInit(0.U(entries.W))
  private val termAway = RegInit(0.U(entries.W))
  private val kind     = free("kind", UInt(2.W))
  private val note     = index("note")
  private val noteBit  = UIntToOH(note, entries)
  private val answers  = freeBit("answers")
  private val getTold  = answers && kind === 0.U && gets(note) =/= 0.U
  private val part     = freeBit("part")
  private val getPart  = getTold && part
  private val getDone  = getTold && !part
  private val ended    = answers && kind === 1.U && (termAway & noteBit) =/= 0.U
  private val counted  = answers && kind === 1.U && (ackAway & noteBit) =/= 0.U
  private val ack      = counted || ended
  private val failed   = freeBit("failed")
  private val initAck  = answers && kind === 2.U && (initAway & noteBit) =/= 0.U
  private val initNack = answers && kind === 3.U && (initAway & noteBit) =/= 0.U
  io.notice          := 0.U.asTypeOf(new OriginNotice)
  io.notice.getDone  := getDone
  io.notice.getPart  := getPart
  io.notice.failed   := failed
  io.notice.entry    := note
  io.notice.ack      := ack
  io.notice.initAck  := initAck
  io.notice.initNack := initNack
  io.notice.index    := note
  initAway           := (initAway & ~Mux(initAck || initNack, noteBit, 0.U)) | Mux(sent && isInit, sentFor, 0.U)
  ackAway            := (ackAway & ~Mux(counted, noteBit, 0.U)) | Mux(sent && isCount, sentFor, 0.U)
  termAway           := (termAway & ~Mux(ended, noteBit, 0.U)) | Mux(sent && isTerm, sentFor, 0.U)
  private val admits = asks && io.gate.open
  gets.zipWithIndex.foreach { case (g, e) =>
    g := g + (admits && !isPut && host === e.U).asUInt - (getDone && note === e.U).asUInt
  }

  // the epoch that is followed
  private val told = io.event.valid && io.event.a(bits - 1, 0) === watch
  private def tells(k: EventKind): Bool = told && io.event.kind === k.value.U
  private val opened  = RegNext(command && opens && host === watch, false.B) && !tells(EventKind.EpochError)
  private val isOpen  = RegInit(false.B)
  private val closes  = command && !opens && host === watch && isOpen
  private val puts    = RegInit(0.U(countBits.W)) // admitted since it was opened
  private val parts   = RegInit(0.U(Fixed.partBits.W)) // their packets beyond one each
  private val begun   = RegInit(0.U(countBits.W))
  private val shut    = RegInit(true.B) // closed by the host, or never opened
  private val acked   = RegInit(false.B)
  private val waiting = RegInit(false.B) // closed by the host, EPOCH_CLOSED not reported
  private val busy    = RegInit(false.B) // closed by the host, EPOCH_ENDED not reported
  private val spoilt  = RegInit(false.B) // a transfer was refused
  private val over    = RegInit(false.B) // its TERM was answered
  private val goal    = Reg(UInt(1.W))
  private val mine    = admits && host === watch
  private val carried = io.control.word1
  puts  := Mux(opened, 0.U, puts + (mine && isPut).asUInt)
  parts := Mux(opened, 0.U, parts + Mux(mine && isPut, extra, 0.U))
  begun := Mux(opened, 0.U, begun + (mine && !isPut).asUInt)
  when(opened) { shut := false.B; acked := false.B; spoilt := false.B; over := false.B }
  when(opened) { goal := RegNext(word.target.x) }
  when(closes) { shut := true.B; waiting := true.B; busy := true.B; isOpen := false.B }
  when(initAck && note === watch) { isOpen := true.B }
  when(counted && note === watch) { acked := true.B }
  when(ended && note === watch) { over := true.B }
  when((counted || getTold) && failed && note === watch) { spoilt := true.B }
  when(tells(EventKind.EpochClosed)) { waiting := false.B }
  when(tells(EventKind.EpochEnded)) { busy := false.B }

  assert(!(mine && shut), "PEO_P1: a transfer enters an epoch that is closing or not open")
  assert(!(sent && isCount && sentFor(watch)) || io.control.word1.addr === puts,
    "PEO_P2: PUT_COUNT does not tell the puts that were let in since the epoch was opened")
  assert(!tells(EventKind.EpochClosed) || acked && gets(watch) === 0.U,
    "PEO_P3: an epoch is told closed with gets outstanding or without its ACK")
  assert(!(sent && isCount && sentFor(watch)) || shut, "PEO_P5: PUT_COUNT leaves while puts may still enter")
  private val away  = initAway | ackAway | termAway
  private val still = !io.busy && away === 0.U && gets.map(_ === 0.U).reduce(_ && _)
  assert(!still || !busy, "PEO_P6: nothing is under way and an epoch is still closing")
  assert(!mine || aim === Mux(opened, RegNext(word.target.x), goal),
    "PEO_P7: a transfer enters that goes to another node than its epoch")
  assert(!(sent && isCount && sentFor(watch)) || Cat(carried.ctrValid, carried.ctr,
      carried.tag(Fixed.tagBits - 1, structure.indexBits)) === parts,
    "PEO_P8: PUT_COUNT does not tell the further packets of the unordered puts that were let in")
  assert(!tells(EventKind.EpochClosed) || io.event.b(0) === spoilt,
    "PEO_P9: an epoch is told closed without the error of a refused transfer, or with one that it has not")
  assert(!tells(EventKind.EpochEnded) || over && !waiting,
    "PEO_P10: an epoch is told over before its TERM was answered")
  // Tile.orderActs, and no command
  private val notices = Seq(getTold, ack, initAck, initNack).reduce(_ || _)
  private val idle    = !io.busy && !notices && !command && !asks
  rests("PEO_G1", idle)
  reachable(idle && waiting, "PEO_C6")
  live("PEO_L1", !busy, sent || !io.control.valid, away(watch) === 0.U, gets(watch) === 0.U, !command)

  reachable(tells(EventKind.EpochClosed) && puts === 2.U && begun === 1.U, "PEO_C1")
  reachable(mine && isPut && puts === 1.U, "PEO_C2")
  reachable(tells(EventKind.EpochEnded), "PEO_C3")
  reachable(tells(EventKind.EpochClosed) && spoilt && begun =/= 0.U, "PEO_C4")
  reachable(sent && isCount && sentFor(watch) && parts === 3.U, "PEO_C5")
}

/** EpochOrigin: any commands, any notifications. */
class EpochOriginHeaderProof(entries: Int)(implicit structure: Structure) extends HeaderProof {
  private val io = Module(new EpochOrigin(n = entries, countBits = 2)).io
  expose(io)
  io.nic           := nic
  io.cmd           := anyCommand
  io.control.ready := freeBit("ready") && io.control.valid
  assert(!io.control.valid || inside(io.control.dst), "PHE_P1: a packet of an epoch goes to no node of the machine")
  reachable(io.control.valid && io.control.ptype === PacketType.Term.value.U && io.control.dst.x === 15.U, "PHE_C1")
}
