// SPDX-License-Identifier: Apache-2.0
package fairlead.tile

import chisel3._
import chisel3.util.RegEnable
import fairlead.ports.OwnedCmd

/** Holding register of the host's command pins, so that what depends on a command is evaluated when there is one and
  * not with every flit.
  *
  * Contract: a command on the pins is loaded by an edge of this module's clock, which comes before the edge of its
  *           cycle; `unitClock` has an edge in that cycle, which takes it.
  * Timing:   `cmd.valid` from the one edge to the other. Between the two nothing else has an edge.
  * Spec:     docs/spec/tile.md
  */
class HostPort extends Module {
  val unitClock = IO(Input(Clock()))
  val io = IO(new Bundle {
    val pins = Input(new OwnedCmd)
    val cmd  = Output(new OwnedCmd)
  })

  private val loaded = RegInit(false.B) // turns with every command
  private val taken  = withClock(unitClock)(RegInit(false.B)) // follows it
  when(io.pins.valid) { loaded := !loaded }
  taken := loaded

  io.cmd.valid := loaded =/= taken
  io.cmd.op    := RegEnable(io.pins.op, io.pins.valid)
  io.cmd.w     := RegEnable(io.pins.w, io.pins.valid)
  io.cmd.owner := RegEnable(io.pins.owner, io.pins.valid)
}
