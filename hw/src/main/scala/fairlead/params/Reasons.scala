// SPDX-License-Identifier: Apache-2.0
package fairlead.params

/** State of an epoch at its origin, as EPOCH_ERROR reports it, or what else is wrong with the command. */
object EpochState {
  val None           = Code("NONE", 0, "free: EPOCH_OPEN is legal")
  val Initing        = Code("INITING", 1, "INIT is queued or on its way, or its answer is")
  val Open           = Code("OPEN", 2, "the gate admits transfers; EPOCH_CLOSE is legal")
  val Closing        = Code("CLOSING", 3, "the gate refuses; waits for the ACK and for outstanding gets")
  val Closed         = Code("CLOSED", 4, "closed: TERM or the last event of this index has still to leave")
  val NoTarget       = Code("NO_TARGET", 5, "free, but EPOCH_OPEN names a target outside the shape")
  val Ending         = Code("ENDING", 6, "TERM has left; waits for the ACK that the target has lifted its limit")
  val all: Seq[Code] = Seq(None, Initing, Open, Closing, Closed, NoTarget, Ending)
}

/** Why OP_REJECTED; of several the first of MALFORMED, GONE, FULL, EPOCH. */
object RejectReason {
  val Epoch     = Code("EPOCH", 1, "the epoch that it names is not open, or is open to another target")
  val Full      = Code("FULL", 2, "the injection FIFO is full")
  val Malformed = Code("MALFORMED", 3, "a field is out of range, or a bit set that the kind does not mean")
  val Gone = Code("GONE", 4, "TASK_RESET has named its task, and descriptors of then are still in the injection FIFO")
  val all: Seq[Code] = Seq(Epoch, Full, Malformed, Gone)
}

/** Why NACK, OP_REFUSED and EPOCH_DENIED: what the target found; of several the lowest. A refused packet has no 0. */
object RefusalReason {
  val Outside = Code("OUTSIDE", 1, "it reaches beyond the memory of the target")
  val Epoch = Code("EPOCH", 2,
    "its epoch is over, or another node has an epoch open there and it is in none; an INIT: its id is not admitted")
  val Slot     = Code("SLOT", 3, "its reception FIFO had no free slot")
  val Function = Code("FUNCTION", 4, "a fetch-and-op with a function that is none")
  val Counter = Code("COUNTER", 5,
    "a put names the byte counter of a get or of other nodes' puts, or a get a counter that is in use")
  val Table          = Code("TABLE", 6, "an INIT finds all epoch entries of the target in use")
  val Held           = Code("HELD", 7, "an INIT of another node than that of the open epoch, and EPOCH_ACCESS is 2")
  val all: Seq[Code] = Seq(Outside, Epoch, Slot, Function, Counter, Table, Held)
  val bits           = 3
}

/** Why DLA_ERROR; in the order in which they are checked. */
object DlaErrorReason {
  val Channel        = Code("CHANNEL", 1, "no such channel")
  val Scheme         = Code("SCHEME", 2, "CD and PR together, or neither")
  val NotIdle        = Code("NOT_IDLE", 3, "the channel is open, release-pending, clearing or discarding")
  val None           = Code("NO_CREDITS", 4, "no credits asked for")
  val Cap            = Code("CAP", 5, "more than one allocation of the class may have")
  val Depth          = Code("DEPTH", 6, "more than DLA_DEPTH")
  val Release        = Code("RELEASE", 7, "nothing to release")
  val all: Seq[Code] = Seq(Channel, Scheme, NotIdle, None, Cap, Depth, Release)
}

/** Why DLA_DISCARDED. */
object DlaDropReason {
  val Discard  = Code("DISCARD", 1, "after a denial, or after another request of the same CD transaction was dropped")
  val Overflow = Code("OVERFLOWS", 2, "more than the channel's own reservation")
  val NoAllocation = Code("NO_ALLOCATION", 3, "the channel has no open allocation")
  val Malformed = Code("MALFORMED", 4,
    "a kind, length, bit, target or address that the store path does not carry, or data of the last one missing")
  val all: Seq[Code] = Seq(Discard, Overflow, NoAllocation, Malformed)
}
