// SPDX-License-Identifier: Apache-2.0
package fairlead.params

/** What a task of a node can have for itself (HostResource). */
object ResourceKind {
  val Channel   = Code("CHANNEL", 0, "a DLA channel")
  val Epoch     = Code("EPOCH", 1, "an epoch, by its index at the origin")
  val Counter   = Code("COUNTER", 2, "a byte counter")
  val Reception = Code("RECEPTION", 3, "a reception FIFO")
  val Device    = Code("DEVICE", 4, "the lock of the shared device; no number")
  val Tree      = Code("TREE", 5, "what is begun of a packet or message on the collective network; no number")
  val Injection =
    Code("INJECTION", 6, "descriptors in the injection FIFOs, and the FIFO of this number if it is granted")
  val Barrier        = Code("BARRIER", 7, "its part in a barrier, of which the number is that of BarrierCommand")
  val all: Seq[Code] = Seq(Channel, Epoch, Counter, Reception, Device, Tree, Injection, Barrier)
}

/** Why COMMAND_REFUSED. */
object GuardReason {
  val Owned      = Code("OWNED", 1, "another task has what the command names")
  val Privileged = Code("PRIVILEGED", 2, "only the system may give this command")
  val Forged     = Code("FORGED", 3, "the command says that another task gives it")
  val Malformed  = Code("MALFORMED", 4, "no such command, or a bit set that it does not mean")
  val Empty      = Code("EMPTY", 5, "MSG_POP of a reception FIFO in which no message is announced")
  val Configuration = Code("CONFIGURATION", 6,
    "a register of the node was given a value beyond what is built; b of the event is its number")
  val Region = Code("REGION", 7,
    "FENCE_REGION of a task that is in the state it asks for, or a fence outside of a region where fences need one")
  val all: Seq[Code] = Seq(Owned, Privileged, Forged, Malformed, Empty, Configuration, Region)
}
