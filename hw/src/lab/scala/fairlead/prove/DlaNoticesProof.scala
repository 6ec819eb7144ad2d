// SPDX-License-Identifier: Apache-2.0
package fairlead.prove

import chisel3._
import fairlead.dla._
import fairlead.words._
import fairlead.params._

/** DlaNotices with any answers, markers and words that leave, under any number of event credits; its counts have two
  * bits.
  */
class DlaNoticesProof(channels: Int)(implicit structure: Structure) extends Harness {
  private val dut = Module(new DlaNotices(TileParams("prove").copy(maxDla = 8, dlaChannels = channels), 2))
  private val io  = dut.io
  expose(io)
  io.cfg.valid := freeBit("cfg_valid") && reset.asBool
  private val limited = !dut.unlimited.get

  // one channel, chosen freely: what has joined its record and its marker since the last one was told, up to the
  // largest count
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
