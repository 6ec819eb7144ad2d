// SPDX-License-Identifier: Apache-2.0
package fairlead.emit

import circt.stage.ChiselStage
import java.nio.file.{Files, Path}
import scala.jdk.CollectionConverters._

/** Elaborates variants: `Emit <outdir> <variant>...` writes
  *
  *   - `rtl/<variant>/` SystemVerilog and `top.txt`, the name of the top module;
  *   - `manifest.json`, the only hand-over to other languages (D6);
  *   - `generated/` its renderings: Java constants, C++ header, tables of the documentation.
  *
  * A file whose text has not changed is not touched, so that what depends on it is not built again.
  */
object Emit extends Emitter(Variants.all, Map.empty)

/** @param variants the variants that can be asked for; the manifest describes the tiles of all
  * @param families other elaborations by name, each of several modules: their folder in `rtl` -> the jobs that fill it
  */
class Emitter(variants: Seq[Variant], families: Map[String, Path => Seq[() => Unit]]) {
  private val lowering =
    "--lowering-options=disallowLocalVariables,disallowPackedArrays,locationInfoStyle=none"

  def main(args: Array[String]): Unit = {
    require(args.nonEmpty, "usage: Emit <outdir> <variant>...")
    val out     = Path.of(args.head)
    val rtl     = out.resolve("rtl")
    val known   = variants.map(_.name) ++ families.keys
    val unknown = args.tail.toSet -- known
    require(unknown.isEmpty, s"Emit: no variant named ${unknown.mkString(", ")}; known are ${known.mkString(", ")}")
    val tops   = variants.filter(v => args.contains(v.name)).reverse.map(v => () => elaborate(v, rtl)) // large ones first
    val others = families.toSeq.filter(f => args.contains(f._1)).flatMap { case (name, jobs) => jobs(rtl.resolve(name)) }
    SideBySide(tops ++ others)
    val manifest = Manifest(variants, Properties.in(variants.map(v => rtl.resolve(v.name))))
    write(out.resolve("manifest.json"), Manifest.text(manifest))
    write(out.resolve("generated/cpp/hw_layout.h"), CppHeader(manifest))
    write(out.resolve("generated/java/fairlead/hw/HwLayout.java"), JavaConstants(manifest))
    DocTables(manifest).foreach { case (name, text) => write(out.resolve(s"generated/docs/$name.md"), text) }
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
