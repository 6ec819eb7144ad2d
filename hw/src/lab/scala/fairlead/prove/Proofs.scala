// SPDX-License-Identifier: Apache-2.0
package fairlead.prove

import chisel3.RawModule
import fairlead.params.{Fixed, Structure, TileParams}

/** All harnesses, by the name of the file in which their Verilog is. */
object Proofs {
  def all(implicit structure: Structure): Seq[(String, () => RawModule)] = Seq(
    "credit"       -> (() => new EjectionBufferProof(4)),
    "inject"       -> (() => new PacketEmitterProof(4)),
    "dla"          -> (() => new DlaArbiterProof(8, 2)),
    "dla_account"  -> (() => new DlaArbiterAccountProof(8, 2)),
    "dla_words"    -> (() => new DlaFifoWordProof(10)),
    "dla_assembly" -> (() => new DlaAssemblyProof(2)),
    "dla_notices"  -> (() => new DlaNoticesProof(2)),
    "dla_status"   -> (() => new DlaStatusWriterProof),
    "pool"         -> (() => new DlaPoolProof(8)),
    "route"        -> (() => new RouteUnitProof),
    "switch"       -> (() => new SwitchAllocatorProof(Seq(0, 3, 7))),
    "fair"         -> (() => new SwitchAllocatorFairProof),
    "age"          -> (() => new SwitchAllocatorAgeProof),
    "age_fair"     -> (() => new SwitchAllocatorAgeFairProof),
    "output"       -> (() => new OutputUnitProof(2)),
    "output_deep"  -> (() => new OutputUnitProof(4)),
    "link"         -> (() => new LinkProof(2, false)),
    "link_packets" -> (() => new LinkProof(4, true)),
    "wait_causes"  -> (() => new WaitCausesProof(Seq(0, 3, 7))),
    "nic_causes"   -> (() => new NicCausesProof),
    "counters"     -> (() => new PerfCountersProof(4)),
    "staged_waits" -> (() => new WaitCausesStagedProof(Seq(0, 3, 7), isIslip = false)),
    "islip_waits"  -> (() => new WaitCausesStagedProof(Seq(0, 3, 7), isIslip = true)),
    "stage_counts" -> (() => new PerfCountersProof(4, stages = Some(4))),
    "link_pace"    -> (() => new LinkTxProof),
    "islip_link"   -> (() => new LinkTxProof(isIslip = true)),
    "islip_output" -> (() => new OutputUnitProof(4, isIslip = true)),
    "shared_vcs"   -> (() => new SharedVcsProof(Seq(0, 3, 6))),
    "output_live"  -> (() => new OutputUnitProof(2, 2)), // liveness doubles the state
    "input"        -> (() => new InputUnitProof(2)),
    "fence"        -> (() => new FenceUnitProof(2)),
    "acks"         -> (() => new AckCountersProof(2, 3)),
    "barrier"      -> (() => new BarrierUnitProof(4)),
    "barrier_left" -> (() => new BarrierUnitProof(2, leaving = true)),
    "config"       -> (() => new ConfigGuardProof),
    "epoch_origin" -> (() => new EpochOriginProof(2, 2)),
    "epoch_target" -> (() => new EpochTargetProof(2, 2)),
    "epoch_access" -> (() => new EpochTargetAccessProof(3, 0)),
    "epoch_kept"   -> (() => new EpochTargetAccessProof(3, 1)),
    "commit_queue" -> (() => new CommitQueueProof(2, 1)),
    "reception"    -> (() => new ReceptionFifosProof(2)),
    "order"        -> (() => new OrderProof),
    "reader"       -> (() => new PayloadReaderProof(4)),
    "service"      -> (() => new ServiceOrderProof),
    "read_port"    -> (() => new ReadPortProof),
    "injection"    -> (() => new InjectionFifosProof(2)),
    "response_tx"  -> (() => new ResponseTxProof(3)),
    "request_tx"   -> (() => new RequestTxProof(2)),
    "request_rx"   -> (() => new RequestRxProof(2)),
    "commit_unit"  -> (() => new CommitUnitProof(2)),
    "message"      -> (() => new MessageCreditsProof),
    "dla_fifo"     -> (() => new DlaFifoProof(10))
  ) ++ headers ++ collective ++ fronts

  /** All of which this structure has the unit. */
  def here(implicit structure: Structure): Seq[(String, () => RawModule)] = all.filterNot { case (name, _) =>
    absent(name)
  }

  private def absent(name: String)(implicit structure: Structure): Boolean =
    !structure.hasDla && Seq("dla", "pool", "header_stor", "front_dla").exists(name.startsWith) ||
      structure.barrierUnit == 0 && name.startsWith("barrier") ||
      structure.collectiveUnits == 0 && (collective.exists(_._1 == name))

  /** Buffers in memories with a synchronous read, next to the same with a combinational one. */
  private def fronts(implicit structure: Structure): Seq[(String, () => RawModule)] = Seq(
    "front_memory"    -> (() => new FrontMemoryProof(2, 4)),
    "front_ring"      -> (() => new RingFrontProof(3)),
    "front_input"     -> (() => new InputFrontProof(2)),
    "front_dla"       -> (() => new DlaFrontProof(10)),
    "front_injection" -> (() => new InjectionFrontProof(2)),
    "front_reception" -> (() => new ReceptionFrontProof(2))
  )

  /** The collective network. */
  private def collective(implicit structure: Structure): Seq[(String, () => RawModule)] = Seq(
    "combine_alu"    -> (() => new CombineAluProof(2)),
    "combine"        -> (() => new CombineChannelProof),
    "tree_message"   -> (() => new MessageChannelProof),
    "tree_link"      -> (() => new TreeLinkProof(2)),
    "tree_injection" -> (() => new CollectiveInjectorProof),
    "tree_device"    -> (() => new CollectiveDeviceProof),
    "combine_live"   -> (() => new CombineLiveProof),
    "message_live"   -> (() => new MessageLiveProof),
    "tree_router"    -> (() => new CollectiveRouterProof),
    "barrier_leg"    -> (() => new BarrierLegProof)
  )

  /** No header that leaves a packetiser names a node outside the shape. */
  private def headers(implicit structure: Structure): Seq[(String, () => RawModule)] = Seq(
    "header_post"     -> (() => new InjectionFifosHeaderProof(2)),
    "header_store"    -> (() => new DlaArbiterHeaderProof(5)),
    "header_stored"   -> (() => new DlaFifoHeaderProof(5)),
    "header_epoch"    -> (() => new EpochOriginHeaderProof(2)),
    "header_fence"    -> (() => new FenceUnitHeaderProof(2)),
    "header_request"  -> (() => new RequestTxHeaderProof),
    "header_response" -> (() => new ResponseTxHeaderProof(2)),
    "header_ack"      -> (() => new EpochTargetHeaderProof(2)),
    "header_message"  -> (() => new ReceptionFifosHeaderProof(2))
  )

  /** Harnesses whose unit has the size that it has in the product, by the name of the harness above that has the same
    * statements. They are too large for proofs, and are for searches of counterexamples in the first cycles. The other
    * harnesses are for a small unit: its neighbours there count to 7, or name one of two.
    */
  def whole(implicit structure: Structure): Seq[(String, () => RawModule)] = Seq(
    "acks"         -> (() => new AckCountersProof(Fixed.ackCounters, 10)),
    "fence"        -> (() => new FenceUnitProof(Fixed.fenceEntries)),
    "epoch_origin" -> (() => new EpochOriginProof(structure.originEpochs, structure.addressBits)),
    "epoch_target" -> (() => new EpochTargetProof(structure.targetEpochs, structure.addressBits)),
    "barrier"      -> (() => new BarrierUnitProof(TileParams("product").maxTasks)),
    "pool"         -> (() => new DlaPoolProof(TileParams("product").maxDla)),
    "counters"     -> (() => new PerfCountersProof(32)),
    "switch"       -> (() => new SwitchAllocatorProof(0 until Fixed.links + 2 * Fixed.mostPorts)),
    "wait_causes"  -> (() => new WaitCausesProof(0 until Fixed.links + 2 * Fixed.mostPorts)),
    "commit_queue" -> (() =>
      new CommitQueueProof(TileParams("product").maxCommitSlots, structure.maxPayload / Fixed.flitBytes)
    )
  )
}
