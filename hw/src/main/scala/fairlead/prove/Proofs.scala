// SPDX-License-Identifier: Apache-2.0
package fairlead.prove

import chisel3.RawModule

/** All harnesses, by the name of the file in which their Verilog is. */
object Proofs {
  val all: Seq[(String, () => RawModule)] = Seq(
    "credit" -> (() => new CreditProof(4)),
    "dla"    -> (() => new DlaProof(8, 2)),
    "pool"   -> (() => new PoolProof(8)),
    "route"  -> (() => new RouteProof),
    "switch" -> (() => new SwitchProof(Seq(0, 3, 7))),
    "fair"   -> (() => new FairProof),
    "output" -> (() => new OutputProof(2)),
    "input"  -> (() => new InputProof(2))
  )
}
