// SPDX-License-Identifier: Apache-2.0
package fairlead.prove

import chisel3.RawModule

/** All harnesses, by the name of the file in which their Verilog is. */
object Proofs {
  val all: Seq[(String, () => RawModule)] = Seq(
    "credit"       -> (() => new CreditProof(4)),
    "inject"       -> (() => new InjectProof(4)),
    "dla"          -> (() => new DlaProof(8, 2)),
    "dla_account"  -> (() => new DlaAccountProof(8, 2)),
    "dla_words"    -> (() => new DlaWordProof(5)),
    "dla_notices"  -> (() => new NoticesProof(2)),
    "dla_status"   -> (() => new StatusProof),
    "pool"         -> (() => new PoolProof(8)),
    "route"        -> (() => new RouteProof),
    "switch"       -> (() => new SwitchProof(Seq(0, 3, 7))),
    "fair"         -> (() => new FairProof),
    "age"          -> (() => new AgeProof),
    "age_fair"     -> (() => new AgeFairProof),
    "output"       -> (() => new OutputProof(2)),
    "output_deep"  -> (() => new OutputProof(4)),
    "link"         -> (() => new LinkProof(2, false)),
    "link_packets" -> (() => new LinkProof(4, true)),
    "output_live"  -> (() => new OutputProof(2, 2)), // liveness doubles the state
    "input"        -> (() => new InputProof(2)),
    "fence"        -> (() => new FenceProof(2)),
    "acks"         -> (() => new AckProof(2, 3)),
    "barrier"      -> (() => new BarrierProof(4)),
    "epoch_origin" -> (() => new EpochOriginProof(2, 2)),
    "epoch_target" -> (() => new EpochTargetProof(2, 2)),
    "epoch_access" -> (() => new EpochAccessProof(3)),
    "commit_queue" -> (() => new CommitQueueProof(2, 1)),
    "reception"    -> (() => new ReceptionProof(2)),
    "order"        -> (() => new OrderProof),
    "read_port"    -> (() => new ReadPortProof),
    "injection"    -> (() => new InjectionProof(2)),
    "response_tx"  -> (() => new ResponseTxProof(2)),
    "response_mix" -> (() => new ResponseTxProof(3, whole = true)), // a get, who waits for it, and who does not
    "request_tx"   -> (() => new RequestTxProof(2)),
    "request_rx"   -> (() => new RequestRxProof(2)),
    "commit_unit"  -> (() => new CommitUnitProof(2)),
    "message"      -> (() => new MessageProof),
    "dla_fifo"     -> (() => new DlaFifoProof(5))
  ) ++ headers

  /** No header that leaves a packetiser names a node outside the shape. */
  private def headers: Seq[(String, () => RawModule)] = Seq(
    "header_post"     -> (() => new PostHeaders(2)),
    "header_store"    -> (() => new StoreHeaders(5)),
    "header_stored"   -> (() => new StoredHeaders(5)),
    "header_epoch"    -> (() => new EpochHeaders(2)),
    "header_fence"    -> (() => new FenceHeaders(2)),
    "header_request"  -> (() => new RequestHeaders),
    "header_response" -> (() => new ResponseHeaders(2)),
    "header_ack"      -> (() => new AckHeaders(2)),
    "header_message"  -> (() => new MessageHeaders(2))
  )
}
