// SPDX-License-Identifier: Apache-2.0
package fairlead.params

/** One event kind.
  *
  * @param identity whether the kind is part of the run's identity (event hash)
  * @param reactive whether node software reacts to it: the fabric then returns to Java in time (D3)
  * @param a what word a holds: one value, or the name of a layout; empty when it is 0. So for b and c
  */
final case class EventKind(
    name: String,
    value: Int,
    identity: Boolean,
    reactive: Boolean,
    doc: String,
    a: String,
    b: String,
    c: String
)

/** A source of events inside one node; `sequence` counts the events of one unit in one cycle. */
final case class EventUnit(name: String, value: Int, doc: String)

object EventKind {
  private def e(
      name: String,
      value: Int,
      reactive: Boolean,
      doc: String,
      a: String = "",
      b: String = "",
      c: String = "",
      identity: Boolean = true
  ) = EventKind(name, value, identity, reactive, doc, a, b, c)

  // fabric
  val Loaded    = e("LOADED", 1, true, "answers LOAD, ADD, CAS_LOCAL", "HostEvent", "value")
  val Stored    = e("STORED", 2, true, "answers STORE, FILL", "HostEvent")
  val Polled    = e("POLLED", 3, true, "answers POLL", "HostEvent", "last value", "1 when the condition held")
  val Timed     = e("TIMED", 4, true, "answers TIMER", "HostEvent")
  val Committed = e("COMMITTED", 8, false, "written to memory", "CommitEvent", "bytes, little-endian", "bytes 8 to 15")
  val Hop       = e("HOP", 9, false, "head flit leaves on a link", "Header0", "Header1", "HopEvent", identity = false)
  // packetisers and receivers
  val Injected  = e("PACKET_INJECTED", 16, false, "head flit enters the router", "Header0", "Header1")
  val Delivered = e("PACKET_DELIVERED", 17, false, "tail flit accepted", "Header0", "Header1")
  // operations
  val OpIssued = e("OP_ISSUED", 24, true, "descriptor has left its injection FIFO", "Descriptor0")
  val OpLocal =
    e("OP_LOCAL", 25, true, "source buffer of a put or message may be reused: header of its last packet", "Header0",
      "Header1")
  val OpDone      = e("OP_DONE", 26, true, "get complete in the origin's memory", "OpEvent")
  val OpResult    = e("OP_RESULT", 27, true, "fetch-and-op or compare-and-swap", "OpEvent", "old value")
  val OpRefused   = e("OP_REFUSED", 28, true, "the target refused a packet", "OpEvent", "Header1 of the NACK")
  val OpRejected  = e("OP_REJECTED", 29, true, "never entered", "OpEvent", "RejectReason")
  val CounterZero = e("COUNTER_ZERO", 30, true, "byte counter of a put hit zero", "counter")
  val CounterBelow = e("COUNTER_BELOW", 32, true, "more bytes of puts have come than COUNTER_SET has announced so far",
    "counter", "how many more")
  val CounterLost = e("COUNTER_LOST", 33, true, "bytes of a put are in memory and not counted, or COUNTER_CLEAR",
    "counter", "the bytes, or what was left, modulo 2^32")
  val CounterRefused =
    e("COUNTER_REFUSED", 34, true,
      "COUNTER_SET or COUNTER_CLEAR of a counter that a get has or that is none, or no room",
      "counter", "bytes announced, 0 of COUNTER_CLEAR")
  val MsgArrived = e("MSG_ARRIVED", 31, true, "message in its reception FIFO", "MessageEvent", "tag")
  // fence
  val FlushArmed = e("FLUSH_ARMED", 40, false, "a flush or fence has an entry", "OpEvent", "FlushEvent")
  val FlushDone  = e("FLUSH_DONE", 41, true, "", "OpEvent", "DoneEvent")
  val FenceDone  = e("FENCE_DONE", 42, true, "", "OpEvent", "DoneEvent")
  // epoch
  val EpochOpened  = e("EPOCH_OPENED", 48, true, "origin: INIT_ACK", "index", "EpochEvent, origin 0")
  val EpochDenied  = e("EPOCH_DENIED", 49, true, "origin: the target grants no epoch", "index", "RefusalReason")
  val EpochClosing = e("EPOCH_CLOSING", 50, false, "origin", "index", "frozen put count")
  val EpochClosed  = e("EPOCH_CLOSED", 51, true, "origin", "index", "1 when a transfer was refused")
  val EpochExposed = e("EPOCH_EXPOSED", 52, true, "target", "EpochEvent", "epoch id")
  val EpochCounted = e("EPOCH_COUNTED", 53, false, "target: put count received", "entry", "count")
  val EpochAcked   = e("EPOCH_ACKED", 54, false, "target: got equals count", "entry", "got")
  val EpochFreed   = e("EPOCH_FREED", 55, true, "target: termination processed", "EpochEvent", "epoch id")
  val EpochError = e("EPOCH_ERROR", 56, true,
    "command on an epoch index in the wrong state, or a target outside the shape", "index", "EpochState")
  val EpochEnded  = e("EPOCH_ENDED", 58, true, "origin: the target has lifted its access limit", "index")
  val EpochQueued = e("EPOCH_QUEUED", 57, false, "target: INIT waits until the node is free", "EpochEvent", "epoch id")
  // barrier
  val BarJoined   = e("BARRIER_JOINED", 64, false, "", "BarrierEvent", "counter after the join")
  val BarGlobal   = e("BARRIER_GLOBAL", 65, false, "master enters the global barrier", "BarrierEvent", "counter")
  val BarReleased = e("BARRIER_RELEASED", 66, true, "", "BarrierEvent", "counter")
  val BarCounter = e("BARRIER_COUNTER", 67, true, "answers BAR_ADD, BAR_READ", "BarrierEvent", "counter before the add")
  val BarRefused = e("BARRIER_REFUSED", 68, true,
    "a join that does not count (rules 6, 7 and 9), or BAR_ADD while a task is in the barrier", "BarrierEvent",
    "counter")
  // DLA
  val DlaGranted   = e("DLA_GRANTED", 72, true, "", "DlaBlockEvent", "credits")
  val DlaDenied    = e("DLA_DENIED", 73, true, "", "DlaBlockEvent", "credits")
  val DlaError     = e("DLA_ERROR", 74, true, "", "DlaBlockEvent", "DlaErrorReason")
  val DlaEnded     = e("DLA_ENDED", 75, true, "transaction end", "DlaBlockEvent", "1 when anything of it was discarded")
  val DlaReleased  = e("DLA_RELEASED", 76, true, "persistent reservation fully returned", "channel")
  val DlaAccepted  = e("DLA_ACCEPTED", 77, true, "request entered the DLA FIFO", "DlaTagEvent", "words")
  val DlaDiscarded = e("DLA_DISCARDED", 78, true, "request dropped", "DlaTagEvent", "DlaDropReason")
  val DlaDrained   = e("DLA_DRAINED", 79, false, "request handed to the network", "DlaTagEvent", "words")
  val DlaMarked = e("DLA_MARKED", 80, true, "all requests before the marker have left", "DlaBlockEvent",
    "older markers that it stands for too")
  val DlaMerged = e("DLA_MERGED", 81, true, "status events for which there was no credit, as one",
    "DlaBlockEvent of the newest", "DlaMergedEvent")
  val DlaPurged = e("DLA_PURGED", 82, true, "request dropped from the FIFO by DLA_CLEAR", "DlaTagEvent", "words")
  val DlaCleared = e("DLA_CLEARED", 83, true, "nothing of the channel is left", "channel",
    "1 when its requests were dropped")

  // collective network
  val TreeArrived = e("TREE_ARRIVED", 88, true, "packets are whole in reception FIFOs", "mask of channels")
  val TreeHead    = e("TREE_HEAD", 89, true, "TREE_READ took a head flit", "CollectiveHeader", "tag")
  val TreeData = e("TREE_DATA", 90, true, "TREE_READ took a flit of payload", "bytes, little-endian", "bytes 8 to 15")
  val TreeRefused =
    e("TREE_REFUSED", 91, true, "TREE_GIVE is not accepted, or TREE_ABORT drops a half message", "CollectiveRefusal",
      "tag")
  val TreeEmpty =
    e("TREE_EMPTY", 92, true, "TREE_READ of a channel that shows no packet", "mask of channels that show one")

  val DeviceAnswer = e("DEVICE_ANSWER", 96, true, "answers the commands of the shared device",
    "first word of the payload, or bytes of payload", "DeviceEvent")

  val Counters = e("COUNTERS", 104, false, "answers COUNT_READ", "two counters of 32 bits, the first one low",
    "CounterIndex", identity = false)

  // host port
  val Refused = e("COMMAND_REFUSED", 112, true, "the command is not done", "GuardEvent", "w0 of the command")
  val Returns = e("TASK_RETURNS", 113, true, "answers TASK_RESET and TASK_GRANT", "GuardEvent",
    "1 when the task had it, or has it now")

  val all: Seq[EventKind] = Seq(
    Loaded, Stored, Polled, Timed, Committed, Hop, Injected, Delivered, OpIssued, OpLocal, OpDone, OpResult, OpRefused,
    OpRejected, CounterZero, CounterBelow, CounterLost, CounterRefused, MsgArrived, FlushArmed, FlushDone, FenceDone,
    EpochOpened, EpochDenied, EpochClosing,
    EpochClosed, EpochExposed, EpochCounted, EpochAcked, EpochFreed, EpochError, EpochQueued, EpochEnded, BarJoined,
    BarGlobal,
    BarReleased, BarCounter, BarRefused, DlaGranted, DlaDenied, DlaError, DlaEnded, DlaReleased, DlaAccepted,
    DlaDiscarded, DlaDrained,
    DlaMarked,
    DlaMerged, DlaPurged, DlaCleared, TreeArrived, TreeHead, TreeData, TreeRefused, TreeEmpty,
    DeviceAnswer, Counters, Refused, Returns
  )
}

object EventUnit {
  val firstTilePort = 8

  /** Event ports of the tile in port order; unit number = firstTilePort + index. */
  val tilePorts: Seq[(String, String)] = Seq(
    "txReq0"   -> "request packetiser of local port 0", "txReq1"   -> "request packetiser of local port 1",
    "txRsp0"   -> "response packetiser of local port 0", "txRsp1"  -> "response packetiser of local port 1",
    "rxReq0"   -> "request receiver of local port 0", "rxReq1"     -> "request receiver of local port 1",
    "rxRsp0"   -> "response receiver of local port 0", "rxRsp1"    -> "response receiver of local port 1",
    "issue0"   -> "descriptors leaving for local port 0", "issue1" -> "descriptors leaving for local port 1",
    "local0"   -> "local completions of local port 0", "local1"    -> "local completions of local port 1",
    "commit"   -> "commit dispatcher", "post"                      -> "host port: rejected operations, byte counters",
    "fenceArm" -> "fences armed", "fenceDone"                      -> "fences done",
    "epochOrigin" -> "epochs at their origin", "epochTarget" -> "epochs at their target",
    "barrierJoin" -> "barrier joins", "barrierRelease"       -> "barrier releases",
    "dlaAlloc"    -> "allocations of the DLA", "dlaStore"    -> "stores into the DLA",
    "dlaDrain"    -> "requests leaving the DLA", "dlaNotice" -> "markers, merged status and clears of the DLA",
    "treeArrive" -> "arrivals from the collective network", "treeGive" -> "packets that the collective network refused",
    "treeRead"   -> "flits read from the collective network", "device" -> "answers of the shared device",
    "counters"   -> "performance counters"
  ) ++ (0 until CollectiveFixed.routes).flatMap(r =>
    Seq(s"routeJoin$r"  -> s"joins of the barrier of class route $r",
      s"routeRelease$r" -> s"releases of the barrier of class route $r")
  ) :+ ("guard" -> "commands refused for their owner")
  def port(name: String): Int = {
    val i = tilePorts.indexWhere(_._1 == name)
    require(i >= 0, s"EventUnit: no tile event port named $name")
    i
  }
  val all: Seq[EventUnit] =
    Seq(
      EventUnit("host", 0, "host commands executed by the fabric"),
      EventUnit("memory", 1, "writes seen at the memory ports"),
      EventUnit("link", 2, "flits seen on the links")
    ) ++
      tilePorts.zipWithIndex.map { case ((n, d), i) => EventUnit(n, firstTilePort + i, d) }
}
