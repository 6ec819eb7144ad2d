// SPDX-License-Identifier: Apache-2.0
package fairlead.flow

import chisel3._
import chisel3.util.RegEnable
import fairlead.params.{Code, ConfigReg, TileParams, UnsafeVariant}

/** The unsafe variant of a unit: a copy of configuration register UNSAFE in the faults build, nothing at all in the others (D13). */
class Unsafe private (variant: Option[UInt], value: Option[UInt]) {

  /** The machine has this flaw. A constant false where variants are not built. */
  def is(code: Code): Bool = variant.map(_ === code.value.U).getOrElse(false.B)

  /** What the flaw makes of a value: `wrong` is not elaborated where variants are not built. */
  def change[T](right: T)(wrong: (Code => Bool) => T): T = if (variant.isEmpty) right else wrong(is)

  def code: UInt    = variant.getOrElse(0.U(UnsafeVariant.bits.W))
  def operand: UInt = value.getOrElse(0.U(UnsafeVariant.operandBits.W))
  def word: UInt    = operand ## code
}

object Unsafe {

  /** Variant and operand in one word. */
  val wordBits: Int = UnsafeVariant.bits + UnsafeVariant.operandBits

  val none = new Unsafe(None, None)

  /** The unit's own copy of the register. */
  def held(p: TileParams, cfg: CfgWrite): Unsafe =
    if (!p.faults) none
    else {
      val word = RegEnable(cfg.data(wordBits - 1, 0), cfg.valid && cfg.reg === ConfigReg.Unsafe.value.U)
      word.suggestName("unsafeVariant")
      of(Some(word))
    }

  /** A pin of a unit that owns no copy: the variant, or variant and operand. */
  def of(pin: Option[UInt]): Unsafe = new Unsafe(
    pin.map(_(UnsafeVariant.bits - 1, 0)),
    pin.filter(_.getWidth == wordBits).map(_(wordBits - 1, UnsafeVariant.bits))
  )
}
