// SPDX-License-Identifier: Apache-2.0
package fairlead.prove

import chisel3._
import fairlead.dla._
import fairlead.params._

/** DlaStatusWriter with any changes, under any rules of when to write; memory acknowledges each write once. */
class DlaStatusWriterProof(implicit structure: Structure) extends Harness {
  private val dut = Module(new DlaStatusWriter(TileParams("prove").copy(maxDla = 8, dlaChannels = 2)))
  private val io  = dut.io
  expose(io)
  private val away = RegInit(false.B) // a write that is not acknowledged
  private val ack  = freeBit("acks") && away
  io.cfg.valid := freeBit("cfg_valid") && reset.asBool
  io.ack       := ack
  away         := (away || io.write.valid) && !ack
  assert(!(io.write.valid && away), "PDS_P1: the status is written again before the last write is acknowledged")
  private val before = RegInit(false.B)
  before := before || io.write.valid
  reachable(io.write.valid && before, "PDS_C1")
}
