// SPDX-License-Identifier: Apache-2.0
package fairlead.params

/** What elaboration fixes (D2). Depths here are the *maximum*: the effective depths are configuration registers, loaded
  * under reset.
  *
  * Illegal values are refused at elaboration, with the value.
  */
final case class TileParams(
    variant: String = "product",
    faults: Boolean = false,
    asserts: Boolean = false,
    maxLinkDepth: Int,
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
    dlaChannels: Int,
    physical: Boolean = false // memories with a synchronous read, and a crossbar from the one-hot of the grants
)(implicit structure: Structure) {
  private def bounded(name: String, value: Int, low: Int, high: Int): Unit =
    require(value >= low && value <= high, s"TileParams: $name must be $low to $high, got $value")
  bounded("maxLinkDepth", maxLinkDepth, 1, 256)
  bounded("maxLocalDepth", maxLocalDepth, 1, 256)
  bounded("maxInjection", maxInjection, 1, 256)
  bounded("maxReception", maxReception, 1, 256)
  bounded("maxDla", maxDla, 5, 8192) // the largest request has five words
  bounded("maxResponse", maxResponse, 2, 64)
  bounded("maxTasks", maxTasks, 1, 16)
  bounded("dlaChannels", dlaChannels, if (structure.hasDla) 1 else 0, 16)

  /** Tables and queues whose pointers wrap at a power of two. */
  private def table(name: String, value: Int, most: Int): Unit = {
    bounded(name, value, 2, most)
    require((value & (value - 1)) == 0, s"TileParams: $name must be a power of two, got $value")
  }
  table("maxCommitSlots", maxCommitSlots, Fixed.commitSlots)
  require(
    maxResponse < maxCommitSlots, // an atomic has a response slot; so the queue knows a full ring of them from an empty one
    s"TileParams: maxCommitSlots must be above maxResponse = $maxResponse, got $maxCommitSlots"
  )
  table("maxHeaderQueue", maxHeaderQueue, Fixed.headerQueue)
  table("maxReadWindow", maxReadWindow, Fixed.readWindow)
  table("maxFenceEntries", maxFenceEntries, Fixed.fenceEntries)
  table("maxAckCounters", maxAckCounters, Fixed.ackCounters)

  /** The configuration registers that the tile has, without those of the depths. */
  def registers: Seq[Code] = ConfigReg.all.filter(_ != ConfigReg.Unsafe || faults)
}

object TileParams {

  /** Those of the structure at its full size. */
  def apply(variant: String)(implicit structure: Structure): TileParams =
    TileParams(variant, maxLinkDepth = structure.linkDepth, dlaChannels = structure.dlaChannels)
}

/** What does not vary between structures. */
object Fixed {
  val flitBytes        = 16 // payload bytes a flit carries, as two 64-bit words
  val links            = 6 // X+ X- Y+ Y- Z+ Z-, the numbers of absent ones included
  val mostPorts        = 2 // local ports of each class, each way: the numbers of absent ones included
  val classes          = 2 // request, response
  val escapeVcs        = 2 // of each class on a link: v = 0, 1; with adaptive ones these are v = 2, 3
  val widestK          = 64 // nodes in a dimension
  val mostFifos        = 16 // injection or reception FIFOs
  val smallTable       = 64 // counters or epochs that six bits of a word can name
  val fenceEntries     = 8
  val ackCounters      = 16 // acknowledgement counters of unordered puts and gets
  val leastAddressBits = 24
  val mostAddressBits  = 28
  val lengthBits       = 20
  val tagBits          = 14
  val ownerBits        = 5 // of the owner of a command: a task, or with the highest bit the system
  val taskBits         = ownerBits - 1
  val creditBits       = 9 // of a number of end-to-end credits
  val generationBits   = 4
  val maxLinkInterval  = 256 // cycles of a flit on a link
  val maxLinkChunk     = 16 // flits of a chunk
  val breakAge         = 1024 // a flit that would break a connection of the switch counts as so many cycles younger
  val ageStep          = 1 // cycles, a power of two: the switch compares ages in steps of this size
  val partBits         = 15 // packets of unordered puts beyond one each, which an epoch counts modulo 2^15
  val dlaInlineBytes   = 64 // largest inline payload of a store-path request
  val routerPorts      = links + classes * mostPorts // 6..7 request 0/1, 8..9 response 0/1
  val commitSlots      = 32 // writes-pending entries behind one memory write port
  val headerQueue      = 4 // packets that one packetiser may prepare ahead
  val readWindow       = 64 // flits of read data that one read port may have outstanding or waiting
  val firstSendRow     = links * classes + classes * mostPorts // performance counters: after those of the router
  val rowCounters      = 2 + SendCause.all.size - 1 // most counters of a row

  val table: Seq[(String, Int)] = Seq(
    "flitBytes"        -> flitBytes,
    "links"            -> links,
    "mostPorts"        -> mostPorts,
    "classes"          -> classes,
    "escapeVcs"        -> escapeVcs,
    "widestK"          -> widestK,
    "mostFifos"        -> mostFifos,
    "smallTable"       -> smallTable,
    "fenceEntries"     -> fenceEntries,
    "ackCounters"      -> ackCounters,
    "leastAddressBits" -> leastAddressBits,
    "mostAddressBits"  -> mostAddressBits,
    "lengthBits"       -> lengthBits,
    "tagBits"          -> tagBits,
    "ownerBits"        -> ownerBits,
    "creditBits"       -> creditBits,
    "generationBits"   -> generationBits,
    "maxLinkInterval"  -> maxLinkInterval,
    "maxLinkChunk"     -> maxLinkChunk,
    "breakAge"         -> breakAge,
    "ageStep"          -> ageStep,
    "dlaInlineBytes"   -> dlaInlineBytes,
    "routerPorts"      -> routerPorts,
    "commitSlots"      -> commitSlots,
    "headerQueue"      -> headerQueue,
    "readWindow"       -> readWindow,
    "firstSendRow"     -> firstSendRow,
    "rowCounters"      -> rowCounters
  )
}
