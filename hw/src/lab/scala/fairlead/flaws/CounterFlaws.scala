// SPDX-License-Identifier: Apache-2.0
package fairlead.flaws

import chisel3._
import fairlead.counters.PerfCounters
import fairlead.params.Structure
import fairlead.params.UnsafeVariant._
import fairlead.router.RouterShape

class FlawedPerfCounters(s: RouterShape)(implicit structure: Structure) extends PerfCounters(s) with FlawedPart {
  override protected def step: UInt = Mux(flaw(CountMissed) && io.now(3, 0) === 0.U, 0.U, super.step)
}
