// SPDX-License-Identifier: Apache-2.0
package fairlead.params

/** Why the oldest flit of a VC does not leave its buffer in a cycle (docs/spec/perf-counters.md). */
object WaitCause {
  val None           = Code("NONE", 0, "it leaves, or there is none")
  val Owner          = Code("OWNER", 1, "another packet holds the output VC of the head")
  val Credit         = Code("CREDIT", 2, "the output VC has no credit, or not the two that a head needs")
  val Link           = Code("LINK", 3, "the link takes no flit of this VC in this cycle")
  val Connection     = Code("CONNECTION", 4, "it may go, and would break a connection of the switch")
  val Arbitration    = Code("ARBITRATION", 5, "it may go, and another flit goes in its place")
  val Stage          = Code("STAGE", 6, "it goes on to the next stage of the router: no blocked cycle")
  val blocked        = Seq(Owner, Credit, Link, Connection, Arbitration)
  val all: Seq[Code] = None +: blocked :+ Stage
  val bits           = 3
}

/** Why the head of an injection FIFO, or the request in front of the store path, becomes no packet in a cycle
  * (docs/spec/perf-counters.md).
  */
object SendCause {
  val None           = Code("NONE", 0, "a packet of it is prepared, or there is none")
  val Fence          = Code("FENCE", 1, "a FENCE of its FIFO is not complete")
  val Entry          = Code("ENTRY", 2, "it is a FLUSH or FENCE, and no fence entry is free")
  val AckCounter     = Code("ACK_COUNTER", 3, "it is unordered, and no acknowledgement counter is there for it")
  val MessageCredit  = Code("MESSAGE_CREDIT", 4, "it is a message, and its target's reception FIFO has no credit")
  val Router         = Code("ROUTER", 5, "the port is full, and the router has no place for its next flit")
  val Memory         = Code("MEMORY", 6, "the port is full, and its next flit has not come from memory")
  val Dla            = Code("DLA", 7, "the port sends or prepares a request of the store path")
  val Port           = Code("PORT", 8, "the port sends or prepares another packet")
  val all: Seq[Code] = Seq(None, Fence, Entry, AckCounter, MessageCredit, Router, Memory, Dla, Port)
  val bits           = 4
}

/** Why the oldest flit of an ejection buffer is not consumed in a cycle (docs/spec/perf-counters.md). */
object ReceiveCause {
  val None           = Code("NONE", 0, "it is consumed, or there is none")
  val Response       = Code("RESPONSE", 1, "it is the head of a request, and no response slot is free")
  val Commit         = Code("COMMIT", 2, "it is a head, and the commit queue has no place")
  val Arbitration    = Code("ARBITRATION", 3, "another flit goes in its place")
  val all: Seq[Code] = Seq(None, Response, Commit, Arbitration)
}
