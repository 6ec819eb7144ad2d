// SPDX-License-Identifier: Apache-2.0
package fairlead.prove

import chisel3.RawModule
import fairlead.params.{Fixed, TileParams}

/** Harnesses whose unit has the size that it has in the product, by the name of the harness in `Proofs` that has the
  * same statements. They are too large for proofs, and are for searches of counterexamples in the first cycles. The
  * other harnesses are for a small unit: what stands around it there counts to 7, or names one of two.
  */
object WholeProofs {
  private val p         = TileParams()
  private val countBits = 10 // of AckCounters and FenceUnit
  private val ports     = 0 until Fixed.links + 2 * Fixed.mostPorts

  val all: Seq[(String, () => RawModule)] = Seq(
    "acks"         -> (() => new AckCountersProof(Fixed.ackCounters, countBits)),
    "fence"        -> (() => new FenceUnitProof(Fixed.fenceEntries)),
    "epoch_origin" -> (() => new EpochOriginProof(Fixed.originEpochs, Fixed.addressBits)),
    "epoch_target" -> (() => new EpochTargetProof(Fixed.targetEpochs, Fixed.addressBits)),
    "barrier"      -> (() => new BarrierUnitProof(p.maxTasks)),
    "pool"         -> (() => new DlaPoolProof(p.maxDla)),
    "counters"     -> (() => new PerfCountersProof(32)),
    "switch"       -> (() => new SwitchAllocatorProof(ports)),
    "wait_causes"  -> (() => new WaitCausesProof(ports)),
    "commit_queue" -> (() => new CommitQueueProof(p.maxCommitSlots, Fixed.maxPayload / Fixed.flitBytes))
  )
}
