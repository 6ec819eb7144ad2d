// SPDX-License-Identifier: Apache-2.0
package fairlead.counters

import chisel3._
import chisel3.util._
import fairlead.dma.NicWait
import fairlead.params.{Code, EventKind, Fixed, ReceiveCause, SendCause, Structure, TileCommand, WaitCause}
import fairlead.ports.{Cmd, EventPort}
import fairlead.router.{PortWaits, RouterShape}
import fairlead.words.{CounterControl, CounterIndex}

class PerfCountersIO(s: RouterShape)(implicit structure: Structure) extends Bundle {
  val cmd      = Input(new Cmd)
  val now      = Input(UInt(32.W)) // the cycle
  val ports    = Input(PortWaits.all(s)) // of the cycle of the last edge, and of all between the last two
  val nic      = Input(Vec(NicWait.rows, new NicWait)) // as ports
  val counting = Output(Bool()) // needs an edge with every edge of the router and the NIC
  val busy     = Output(Bool()) // without a command, the next edge changes something besides the counts
  val answer   = Output(new EventPort)
}

/** Counts, for each input port and class of the router and each queue of the NIC, what leaves and the cycles in which
  * it waits, by cause.
  *
  * Contract: a counter has 32 bits and stops at its greatest value. COUNT_CONTROL in cycle t switches and clears from t
  *           + 1 on; COUNT_READ in t is answered by an event of
  * t + 2 with the counts up to and including t. While it counts, it has an edge with each edge of the router and the
  * NIC: between two of them these are at rest, so each cycle of the gap is like the one of the edge, which counts for
  * all. A gap has less than 2^32 cycles.
  * Reset: off, all counters 0.
  * Spec: docs/spec/perf-counters.md
  */
class PerfCounters(s: RouterShape, bits: Int = 32)(implicit structure: Structure) extends Module {
  val io = IO(new PerfCountersIO(s))

  private val spare = 3 // bits of the sum of a count and four gaps, of the VCs of one row, beyond those of a count

  // state
  private val on     = RegInit(false.B)
  private val wiped  = RegInit(false.B) // COUNT_CONTROL has cleared in the cycle before
  private val last   = RegInit(0.U(bits.W)) // cycle of the last edge
  private val gap    = RegInit(0.U(bits.W)) // cycles for which the waits of `ports` count
  private val asked  = RegInit(false.B) // COUNT_READ in the last cycle, whose waits are in `ports`
  private val index  = RegEnable(io.cmd.w(0)((new CounterIndex).getWidth - 1, 0).asTypeOf(new CounterIndex), reads)
  private val ripe   = RegInit(false.B) // and now in the counters
  private val which  = RegEnable(index, asked)
  private val looked = RegInit(false.B)
  private val what   = RegEnable(which, ripe)

  private def commands(code: Int): Bool = io.cmd.valid && io.cmd.op === code.U
  private def reads: Bool               = commands(TileCommand.CountRead.value)
  private val controls = commands(TileCommand.CountControl.value)
  private val control  = io.cmd.w(0)((new CounterControl).getWidth - 1, 0).asTypeOf(new CounterControl)

  when(controls) { on := control.on }
  wiped  := controls && control.clear
  last   := io.now(bits - 1, 0)
  gap    := Mux(on, io.now(bits - 1, 0) - last, 0.U)
  asked  := reads
  ripe   := asked
  looked := ripe

  private val stood = RegInit(true.B) // in the cycle before
  stood := !on
  private val stands = !on && stood // and what was seen before has been counted

  private val clears = wiped || reset.asBool

  /** A counter with more bits, which say that it is full. It adds `sum` while `adds`. Its register has one assignment
    * without a choice: of one with more a simulator keeps a copy, which it makes in each cycle.
    */
  private def counter(name: String, adds: Bool, sum: UInt): UInt = {
    val count = Reg(UInt((bits + spare).W)).suggestName(name)
    val full  = count(bits + spare - 1, bits).orR
    when(clears || adds) { count := Fill(bits + spare, !clears) & (count + Mux(full, 0.U, sum)) }
    count
  }

  /** What is read of a counter. It compares where [[counter]] looks at bits: the two would share a wire, which a
    * simulator would compute for each counter in each cycle.
    */
  private def shown(count: UInt): UInt = {
    val full  = (BigInt(1) << bits).U((bits + spare).W)
    val value = Mux(count >= full, Fill(bits, 1.U), count(bits - 1, 0))
    layer.block(layers.Verification) {
      val before = RegNext(value, 0.U)
      val wipes  = RegNext(wiped, true.B)
      assert(!RegNext(stands, false.B) || wipes || value === before, "PCT_P2: a counter that stands has changed")
      assert(wipes || value >= before, "PCT_P3: a counter has wrapped")
    }
    value
  }

  /** The counters of a row: what moves, what is blocked, each cause, and what goes through a stage if the router has
    * such. One condition for all causes: most rows have nothing to add. A flit that goes through a stage is known
    * before an edge, so there is no gap.
    */
  private class Row(
      name: String,
      causes: Seq[Code],
      moved: Bool,
      blocked: UInt,
      codes: Seq[UInt],
      steps: Option[UInt] = None
  ) {
    private val waits = blocked.orR
    private val counts = Seq(
      counter(s"${name}_moved", moved, 1.U),
      counter(s"${name}_blocked", waits, PopCount(blocked) * gap)
    ) ++ causes.map { cause =>
      counter(s"${name}_${cause.name.toLowerCase}", waits, PopCount(codes.map(_ === cause.value.U)) * gap)
    } ++ steps.map(steps => counter(s"${name}_stage", steps.orR, PopCount(steps)))

    /** Two counters each. */
    lazy val words: Seq[UInt] = {
      val values = counts.map(shown)
      layer.block(layers.Verification) {
        assert(values(1).andR || values.slice(2, 2 + causes.size).map(_.pad(bits + 4)).reduce(_ + _) === values(1),
          "PCT_P1: causes are not blocked cycles")
        for (mask <- steps) {
          val sum = RegInit(0.U((bits + 1).W)) // of the cycle before
          sum := values.last +& PopCount(mask)
          assert((mask & blocked) === 0.U, "PCT_A2: what waits goes through a stage")
          assert(RegNext(clears, true.B) || values.last.andR || values.last === sum,
            "PCT_P4: cycles in stages are not those of the heads")
        }
        assert(codes.zipWithIndex.map { case (code, v) => (code =/= 0.U) === blocked(v) && code <= causes.size.U }
            .reduce(_ && _), "PCT_A1: what waits has not one cause")
      }
      values.grouped(2).map(_.reverse.reduce(_ ## _)).toSeq
    }
  }

  private def nic(row: Int, name: String, causes: Seq[Code]): Row = {
    val wait = io.nic(row - Fixed.firstSendRow)
    new Row(name, causes.tail, wait.moved, wait.cause.orR, Seq(wait.cause))
  }

  // rows of absent ports have no counters, and are read as 0
  private val routed = (0 until s.ports).flatMap { i =>
    val classes = if (s.isLink(i)) Fixed.classes else 1
    val waits   = io.ports(i)
    (0 until classes).map { c =>
      val low = c * s.vcsOf(i) / classes
      val end = low + s.vcsOf(i) / classes
      Option.when(s.has(i))(new Row(
          s"port$i" + (if (classes > 1) s"_$c" else ""),
          WaitCause.blocked,
          waits.moved && waits.cls === c.U,
          waits.blocked(end - 1, low),
          (low until end).map(v => waits.causes(WaitCause.bits * (v + 1) - 1, WaitCause.bits * v)),
          waits.steps.map(_(end - 1, low))
        ))
    }
  }
  private val sends    = (0 until structure.injectionFifos).map(f => s"fifo$f") :+ "store"
  private val receives = (0 until Fixed.classes * Fixed.mostPorts).map(e => s"eject$e")
  private val rows = routed ++
    sends.zipWithIndex.map { case (name, i) => Some(nic(Fixed.firstSendRow + i, name, SendCause.all)) } ++
    receives.zipWithIndex.map { case (name, e) =>
      Option.when(structure.localLinks.contains(e))(nic(structure.firstReceiveRow + e, name, ReceiveCause.all))
    }
  private val cycles = counter("cycles", gap.orR, gap)

  // a chain of conditions and not an indexed vector, which a simulator would put together in each cycle
  private val indexed =
    (rows.map(_.toSeq.flatMap(_.words)) :+ Seq(shown(cycles))).zipWithIndex.flatMap { case (words, row) =>
      words.zipWithIndex.map { case (word, part) => (which.row === row.U && which.part === part.U, word) }
    }
  private val found = RegEnable(indexed.foldRight(0.U((2 * bits).W)) { case ((is, word), rest) => Mux(is, word, rest) },
    ripe)

  io.counting     := on
  io.busy         := asked || ripe || looked || wiped
  io.answer.valid := looked
  io.answer.kind  := EventKind.Counters.value.U
  io.answer.a     := found.pad(64)
  io.answer.b     := what.asUInt
}
