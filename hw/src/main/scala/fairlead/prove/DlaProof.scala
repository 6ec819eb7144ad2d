// SPDX-License-Identifier: Apache-2.0
package fairlead.prove

import chisel3._
import chisel3.util.RegEnable
import fairlead.dla._
import fairlead.ports._
import fairlead.words._
import fairlead.params._

/** DlaArbiter with any commands and a network that takes words when it likes. */
class DlaProof(maxDla: Int, channels: Int) extends Harness {
  private val dut = Module(new DlaArbiter(TileParams(variant = "prove", maxDla = maxDla, dlaChannels = channels)))
  private val cfg = free("cfg", new CfgWrite)
  expose(dut.io)
  dut.io.cfg       := cfg
  dut.io.cfg.valid := cfg.valid && reset.asBool
  dut.io.nic       := anywhere
  dut.io.now       := 0.U
  dut.io.claimed   := freeBit("claimed")
  dut.io.out.ready := freeBit("ready") && dut.io.out.valid
  dut.io.statusAck := freeBit("status_ack")

  // every status event goes out by itself, and every request needs its credits
  assert(dut.plain.get, "PDL_A1: event credits are limited, or bypassed")

  // one channel, chosen freely; commands are judged in their cycle, answered one cycle later
  private val watch   = symbolic("watch", UInt(4.W))
  private val cmd     = dut.io.cmd
  private val command = cmd.w(0).asTypeOf(new DlaCommand)
  private def is(code: Code): Bool            = cmd.valid && cmd.op === code.value.U
  private def answered(kind: EventKind): Bool = dut.io.allocEvent.valid && dut.io.allocEvent.kind === kind.value.U
  private def stored(kind: EventKind): Bool   = dut.io.storeEvent.valid && dut.io.storeEvent.kind === kind.value.U
  private def before(condition: Bool): Bool   = RegNext(condition, false.B)
  private val mine  = command.channel === watch && watch < channels.U
  private val alloc = is(TileCommand.DlaAlloc)
  private val ends  = is(TileCommand.DlaEnd)
  private val clear = is(TileCommand.DlaClear)
  private val store = is(TileCommand.DlaRequest) && cmd.w(3)(3, 0) === watch && watch < channels.U

  assert(
    !before(alloc) || answered(EventKind.DlaGranted) || answered(EventKind.DlaDenied) || answered(EventKind.DlaError),
    "PDL_P1: an allocation is not answered in the next cycle"
  )
  assert(!before(ends && mine) || answered(EventKind.DlaEnded), "PDL_P2: the end of a transaction is dropped")
  private val illegal = alloc && (command.cd === command.pr || command.credits === 0.U || command.channel >= channels.U)
  assert(!before(illegal) || answered(EventKind.DlaError), "PDL_P3: an illegal allocation is not answered by an error")

  // denied: from its cycle to the end of the transaction
  private val deniedNow = before(alloc && mine) && answered(EventKind.DlaDenied)
  private val denied    = RegInit(false.B)
  denied := (denied || deniedNow) && !((ends || clear) && mine)
  assert(!before(store && (denied || deniedNow)) || stored(EventKind.DlaDiscarded),
    "PDL_P4: a request after a denial is not dropped")

  // controlled discard: after one drop everything is dropped up to the end of the transaction
  private val grantedNow = before(alloc && mine) && answered(EventKind.DlaGranted)
  private val open       = RegInit(false.B) // an allocation with controlled discard
  private val cd         = Mux(grantedNow, before(command.cd), open)
  private val droppedNow = before(store) && stored(EventKind.DlaDiscarded)
  private val dropped    = RegInit(false.B)
  open    := cd && !((ends && command.dealloc || clear) && mine)
  dropped := (dropped || droppedNow) && !((ends || clear) && mine)
  private val hole = store && cd && (dropped || droppedNow)
  assert(!before(hole) || stored(EventKind.DlaDiscarded),
    "PDL_P5: a request enters behind one of the same transaction that was dropped")
  assert(!before(is(TileCommand.DlaRequest)) || stored(EventKind.DlaAccepted) || stored(EventKind.DlaDiscarded),
    "PDL_P6: a request is neither accepted nor reported as dropped in the next cycle")

  reachable(
    dut.io.noticeEvent.valid && dut.io.noticeEvent.kind === EventKind.DlaMarked.value.U && before(
      dut.io.drainEvent.valid
    ),
    "PDL_C4"
  )
  reachable(dut.io.drainEvent.valid && dut.io.drainEvent.kind === EventKind.DlaPurged.value.U, "PDL_C5")
  // Tile.storeActs, and none of the pins that give the part an edge
  private val idle = !dut.io.busy && !cmd.valid && !dut.io.cfg.valid && !dut.io.statusAck && !dut.io.rings
  rests("PDL_G1", idle)
  reachable(idle && denied, "PDL_C6")
  reachable(dut.io.drainEvent.valid, "PDL_C1")
  reachable(before(store && denied), "PDL_C2")
  reachable(before(hole), "PDL_C3")
}

/** DlaPool with limits of its own copy: written before anything is taken, and compared one by one with the credits that the pool says it holds. */
class PoolProof(maxDla: Int) extends Harness {
  private val dut = Module(new DlaPool(TileParams(variant = "prove", maxDla = maxDla)))
  private val io  = dut.io
  expose(io)
  private val taking = RegInit(false.B) // from here on the limits stay
  taking := taking || freeBit("starts")
  private val write = freeBit("writes") && !taking
  private val code  = free("code", UInt(8.W))
  private val data  = free("data", UInt(16.W))
  io.cfg       := 0.U.asTypeOf(new CfgWrite)
  io.cfg.valid := write
  io.cfg.reg   := code
  io.cfg.data  := data
  io.take      := freeBit("takes") && taking

  /** A limit, and whether it has been written. */
  private def limit(reg: Code, bits: Int = 16): (UInt, Bool) = {
    val here = write && code === reg.value.U
    (RegEnable(data(bits - 1, 0), here), RegEnable(true.B, false.B, here))
  }
  private val Seq(lo, hi, pr) = io.held.toSeq
  private def keeps(credits: UInt, limit: (UInt, Bool)): Bool = !limit._2 || credits <= limit._1
  assert(keeps(lo +& hi +& pr, limit(ConfigReg.DlaMax)), "PDP_P1: more credits are held than DLA_MAX")
  assert(keeps(lo, limit(ConfigReg.DlaMaxLo)), "PDP_P2: more low-priority CD credits are held than DLA_MAX_LO")
  assert(keeps(hi, limit(ConfigReg.DlaMaxHi)), "PDP_P3: more high-priority CD credits are held than DLA_MAX_HI")
  assert(keeps(pr, limit(ConfigReg.DlaMaxPr)), "PDP_P4: more PR credits are held than DLA_MAX_PR")
  assert(keeps(lo +& pr, limit(ConfigReg.DlaMaxLoPr)),
    "PDP_P5: more low-priority CD and PR credits are held than DLA_MAX_LO_PR")
  assert(keeps(lo +& hi, limit(ConfigReg.DlaMaxLoHi)), "PDP_P6: more CD credits are held than DLA_MAX_LO_HI")
  assert(keeps(hi +& pr, limit(ConfigReg.DlaMaxHiPr)),
    "PDP_P7: more high-priority CD and PR credits are held than DLA_MAX_HI_PR")
  assert(keeps(lo +& hi +& pr, limit(ConfigReg.DlaDepth, dut.countBits)),
    "PDP_P8: more credits are held than DLA_DEPTH")
  reachable(io.held(2) === maxDla.U, "PDP_C1")
  reachable(io.held.map(_ =/= 0.U).reduce(_ && _), "PDP_C2")
}

/** DlaNotices with any answers, markers and words that leave, under any number of event credits; its counts have two bits. */
class NoticesProof(channels: Int) extends Harness {
  private val dut = Module(new DlaNotices(TileParams(variant = "prove", maxDla = 8, dlaChannels = channels), 2))
  private val io  = dut.io
  expose(io)
  io.cfg.valid := freeBit("cfg_valid") && reset.asBool
  private val limited = !dut.unlimited.get

  // one channel, chosen freely: what has joined its record and its marker since the last one was told, up to the largest count
  private val watch = symbolic("watch", UInt(1.W))
  private def tells(kind: EventKind): Bool = io.event.valid && io.event.kind === kind.value.U &&
    io.event.a.asTypeOf(new DlaBlockEvent).channel === watch
  private def counted(joins: Bool, told: Bool, clears: Bool, top: Int): UInt = {
    val count = RegInit(0.U(3.W))
    val mine  = joins && !clears
    val since = Mux(told, RegNext(mine, false.B).asUInt, count)
    count := Mux(clears, 0.U, Mux(mine && since =/= top.U, since + 1.U, since))
    RegNext(since)
  }
  private val clears  = io.clear && io.channel(0) === watch
  private val merged  = tells(EventKind.DlaMerged)
  private val marked  = tells(EventKind.DlaMarked)
  private val joins   = io.answer.valid && !io.answer.direct && io.answer.channel(0) === watch
  private val joined  = counted(joins, merged, clears, 3)
  private val markers = counted(io.mark && io.channel(0) === watch, marked, clears, 4)
  assert(!merged || io.event.b.asTypeOf(new DlaMergedEvent).events === joined,
    "PDN_P1: a record does not tell how many status events joined it, or the largest count for more")
  assert(!marked || io.event.b +& 1.U === markers,
    "PDN_P2: a marker does not tell how many older ones it stands for, or the largest count for more")
  reachable(marked && markers === 4.U, "PDN_C3")
  reachable(limited && io.answer.valid && !io.answer.direct && RegNext(io.answer.valid && io.answer.direct, false.B),
    "PDN_C1")
  reachable(limited && io.event.valid && io.event.kind === EventKind.DlaMerged.value.U, "PDN_C2")
}

/** DlaStatusWriter with any changes, under any rules of when to write; memory acknowledges each write once. */
class StatusProof extends Harness {
  private val dut = Module(new DlaStatusWriter(TileParams(variant = "prove", maxDla = 8, dlaChannels = 2)))
  private val io  = dut.io
  expose(io)
  private val away = RegInit(false.B) // a write that is not acknowledged
  private val ack  = freeBit("acks") && away
  io.cfg.valid := freeBit("cfg_valid") && reset.asBool
  io.ack       := ack
  away         := (away || io.write.valid) && !ack
  assert(!(io.write.valid && away), "PDS_P1: the status is written again before the last write is acknowledged")
  private val before = RegInit(false.B)
  before := before || io.write.valid
  reachable(io.write.valid && before, "PDS_C1")
}
