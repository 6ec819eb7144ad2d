// SPDX-License-Identifier: Apache-2.0
package fairlead.ports

import chisel3._
import chisel3.util._

/** Picks one of many request bits by words and not bit by bit: as deep as the logarithm of the width. */
object RotatingPick {

  /** Each bit that is set in `requests` or has a set bit below it. */
  private def upwards(requests: UInt): UInt = {
    val n = requests.getWidth
    Iterator.iterate(1)(_ * 2).takeWhile(_ < n).foldLeft(requests)((all, by) => all | (all << by)(n - 1, 0))
  }

  private def lowestBit(requests: UInt, upwards: UInt): UInt = requests & ~(upwards << 1)(requests.getWidth - 1, 0)

  /** Index of the lowest set bit; 0 when there is none. */
  def lowest(requests: UInt): UInt = OHToUInt(lowestBit(requests, upwards(requests)))

  /** The bits of n at or above `first`. */
  def from(first: UInt, n: Int): UInt =
    if (isPow2(n) && first.getWidth == log2Ceil(n)) ((BigInt(1) << (n - 1)).U(n.W).asSInt >> (~first)).asUInt
    else ~(UIntToOH(first, n) - 1.U)

  /** The first set bit at or above `first`, else the lowest, alone; 0 when there is none. */
  def bit(requests: UInt, first: UInt): UInt = {
    val above       = requests & from(first, requests.getWidth)
    val upFromFirst = upwards(above)
    Mux(upFromFirst(requests.getWidth - 1), lowestBit(above, upFromFirst), lowestBit(requests, upwards(requests)))
  }

  /** Index of that bit. The caller sets `first` to the index served + 1. */
  def apply(requests: UInt, first: UInt): UInt = OHToUInt(bit(requests, first))
}
