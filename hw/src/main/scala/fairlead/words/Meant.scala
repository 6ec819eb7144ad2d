// SPDX-License-Identifier: Apache-2.0
package fairlead.words

import chisel3._
import fairlead.params.{AbsentUnits, AtomicFunction, Code, CollectiveFixed, Fixed, OpKind, Structure, TileCommand}
import fairlead.ports.Cmd

/** The bits that each command means of its words; a command with another bit set is malformed. The manifest carries the
  * tables.
  *
  * `tables` is of the kinds of operations, for the units that answer with the operation's tag: names of fields of
  * Descriptor0 in word 0, of Descriptor1 in word 1, and those of `parts` (docs/spec/dma-engine-tx.md, rule 2). `host`
  * is of all commands, for HostGuard: by word the name of its layout, of which `spare` is no field, or a number of bits
  * (docs/spec/host-guard.md).
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

  /** By command, its four words. */
  val host: Seq[(Code, Seq[String])] = {
    import TileCommand._
    val all       = "64"
    val processor = CollectiveFixed.processorBits.toString
    val channel   = "4"
    def words(commands: Code*)(words: String*): Seq[(Code, Seq[String])] = commands.map(_ -> words.padTo(4, "0"))
    words(Post)(all, all, all, all) ++ // InjectionFifos and
      words(DlaRequest)(all, all, "0", channel) ++ // DlaArbiter judge these by kind
      words(DlaData)(all, all, "0", channel) ++
      words(DlaAlloc, DlaEnd, DlaRelease, DlaMark, DlaClear)("DlaCommand") ++ words(DlaEventCredit)("16") ++
      words(EpochOpen, EpochClose)("EpochCommand") ++ words(CounterSet)(all, all) ++ words(CounterClear)(all) ++
      words(MsgPop)(all) ++ words(MsgCredit)("Coord", Fixed.creditBits.toString) ++ words(FaultArm)(all, all) ++
      words(BarEnter, BarLeave)("BarrierCommand") ++ words(BarAdd, BarRead)("BarrierCount") ++
      words(TreeGive)("CollectiveHeader", all, processor) ++ words(TreeBody)(all, all, processor) ++
      words(TreeRead)("3") ++ words(TreeAbort)("0", "0", processor) ++
      words(DeviceLock, DeviceUnlock, DeviceReadHeader, DeviceDrain)("DeviceCommand") ++
      words(CountControl)("CounterControl") ++ words(CountRead)("CounterIndex") ++ words(TaskReset, TaskGrant)(
        "HostResource"
      ) ++ words(FenceRegion)("1") ++ words(EpochAdmit)("EpochAdmission")
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

  private def bits(word: String)(implicit structure: Structure): BigInt =
    if (word.head.isDigit) (BigInt(1) << word.toInt) - 1
    else {
      val layout = (Words.layouts ++ CollectiveWords.layouts).toMap.apply(word)
      layout.elements.keys.filterNot(_ == "spare").map { name =>
        val (lsb, width) = place(layout, name)
        ((BigInt(1) << width) - 1) << lsb
      }.fold(BigInt(0))(_ | _)
    }

  /** The commands of a shipped tile, where nothing can be armed. */
  private val shipped = host.filter(_._1 != TileCommand.FaultArm)

  /** A command that is none, or of no barrier that there is, or with a bit that it does not mean. Those of absent units
    * are refused as a whole elsewhere.
    */
  def strays(cmd: Cmd, host: Seq[(Code, Seq[String])] = shipped)(implicit structure: Structure): Bool = {
    val absent = AbsentUnits.commands
    def among(codes: Seq[Code]): Bool = codes.map(cmd.op === _.value.U).reduce(_ || _)
    val strays = (0 until cmd.w.size).map { i =>
      val masks = host.groupMap { case (code, words) => bits(if (absent.contains(code)) "64" else words(i)) }(_._1)
        .toSeq.sortBy(_._1)
      (cmd.w(i) & ~masks.map { case (mask, codes) => Mux(among(codes), mask.U(64.W), 0.U) }.reduce(_ | _)).orR
    }
    val barriers  = if (structure.collectiveUnits > 0) CollectiveFixed.routes else 0
    val onBarrier = Seq(TileCommand.BarEnter, TileCommand.BarLeave, TileCommand.BarAdd, TileCommand.BarRead)
    val nowhere   = among(onBarrier) && BarrierCommand.number(cmd) > barriers.U
    cmd.valid && (!among(host.map(_._1)) || strays.reduce(_ || _) || nowhere)
  }
}
