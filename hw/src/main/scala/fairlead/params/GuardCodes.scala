// SPDX-License-Identifier: Apache-2.0
package fairlead.params

/** What a task of a node can have for itself (HostResource). */
object ResourceKind {
  val Channel        = Code("CHANNEL", 0, "a DLA channel")
  val Epoch          = Code("EPOCH", 1, "an epoch, by its index at the origin")
  val Counter        = Code("COUNTER", 2, "a byte counter")
  val all: Seq[Code] = Seq(Channel, Epoch, Counter)
}

/** Why COMMAND_REFUSED. */
object GuardReason {
  val Owned          = Code("OWNED", 1, "another task has what the command names")
  val Privileged     = Code("PRIVILEGED", 2, "only the system may give this command")
  val all: Seq[Code] = Seq(Owned, Privileged)
}
