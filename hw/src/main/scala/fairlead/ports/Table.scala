// SPDX-License-Identifier: Apache-2.0
package fairlead.ports

import chisel3._
import chisel3.experimental.noPrefix

/** A small table that has more ports than a memory macro. A tile that can be built (`physical`) has it in flip-flops.
  * In a simulated one it is a memory, because a simulator then touches only the words that are asked for.
  *
  * Contract: of two writes of a word in one cycle the later statement wins.
  * Timing:   a read is combinational; it shows a write of cycle t from t + 1 on.
  * Reset:    words keep what they hold.
  * Spec:     docs/spec/tile.md
  */
final class Table[T <: Data](name: String, words: Int, val word: T, physical: Boolean) {
  private val place: UInt => T = noPrefix {
    if (physical) {
      val registers = Reg(Vec(words, word)).suggestName(name)
      at => registers(at)
    } else {
      val memory = Mem(words, word).suggestName(name)
      at => memory(at)
    }
  }

  /** The word at an address, to be read or assigned. */
  def apply(at: UInt): T = place(at)
}
