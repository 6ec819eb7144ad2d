// SPDX-License-Identifier: Apache-2.0
package fairlead.flaws

import chisel3._
import chisel3.experimental.noPrefix
import chisel3.util.RegEnable
import fairlead.ports.{CfgWrite, Cmd, Legal, NicConfig, OpenUnit}
import fairlead.params.{Code, ConfigReg, Structure, TileCommand, UnsafeVariant}
import scala.reflect.{classTag, ClassTag}

/** A unit of the faults build: the unit that is shipped, of which flaws override single decisions, and whose outputs
  * they connect anew. Which flaw a node has is register UNSAFE; with 0 it decides as the unit that is shipped. Faults
  * that FAULT_ARM arms are here for the same reason: no shipped unit has them (D13).
  *
  * The Verilog module keeps the name of the unit.
  */
trait Flawed extends OpenUnit {

  /** UNSAFE of the node: the flaw, above it its operand. */
  protected def unsafe: UInt

  protected def flaw(variant: Code): Bool = unsafe(UnsafeVariant.bits - 1, 0) === variant.value.U
  protected def anyFlaw: Bool             = unsafe(UnsafeVariant.bits - 1, 0).orR
  protected def operand: UInt             = unsafe(Flawed.wordBits - 1, UnsafeVariant.bits)

  /** Flawed units by the class of the part in whose place they are. */
  protected def flawed: Map[Class[_], () => Flawed] = Map.empty

  override protected def part[M <: Module: ClassTag](unit: => M): M =
    flawed.get(classTag[M].runtimeClass).fold(super.part(unit))(make => told(Module(make())).asInstanceOf[M])

  /** A part with the flaw of this unit, unless it has register UNSAFE itself. */
  protected def told[U <: Flawed](unit: U): U = {
    unit match {
      case part: FlawedPart => part.unsafe := unsafe
      case _                =>
    }
    unit
  }

  override def desiredName: String = super.desiredName.stripPrefix("Flawed")
}

/** One that is told its flaw by the unit of which it is a part. The pin is there as soon as a decision asks for it,
  * also while the shipped unit is built.
  */
trait FlawedPart extends Flawed {
  private lazy val pin = new Pin("io_unsafe", UInt(Flawed.wordBits.W))
  def unsafe: UInt = pin()
}

/** An input pin of a flawed unit, made when it is first asked for. A `lazy val` of the pin itself would get a name that
  * begins with whatever expression asked first.
  */
final class Pin[T <: Data](name: String, kind: => T) {
  private var made: Option[T] = None

  def apply(): T = {
    if (made.isEmpty) made = Some(noPrefix(IO(Input(kind)).suggestName(name)))
    made.get
  }
}

object Flawed {
  val wordBits: Int = UnsafeVariant.bits + UnsafeVariant.operandBits

  /** A copy of register UNSAFE. */
  def held(cfg: CfgWrite): UInt =
    noPrefix(RegEnable(cfg.data(wordBits - 1, 0), cfg.valid && cfg.reg === ConfigReg.Unsafe.value.U)
        .suggestName("unsafeVariant"))

  /** FAULT_ARM of this fault. */
  def arms(cmd: Cmd, fault: Code): Bool =
    cmd.valid && cmd.op === TileCommand.FaultArm.value.U && cmd.w(0) === fault.value.U
}

/** The rules for host commands, for the units that ask them. */
class FlawedLegal(flaw: Code => Bool)(implicit structure: Structure) extends Legal {
  import fairlead.words.Descriptor0
  import fairlead.params.Fixed

  override def meant(command: Code, words: Seq[UInt]): Bool = {
    val modeless = WireDefault(words.head.asTypeOf(new Descriptor0))
    modeless.mode := 0.U
    super.meant(command, words) || flaw(UnsafeVariant.StrayBits) ||
    flaw(UnsafeVariant.AnyMode) && super.meant(command, modeless.asUInt +: words.tail)
  }

  override def mode(nic: NicConfig, word0: Descriptor0): Bool = super.mode(nic, word0) || flaw(UnsafeVariant.AnyMode)

  override def aligned(address: UInt, half: Bool): Bool = super.aligned(address, half) || flaw(UnsafeVariant.Unaligned)

  override def length(word0: Descriptor0): Bool = super.length(word0) || flaw(UnsafeVariant.AnyLength)

  override def sum(address: UInt, length: UInt): UInt = {
    val end = super.sum(address, length)
    Mux(flaw(UnsafeVariant.SumWraps), end(structure.addressBits - 1, 0), end)
  }
}
