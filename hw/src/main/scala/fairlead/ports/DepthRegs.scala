// SPDX-License-Identifier: Apache-2.0
package fairlead.ports

import chisel3._
import chisel3.util._
import fairlead.params.Code
import fairlead.words.BufferDepth

/** Depths of buffers of one kind, as the configuration registers give them: one register is the depth of all, another
  * has a field for each buffer.
  *
  * Contract: a write to `all` sets every depth, one to `each` those whose field has a depth; the last write counts.
  *           `packets` sets the slots of all in the same way.
  * Timing:   a write of cycle t is in the registers in t + 1.
  * Reset:    none: a depth that is never written is undefined.
  *
  * A simulator looks at them in the cycles of a write only.
  *
  * @param name
  *   prefix of the registers
  * @param fields
  *   numbers of the fields of `each`, one a buffer
  * @param packets
  *   the register with the slots of all buffers, and where in it they are
  * @param more
  *   registers as `each` of the fields from 4 on, four each
  */
class DepthRegs(
    name: String,
    write: CfgWrite,
    all: Code,
    each: Code,
    fields: Seq[Int],
    packets: Option[(Code, Int)] = None,
    more: Seq[Code] = Seq.empty
) {
  private val word        = new BufferDepth
  private val perRegister = 64 / word.getWidth
  private def registers(what: String, bits: Int) = fields.map(i => Reg(UInt(bits.W)).suggestName(s"${name}_${what}_$i"))
  private def writes(code: Code): Bool           = write.reg === code.value.U
  private def bits(low: Int, width: Int): UInt   = write.data(low + width - 1, low)

  /** Flits of each buffer. */
  val depth: Seq[UInt] = registers("depth", word.depth.getWidth)

  /** Packets that each buffer holds under cut-through; 0 else. */
  val slots: Seq[UInt] = packets.fold(Seq.empty[UInt])(_ => registers("slots", word.slots.getWidth))

  when(write.valid) {
    when(writes(all)) { depth.foreach(_ := bits(0, word.depth.getWidth)) }
    for ((code, low) <- packets) when(writes(code)) { slots.foreach(_ := bits(low, word.slots.getWidth)) }
    for ((code, r)   <- (each +: more).zipWithIndex if fields.exists(_ / perRegister == r)) when(writes(code)) {
      fields.zipWithIndex.filter(_._1 / perRegister == r).foreach { case (field, i) =>
        val own = bits(field % perRegister * word.getWidth, word.getWidth).asTypeOf(new BufferDepth)
        when(own.depth =/= 0.U) {
          depth(i) := own.depth
          slots.lift(i).foreach(_ := own.slots)
        }
      }
    }
  }
}
