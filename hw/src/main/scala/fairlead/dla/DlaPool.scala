// SPDX-License-Identifier: Apache-2.0
package fairlead.dla

import chisel3._
import chisel3.layers.Verification
import chisel3.util._
import fairlead.ports.CfgWrite
import fairlead.params._

/** Classes of credits. */
object DlaClass {
  val Lo    = 0
  val Hi    = 1
  val Pr    = 2
  val count = 3
}

/** The pool of credits: what each class holds (reserved + consumed), the seven limits on it and the caps of one
  * allocation.
  *
  * Contract: `take` only while `fits` and `!tooMany`. `give(c)` credits of class c come home in the cycle.
  * Timing:   `fits` compares against the credits held at the start of the cycle: what comes home in cycle t can be
  *           taken in t + 1.
  * Reset:    nothing is held. The limits are configuration registers, written under reset.
  * Spec:     docs/spec/dla-arbiter.md
  */
class DlaPool(p: TileParams) extends Module {
  val countBits: Int = log2Ceil(p.maxDla + 1)

  val io = IO(new Bundle {
    val cfg     = Input(new CfgWrite)
    val want    = Input(UInt(16.W)) // number of requested credits
    val cls     = Input(UInt(2.W)) // DlaClass
    val overCap = Output(Bool()) // the request exceeds the cap of one allocation of its class
    val tooMany = Output(Bool()) // the request exceeds DLA_DEPTH
    val fits    = Output(Bool()) // R-DLA-1: all of them now, under all seven limits (R-DLA-3)
    val take    = Input(Bool())
    val give    = Input(Vec(DlaClass.count, UInt(countBits.W)))
    val held    = Output(Vec(DlaClass.count, UInt(countBits.W)))
    val depth   = Output(UInt(countBits.W)) // DLA_DEPTH
  })

  private def limit(code: Code, bits: Int = 16): UInt =
    RegEnable(io.cfg.data(bits - 1, 0), io.cfg.valid && io.cfg.reg === code.value.U)

  protected val depth   = limit(ConfigReg.DlaDepth, countBits)
  protected val max     = limit(ConfigReg.DlaMax)
  protected val maxLo   = limit(ConfigReg.DlaMaxLo)
  protected val maxHi   = limit(ConfigReg.DlaMaxHi)
  protected val maxPr   = limit(ConfigReg.DlaMaxPr)
  protected val maxLoPr = limit(ConfigReg.DlaMaxLoPr)
  protected val maxLoHi = limit(ConfigReg.DlaMaxLoHi)
  protected val maxHiPr = limit(ConfigReg.DlaMaxHiPr)
  private val cdCap     = limit(ConfigReg.DlaCdAlloc)
  private val prCap     = limit(ConfigReg.DlaPrAlloc)
  protected val held    = RegInit(VecInit(Seq.fill(DlaClass.count)(0.U(countBits.W))))

  /** R-DLA-3, and the storage itself: a limit that exceeds DLA_DEPTH cannot make the FIFO overflow. */
  private def within(lo: UInt, hi: UInt, pr: UInt, most: UInt, words: UInt): Bool = {
    val all = lo +& hi +& pr
    all <= most && lo <= maxLo && hi <= maxHi && pr <= maxPr &&
    (lo +& pr) <= maxLoPr && (lo +& hi) <= maxLoHi && (hi +& pr) <= maxHiPr && all <= words
  }

  protected val wanted = Seq.tabulate(DlaClass.count)(c => Mux(io.cls === c.U, io.want(countBits - 1, 0), 0.U))
  protected val after  = held.zip(wanted).map { case (h, n) => h +& n }

  io.overCap := io.want > Mux(io.cls === DlaClass.Pr.U, prCap, cdCap)
  io.tooMany := io.want > depth
  io.fits    := fitsIn(max, depth)
  protected def fitsIn(max: UInt, depth: UInt): Bool =
    within(after(DlaClass.Lo), after(DlaClass.Hi), after(DlaClass.Pr), max, depth)
  io.held  := held
  io.depth := depth

  held.zip(wanted).zip(io.give).foreach { case ((h, n), back) =>
    h := h + Mux(io.take, n, 0.U) - back
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
