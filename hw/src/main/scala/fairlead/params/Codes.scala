// SPDX-License-Identifier: Apache-2.0
package fairlead.params

/** Packet types with the class that carries each (D8(a)). A request is accepted only with a claimed response slot;
  * consuming a response injects nothing.
  */
object PacketType {
  // requests
  val Put      = Code("PUT", 0, "request: payload is written at addr")
  val Get      = Code("GET", 1, "request: remote get; one payload flit holds the GetPayload")
  val FetchAdd = Code("FADD", 2, "request: one payload flit: operand, FetchPayload; ctrValid: the word has 4 bytes")
  val CompSwap = Code("CAS", 3, "request: one payload flit: new value, compare value; ctrValid: the word has 4 bytes")
  val Message  = Code("MSG", 4, "request: memory FIFO packet; addr bits 3:0 name the reception FIFO")
  val Ping     = Code("PING", 5, "request: fence leg; entry is the origin's fence entry")
  val Init     = Code("INIT", 6, "request: open an epoch; addr is the epoch id, entry the origin's epoch index")
  val PutCount = Code("PUT_COUNT", 7,
    "request: addr is the frozen put count, entry and gen name the target's entry, slot 0; tag bits 5:0 are the origin's epoch index; ctrValid, ctr, tag bits 13:6: packets of its unordered puts beyond one each, modulo 2^15")
  val Term = Code("TERM", 8, "request: lift the access limit; entry and gen name the target's entry; answered by ACK")
  // responses
  val Data   = Code("DATA", 16, "response: get data, written at addr; ctr is the origin's counter")
  val Pong   = Code("PONG", 17, "response: entry is the origin's fence entry")
  val Result = Code("FADD_R", 18, "response: one payload flit: old value, 0")
  val InitAck = Code("INIT_ACK", 19,
    "response: entry is the origin's epoch index; addr bits 5:0 the target's entry, gen its generation")
  val Ack = Code("ACK", 20,
    "response: epoch count reached, then access limit lifted; entry is the origin's epoch index, addr bit 0: a put of it was refused")
  val Nack = Code("NACK", 21,
    "response: refused; slot bits 2:0 are the refused packet type, tag its operation; for INIT entry is the origin's epoch index, and epoch = 1: it is queued, INIT_ACK follows; slot bit 3: it was unordered; entry is the slot of the refused packet: its acknowledgement counter or its task; of a GET, FADD or CAS in an epoch, ctr is the origin's epoch index; of a refused packet addr bits 2:0 are the RefusalReason; of a GET the uppermost bits of addr are its byte counter, and ctrValid: another user had it")
  val PutAck = Code("PUT_ACK", 23,
    "response: one packet of an unordered put is in memory; entry is the origin's acknowledgement counter, gen its generation (outside epochs)")
  val Credit =
    Code("CREDIT", 22, "response: one end-to-end credit for reception FIFO `entry` of the sender of this packet")
  val all: Seq[Code] =
    Seq(Put, Get, FetchAdd, CompSwap, Message, Ping, Init, PutCount, Term, Data, Pong, Result, InitAck, Ack, Nack,
      Credit, PutAck)
}

/** Routing mode of a packet (Header0.mode) and of a descriptor's data packets: two bits. Fence pings and epoch control
  * are always DETERMINISTIC (D8(c)).
  */
object PacketMode {
  val Deterministic  = Code("DETERMINISTIC", 0, "escape VCs only; one path a pair, ties by parity: ordered")
  val Adaptive       = Code("ADAPTIVE", 1, "bit 0: any minimal output, escape VC at every hop: not ordered")
  val Drawn          = Code("DRAWN", 2, "bit 1: escape VCs only, ties drawn per packet: not ordered")
  val AdaptiveDrawn  = Code("ADAPTIVE_DRAWN", 3, "both")
  val all: Seq[Code] = Seq(Deterministic, Adaptive, Drawn, AdaptiveDrawn)
}

/** What a descriptor asks for. */
object OpKind {
  val Put      = Code("PUT", 0, "direct put: length bytes from local to remote")
  val Get      = Code("GET", 1, "remote get: length bytes from remote to local, counter ctr")
  val FetchAdd = Code("FADD", 2, "64-bit fetch-and-op of operand at remote: compare is the FetchPayload")
  val CompSwap = Code("CAS", 3, "64-bit compare-and-swap at remote: operand is the new value, compare the old")
  val Message  = Code("MSG", 4, "memory FIFO packet of at most 256 bytes; remote bits 3:0 name the reception FIFO")
  val Flush =
    Code("FLUSH", 5, "the FENCE of seed 9,047,150: done when all earlier operations to target are complete there")
  val Fence          = Code("FENCE", 6, "orders earlier puts and adds to target before later ones")
  val all: Seq[Code] = Seq(Put, Get, FetchAdd, CompSwap, Message, Flush, Fence)
}

/** Commands of the tile's host port: op and four 64-bit words. At most one a cycle, never stalled. */
object TileCommand {
  val Post = Code("POST", 1, "w0 Descriptor0, w1 Descriptor1, w2 operand, w3 compare: append to an injection FIFO")
  val CounterSet =
    Code("COUNTER_SET", 2, "w0 counter, w1 CounterBytes: puts of so many bytes more are announced for a byte counter")
  val EpochOpen  = Code("EPOCH_OPEN", 3, "w0 EpochCommand: send INIT")
  val EpochClose = Code("EPOCH_CLOSE", 4, "w0 EpochCommand: begin the closing stage")
  val BarEnter   = Code("BAR_ENTER", 5, "w0 BarrierCommand: a task joins its node's barrier")
  val DlaAlloc   = Code("DLA_ALLOC", 6, "w0 DlaCommand")
  val DlaRequest =
    Code("DLA_REQUEST", 7, "w0 Descriptor0 (fifo field unused), w1 Descriptor1, w3 channel: first store of a request")
  val DlaData    = Code("DLA_DATA", 8, "w0, w1 one payload flit, w3 channel: follows the DLA_REQUEST of its channel")
  val DlaEnd     = Code("DLA_END", 9, "w0 DlaCommand: transaction end (and dealloc)")
  val DlaRelease = Code("DLA_RELEASE", 10, "w0 DlaCommand: release of a persistent reservation")
  val MsgPop     = Code("MSG_POP", 11, "w0 reception FIFO: free the oldest entry and return its credit")
  val MsgCredit =
    Code("MSG_CREDIT", 12, "w0 target coordinates, w1 end-to-end credits towards each of its reception FIFOs")
  val FaultArm = Code("FAULT_ARM", 13,
    "w0 FaultId, w1 operand: arm a one-shot fault; w0 MuteId: mute assertions (faults build only)")
  val DlaMark =
    Code("DLA_MARK", 14,
      "w0 DlaCommand, block is the marker: answered when all earlier requests of the channel have left")
  val DlaClear = Code("DLA_CLEAR", 15,
    "w0 DlaCommand: the process of the channel is gone; dealloc: its requests that have not left are dropped too")
  val DlaEventCredit = Code("DLA_EVENT_CREDIT", 16, "w0 event credits that software returns to the DLA")
  val BarAdd = Code("BAR_ADD", 17,
    "w0 BarrierCount: fetch-add of k on the barrier counter; refused while a task is in the barrier")
  val BarRead = Code("BAR_READ", 18, "w0 BarrierCount, k unused: the barrier counter as it is, at any time")
  val TreeGive =
    Code("TREE_GIVE", 19, "w0 CollectiveHeader, w1 tag, w2 processor: the head of a packet for the collective network")
  val TreeBody  = Code("TREE_BODY", 20, "w0, w1 the next flit of the payload of the packet that processor w2 gave last")
  val TreeRead  = Code("TREE_READ", 21, "w0 channel: take the oldest flit that the collective network has brought")
  val TreeAbort = Code("TREE_ABORT", 22, "processor w2 is gone: what it has given of a packet or message is dropped")
  val BarLeave = Code("BAR_LEAVE", 23,
    "w0 BarrierCommand: until the task joins again, nobody waits for it; answers BARRIER_COUNTER")
  val DeviceLock =
    Code("DEVICE_LOCK", 24, "w0 DeviceCommand: a processor takes the lock of the shared device if it is free")
  val DeviceUnlock = Code("DEVICE_UNLOCK", 25, "w0 DeviceCommand: the processor that has the lock lets it go")
  val DeviceReadHeader =
    Code("DEVICE_READ_HEADER", 26,
      "w0 DeviceCommand: take the packet at the head and tell the first word of its payload")
  val DeviceDrain = Code("DEVICE_DRAIN", 27,
    "w0 DeviceCommand: take packets up to the one that ends its message; their payload goes to memory")
  val CountControl = Code("COUNT_CONTROL", 28, "w0 CounterControl: the performance counters of the node count or stand")
  val CountRead    = Code("COUNT_READ", 29, "w0 CounterIndex: two performance counters, answers COUNTERS")
  val CounterClear = Code("COUNTER_CLEAR", 30, "w0 counter: what puts have left of a byte counter is forgotten")
  val TaskReset    = Code("TASK_RESET", 31, "w0 HostResource: the system takes back what a task has that is gone")
  val TaskGrant    = Code("TASK_GRANT", 32, "w0 HostResource: the system gives a task something free, until TASK_RESET")
  val FenceRegion = Code("FENCE_REGION", 33,
    "w0 1: a task begins its region of fences, 0: ends it; of the system: whether fences need one")
  val EpochAdmit = Code("EPOCH_ADMIT", 34,
    "w0 EpochAdmission: the system says which epochs other nodes may open here, by their id")
  val all: Seq[Code] = Seq(
    Post, CounterSet, EpochOpen, EpochClose, BarEnter, DlaAlloc, DlaRequest, DlaData, DlaEnd, DlaRelease, MsgPop,
    MsgCredit, FaultArm, DlaMark, DlaClear, DlaEventCredit, BarAdd, BarRead,
    TreeGive, TreeBody, TreeRead, TreeAbort, BarLeave, DeviceLock, DeviceUnlock, DeviceReadHeader, DeviceDrain,
    CountControl, CountRead, CounterClear, TaskReset, TaskGrant, FenceRegion, EpochAdmit
  )
}

/** Commands that the fabric itself executes on the node's memory at their cycle (D3). */
object HostCommand {
  val Load  = Code("LOAD", 64, "w0 address: answers LOADED")
  val Store = Code("STORE", 65, "w0 address, w1 value, w2 bytes of it, 1 to 7, or 0 for all 8: answers STORED")
  val Add   = Code("ADD", 66, "w0 address, w1 operand: local fetch-add, answers LOADED with the old value")
  val Cas   = Code("CAS_LOCAL", 67, "w0 address, w1 new, w2 compare: answers LOADED with the old value")
  val Poll = Code("POLL", 68, "w0 address | comparison << 32, w1 operand, w2 limit in cycles (0: none): answers POLLED")
  val Timer = Code("TIMER", 69, "answers TIMED at the command's cycle")
  val Fill  = Code("FILL", 70, "w0 address, w1 length, w2 key: writes the payload pattern of key, answers STORED")
  val all: Seq[Code] = Seq(Load, Store, Add, Cas, Poll, Timer, Fill)
}

/** Configuration registers, written through the cfg port while reset is high. */
object ConfigReg {
  val Me     = Code("ME", 0, "Coord: this node")
  val Shape  = Code("SHAPE", 1, "kx | ky << 8 | kz << 16, each 1 to 16")
  val VcRule = Code("VC_RULE", 2, "of the escape VCs: 0 dateline, 1 static, 2 bubble").from(0, 2)
  val Arbitration =
    Code("ARBITRATION", 3, "ArbitrationRule: order of the flits at a switch").from(0, "ArbitrationRule")
  val LinkDepth =
    Code("LINK_DEPTH", 4, "flits of each link VC buffer, here and at the neighbours").from(1, "maxLinkDepth")
  val LocalDepth = Code("LOCAL_DEPTH", 5, "flits of each injection and ejection VC buffer at the router boundary").from(
    1, "maxLocalDepth"
  )
  val Injection   = Code("INJECTION_DEPTH", 6, "descriptors in each injection FIFO").from(1, "maxInjection")
  val Reception   = Code("RECEPTION_DEPTH", 7, "packets in each reception FIFO").from(1, "maxReception")
  val DlaDepth    = Code("DLA_DEPTH", 8, "words in the DLA FIFO").from(1, "maxDla")
  val Response    = Code("RESPONSE_DEPTH", 9, "slots of each response queue").from(1, "maxResponse")
  val LocalPorts  = Code("LOCAL_PORTS", 10, "usable local ports of each class, 1 or 2").from(1, "localPorts")
  val MemoryBytes = Code("MEMORY_BYTES", 11, "bytes of memory: an access beyond it is refused")
  val MessageBase =
    Code("MESSAGE_BASE", 12, "address of reception FIFO 0; FIFO f starts RECEPTION_DEPTH * 256 * f bytes later").from(0,
      "addressBits")
  val Tasks        = Code("TASKS", 13, "N: tasks on this node, 1 to 16").from(1, "maxTasks")
  val BarrierWidth = Code("BARRIER_WIDTH", 14, "w: bits of the barrier counter, log2(P) + 1 to 16").from(1, 16)
  val LinkPace     = Code("LINK_PACE", 15, "LinkPace: how often a torus link takes a flit").from(0, "LinkPace")
  val DlaMax       = Code("DLA_MAX_CREDITS", 16, "lo + hi + pr <= this").from(0, 0xffff)
  val DlaMaxLo     = Code("DLA_MAX_LO_CD", 17, "lo <= this").from(0, 0xffff)
  val DlaMaxHi     = Code("DLA_MAX_HI_CD", 18, "hi <= this").from(0, 0xffff)
  val DlaMaxPr     = Code("DLA_MAX_PR", 19, "pr <= this").from(0, 0xffff)
  val DlaMaxLoPr   = Code("DLA_MAX_LO_CD_PR", 20, "lo + pr <= this").from(0, 0xffff)
  val DlaMaxLoHi   = Code("DLA_MAX_LO_HI_CD", 21, "lo + hi <= this").from(0, 0xffff)
  val DlaMaxHiPr   = Code("DLA_MAX_HI_CD_PR", 22, "hi + pr <= this").from(0, 0xffff)
  val DlaCdAlloc   = Code("DLA_MAX_CD_ALLOC", 23, "largest single CD allocation").from(0, 0xffff)
  val DlaPrAlloc   = Code("DLA_MAX_PR_ALLOC", 24, "largest single PR allocation").from(0, 0xffff)
  val Routing = Code("ROUTING", 25,
    "bit 0 virtual cut-through; bits 3:1 dimensions (x, y, z) that an adaptive packet finishes first; bits 5:4 bits of PacketMode that a POST may not have; bits 15:8 packets that each link VC buffer holds, LINK_DEPTH / 17, 0 without cut-through").from(
    0, 0xffff
  )
  val DlaEvents =
    Code("DLA_EVENT_CREDITS", 26, "status events of the DLA that software may not have returned yet; 0: no limit").from(
      0, 0xffff
    )
  val DlaStatusAddr = Code("DLA_STATUS_ADDR", 27, "where the DLA writes its DlaStatus").from(0, "addressBits")
  val DlaStatusWhen = Code("DLA_STATUS_WHEN", 28,
    "credits that change hands until it is written (15:0), cycles after a change (29:16); 0: never for that reason").from(
    0, 0x3fffffff
  )
  val DlaBypass =
    Code("DLA_BYPASS", 29, "1: no reservations; a store that finds the FIFO full stalls the host interface").from(0, 1)
  val EpochAccess = Code("EPOCH_ACCESS", 30,
    "INIT of another origin while an epoch is open on this node: 0 granted, 1 queued until it is free, 2 refused").from(
    0, 2
  )
  val Unsafe = Code("UNSAFE", 31,
    "faults build only: UnsafeVariant | operand << 8; 0 is the machine as it is shipped").from(0, 0xffff)
  val all: Seq[Code] = Seq(
    Me, Shape, VcRule, Arbitration, LinkDepth, LocalDepth, Injection, Reception, DlaDepth, Response, LocalPorts,
    MemoryBytes, MessageBase, Tasks, BarrierWidth, LinkPace, DlaMax, DlaMaxLo, DlaMaxHi, DlaMaxPr, DlaMaxLoPr,
    DlaMaxLoHi,
    DlaMaxHiPr, DlaCdAlloc, DlaPrAlloc, Routing, DlaEvents, DlaStatusAddr, DlaStatusWhen, DlaBypass, EpochAccess, Unsafe
  )
}

/** Machines that are wrong on purpose: value of UNSAFE in the faults build (D13). The numbers N.. are those of
  * docs/understand/deadlock.md; 40 to 49 and 100 to 111 are controls of docs/lab/requirement-rows.md, 200 on are flaws
  * that one verdict must see (docs/use/verdicts.md).
  */
object UnsafeVariant {
  val OneVc         = Code("one_vc", 1, "N01: one VC a class on every ring, no dateline")
  val NoDatelineX   = Code("no_dateline_x", 2, "N02: no VC switch in x")
  val NoDatelineY   = Code("no_dateline_y", 3, "N02: no VC switch in y")
  val NoDatelineZ   = Code("no_dateline_z", 4, "N02: no VC switch in z")
  val EarlyDateline = Code("early_dateline", 5, "N03: a node sends all in x on VC 1; set at a node before a wrap link")
  val DatelineBack =
    Code("dateline_back", 6, "N04: going plus, VC 1 only for the hop behind the wrap link, then 0 again")
  val MixedOrder  = Code("mixed_order", 7, "N05: x, y, z from sources of even parity, z, y, x from odd ones")
  val OneClass    = Code("one_class", 8, "N11: responses travel on the link VCs of requests")
  val OneReceiver = Code("one_receiver", 9, "N12: a response is received behind the waiting request of its port")
  val PoolOver    = Code("pool_over", 10, "N14: the DLA pool grants one credit more than there are words")
  val CreditLeak = Code("credit_leak", 11,
    "N18: a router loses one link credit in 2^operand cycles with a departure from a link buffer")
  val NonatomicVc   = Code("nonatomic_vc", 12, "N20: a head takes an output VC whose last tail has not gone")
  val FixedPriority = Code("fixed_priority", 13, "N21: the switch prefers the lowest port and the lowest VC")
  val Misroute      = Code("misroute", 14, "N24: packets of sources with odd x go round the x ring for ever")
  val PointerPasses = Code("pointer_passes", 15, "N25: the pointer of an input port passes a VC that is refused")
  val CompletionWaits =
    Code("completion_waits", 16, "N26: no completion acts while a descriptor waits for a request packetiser")
  val PongBehind =
    Code("pong_behind", 17, "N27: a response is prepared only when the request packetiser of its port has room")
  val CountWaits   = Code("count_waits", 18, "N28: PUT_COUNT keeps its place until request packetiser 0 has room")
  val NoRelease    = Code("no_release", 19, "N29: credits of the DLA pool never come home")
  val ClosingWaits = Code("closing_waits", 20, "N30: PUT_COUNT keeps its place while an epoch of this node is closing")
  val LateDateline = Code("late_dateline", 21,
    "safe: a node sends everything in x on VC 0; set behind a wrap link it only moves the dateline")
  val FencePingOnly = Code("fence_ping_only", 30,
    "unordered puts and gets are not counted: a fence has its pings alone")
  val NoEscape = Code("no_escape", 22, "N06: an adaptive packet never takes an escape VC")
  val EscapeBlocked =
    Code("escape_blocked", 23, "N07: an adaptive head that arrived on port `operand` may not take its escape VC")
  val BubbleOne = Code("bubble_one", 24, "N09: a head enters a bubble ring with room for one packet")
  val BubbleNoTurn =
    Code("bubble_no_turn", 25,
      "N10: a head that comes from the escape VC of another ring enters with room for one packet")
  val BindEarly = Code("bind_early", 26,
    "N31: an adaptive head waits for VC 2 of the lowest port of its mask and for nothing else, from its arrival on")
  val ShallowAdaptive = Code("shallow_adaptive", 27,
    "N33: adaptive packets with flit credits: no room check for heads, two packets share a VC; the same at all nodes")
  val BarrierPlain =
    Code("barrier_plain", 40, "the barrier is released when C >= B + P, compared as plain numbers of w bits")
  val BarrierModN = Code("barrier_mod_n", 41, "the barrier counts by N: base C - C mod N, the master adds 1")
  val BarrierPads = Code("barrier_pads", 42, "the master pads the barrier counter by P - N as it joins")
  val BarrierWide = Code("barrier_wide", 43, "the barrier counter keeps 16 bits whatever its width is")
  val EpochNoOrigin =
    Code("epoch_no_origin", 44, "a target keys epochs by their id alone: two origins with one id share an entry")
  val EpochPackets     = Code("epoch_packets", 45, "the got counter counts packets, not transfers")
  val EpochLate        = Code("epoch_late", 46, "a put that the gate lets in is counted 8 cycles later")
  val EpochGateOpen    = Code("epoch_gate_open", 47, "the gate lets transfers in while the epoch is closing")
  val EpochGetsIgnored = Code("epoch_gets_ignored", 48, "an epoch closes on its ACK, whatever gets are outstanding")
  val EpochUnguarded   = Code("epoch_unguarded", 49, "an open epoch does not limit the access of others")
  val EpochLastOnly = Code("epoch_last_only", 50,
    "an epoch is acknowledged when the last packet of each put is there, whatever else is missing of it")
  val EpochAnyTarget = Code("epoch_any_target", 60, "EPOCH_OPEN takes a target outside the shape")
  val DlaAnyTarget   = Code("dla_any_target", 61, "DLA_REQUEST takes a target outside the shape")
  val DlaAnyLanding  = Code("dla_any_landing", 62, "a get of the store path may land outside its node's memory")
  val SumWraps       = Code("sum_wraps", 63, "POST and DLA_REQUEST add address and length in 28 bits: the sum may wrap")
  val AnyLength      = Code("any_length", 64, "POST and DLA_REQUEST take messages and atomics of any length")
  val EpochAnyNode =
    Code("epoch_any_node", 65, "the gate lets a transfer of an epoch go to another node than the epoch's target")
  val RefusedLost =
    Code("refused_lost", 66, "a transfer that its target refuses is not counted: its epoch closes never")
  val MessageWaits =
    Code("message_waits", 67, "a message without a slot waits in its port until software frees one")
  val PutTakesSlot =
    Code("put_takes_slot", 71, "a request that is not answered waits for a response slot all the same")
  val OnePointer = Code("one_pointer", 72,
    "what injection FIFOs share goes to the next in the turn of their port, however recently it was served")
  val ResetKeeps = Code("reset_keeps", 68, "a reset leaves the descriptors that wait in the injection FIFOs")
  val DrainAnywhere =
    Code("drain_anywhere", 69, "DEVICE_DRAIN takes a buffer that is not within the memory of its node")
  val EarlyCredits = Code("early_credits", 32,
    "N15: a release gives the credits of a persistent reservation back although its words have not left")
  val EndDropped = Code("end_dropped", 33, "N34: DLA_END is dropped with the requests that a channel discards")
  val Absorb =
    Code("absorb_overflow", 34, "N35: a request beyond its channel's reservation enters while the FIFO has room")
  val EarlyMark = Code("early_mark", 35, "N36: a marker is answered when it is given, not when the requests have left")
  val PongPassesGet =
    Code("pong_passes_get", 70, "a PONG goes before the responses that wait for their port")
  val TreeTurn = Code("tree_turn", 36,
    "N37: on the collective network, what comes from the parent waits until nothing waits to go up")
  val TreeCreditLeak = Code("tree_credit_leak", 37,
    "N38: a buffer of the collective network loses one credit in 2^operand")
  // flaws that one verdict must see, 200 on
  val CounterEarly = Code("counter_early", 200,
    "a byte counter falls when the packet has arrived, not when its bytes are in memory (gets, puts with a counter)")
  val FenceOpen    = Code("fence_open", 201, "a FENCE holds back nothing of its injection FIFO")
  val MessageLoose = Code("message_loose", 202, "messages take adaptive paths: those of a pair overtake each other")
  val PingExit     = Code("ping_exit", 203, "a PING leaves the network at the first node that it comes to")
  val LongWay  = Code("long_way", 204, "packets go the other way round each x ring: the long one where the two differ")
  val DropFull = Code("drop_full", 205, "a request that takes the last credits of its channel's reservation is dropped")
  val DenyOdd  = Code("deny_odd", 206, "the DLA denies blocks of odd number whatever is free")
  val StatusStale = Code("status_stale", 207, "the DLA's status in memory says that no credits are held or consumed")
  val LimitStays =
    Code("limit_stays", 208, "the access limit of a node is never lifted once an epoch has been open there")
  val InitDenied     = Code("init_denied", 209, "a target with an open epoch says that its table is full")
  val MessageRefused = Code("message_refused", 210, "a target says of every message that its reception FIFO is full")
  val BarrierOther   = Code("barrier_other", 211, "the join of task t is taken for that of task t xor 1")
  val SwapAdds       = Code("swap_adds", 212, "a target looks at two bits of the function of a FADD: a swap adds")
  val GenerationStays = Code("generation_stays", 213,
    "an acknowledgement counter has the generation of its first use in all later ones")
  val CountMissed = Code("count_missed", 214,
    "the performance counters miss the flits that leave in one cycle of sixteen")
  val LocalEarly = Code("local_early", 215, "OP_LOCAL is reported with the head of a packet and not with its tail")
  val TreeEarly = Code("tree_early", 220,
    "a combine starts with the own contribution; those of children that come later are dropped")
  val TreeCarry = Code("tree_carry", 221, "a sum of 64-bit operands loses the carry between their 32-bit halves")
  val LegOther = Code("leg_other", 222,
    "the leg of the barrier of class route r takes what comes on the links for that of class route r xor 1")
  val PoolTerm = Code("pool_term", 100,
    "one inequality of the DLA pool leaves out one of its terms: operand = 3 * limit + term; limits as in DLA_MAX_CREDITS to DLA_MAX_HI_CD_PR, terms lo, hi, pr")
  val NoSticky = Code("no_sticky", 101,
    "a request that finds credits enters although an earlier one of its transaction was dropped")
  val EarlyHome  = Code("early_home", 102, "CD credits come home when the request enters, not when its words leave")
  val EarlyPop   = Code("early_pop", 103, "a request leaves the DLA FIFO after one cycle in front, taken or not")
  val StatusZero = Code("status_zero", 104, "the state of the DLA pool in memory is always 0")
  val StatusLate = Code("status_late", 105,
    "the state of the DLA pool is written one credit and one cycle behind its threshold and its timer")
  val SelfQuiet = Code("self_quiet", 106, "a flush of the own node does not look at what is outstanding there")
  val OneLeg    = Code("one_leg", 107, "a flush has no leg for the store path")
  val AnyMode   = Code("any_mode", 108, "the host port takes a descriptor whose mode its kind does not have")
  val BarrierTwo = Code("barrier_two", 109,
    "two global patterns: 010 from a node's entry to its completion, else 100; a node enters when it sees 100")
  val BarrierTorn = Code("barrier_torn", 110, "an add to the barrier counter starts from what C was a cycle before")
  val PathFreed = Code("path_freed", 111,
    "a sender gives up its path after every packet: packets of two messages interleave")
  val OneAssembly  = Code("one_assembly", 112, "a half request of a DLA channel makes requests of the others malformed")
  val CountsAtHead = Code("counts_at_head", 113, "the fence counts a request of the DLA from its first store on")
  val CounterOverwrites =
    Code("counter_overwrites", 114, "COUNTER_SET overwrites a byte counter, whatever it holds and whoever has it")
  val CounterShared = Code("counter_shared", 115, "puts and COUNTER_SET change the byte counter of a get")
  val StampCycles   = Code("stamp_cycles", 116, "stamps count cycles, whatever unit ARBITRATION gives")
  val TreeMerge = Code("tree_merge", 117,
    "what a processor gives goes on with the packet or message that another one has begun on the collective network")
  val StrayBits =
    Code("stray_bits", 120, "POST and DLA_REQUEST take a command with bits that its kind does not mean")
  val HostStrays =
    Code("host_strays", 125, "a command of the host port is taken with bits that it does not mean")
  val EmptyMute    = Code("empty_mute", 126, "MSG_POP of an empty reception FIFO is not refused, it does nothing")
  val ConfigOpen   = Code("config_open", 127, "the registers take values beyond what is built")
  val EarlyHolds   = Code("early_holds", 128, "puts that nobody has announced keep gets from their byte counter")
  val AnySender    = Code("any_sender", 129, "a byte counter counts puts of nodes that COUNTER_SET has not named")
  val BarrierWaits = Code("barrier_waits", 130, "a barrier waits for tasks that have left it")
  val ConfigStrict = Code("config_strict", 132, "a register that is not built does not take 0 either")
  val DeadStay     = Code("dead_stay", 131, "descriptors of a task that TASK_RESET has named are performed")
  val FlushAll     = Code("flush_all", 133, "FLUSH_DONE and FENCE_DONE count the refused packets of all tasks")
  val GrantEnds    = Code("grant_ends", 134, "what the system has granted is free as soon as it comes back")
  val RegionOpen   = Code("region_open", 135, "fences need no region, and regions nest")
  val AdmitAll     = Code("admit_all", 136, "a target admits epochs of any id, whatever EPOCH_ADMIT says")
  val NoReason     = Code("no_reason", 122, "a NACK does not say why")
  val LockAdvisory = Code("lock_advisory", 124, "DEVICE_READ_HEADER and DEVICE_DRAIN obey a processor without the lock")
  val FlushMute    = Code("flush_mute", 123, "FLUSH_DONE and FENCE_DONE do not tell how many packets were refused")
  val Unaligned    = Code("unaligned", 121, "POST and DLA_REQUEST take an atomic at any address")
  val OwnerOpen    = Code("owner_open", 118, "a command may name what another task has")
  val ResetForgets = Code("reset_forgets", 119, "a DLA channel that is cleared stays that of its task")
  val OneCredit    = Code("one_credit", 138, "no reception FIFO of a target keeps a credit of its own")
  val LegStale     = Code("leg_stale", 139, "a leg of the store path is compared only when it is to be sent")
  val StoresLast   = Code("stores_last", 141, "the store path has its turn only when no injection FIFO wants it")
  val EpochsLast   = Code("epochs_last", 142, "packets of epochs have their turn only when no injection FIFO wants it")
  val CreditsLast  = Code("credits_last", 143, "a CREDIT has its turn only when no response waits")
  val EmptyCounts  = Code("empty_counts", 140, "a put of no bytes reports that its idle byte counter is zero")
  val BarrierMaster = Code("barrier_master", 144, "the join of a task as the master is lost if there is one")
  val WideAtomic    = Code("wide_atomic", 148, "a target performs atomics of 4 bytes on 8")
  val GetsUnpaced   = Code("gets_unpaced", 150, "a get asks for its next packet before there is room for the answer")
  val EpochTakesAll = Code("epoch_takes_all", 149, "one origin may take all target entries of epochs")
  val TreeOneOpen   = Code("tree_one_open", 145, "a packet whose payload is missing holds up all channels of the tree")
  val ChannelOpen   = Code("channel_open", 146, "all tasks use a channel of the tree that is granted to one")
  val GrantShares =
    Code("grant_shares", 147, "a granted injection FIFO keeps no fence entry or acknowledgement counter")
  val FifoOpen = Code("fifo_open", 137, "a task posts to an injection FIFO that is granted to another one")
  val all: Seq[Code] = Seq(
    OneVc, NoDatelineX, NoDatelineY, NoDatelineZ, EarlyDateline, DatelineBack, MixedOrder, OneClass, OneReceiver,
    PoolOver, CreditLeak, NonatomicVc, FixedPriority, Misroute, PointerPasses, CompletionWaits, PongBehind,
    CountWaits, NoRelease, ClosingWaits, LateDateline, NoEscape, EscapeBlocked, BubbleOne, BubbleNoTurn, BindEarly,
    ShallowAdaptive, FencePingOnly, EarlyCredits, EndDropped, Absorb, EarlyMark, BarrierPlain, BarrierModN,
    BarrierPads, BarrierWide, EpochNoOrigin, EpochPackets, EpochLate, EpochGateOpen, EpochGetsIgnored,
    EpochUnguarded, EpochAnyTarget, DlaAnyTarget, DlaAnyLanding, SumWraps, AnyLength, EpochAnyNode, RefusedLost,
    MessageWaits, PutTakesSlot, OnePointer, ResetKeeps, DrainAnywhere, CounterEarly, FenceOpen, MessageLoose,
    PingExit, LongWay, DropFull, DenyOdd, StatusStale, LimitStays, InitDenied, MessageRefused, BarrierOther,
    SwapAdds, GenerationStays, CountMissed, LocalEarly, PongPassesGet, PoolTerm, NoSticky, EarlyHome, EarlyPop,
    StatusZero, StatusLate, SelfQuiet, OneLeg, AnyMode, BarrierTwo, BarrierTorn, PathFreed, OneAssembly,
    CountsAtHead, CounterOverwrites, CounterShared, StampCycles, TreeMerge, StrayBits, HostStrays, EmptyMute,
    ConfigOpen, EarlyHolds, AnySender, BarrierWaits, DeadStay, ConfigStrict, Unaligned, FlushAll, GrantEnds,
    RegionOpen, AdmitAll, FifoOpen, OneCredit, LegStale, EmptyCounts, StoresLast, EpochsLast, CreditsLast,
    BarrierMaster, TreeOneOpen, ChannelOpen, GrantShares, WideAtomic, EpochTakesAll, GetsUnpaced, NoReason, FlushMute,
    LockAdvisory, OwnerOpen, ResetForgets, EpochLastOnly, TreeTurn, TreeCreditLeak, TreeEarly, TreeCarry, LegOther
  )
  val bits        = 8
  val operandBits = 8
}

/** FAULT_ARM that breaks nothing: it only mutes assertions of the node, until its reset. Codes of their own, above
  * those of FaultId.
  */
object MuteId {
  val HostRules = Code("host_rules", 16, "the assertions on what the host may do are muted, and no others")
  val OwnUnit =
    Code("own_unit", 17, "the assertions of the unit that UNSAFE breaks on the node are muted, and no others")
  val all: Seq[Code] = Seq(HostRules, OwnUnit)
}
