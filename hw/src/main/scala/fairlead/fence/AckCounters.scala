// SPDX-License-Identifier: Apache-2.0
package fairlead.fence

import chisel3._
import chisel3.util._
import fairlead.ports._
import fairlead.words._
import fairlead.params._

/** Of what the injection FIFOs share, each one that is granted to a task keeps one piece for itself, as long as there
  * are more pieces than such FIFOs.
  */
object OwnShare {

  /** The granted FIFOs for which a piece is kept: those that have none. */
  def owed(granted: UInt, having: UInt, usable: UInt): UInt =
    Mux(PopCount(usable) > PopCount(granted), granted & ~having, 0.U)

  /** The FIFOs to which FIFO f leaves a piece each; `older` are those that want one and go before it. */
  def before(f: Int, older: UInt, owed: UInt): UInt = Mux(owed(f), older & owed, older | owed)
}

/** Acknowledgement counters (R-FEN-6, D8(f)): the packets of unordered puts, and the gets with an unordered request,
  * that were sent to a target and are not acknowledged.
  *
  * An open counter counts packets to its target. `seal` closes all counters of a target for later packets and lists
  * them in `covers`; the flush that sealed them waits until each of them has been in `home`.
  *
  * A granted FIFO keeps a counter of its own, on which no other FIFO counts.
  *
  * Contract: `take` only with `ready`; every packet that was counted is acknowledged exactly once. FIFOs of one parity
  *           take at most one packet a cycle.
  * Timing:   heads and `seal` are answered in the same cycle from the state at its start; a counter is free in the
  *           cycle after its `home`.
  * Reuse:    a counter is used again only when all its packets are acknowledged; the generation checks it (fence
  *           hazard 7).
  * Reset:    all counters free, every generation 0, which no use has.
  * Spec:     docs/spec/fence-unit.md
  */
class AckCounters(n: Int = Fixed.ackCounters, countBits: Int = 10)(implicit structure: Structure) extends Module {
  val io = IO(new Bundle {
    val usable  = Input(UInt(n.W)) // counters that may be taken; the lowest ones
    val heads   = Vec(structure.injectionFifos, Flipped(new UnorderedHead))
    val older   = Input(Vec(structure.injectionFifos, UInt(structure.injectionFifos.W))) // those that go before a FIFO
    val granted = Input(UInt(structure.injectionFifos.W))
    val ack     = Input(new AckNotice)
    val seal    = Input(Bool())
    val target  = Input(new Coord) // target whose counters `seal` closes
    val covers  = Output(UInt(n.W)) // the counters of the sealed target
    val home    = Output(UInt(n.W)) // counters that come to zero in this cycle
    val tasks   = Output(UInt((1 << Fixed.taskBits).W)) // with packets on the counter of `ack`, since it was opened
  })
  private val indexBits = log2Ceil(n)

  private val used    = RegInit(0.U(n.W))
  private val closed  = RegInit(0.U(n.W)) // sealed
  private val targets = Reg(Vec(n, UInt((new Coord).getWidth.W)))
  private val counts  = RegInit(VecInit.fill(n)(0.U(countBits.W)))
  private val gens    = RegInit(VecInit.fill(n)(0.U(Fixed.generationBits.W)))
  private val tasks   = Reg(Vec(n, UInt((1 << Fixed.taskBits).W)))
  private val whose   = Reg(Vec(n, UInt(structure.injectionFifos.W))) // the granted FIFO whose own counter it is

  /** The generation after `gen`; it is never 0. */
  protected def next(gen: UInt): UInt = Mux(gen.andR, 1.U, gen + 1.U)

  private def at(target: UInt): UInt   = Cat(targets.reverse.map(_ === target)) & used
  private def lowest(bits: UInt): UInt = (bits & (~bits + 1.U)(n - 1, 0))(n - 1, 0)

  // FIFOs of even number use one request packetiser and FIFOs of odd number the other or the same one; each parity
  // sends one packet a cycle
  private val free  = io.usable & ~used
  private val low   = lowest(free)
  private val high  = Reverse(lowest(Reverse(free)))
  private val mine  = Seq.tabulate(structure.injectionFifos)(f => VecInit(whose.map(_(f))).asUInt & used)
  private val apart = mine.reduce(_ | _)
  private val owed  = OwnShare.owed(keepsOwn(io.granted), VecInit(mine.map(_.orR)).asUInt, io.usable)
  protected def keepsOwn(granted: UInt): UInt = granted
  // a FIFO for which one is kept opens its own: it might wait on the counter of others
  private val fits = io.heads.zip(mine).zipWithIndex.map { case ((h, own), f) =>
    Mux(h.valid, at(h.target.asUInt) & ~closed & (own | Mux(owed(f), 0.U, ~apart)), 0.U(n.W))
  }
  private val hits  = fits.map(lowest)
  private val opens = io.heads.zip(hits).map { case (h, hit) => h.valid && !hit.orR }
  // a head leaves a counter to each older one that wants one, and joins no counter while such a one has none
  private val wants = VecInit(opens).asUInt
  private val funds = VecInit(io.older.zipWithIndex.map { case (o, f) =>
    PopCount(free) > PopCount(OwnShare.before(f, o & wants, owed))
  }).asUInt
  private val chosen = io.heads.zip(hits).zipWithIndex.map { case ((h, hit), f) =>
    val fresh   = if (f % 2 == 0) low else high
    val known   = hit.orR
    val counter = Mux(known, hit, fresh)
    val count   = Mux(h.valid, Mux1H(hit, counts), 0.U)
    val room    = !count(countBits - 1, 1).andR // the counter can count two more packets
    val gen     = Mux(h.valid, Mux1H(counter, gens), 0.U)
    h.ready := Mux(known, room && ((hit & mine(f)).orR || !(io.older(f) & wants & ~funds).orR), funds(f))
    h.index := OHToUInt(counter)
    h.gen   := Mux(known, gen, next(gen))
    counter
  }
  private val taken  = io.heads.zip(chosen).map { case (h, c) => Mux(h.take, c, 0.U(n.W)) }
  private val fresh  = io.heads.zip(opens).map { case (h, opens) => h.take && opens }
  private val opened = taken.zip(fresh).map { case (t, f) => Mux(f, t, 0.U) }.reduce(_ | _)

  private val named   = UIntToOH(io.ack.index(indexBits - 1, 0), n)
  private val gen     = Mux(io.ack.valid, Mux1H(named, gens), 0.U)
  private val current = io.ack.epoch || gen === io.ack.gen
  private val acked   = Mux(io.ack.valid && current, named & used, 0.U(n.W))
  private val last    = Mux(io.ack.valid, Cat(counts.reverse.map(_ === 1.U)), 0.U)
  private val home    = acked & last & ~taken.reduce(_ | _)
  for (c <- 0 until n) {
    val more = PopCount(taken.map(_(c)))
    when(more =/= 0.U || acked(c)) { counts(c) := counts(c) + more - acked(c) }
    when(more =/= 0.U) {
      val takers = io.heads.zip(taken).map { case (h, t) => Mux(t(c), UIntToOH(h.task), 0.U) }
      tasks(c) := takers.foldLeft(Mux(opened(c), 0.U, tasks(c)))(_ | _)
    }
    when(opened(c)) {
      targets(c) := Mux1H(taken.map(_(c)), io.heads.map(_.target.asUInt))
      gens(c)    := next(gens(c))
      whose(c)   := VecInit(taken.map(_(c))).asUInt & owed
    }
  }
  private val covers = Mux(io.seal, at(io.target.asUInt), 0.U)
  used      := (used | opened) & ~home
  closed    := (closed | covers) & ~home
  io.covers := covers
  io.home   := home
  io.tasks  := Mux(io.ack.valid, Mux1H(named, tasks), 0.U)

  layer.block(layers.Verification) {
    assert(io.usable =/= 0.U && (io.usable & (io.usable + 1.U)) === 0.U,
      "AC_A3: ackCounters of NIC_SIZES out of range")
    assert((used & ~io.usable) === 0.U, "AC_P4: a counter is in use that NIC_SIZES leaves out")
    assert(!io.ack.valid || acked =/= 0.U, "AC_A1: acknowledgement of a counter that is free, or of an older use of it")
    for (h <- io.heads) assert(!h.take || h.valid && h.ready, "AC_A2: a packet is counted without a counter")
    assert(VecInit(counts.map(_ =/= 0.U)).asUInt === used, "AC_P1: a counter in use is zero, or a free one is not")
    assert((closed & ~used) === 0.U, "AC_P2: a sealed counter is free")
    // conservation: counted = acknowledged + outstanding
    val outstanding = RegInit(0.U((countBits + indexBits + 1).W))
    outstanding := outstanding + PopCount(io.heads.map(_.take)) - acked.orR
    assert(counts.map(_.pad(countBits + indexBits + 1)).reduce(_ + _) === outstanding,
      "AC_P3: counters differ from the packets without acknowledgement")
  }
}
