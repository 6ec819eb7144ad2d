// SPDX-License-Identifier: Apache-2.0
package fairlead.params

/** One-shot faults of the faults build (D13). */
object FaultId {
  val CreditDrop   = Code("credit_drop", 1, "the router loses the next link credit that it would return")
  val FlushEarly   = Code("flush_early", 2, "the next flush completes when its ping is injected")
  val EpochEarly   = Code("epoch_ack_early", 3, "the next epoch acknowledgement is sent one put early")
  val BarrierEarly = Code("barrier_early", 4, "the master enters the global barrier one task early")
  val ByteWrong    = Code("byte_wrong", 5, "one bit of the next put payload flit is flipped before it is written")
  val PutTwice     = Code("put_twice", 6, "the next put payload flit is written twice")
  val PutLost      = Code("put_lost", 7, "the next put payload flit is not written")
  val LoadWrong = Code("load_wrong", 8, "the node's memory answers its software's next load or poll with bit 0 flipped")
  val all: Seq[Code] = Seq(CreditDrop, FlushEarly, EpochEarly, BarrierEarly, ByteWrong, PutTwice, PutLost, LoadWrong)
}
