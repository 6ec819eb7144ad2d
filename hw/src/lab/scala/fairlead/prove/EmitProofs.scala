// SPDX-License-Identifier: Apache-2.0
package fairlead.prove

import circt.stage.ChiselStage
import fairlead.params.Structure
import java.nio.file.{Files, Path}

/** Elaborates the harnesses: one file `<name>.sv` each, with the assertions in a form that yosys reads. */
object EmitProofs {
  private val options = Array(
    "--disable-all-randomization",
    "--strip-debug-info",
    "--default-layer-specialization=enable",
    "--verification-flavor=immediate",
    "--lowering-options=disallowLocalVariables,disallowPackedArrays,locationInfoStyle=none"
  )

  /** One job for each harness, in any order. A file whose text has not changed is not touched.
    *
    * @param names which of them; none means all
    */
  def jobs(out: Path, names: Seq[String] = Seq.empty)(implicit structure: Structure): Seq[() => Unit] = {
    Files.createDirectories(out)
    write(out, Proofs.here.filter(p => names.isEmpty || names.contains(p._1)))
  }

  private def write(
      out: Path,
      harnesses: Seq[(String, () => chisel3.RawModule)],
      options: Array[String] = options
  ): Seq[() => Unit] =
    harnesses.map { case (name, generate) =>
      () => {
        val file = out.resolve(name + ".sv")
        val text = ChiselStage.emitSystemVerilog(generate(), firtoolOpts = options)
        if (!Files.exists(file) || Files.readString(file) != text) Files.writeString(file, text)
      }
    }

  /** `EmitProofs DIR [NAME..]` elaborates harnesses of the default structure, `EmitProofs --whole DIR [NAME..]` those
    * of `Proofs.whole`.
    */
  def main(args: Array[String]): Unit = {
    implicit val structure: Structure = Structure()
    if (args.head == "--units") {
      val out    = Path.of(args(1))
      val chosen = args.drop(2)
      for ((folder, all) <- Seq("small" -> Proofs.here, "whole" -> Proofs.whole))
        write(
          Files.createDirectories(out.resolve(folder)),
          all.filter(p => chosen.isEmpty || chosen.contains(p._1)),
          options :+ "--disable-opt"
        ).foreach(_.apply())
    } else if (args.head != "--whole") jobs(Path.of(args.head), args.tail.toSeq).foreach(_.apply())
    else {
      val out = Files.createDirectories(Path.of(args(1)))
      write(out, Proofs.whole.filter(p => args.length == 2 || args.contains(p._1))).foreach(_.apply())
    }
  }
}
