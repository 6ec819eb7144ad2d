// SPDX-License-Identifier: Apache-2.0
package fairlead.emit

import circt.stage.ChiselStage
import fairlead.params.Structure
import java.nio.file.{Files, Path}
import scala.jdk.CollectionConverters._

/** Elaborates variants: `Emit [--structure <file>] <outdir> <variant>...` writes
  *
  *   - `rtl/<variant>/` SystemVerilog and `top.txt`, the name of the top module;
  *   - `manifest.json`, the only hand-over to other languages (D6);
  *   - `generated/` its renderings: Java constants, C++ header, tables of the documentation.
  *
  * They are those of the default structure, or of that of the file. Further structures may follow, each as `--structure
  * <file> <outdir> <variant>...`. A file whose text has not changed is not touched, so that what depends on it is not
  * built again.
  */
object Emit extends Emitter(Variants.all(_), Map.empty)

/** @param variants the variants that a structure has; the manifest describes the tiles of all
  * @param families other elaborations by name, each of several modules: their folder in `rtl` -> the jobs that fill it
  */
class Emitter(variants: Structure => Seq[Variant], families: Map[String, (Structure, Path) => Seq[() => Unit]]) {
  private val lowering =
    "--lowering-options=disallowLocalVariables,disallowPackedArrays,locationInfoStyle=none"

  def main(args: Array[String]): Unit = {
    val orders = Order.all(args.toSeq)
    SideBySide(orders.flatMap(jobs))
    orders.foreach(describe)
  }

  private def jobs(order: Order): Seq[() => Unit] = {
    val all     = variants(order.structure)
    val known   = all.map(_.name) ++ families.keys
    val unknown = order.wanted.toSet -- known
    require(unknown.isEmpty, s"Emit: no variant named ${unknown.mkString(", ")}; known are ${known.mkString(", ")}")
    // large first
    val tops = all.filter(v => order.wanted.contains(v.name)).reverse.map(v => () => elaborate(v, order.rtl))
    tops ++ families.toSeq.filter(f => order.wanted.contains(f._1)).flatMap { case (name, jobs) =>
      jobs(order.structure, order.rtl.resolve(name))
    }
  }

  private def describe(order: Order): Unit = {
    val all      = variants(order.structure)
    val manifest = Manifest(all, Properties.in(all.map(v => order.rtl.resolve(v.name))))(order.structure)
    write(order.out.resolve("manifest.json"), Manifest.text(manifest))
    write(order.out.resolve("generated/cpp/hw_layout.h"), CppHeader(manifest))
    write(order.out.resolve("generated/java/fairlead/hw/HwLayout.java"), JavaConstants(manifest))
    DocTables(manifest).foreach { case (name, text) => write(order.out.resolve(s"generated/docs/$name.md"), text) }
  }

  private def elaborate(variant: Variant, rtl: Path): Unit = {
    val fresh = Files.createTempDirectory("fairlead-rtl")
    val layer = "--default-layer-specialization=" + (if (variant.asserts) "enable" else "disable")
    ChiselStage.emitSystemVerilogFile(
      variant.generate(),
      Array("--target-dir", fresh.toString),
      Array("--disable-all-randomization", "--strip-debug-info", layer, lowering)
    )
    val texts  = list(fresh).filter(_.endsWith(".sv")).map(name => name -> Files.readString(fresh.resolve(name)))
    val top    = "top.txt" -> (variant.top + "\n")
    val folder = rtl.resolve(variant.name)
    (list(folder).toSet -- texts.map(_._1) - "top.txt").foreach(name => Files.delete(folder.resolve(name)))
    (texts :+ top).foreach { case (name, text) => write(folder.resolve(name), text) }
    list(fresh).foreach(name => Files.delete(fresh.resolve(name)))
    Files.delete(fresh)
  }

  private def list(folder: Path): Seq[String] =
    if (!Files.isDirectory(folder)) Seq.empty
    else {
      val stream = Files.list(folder)
      try stream.iterator.asScala.map(_.getFileName.toString).toSeq.sorted
      finally stream.close()
    }

  private def write(file: Path, text: String): Unit =
    if (!Files.exists(file) || Files.readString(file) != text) {
      Files.createDirectories(file.getParent)
      Files.writeString(file, text)
    }
}

/** What is to be elaborated of one structure. */
private final case class Order(structure: Structure, out: Path, wanted: Seq[String]) {
  val rtl: Path = out.resolve("rtl")
}

private object Order {
  private val key = "--structure"

  def all(args: Seq[String]): Seq[Order] = {
    val (structure, rest) = args match {
      case Seq(`key`, file, rest @ _*) => (Structure.read(Path.of(file)), rest)
      case _                           => (Structure(), args)
    }
    require(rest.nonEmpty, "usage: Emit [--structure <file>] <outdir> <variant>... [--structure ...]")
    val (own, others) = rest.span(_ != key)
    Order(structure, Path.of(own.head), own.tail) +: (if (others.isEmpty) Seq.empty else all(others))
  }
}
