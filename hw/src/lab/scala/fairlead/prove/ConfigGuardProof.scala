// SPDX-License-Identifier: Apache-2.0
package fairlead.prove

import chisel3._
import fairlead.params._
import fairlead.ports.CfgWrite
import fairlead.tile.ConfigGuard
import fairlead.words.NicSizes

/** ConfigGuard with any writes. The limits are written here again, for registers of each kind: a range, a number of the
  * structure, fields, a register that is not built.
  */
class ConfigGuardProof(implicit structure: Structure) extends Harness {
  private val p   = TileParams("prove")
  private val dut = Module(new ConfigGuard(p))
  private val in  = free("write", new CfgWrite)
  dut.io.pins := in
  private val out = dut.io.cfg
  private def passes(code: Code): Bool             = out.valid && out.reg === code.value.U
  private def isIn(least: Int, most: BigInt): Bool = out.data >= least.U && out.data <= most.U

  assert(!passes(ConfigReg.LinkDepth) || isIn(1, p.maxLinkDepth), "PCG_P1: a link depth that is not built")
  assert(!passes(ConfigReg.Response) || isIn(1, p.maxResponse), "PCG_P2: a depth of response queues that is not built")
  assert(!passes(ConfigReg.Tasks) || isIn(1, p.maxTasks), "PCG_P3: a number of tasks that is not built")
  assert(!passes(ConfigReg.MemoryBytes) || isIn(0, BigInt(1) << structure.addressBits),
    "PCG_P4: a memory that no address reaches")
  private val sizes = out.data((new NicSizes).getWidth - 1, 0).asTypeOf(new NicSizes)
  assert(
    !passes(DepthReg.Sizes) || sizes.fenceEntries <= p.maxFenceEntries.U && sizes.commitSlots <= p.maxCommitSlots.U,
    "PCG_P5: a table of the NIC that is not built"
  )
  private val built   = (p.registers ++ DepthReg.all ++ CollectiveReg.all).map(_.value)
  private val unknown = !built.map(in.reg === _.U).reduce(_ || _)
  assert(!unknown || out.valid === (in.valid && in.data === 0.U),
    "PCG_P6: a register that is not built takes another value than 0, or not this")

  // of all writes since ME the first that was refused
  private val begun  = RegInit(false.B)
  private val failed = Reg(Bool())
  private val which  = Reg(UInt(8.W))
  private val starts = in.valid && in.reg === ConfigReg.Me.value.U
  private val fails  = in.valid && !out.valid
  when(starts) { begun := true.B }
  when(starts || fails && !failed) {
    failed := fails
    which  := in.reg
  }
  assert(!begun || dut.io.error.valid === failed, "PCG_P7: a refusal is forgotten before ME is written, or is none")
  assert(!begun || !failed || dut.io.error.register === which, "PCG_P8: another register than the first one is named")
  reachable(begun && failed && out.valid && out.reg === ConfigReg.LinkDepth.value.U, "PCG_C1")
  reachable(begun && !failed && unknown && out.valid, "PCG_C2")
  reachable(begun && failed && fails && in.reg =/= which, "PCG_C3")
}
