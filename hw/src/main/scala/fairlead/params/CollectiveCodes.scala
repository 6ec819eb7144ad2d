// SPDX-License-Identifier: Apache-2.0
package fairlead.params

/** What a packet of the collective network does (docs/spec/collective-network.md). */
object CollectiveMode {
  val Combine        = Code("COMBINE", 0, "up: combined at every node on the way, received at the root")
  val Allreduce      = Code("ALLREDUCE", 1, "up as COMBINE, then down as BROADCAST: every member receives the result")
  val Broadcast      = Code("BROADCAST", 2, "down: from the root to all other members")
  val Message        = Code("MESSAGE", 3, "point to point: up, then down, as the header says")
  val all: Seq[Code] = Seq(Combine, Allreduce, Broadcast, Message)
}

/** What CombineAlu makes of the operands. */
object CollectiveOp {
  val Sum            = Code("SUM", 0, "modulo 2 to the bits of the operand")
  val Min            = Code("MIN", 1, "the smaller one")
  val Max            = Code("MAX", 2, "the larger one")
  val And            = Code("AND", 3, "bit by bit")
  val Or             = Code("OR", 4, "bit by bit")
  val Xor            = Code("XOR", 5, "bit by bit")
  val all: Seq[Code] = Seq(Sum, Min, Max, And, Or, Xor)
}

/** Why the collective network refuses a packet at its injection; of several the highest. */
object CollectiveRefusal {
  val Full    = Code("FULL", 1, "the injection FIFO of the channel has no room for a packet")
  val TooLong = Code("TOO_LONG", 2, "the message would have more packets than the injection FIFO holds")
  val Route = Code("ROUTE", 3,
    "the node has no part in the class route that the mode needs, or its channel is granted to another task")
  val Malformed = Code("MALFORMED", 4, "an operation, an operand size or a length out of range")
  val Open      = Code("OPEN", 5, "payload of the packet before is missing")
  val Stray     = Code("STRAY", 6, "a message of another processor or another way has begun and has not ended")
  val Aborted = Code("ABORTED", 7,
    "TREE_ABORT has dropped what the processor, which stands in place of the tag, had begun and not ended")
  val all: Seq[Code] = Seq(Full, TooLong, Route, Malformed, Open, Stray, Aborted)
}

/** How a command of the shared device ends (docs/spec/collective-device.md). */
object DeviceResult {
  val Done     = Code("DONE", 0, "it is done")
  val Held     = Code("HELD", 1, "DEVICE_LOCK: another processor has the lock, or the same one")
  val NotOwner = Code("NOT_OWNER", 2, "the processor does not have the lock")
  val Empty = Code("EMPTY", 3, "no packet is there, and for DEVICE_DRAIN none is to come of a message that has begun")
  val Busy  = Code("BUSY", 4, "the device works on another DEVICE_READ_HEADER or DEVICE_DRAIN")
  val Outside =
    Code("OUTSIDE", 5, "DEVICE_DRAIN: the buffer, `limit` bytes from `address` on, is not within the memory")
  val all: Seq[Code] = Seq(Done, Held, NotOwner, Empty, Busy, Outside)
}

/** Configuration registers of the collective network, in the number space of ConfigReg, of which they use no number. */
object CollectiveReg {
  val ClassRoutes = Code("CLASS_ROUTES", 32, "bits 8r + 6 to 8r: the ClassRoute of class route r").from(0, 0xffffffffL)
  val LinkDepth =
    Code("TREE_LINK_DEPTH", 33, "flits of each channel's buffer behind a link, here and at the neighbours")
      .from(0, "treeLinkDepth")
  val Injection = Code("TREE_INJECTION_DEPTH", 34, "packets in each injection FIFO").from(0, "treePackets")
  val Reception = Code("TREE_RECEPTION_DEPTH", 35, "packets in each reception FIFO").from(0, "treePackets")
  val BarrierTree =
    Code("BARRIER_TREE", 40,
      "of BarrierLeg: 0 the barrier has wires of its own; 1 it uses the tree; 3 as its root").from(0, 3)
  val RouteTasks = Code("ROUTE_TASKS", 41,
    "bits 8r + 4 to 8r: N of the barrier of class route r at this node, 1 to 16; 0 at a node that is no member").from(0,
    0x1f1f1f1f)
  val all: Seq[Code] = Seq(ClassRoutes, LinkDepth, Injection, Reception, BarrierTree, RouteTasks)
}

/** What does not vary of the collective network. */
object CollectiveFixed {
  val links         = 3 // of a node: one to the parent, at most two to children, by class route
  val routes        = 4 // class routes
  val channels      = routes + 1 // one of each class route for its collectives, and one for all messages
  val packets       = 8 // most packets in an injection or reception FIFO
  val linkDepth     = 16 // most flits in the buffer of one channel at the end of a link
  val routeBits     = 2
  val stride        = 8 // bits of one class route in CLASS_ROUTES
  val wordBits      = 32 // segment of the ALU: the shortest operand
  val processorBits = 4 // of who gives flits: a task of the node
  val barriers      = routes + 1 // of a node: that of all nodes, and one of each class route
  val pattern       = 3 // bits of a barrier's pattern
  val legBits       = links * pattern // patterns of one barrier on the links of a node
  val table: Seq[(String, Int)] = Seq(
    "treeLinks" -> links, "classRoutes" -> routes, "treeChannels" -> channels, "treeProcessors" -> (1 << processorBits),
    "treePackets"   -> packets,
    "treeLinkDepth" -> linkDepth, "classRouteStride" -> stride, "barriers" -> barriers, "patternBits" -> pattern
  )
}
