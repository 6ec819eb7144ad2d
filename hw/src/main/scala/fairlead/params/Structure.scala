// SPDX-License-Identifier: Apache-2.0
package fairlead.params

import chisel3.util.log2Ceil
import java.nio.file.{Files, Path}
import scala.jdk.CollectionConverters._

/** What an architect chooses before elaboration (decision 18). A field of a word has the width that the largest
  * structure needs, so that words and checkers are those of every structure. Units take it as an implicit argument; a
  * process elaborates as many structures as it likes.
  *
  * Illegal values are refused at elaboration, with the value.
  */
final case class Structure(
    vcsPerClass: Int = 4,
    dimensions: Int = 3,
    maxPayload: Int = 256,
    counters: Int = 64,
    originEpochs: Int = 64,
    targetEpochs: Int = 64,
    dlaChannels: Int = 8,
    routerStages: Int = 1,
    islipIterations: Int = 0,
    coordinateBits: Int = 4,
    collectiveUnits: Int = 1,
    barrierUnit: Int = 1,
    injectionFifos: Int = 4,
    receptionFifos: Int = 4,
    localPorts: Int = 2,
    sharedVcs: Int = 0
) {

  /** Its values, by the names of [[Structure.keys]] and in their order. */
  def table: Seq[(String, Int)] = productElementNames.zip(productIterator.map(_.asInstanceOf[Int])).toSeq

  table.zip(Structure.keys).foreach { case ((name, value), key) =>
    require(key.allowed.contains(value), s"Structure: $name must be one of ${key.allowed.mkString(", ")}, got $value")
  }
  require(islipIterations == 0 || routerStages >= 3,
    s"Structure: islipIterations = $islipIterations needs routerStages = 3 or 4, got $routerStages")
  require(sharedVcs == 0 || routerStages == 4 && islipIterations == 1 && vcsPerClass == 2,
    s"Structure: sharedVcs = $sharedVcs needs routerStages = 4, islipIterations = 1 and vcsPerClass = 2, got " +
      s"$routerStages, $islipIterations and $vcsPerClass")

  val hasDla: Boolean     = dlaChannels > 0
  val maxPacketFlits: Int = 1 + maxPayload / Fixed.flitBytes
  val payloadBits: Int    = if (maxPayload > 256) 10 else 9 // of the bytes of payload of a packet, in a header
  val flitBits: Int       = payloadBits - log2Ceil(Fixed.flitBytes) // of its flits
  val linkDepth: Int      = if (maxPayload > 256) 128 else 64 // flits of a link VC buffer at most: three packets
  val maxK: Int           = math.min(1 << coordinateBits, Fixed.widestK)
  val injectionBits: Int  = log2Ceil(injectionFifos).max(1) // of the number of an injection FIFO
  val receptionBits: Int  = log2Ceil(receptionFifos).max(1)
  val headStages: Int     = math.max(0, routerStages - 2) // cycles that a head spends in front of its VC
  val receptionSlot: Int  = math.max(256, maxPayload) // bytes of memory behind one reception FIFO entry

  /** Of the word that has the routing of a packet, what the bytes leave: its age. */
  val stampBits: Int = 24 - payloadBits

  /** Whether a node has more counters, or epochs, than six bits of a word can name. */
  val largeTables: Boolean = Seq(counters, originEpochs, targetEpochs).max > Fixed.smallTable
  val indexBits: Int       = if (largeTables) 8 else 6 // of the number of a counter or an epoch, in a word
  val addressBits: Int     = if (largeTables) Fixed.leastAddressBits else Fixed.mostAddressBits

  /** Target entries of epochs that are for origins that have none. */
  val keptEpochs: Int = targetEpochs / 8

  /** Local links that are here, and the others. */
  val localLinks: Seq[Int] =
    (0 until Fixed.classes).flatMap(c => (0 until localPorts).map(c * Fixed.mostPorts + _))
  val absentLinks: Seq[Int] = (0 until Fixed.classes * Fixed.mostPorts).diff(localLinks)

  /** Rows of performance counters, after those of the router: injection FIFOs and store path, ejection links, the
    * cycles.
    */
  val firstReceiveRow: Int = Fixed.firstSendRow + injectionFifos + 1
  val cyclesRow: Int       = firstReceiveRow + Fixed.classes * Fixed.mostPorts
  val rowBits: Int         = log2Ceil(cyclesRow + 1).max(5) // of a row, in the RTL

  /** Of the collective network: bytes of payload of a packet, for which its header has 9 bits; flits of a packet; flits
    * of a FIFO of collectives.
    */
  val treePayload: Int     = math.min(maxPayload, 256)
  val treePacketFlits: Int = 1 + treePayload / Fixed.flitBytes
  val treeFifoFlits: Int   = 2 * treePacketFlits

  /** What the manifest has of this in addition to [[table]]. */
  def derived: Seq[(String, Int)] = Seq(
    "maxPacketFlits"  -> maxPacketFlits,
    "flitBits"        -> flitBits,
    "maxLinkDepth"    -> linkDepth,
    "maxK"            -> maxK,
    "headStages"      -> headStages,
    "receptionSlot"   -> receptionSlot,
    "stampBits"       -> stampBits,
    "indexBits"       -> indexBits,
    "addressBits"     -> addressBits,
    "firstReceiveRow" -> firstReceiveRow,
    "cyclesRow"       -> cyclesRow,
    "rowBits"         -> rowBits,
    "treePayload"     -> treePayload,
    "treePacketFlits" -> treePacketFlits,
    "treeFifoFlits"   -> treeFifoFlits,
    "keptEpochs"      -> keptEpochs
  )
}

/** One choice: the values that it may have, and its meaning. */
final case class StructureKey(name: String, allowed: Seq[Int], doc: String)

object Structure {

  /** In the order of the fields; the names are those of the manifest. */
  val keys: Seq[StructureKey] = Seq(
    StructureKey("vcsPerClass", Seq(2, 4), "VCs of each class on a link: 2 escape VCs, or these and 2 adaptive ones"),
    StructureKey("dimensions", Seq(1, 2, 3), "dimensions of the torus; an absent one has no links"),
    StructureKey("maxPayload", Seq(64, 128, 256, 512), "bytes of payload of a packet at most"),
    StructureKey("counters", Seq(16, 32, 64, 128, 256), "byte counters of a node"),
    StructureKey("originEpochs", Seq(16, 32, 64, 128, 256), "epochs that a node may have open as origin"),
    StructureKey("targetEpochs", Seq(16, 32, 64, 128, 256), "epochs that may be open at a node as target"),
    StructureKey("dlaChannels", Seq(0, 2, 4, 8, 16), "channels of the DLA; 0: a node has no DLA"),
    StructureKey("routerStages", Seq(1, 2, 3, 4), "cycles of a head in a router that is not in its way"),
    StructureKey("islipIterations", Seq(0, 1), "of the router's allocators; 0: they go by machine.arbitration"),
    StructureKey("coordinateBits", Seq(4, 8), "bits of a coordinate; 8: routers alone, of up to 64 nodes a dimension"),
    StructureKey("collectiveUnits", Seq(0, 1), "of a node: router and shared device of the collective network"),
    StructureKey("barrierUnit", Seq(0, 1), "of a node: its tasks' barrier, and its leg of the global one"),
    StructureKey("injectionFifos", 1 to 16, "injection FIFOs of a node"),
    StructureKey("receptionFifos", 1 to 16, "reception FIFOs of a node"),
    StructureKey("localPorts", Seq(1, 2), "local ports of each class, each way; an absent one has no units"),
    StructureKey("sharedVcs", Seq(0, 2, 4), "VCs of a link that packets of all classes share; 2, 4: routers alone")
  )

  /** Fields of words, by layout, whose place and width follow from it. */
  val derivedFields: Map[String, Set[String]] = Map(
    "Coord"         -> Set("x", "y", "z"),
    "Header0"       -> Set("dst", "src", "length", "last", "stamp"),
    "Header1"       -> Set("addr", "tag", "gen", "slot", "entry", "ctr"),
    "GetPayload"    -> Set("landing", "length", "ctr", "spare1", "localEpoch", "spare"),
    "Descriptor0"   -> Set("kind", "fifo", "target", "tag", "length", "index", "epoch", "mode", "fifoHigh", "spare"),
    "Descriptor1"   -> Set("local", "remote", "ctr", "ctrValid", "spare"),
    "EpochCommand"  -> Set("index", "target", "id"),
    "DeviceCommand" -> Set("address", "limit", "processor"),
    "FlitMeta"      -> Set("tail", "head", "out", "adaptive", "enters", "first", "stamp")
  )

  /** Reads lines `name=value`; a key that is not there has its default. */
  def read(file: Path): Structure = {
    val given   = Files.readAllLines(file).asScala.map(_.split("=", 2)).map(line => line(0) -> line(1).toInt).toMap
    val unknown = given.keySet -- keys.map(_.name)
    require(unknown.isEmpty, s"Structure: no key ${unknown.mkString(", ")}")
    val all = Structure().table.map { case (name, standard) => given.getOrElse(name, standard) }
    Structure(all(0), all(1), all(2), all(3), all(4), all(5), all(6), all(7), all(8),
      all(9), all(10), all(11), all(12), all(13), all(14), all(15))
  }
}
