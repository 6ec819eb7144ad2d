// SPDX-License-Identifier: Apache-2.0
package fairlead.params

import chisel3.util.log2Ceil

/** What elaboration fixes (D2). Depths here are the *maximum*: the effective depths are configuration registers, loaded
  * under reset.
  *
  * Illegal values are refused at elaboration, with the value.
  */
final case class TileParams(
    variant: String = "product",
    faults: Boolean = false,
    asserts: Boolean = false,
    maxLinkDepth: Int = Fixed.linkDepth,
    maxLocalDepth: Int = 32,
    maxInjection: Int = 64,
    maxReception: Int = 256,
    maxDla: Int = 1024,
    maxResponse: Int = 16,
    maxTasks: Int = 16,
    maxCommitSlots: Int = Fixed.commitSlots,
    maxHeaderQueue: Int = Fixed.headerQueue,
    maxReadWindow: Int = Fixed.readWindow,
    maxFenceEntries: Int = Fixed.fenceEntries,
    maxAckCounters: Int = Fixed.ackCounters,
    dlaChannels: Int = Structure.current.dlaChannels,
    physical: Boolean = false // memories with a synchronous read, and a crossbar from the one-hot of the grants
) {
  private def bounded(name: String, value: Int, low: Int, high: Int): Unit =
    require(value >= low && value <= high, s"TileParams: $name must be $low to $high, got $value")
  bounded("maxLinkDepth", maxLinkDepth, 1, 256)
  bounded("maxLocalDepth", maxLocalDepth, 1, 256)
  bounded("maxInjection", maxInjection, 1, 256)
  bounded("maxReception", maxReception, 1, 256)
  bounded("maxDla", maxDla, 5, 8192) // the largest request has five words
  bounded("maxResponse", maxResponse, 2, 64)
  bounded("maxTasks", maxTasks, 1, 16)
  bounded("dlaChannels", dlaChannels, if (Structure.current.dlaChannels > 0) 1 else 0, 16)

  /** Tables and queues whose pointers wrap at a power of two. */
  private def table(name: String, value: Int, most: Int): Unit = {
    bounded(name, value, 2, most)
    require((value & (value - 1)) == 0, s"TileParams: $name must be a power of two, got $value")
  }
  table("maxCommitSlots", maxCommitSlots, Fixed.commitSlots)
  require(
    maxResponse < maxCommitSlots, // an atomic has a response slot, and the queue tells a full ring of them from an empty one
    s"TileParams: maxCommitSlots must be above maxResponse = $maxResponse, got $maxCommitSlots"
  )
  table("maxHeaderQueue", maxHeaderQueue, Fixed.headerQueue)
  table("maxReadWindow", maxReadWindow, Fixed.readWindow)
  table("maxFenceEntries", maxFenceEntries, Fixed.fenceEntries)
  table("maxAckCounters", maxAckCounters, Fixed.ackCounters)
}

/** What does not vary between the libraries of a process: the words, and the structure that it elaborates. */
object Fixed {
  val flitBytes        = 16 // payload bytes a flit carries, as two 64-bit words
  val maxPayload       = Structure.current.maxPayload // bytes of payload in one packet
  val maxPacketFlits   = 1 + maxPayload / flitBytes
  val payloadBits      = if (maxPayload > 256) 10 else 9 // of the bytes of payload of a packet, in a header
  val flitBits         = payloadBits - log2Ceil(flitBytes) // of its flits
  val linkDepth        = if (maxPayload > 256) 128 else 64 // flits of a link VC buffer at most: three packets
  val dimensions       = Structure.current.dimensions // x, y, z: those that are absent have k = 1 and no links
  val links            = 6 // X+ X- Y+ Y- Z+ Z-, the numbers of absent ones included
  val mostPorts        = 2 // local ports of each class, each way, of any structure: the numbers of absent ones included
  val localPorts       = Structure.current.localPorts // of each class, each way
  val classes          = 2 // request, response
  val escapeVcs        = 2 // of each class on a link: v = 0, 1
  val vcsPerClass      = Structure.current.vcsPerClass // on a link: the escape VCs, and two adaptive ones, v = 2, 3
  val coordinateBits   = Structure.current.coordinateBits
  val widestK          = 64 // nodes in a dimension, of any structure
  val maxK             = math.min(1 << coordinateBits, widestK)
  val injectionFifos   = Structure.current.injectionFifos
  val receptionFifos   = Structure.current.receptionFifos
  val mostFifos        = 16 // injection or reception FIFOs, of any structure
  val injectionBits    = log2Ceil(injectionFifos).max(1) // of the number of an injection FIFO
  val receptionBits    = log2Ceil(receptionFifos).max(1)
  val counters         = Structure.current.counters
  val originEpochs     = Structure.current.originEpochs
  val targetEpochs     = Structure.current.targetEpochs
  val routerStages     = Structure.current.routerStages // cycles of a head in a router
  val headStages       = math.max(0, routerStages - 2) // of these, those that it spends in front of its VC
  val islipIterations  = Structure.current.islipIterations // of the router's allocators; 0: by age or rotation
  val sharedVcs        = Structure.current.sharedVcs // VCs of a link for packets of all classes; 0: those of its class
  val collectiveUnits  = Structure.current.collectiveUnits // of a node; 0: it has no part in the collective network
  val barrierUnit      = Structure.current.barrierUnit // of a node; 0: it has no part in the global barrier
  val hasDla           = Structure.current.dlaChannels > 0
  val smallTable       = 64 // counters or epochs that six bits of a word can name
  val largeTables      = Seq(counters, originEpochs, targetEpochs).max > smallTable
  val indexBits        = if (largeTables) 8 else 6 // of the number of a counter or an epoch, in a word
  val fenceEntries     = 8
  val ackCounters      = 16 // acknowledgement counters of unordered puts and gets
  val leastAddressBits = 24
  val mostAddressBits  = 28
  val addressBits      = if (largeTables) leastAddressBits else mostAddressBits
  val lengthBits       = 20
  val tagBits          = 14
  val generationBits   = 4
  val stampBits        = 24 - payloadBits // what the bytes leave of a header
  val maxLinkInterval  = 256 // cycles of a flit on a link
  val maxLinkChunk     = 16 // flits of a chunk
  val breakAge         = 1024 // a flit that would break a connection of the switch counts as so many cycles younger
  val partBits         = 15 // packets of unordered puts beyond one each, which an epoch counts modulo 2^15
  val dlaInlineBytes   = 64 // largest inline payload of a store-path request
  val receptionSlot    = math.max(256, maxPayload) // bytes of memory behind one reception FIFO entry
  val routerPorts      = links + classes * mostPorts // 6..7 request 0/1, 8..9 response 0/1
  val localLinks = (0 until classes).flatMap(c => (0 until localPorts).map(c * mostPorts + _)) // of these that are here
  val absentLinks = (0 until classes * mostPorts).diff(localLinks)
  val commitSlots = 32 // writes-pending entries behind one memory write port
  val headerQueue = 4 // packets that one packetiser may prepare ahead
  val readWindow  = 64 // flits of read data that one read port may have outstanding or waiting

  // rows of performance counters: input ports and classes of the router, injection FIFOs and store path, ejection
  // links, the cycles
  val firstSendRow    = links * classes + classes * mostPorts
  val firstReceiveRow = firstSendRow + injectionFifos + 1
  val cyclesRow       = firstReceiveRow + classes * mostPorts
  val rowBits         = log2Ceil(cyclesRow + 1).max(5) // of a row, in the RTL
  val rowCounters     = 2 + SendCause.all.size - 1 // most counters of a row

  val table: Seq[(String, Int)] = Seq(
    "flitBytes"  -> flitBytes, "maxPayload"  -> maxPayload, "maxPacketFlits" -> maxPacketFlits, "links" -> links,
    "escapeVcs"  -> escapeVcs, "vcsPerClass" -> vcsPerClass, "dimensions"    -> dimensions,
    "localPorts" -> localPorts, "classes"    -> classes, "coordinateBits"    -> coordinateBits, "maxK"  -> maxK,
    "widestK"    -> widestK,
    "injectionFifos"  -> injectionFifos, "receptionFifos" -> receptionFifos, "counters"          -> counters,
    "originEpochs"    -> originEpochs, "targetEpochs"     -> targetEpochs, "fenceEntries"        -> fenceEntries,
    "addressBits"     -> addressBits, "lengthBits"        -> lengthBits, "tagBits"               -> tagBits,
    "generationBits"  -> generationBits, "stampBits"      -> stampBits, "dlaInlineBytes"         -> dlaInlineBytes,
    "receptionSlot"   -> receptionSlot, "routerPorts"     -> routerPorts, "commitSlots"          -> commitSlots,
    "headerQueue"     -> headerQueue, "readWindow"        -> readWindow,
    "ackCounters"     -> ackCounters, "breakAge"          -> breakAge,
    "maxLinkInterval" -> maxLinkInterval, "maxLinkChunk"  -> maxLinkChunk,
    "routerStages"    -> routerStages, "islipIterations"  -> islipIterations, "headStages"       -> headStages,
    "firstSendRow"    -> firstSendRow, "firstReceiveRow"  -> firstReceiveRow, "cyclesRow"        -> cyclesRow,
    "rowCounters"     -> rowCounters, "collectiveUnits"   -> collectiveUnits,
    "barrierUnit"     -> barrierUnit, "mostFifos"         -> mostFifos, "mostPorts"              -> mostPorts,
    "rowBits"         -> rowBits, "indexBits"             -> indexBits,
    "smallTable"      -> smallTable, "leastAddressBits"   -> leastAddressBits, "mostAddressBits" -> mostAddressBits,
    "flitBits"        -> flitBits, "maxLinkDepth"         -> linkDepth, "sharedVcs"              -> sharedVcs
  )
}
