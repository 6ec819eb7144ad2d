// SPDX-License-Identifier: Apache-2.0
package fairlead.counters

import chisel3._
import chisel3.util._
import fairlead.params.{EventKind, Fixed, TileCommand, WaitCause}
import fairlead.ports.{Cmd, EventPort}
import fairlead.router.{PortWaits, RouterShape}
import fairlead.words.{CounterControl, CounterIndex}

class PerfCountersIO(s: RouterShape) extends Bundle {
  val cmd      = Input(new Cmd)
  val now      = Input(UInt(32.W)) // the cycle
  val ports    = Input(PortWaits.all(s)) // of the cycle of the last edge, and of all between the last two
  val counting = Output(Bool()) // needs an edge with every edge of the router
  val busy     = Output(Bool()) // without a command, the next edge changes something beside the counts
  val answer   = Output(new EventPort)
}

/** Counts, for each input port and class of the router, the flits that leave and the cycles in which flits wait, by cause.
  *
  * Contract: a counter has 32 bits and stops at its greatest value. COUNT_CONTROL in cycle t switches and clears from t + 1 on; COUNT_READ in t is answered by an event of
  * t + 2 with the counts up to and including t. While it counts, it has an edge with each edge of the router: between two of them the router is at rest, so each cycle of the gap
  * is like the one of the edge, which counts for all. A gap has less than 2^32 cycles.
  * Reset: off, all counters 0.
  * Spec: docs/spec/perf-counters.md
  */
class PerfCounters(s: RouterShape, bits: Int = 32) extends Module {
  val io = IO(new PerfCountersIO(s))

  private val spare = 3 // bits of the sum of a count and four gaps, of the VCs of one row, beyond those of a count

  // state
  private val on     = RegInit(false.B)
  private val wiped  = RegInit(false.B) // COUNT_CONTROL has cleared in the cycle before
  private val last   = RegInit(0.U(bits.W)) // cycle of the last edge
  private val gap    = RegInit(0.U(bits.W)) // cycles that the waits of `ports` stand for
  private val asked  = RegInit(false.B) // COUNT_READ in the last cycle, whose waits are in `ports`
  private val index  = RegEnable(io.cmd.w(0)((new CounterIndex).getWidth - 1, 0), reads)
  private val ripe   = RegInit(false.B) // and now in the counters
  private val which  = RegEnable(index, asked)
  private val looked = RegInit(false.B)
  private val what   = RegEnable(which, ripe)

  private def commands(code: Int): Bool = io.cmd.valid && io.cmd.op === code.U
  private def reads: Bool               = commands(TileCommand.CountRead.value)
  private val controls = commands(TileCommand.CountControl.value)
  private val control  = io.cmd.w(0)((new CounterControl).getWidth - 1, 0).asTypeOf(new CounterControl)

  when(controls) { on := control.on }
  wiped := controls && control.clear
  last  := io.now(bits - 1, 0)
  gap   := Mux(on, io.now(bits - 1, 0) - last, 0.U)
  asked  := reads
  ripe   := asked
  looked := ripe

  private val stood = RegInit(true.B) // in the cycle before
  stood := !on
  private val stands = !on && stood // and what was seen before has been counted

  /** A counter with more bits, which say that it is full. */
  private def counter(name: String, acts: Bool, sum: => UInt): UInt = {
    val count = RegInit(0.U((bits + spare).W)).suggestName(name)
    val full  = count(bits + spare - 1, bits).orR
    when(wiped) { count := 0.U }.elsewhen(acts && !full) { count := count + sum }
    val shown = Mux(full, Fill(bits, 1.U), count(bits - 1, 0))
    layer.block(layers.Verification) {
      val before = RegNext(shown, 0.U)
      val wipes  = RegNext(wiped, true.B)
      assert(!RegNext(stands, false.B) || wipes || shown === before, "PCT_P2: a counter that stands has changed")
      assert(wipes || shown >= before, "PCT_P3: a counter has wrapped")
    }
    shown
  }
  private val cycles = counter("cycles", gap.orR, gap)

  private val rows = (0 until s.ports).flatMap { i =>
    val port    = io.ports(i)
    val classes = if (s.isLink(i)) Fixed.classes else 1
    val each    = s.vcsOf(i) / classes
    (0 until classes).map { c =>
      val vcs     = c * each until (c + 1) * each
      val row     = s"port$i" + (if (classes > 1) s"_$c" else "")
      val codes   = vcs.map(v => port.causes(WaitCause.bits * (v + 1) - 1, WaitCause.bits * v))
      val blocked = port.blocked(vcs.last, vcs.head)
      def waits(cause: Int) =
        counter(s"${row}_${WaitCause.all(cause).name.toLowerCase}", port.causes.orR,
          PopCount(codes.map(_ === cause.U)) * gap)
      val all    = counter(s"${row}_blocked", blocked.orR, PopCount(blocked) * gap)
      val causes = (1 until WaitCause.all.size).map(waits)
      layer.block(layers.Verification) {
        assert(all.andR || causes.map(_.pad(bits + 3)).reduce(_ + _) === all, "PCT_P1: causes are not blocked cycles")
        assert(codes.zipWithIndex.map { case (code, v) => (code =/= 0.U) === blocked(v) && code < WaitCause.all.size.U }
            .reduce(_ && _), "PCT_A1: what waits has not one cause")
      }
      Seq(counter(s"${row}_flits", port.moved, port.cls === c.U), all) ++ causes :+ cycles
    }
  }
  private val words = rows.flatMap(_.grouped(2).map { case Seq(low, high) => high ## low })
  private val found = RegEnable(VecInit(words)(which), ripe)

  io.counting     := on
  io.busy         := asked || ripe || looked || wiped
  io.answer.valid := looked
  io.answer.kind  := EventKind.Counters.value.U
  io.answer.a     := found.pad(64)
  io.answer.b     := what
}
