// SPDX-License-Identifier: Apache-2.0
package fairlead.ports

import chisel3._
import chisel3.util._

/** Picks one of many request bits without a priority chain: a few word operations, whatever the width. */
object RotatingPick {

  /** Index of the lowest set bit; 0 when there is none. */
  def lowest(requests: UInt): UInt = OHToUInt((requests & (~requests + 1.U))(requests.getWidth - 1, 0))

  /** Index of the first set bit at or above `first`, else of the lowest. The caller sets `first` to the index served +
    * 1.
    */
  def apply(requests: UInt, first: UInt): UInt = {
    val above = requests & ~(UIntToOH(first, requests.getWidth) - 1.U)
    lowest(Mux(above.orR, above, requests))
  }
}
