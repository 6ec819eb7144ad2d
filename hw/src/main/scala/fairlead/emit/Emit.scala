// SPDX-License-Identifier: Apache-2.0
package fairlead.emit

import circt.stage.ChiselStage
import java.nio.file.{Files, Path}
import scala.jdk.CollectionConverters._

/** Elaborates every variant: `Emit <outdir> [variant...]` writes
  *
  *   - `rtl/<variant>/` SystemVerilog and `tops.txt`, one name of a top module a line;
  *   - `manifest.json`, the only hand-over to other languages (D6);
  *   - `generated/` its renderings: Java constants, C++ header, tables of the documentation.
  *
  * A file whose text has not changed is not touched, so that what depends on it is not built again.
  */
object Emit {
  private val lowering =
    "--lowering-options=disallowLocalVariables,disallowPackedArrays,locationInfoStyle=none"

  def main(args: Array[String]): Unit = {
    require(args.nonEmpty, "usage: Emit <outdir> [variant...]")
    val out    = Path.of(args.head)
    val wanted = Variants.all.filter(v => args.length == 1 || args.contains(v.name))
    wanted.foreach(elaborate(_, out.resolve("rtl")))
    val manifest = Manifest(Properties.in(out.resolve("rtl")))
    write(out.resolve("manifest.json"), Manifest.text(manifest))
    write(out.resolve("generated/cpp/hw_layout.h"), CppHeader(manifest))
    write(out.resolve("generated/java/fairlead/hw/HwLayout.java"), JavaConstants(manifest))
    DocTables(manifest).foreach { case (name, text) => write(out.resolve(s"generated/docs/$name.md"), text) }
  }

  private def elaborate(variant: Variant, rtl: Path): Unit = {
    val fresh = Files.createTempDirectory("fairlead-rtl")
    val layer = "--default-layer-specialization=" + (if (variant.asserts) "enable" else "disable")
    variant.tops.foreach { case (_, generate) =>
      ChiselStage.emitSystemVerilogFile(
        generate(),
        Array("--target-dir", fresh.toString),
        Array("--disable-all-randomization", "--strip-debug-info", layer, lowering)
      )
    }
    val texts  = list(fresh).filter(_.endsWith(".sv")).map(name => name -> Files.readString(fresh.resolve(name)))
    val tops   = "tops.txt" -> variant.tops.map(_._1 + "\n").mkString
    val folder = rtl.resolve(variant.name)
    (list(folder).toSet -- texts.map(_._1) - "tops.txt").foreach(name => Files.delete(folder.resolve(name)))
    (texts :+ tops).foreach { case (name, text) => write(folder.resolve(name), text) }
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
