// SPDX-License-Identifier: Apache-2.0
package fairlead.params

import java.nio.file.{Files, Path}
import scala.jdk.CollectionConverters._

/** What an architect chooses before elaboration (decision 18). A field of a word has the width that the largest
  * structure needs, so that words and checkers are those of every
  * structure.
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
}

/** One choice: the values that it may have, and its meaning. */
final case class StructureKey(name: String, allowed: Seq[Int], doc: String)

object Structure {

  /** In the order of the fields; the names are those of the same numbers in [[Fixed]] and [[TileParams]]. */
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

  /** Other numbers of [[Fixed]] and [[CollectiveFixed]] that follow from it. */
  val derived: Set[String] = Set("maxPacketFlits", "treePayload", "treePacketFlits", "treeFifoFlits", "maxK",
    "headStages", "firstReceiveRow", "cyclesRow", "rowBits", "indexBits", "addressBits", "stampBits", "receptionSlot",
    "flitBits", "maxLinkDepth")

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

  /** The structure of this process: that of the file that the property `fairlead.structure` names, else the default.
    * One process elaborates one structure.
    */
  val current: Structure = sys.props.get("fairlead.structure").fold(Structure())(file => read(Path.of(file)))

  /** Reads lines `name=value`; a key that is not there has its default. */
  private def read(file: Path): Structure = {
    val given   = Files.readAllLines(file).asScala.map(_.split("=", 2)).map(line => line(0) -> line(1).toInt).toMap
    val unknown = given.keySet -- keys.map(_.name)
    require(unknown.isEmpty, s"Structure: no key ${unknown.mkString(", ")}")
    val all = Structure().table.map { case (name, standard) => given.getOrElse(name, standard) }
    Structure(all(0), all(1), all(2), all(3), all(4), all(5), all(6), all(7), all(8),
      all(9), all(10), all(11), all(12), all(13), all(14), all(15))
  }
}
