// SPDX-License-Identifier: Apache-2.0
package fairlead.prove

import chisel3._
import chisel3.util.RegEnable
import fairlead.dla._
import fairlead.ports._
import fairlead.params._

/** DlaPool against a copy of its limits, which are written before anything is taken. The copy is compared one by one
  * with the credits that the pool reports as held.
  */
class DlaPoolProof(maxDla: Int)(implicit structure: Structure) extends Harness {
  private val dut = Module(new DlaPool(TileParams("prove").copy(maxDla = maxDla)))
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
