// SPDX-License-Identifier: Apache-2.0
package fairlead.tile

import chisel3._
import chisel3.util.HasBlackBoxInline

/** The integrated clock gate of a cell library: a latch that is open while the clock is low, and an AND. In a chip a
  * standard cell takes the place of this description.
  *
  * Contract: `enable` is stable before the clock rises. It may change while the clock is high.
  * Timing:   the rising edge at the end of cycle t is on `gated` if `enable` or `test` is high in t.
  */
class ClockGate extends BlackBox with HasBlackBoxInline {
  val io = IO(new Bundle {
    val clock  = Input(Clock())
    val enable = Input(Bool())
    val test   = Input(Bool())
    val gated  = Output(Clock())
  })

  setInline(
    "ClockGate.sv",
    """module ClockGate(
      |  input  clock,
      |         enable,
      |         test,
      |  output gated
      |);
      |  reg held;
      |  always_latch
      |    if (~clock)
      |      held = enable | test;
      |  assign gated = clock & held;
      |endmodule
      |""".stripMargin
  )
}
