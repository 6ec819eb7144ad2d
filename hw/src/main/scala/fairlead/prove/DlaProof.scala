// SPDX-License-Identifier: Apache-2.0
package fairlead.prove

import chisel3._
import fairlead.dla._
import fairlead.flow._
import fairlead.params._

/** DlaArbiter with any commands and a network that takes words when it likes. */
class DlaProof(maxDla: Int, channels: Int) extends Harness {
  private val dut = Module(new DlaArbiter(TileParams(variant = "prove", maxDla = maxDla, dlaChannels = channels)))
  private val cfg = free("cfg", new CfgWrite)
  expose(dut.io)
  dut.io.cfg       := cfg
  dut.io.cfg.valid := cfg.valid && reset.asBool
  dut.io.nic       := 0.U.asTypeOf(new NicConfig)
  dut.io.now       := 0.U
  dut.io.out.ready := freeBit("ready") && dut.io.out.valid

  reachable(dut.io.drainEvent.valid, "PDL_C1")
}

class PoolProof(maxDla: Int) extends Harness {
  private val dut = Module(new DlaPool(TileParams(variant = "prove", maxDla = maxDla)))
  expose(dut.io)
  dut.io.cfg.valid := freeBit("cfg_valid") && reset.asBool
  reachable(dut.io.held(2) === maxDla.U, "PDP_C1")
}
