// SPDX-License-Identifier: Apache-2.0
package fairlead.prove

import chisel3._
import fairlead.dla.DlaArbiter
import fairlead.flow._
import fairlead.params._

/** DlaArbiter with any commands and a network that takes words when it likes. */
class DlaProof(maxDla: Int, channels: Int) extends Harness {
  private val dut = Module(new DlaArbiter(TileParams(variant = "prove", maxDla = maxDla, dlaChannels = channels)))
  private val cfg = free("cfg", new CfgWrite)
  dut.io.cfg       := cfg
  dut.io.cfg.valid := cfg.valid && reset.asBool
  dut.io.nic       := 0.U.asTypeOf(new NicConfig)
  dut.io.now       := 0.U
  dut.io.cmd       := free("cmd", new Cmd)
  dut.io.out.ready := freeBit("ready") && dut.io.out.valid

  reachable(dut.io.drainEvent.valid, "PDL_C1")
}
