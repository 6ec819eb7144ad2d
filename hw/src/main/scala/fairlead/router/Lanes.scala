// SPDX-License-Identifier: Apache-2.0
package fairlead.router

import chisel3._
import chisel3.util._

/** `n` small numbers in one word, lane 0 lowest: one register instead of n, which a simulator writes at once. */
final case class Lanes(n: Int, bits: Int) {
  val width: Int = n * bits

  def apply(word: UInt, i: Int): UInt = word((i + 1) * bits - 1, i * bits)

  def at(word: UInt, i: UInt): UInt = if (n == 1) word else (word >> (i * bits.U))(bits - 1, 0)

  /** The word, `when` so with `value` in lane `i`. */
  def set(word: UInt, when: Bool, i: UInt, value: UInt): UInt =
    if (n == 1) Mux(when, value, word)
    else {
      // no shift: its result would be wider than a word
      val lane = Mux(when, Cat((0 until n).reverse.map(k => Fill(bits, i === k.U))), 0.U)
      (word & ~lane) | (Fill(n, value) & lane)
    }

  /** One in each lane whose bit is set. */
  def ones(mask: UInt): UInt = Cat((0 until n).reverse.map(i => 0.U((bits - 1).W) ## mask(i)))
}
