// SPDX-License-Identifier: Apache-2.0
package fairlead.emit

import chisel3.RawModule
import chisel3.util.log2Ceil
import circt.stage.ChiselStage
import fairlead.collective.{CollectiveParams, PacketFifo, TreeBuffer}
import fairlead.dla.DlaFifo
import fairlead.dma.{CommitQueue, EjectionBuffer, InjectionFifos, PacketEmitter, ReceptionFifos, ResponseTx}
import fairlead.fence.{AckCounters, FenceUnit}
import fairlead.params.{Structure, TileParams}
import fairlead.router.{InputUnit, RouterShape}
import java.nio.file.{Files, Path}

/** The units that hold the buffers, each alone and as deep as it is asked for; all else as in `product`. What a cell
  * library makes of them is the area of a buffer (docs/use/search.md).
  */
object AreaUnits {

  /** The size of the smallest table that has so many places: pointers wrap at a power of two. */
  private def table(size: Int): Int = 1 << log2Ceil(size).max(1)

  /** The units by name. Each takes a depth in entries; a depth below the unit's least one gives the unit with its least
    * depth.
    */
  def all(implicit structure: Structure): Map[String, Int => RawModule] = {
    val product = TileParams("product")
    val tree    = CollectiveParams()
    Map(
      "link_input"    -> (d => new InputUnit(RouterShape(product.copy(maxLinkDepth = d)), isLink = true)),
      "local_input"   -> (d => new InputUnit(RouterShape(product.copy(maxLocalDepth = d)), isLink = false)),
      "ejection"      -> (d => new EjectionBuffer(d)),
      "injection"     -> (d => new InjectionFifos(product.copy(maxInjection = d))),
      "reception"     -> (d => new ReceptionFifos(product.copy(maxReception = d))),
      "dla"           -> (d => new DlaFifo(product.copy(maxDla = d.max(5)))),
      "response"      -> (d => new ResponseTx(product.copy(maxResponse = d.max(2)))),
      "commit_slots"  -> (d => new CommitQueue(table(d), structure.maxPacketFlits - 1)),
      "header_queue"  -> (d => new PacketEmitter(table(d), 2)),
      "read_window"   -> (d => new PacketEmitter(2, table(d))),
      "fence_entries" -> (d => new FenceUnit(table(d), 2)),
      "ack_counters"  -> (d => new AckCounters(table(d))),
      "tree_link"     -> (d => new TreeBuffer(d)),
      "tree_fifo"     -> (d => new PacketFifo(tree.copy(packets = d, flits = tree.flits.min(d * tree.packetFlits)), 0)),
      "tree_messages" -> (d => new PacketFifo(tree.copy(packets = d), tree.messages))
    )
  }

  private val options = Array(
    "--disable-all-randomization",
    "--strip-debug-info",
    "--default-layer-specialization=disable",
    "--lowering-options=disallowLocalVariables,disallowPackedArrays,locationInfoStyle=none"
  )

  /** `AreaUnits [--structure <file>] <folder> <unit>=<depth>...` writes `<unit>-<depth>.sv`, all modules of the unit in
    * one file.
    */
  def main(args: Array[String]): Unit = {
    val (structure, rest) = args.toSeq match {
      case Seq("--structure", file, rest @ _*) => (Structure.read(Path.of(file)), rest)
      case rest                                => (Structure(), rest)
    }
    require(rest.nonEmpty, "usage: AreaUnits [--structure <file>] <folder> <unit>=<depth>...")
    val folder = Files.createDirectories(Path.of(rest.head))
    val units  = all(structure)
    rest.tail.foreach { arg =>
      val (unit, depth) = (arg.takeWhile(_ != '='), arg.dropWhile(_ != '=').drop(1).toInt)
      require(units.contains(unit),
        s"AreaUnits: no unit named $unit; known are ${units.keys.toSeq.sorted.mkString(", ")}")
      val text  = ChiselStage.emitSystemVerilog(units(unit)(depth), firtoolOpts = options)
      val fresh = Files.createTempFile(folder, unit, ".part")
      Files.writeString(fresh, text)
      Files.move(fresh, folder.resolve(s"$unit-$depth.sv"), java.nio.file.StandardCopyOption.REPLACE_EXISTING)
    }
  }
}
