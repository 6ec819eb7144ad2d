// SPDX-License-Identifier: Apache-2.0
package fairlead.words

import chisel3._
import fairlead.params.{AtomicFunction, Code, OpKind, Structure, TileCommand}

/** The bits that each kind of operation means, of the words of its command; a command with another bit set is
  * malformed. Names of fields of Descriptor0 in word 0, of Descriptor1 in word 1, and those of `parts`. The
  * manifest carries the table. Spec: docs/spec/dma-engine-tx.md, rule 2.
  */
object Meant {
  private val named  = "kind target tag"
  private val posted = s"$named fifo fifoHigh"
  private val inner  = "length index epoch" // of operations that an epoch may have
  private val moved  = "local remote ctr ctrValid"

  /** Fields of the words, by kind. */
  private val post: Seq[(Code, Seq[String])] = Seq(
    OpKind.Put      -> Seq(s"$posted $inner mode", moved, "", ""),
    OpKind.Get      -> Seq(s"$posted $inner mode", moved, "", ""),
    OpKind.FetchAdd -> Seq(s"$posted $inner", "remote", "operand", "function"),
    OpKind.CompSwap -> Seq(s"$posted $inner", "remote", "operand", "operand"),
    OpKind.Message  -> Seq(s"$posted length", "local reception", "", ""),
    OpKind.Flush    -> Seq(posted, "", "", ""),
    OpKind.Fence    -> Seq(s"$posted mode", "", "", "")
  )
  // the words of DLA_REQUEST; operands and the payload of a put follow in DLA_DATA
  private val store: Seq[(Code, Seq[String])] = Seq(
    OpKind.Put      -> Seq(s"$named length", "remote ctr ctrValid"),
    OpKind.Get      -> Seq(s"$named length", moved),
    OpKind.FetchAdd -> Seq(s"$named length", "remote"),
    OpKind.CompSwap -> Seq(s"$named length", "remote")
  )

  /** For the manifest: by command and kind, the names of each word. */
  val tables: Seq[(Code, Seq[(Code, Seq[Seq[String]])])] =
    Seq(TileCommand.Post -> post, TileCommand.DlaRequest -> store).map { case (command, kinds) =>
      command -> kinds.map { case (kind, words) => kind -> words.map(_.split(' ').toSeq.filter(_.nonEmpty)) }
    }

  /** What is no field of its word: the lowest bit in the word and the bits. */
  private def parts(implicit structure: Structure): Map[String, (Int, Int)] = Map(
    "operand"   -> (0, 64),
    "function"  -> (0, AtomicFunction.bits),
    "reception" -> place(new Descriptor1, "remote").copy(_2 = receptionBits)
  )
  val receptionBits = 4

  private def place(word: Bundle, name: String): (Int, Int) = {
    val below = word.elements.takeWhile(_._1 != name).map(_._2.getWidth).sum
    (below, word.elements(name).getWidth)
  }

  /** The bits that a command of this kind means in one of its words. */
  private def mask(word: Int, names: Seq[String])(implicit structure: Structure): BigInt =
    names.map { name =>
      val layout       = if (word == 0) new Descriptor0(allFields = true) else new Descriptor1
      val (lsb, width) = parts.getOrElse(name, place(layout, name))
      ((BigInt(1) << width) - 1) << lsb
    }.fold(BigInt(0))(_ | _)

  /** None of the words has a bit that the kind does not mean; another kind means nothing. */
  def all(command: Code, kind: UInt, words: Seq[UInt])(implicit structure: Structure): Bool =
    tables.find(_._1 == command).get._2.map { case (code, names) =>
      val strays = words.zip(names).zipWithIndex.map { case ((word, names), i) =>
        word & ~mask(i, names).U(64.W)
      }
      kind === code.value.U && strays.reduce(_ | _) === 0.U
    }.reduce(_ || _)
}
