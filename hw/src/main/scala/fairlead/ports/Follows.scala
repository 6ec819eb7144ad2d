// SPDX-License-Identifier: Apache-2.0
package fairlead.ports

import chisel3._

/** Whether one number is the next of another, of the same width and modulo its power of two, without adding. */
object Follows {

  /** a + 1 === b. That is a + ~b === -2, and of a sum that is given each bit tells the carry into it. */
  def apply(a: UInt, b: UInt): Bool = {
    val n   = a.getWidth
    val sum = ~1.U(n.W)
    require(n == b.getWidth)
    (a ^ ~b ^ sum) === (((a & ~b | (a | ~b) & ~sum) << 1)(n - 1, 0))
  }
}
