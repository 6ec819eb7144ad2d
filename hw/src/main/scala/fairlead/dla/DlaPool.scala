// SPDX-License-Identifier: Apache-2.0
package fairlead.dla

import chisel3._
import chisel3.layers.Verification
import chisel3.util._
import fairlead.flow.{CfgWrite, Unsafe}
import fairlead.params._

/** Classes of credits. */
object DlaClass {
  val Lo    = 0
  val Hi    = 1
  val Pr    = 2
  val count = 3
}

/** The pool of credits: what each class holds (reserved + consumed), the seven limits on it and the caps of one allocation.
  *
  * Contract: `take` only while `fits` and `!tooMany`. `give(c)` credits of class c come home in the cycle.
  * Timing:   `fits` compares against the credits held at the start of the cycle: what comes home in cycle t can be taken in t + 1.
  * Reset:    nothing is held. The limits are configuration registers, written under reset.
  * Spec:     docs/spec/dla-arbiter.md
  */
class DlaPool(p: TileParams) extends Module {
  val countBits: Int = log2Ceil(p.maxDla + 1)

  val io = IO(new Bundle {
    val cfg     = Input(new CfgWrite)
    val want    = Input(UInt(16.W)) // credits asked for
    val cls     = Input(UInt(2.W)) // DlaClass
    val overCap = Output(Bool()) // more than one allocation of the class may have
    val tooMany = Output(Bool()) // more than DLA_DEPTH
    val fits    = Output(Bool()) // R-DLA-1: all of them now, under all seven limits (R-DLA-3)
    val take    = Input(Bool())
    val give    = Input(Vec(DlaClass.count, UInt(countBits.W)))
    val held    = Output(Vec(DlaClass.count, UInt(countBits.W)))
    val depth   = Output(UInt(countBits.W)) // DLA_DEPTH
  })

  private def limit(code: Code, bits: Int = 16): UInt =
    RegEnable(io.cfg.data(bits - 1, 0), io.cfg.valid && io.cfg.reg === code.value.U)

  private val depth   = limit(ConfigReg.DlaDepth, countBits)
  private val max     = limit(ConfigReg.DlaMax)
  private val maxLo   = limit(ConfigReg.DlaMaxLo)
  private val maxHi   = limit(ConfigReg.DlaMaxHi)
  private val maxPr   = limit(ConfigReg.DlaMaxPr)
  private val maxLoPr = limit(ConfigReg.DlaMaxLoPr)
  private val maxLoHi = limit(ConfigReg.DlaMaxLoHi)
  private val maxHiPr = limit(ConfigReg.DlaMaxHiPr)
  private val cdCap   = limit(ConfigReg.DlaCdAlloc)
  private val prCap   = limit(ConfigReg.DlaPrAlloc)
  private val held    = RegInit(VecInit(Seq.fill(DlaClass.count)(0.U(countBits.W))))

  private val unsafe = Unsafe.held(p, io.cfg)

  /** R-DLA-3, and the storage itself: a limit that exceeds DLA_DEPTH cannot make the FIFO overflow. */
  private def within(lo: UInt, hi: UInt, pr: UInt, most: UInt, words: UInt): Bool = {
    val all = lo +& hi +& pr
    all <= most && lo <= maxLo && hi <= maxHi && pr <= maxPr &&
    (lo +& pr) <= maxLoPr && (lo +& hi) <= maxLoHi && (hi +& pr) <= maxHiPr && all <= words
  }

  /** Flaw: the inequality `operand / 3` without its term `operand % 3`. */
  private def without(lo: UInt, hi: UInt, pr: UInt): Bool = {
    val limits = Seq(
      max     -> Seq(lo, hi, pr),
      maxLo   -> Seq(lo, 0.U, 0.U),
      maxHi   -> Seq(0.U, hi, 0.U),
      maxPr   -> Seq(0.U, 0.U, pr),
      maxLoPr -> Seq(lo, 0.U, pr),
      maxLoHi -> Seq(lo, hi, 0.U),
      maxHiPr -> Seq(0.U, hi, pr)
    )
    limits.zipWithIndex.map { case ((most, terms), i) =>
      terms.zipWithIndex.map { case (t, j) => Mux(unsafe.operand === (3 * i + j).U, 0.U, t) }.reduce(_ +& _) <= most
    }.reduce(_ && _) && lo +& hi +& pr <= depth
  }

  private val wanted = Seq.tabulate(DlaClass.count)(c => Mux(io.cls === c.U, io.want(countBits - 1, 0), 0.U))
  private val after  = held.zip(wanted).map { case (h, n) => h +& n }

  io.overCap := io.want > Mux(io.cls === DlaClass.Pr.U, prCap, cdCap)
  io.tooMany := io.want > depth
  private def fits(max: UInt, depth: UInt): Bool =
    within(after(DlaClass.Lo), after(DlaClass.Hi), after(DlaClass.Pr), max, depth)
  io.fits := unsafe.change(fits(max, depth))(is =>
    Mux(
      is(UnsafeVariant.PoolTerm),
      without(after(DlaClass.Lo), after(DlaClass.Hi), after(DlaClass.Pr)),
      fits(max +& is(UnsafeVariant.PoolOver), depth +& is(UnsafeVariant.PoolOver))
    )
  )
  io.held  := held
  io.depth := depth

  held.zip(wanted).zip(io.give).foreach { case ((h, n), back) =>
    h := h + Mux(io.take, n, 0.U) - unsafe.change(back)(is => Mux(is(UnsafeVariant.NoRelease), 0.U, back))
  }

  layer.block(Verification) {
    assert(!io.take || depth <= p.maxDla.U, "DP_A3: DLA_DEPTH exceeds what is built")
    assert(!io.take || (io.fits && !io.tooMany && !io.overCap), "DP_A1: credits taken beyond a limit")
    assert(held.zip(io.give).map { case (h, back) => back <= h }.reduce(_ && _),
      "DP_A2: more credits come home than are held")
    // not by the function that decides: what that leaves out would be left out here
    val Seq(lo, hi, pr) = held.toSeq
    val kept = Seq((lo +& hi +& pr, max), (lo, maxLo), (hi, maxHi), (pr, maxPr), (lo +& pr, maxLoPr),
      (lo +& hi, maxLoHi), (hi +& pr, maxHiPr), (lo +& hi +& pr, depth))
    assert(kept.map { case (credits, limit) => credits === 0.U || credits <= limit }.reduce(_ && _),
      "DP_P1: a limit of the pool is exceeded")
  }
}
