// SPDX-License-Identifier: Apache-2.0
package fairlead.prove

import circt.stage.ChiselStage
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

  /** @param names which of them; none means all */
  def apply(out: Path, names: Seq[String] = Seq.empty): Unit = {
    Files.createDirectories(out)
    Proofs.all.filter(p => names.isEmpty || names.contains(p._1)).foreach { case (name, generate) =>
      val file = out.resolve(name + ".sv")
      val text = ChiselStage.emitSystemVerilog(generate(), firtoolOpts = options)
      if (!Files.exists(file) || Files.readString(file) != text) Files.writeString(file, text)
    }
  }

  def main(args: Array[String]): Unit = apply(Path.of(args.head), args.tail.toSeq)
}
