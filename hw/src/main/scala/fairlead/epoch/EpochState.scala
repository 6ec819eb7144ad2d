// SPDX-License-Identifier: Apache-2.0
package fairlead.epoch

import fairlead.params.Code

/** State of an epoch at its origin, as EPOCH_ERROR reports it. */
object EpochState {
  val None           = Code("NONE", 0, "free: EPOCH_OPEN is legal")
  val Initing        = Code("INITING", 1, "INIT is queued or on its way, or its answer is")
  val Open           = Code("OPEN", 2, "the gate admits transfers; EPOCH_CLOSE is legal")
  val Closing        = Code("CLOSING", 3, "the gate refuses; waits for the ACK and for outstanding gets")
  val Closed         = Code("CLOSED", 4, "closed: TERM or the last event of this index has still to leave")
  val all: Seq[Code] = Seq(None, Initing, Open, Closing, Closed)
}
