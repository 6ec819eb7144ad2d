// SPDX-License-Identifier: Apache-2.0
package fairlead.prove

import chisel3.RawModule

/** All harnesses, by the name of the folder in which their Verilog is. */
object Proofs {
  val all: Seq[(String, () => RawModule)] = Seq(
    "credit" -> (() => new CreditProof(4)),
    "dla" -> (() => new DlaProof(8, 2))
  )
}
