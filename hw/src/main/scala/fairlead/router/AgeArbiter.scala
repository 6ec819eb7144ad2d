// SPDX-License-Identifier: Apache-2.0
package fairlead.router

import chisel3._
import chisel3.util._

/** Tournament between the VCs of one input port: the older flit wins, a tie goes by the rotating pointer.
  *
  * Combinational. `key` is `stamp ## behind`, where `behind` is the pointer of a [[RoundRobin]]: equal stamps (always,
  * under round robin) leave the rotation. Keys compare modulo 2^16: exact while all stamps lie within 2^14 cycles of
  * each other; beyond that some requester still wins.
  */
object AgeArbiter {

  /** One side of a match: whether it requests, its key, its word and its place. Packed, so that a match is one
    * multiplexer.
    */
  final class Entry private (packed: UInt, keyBits: Int, indexBits: Int) {
    private val wordBits = packed.getWidth - 1 - keyBits - indexBits

    def valid: Bool = packed(packed.getWidth - 1)
    def key: UInt   = packed(packed.getWidth - 2, packed.getWidth - 1 - keyBits)
    def word: UInt  = packed(indexBits + wordBits - 1, indexBits)
    def index: UInt = packed(indexBits - 1, 0)

    /** Winner of the match against a higher index; `present` is false only if both are all zero. */
    def against(high: Entry, present: Bool): Entry = {
      val ahead   = high.key -% key
      val useHigh = high.valid && (!valid || ahead(keyBits - 1))
      new Entry(Guarded(present, Mux(useHigh, high.bits, packed)), keyBits, indexBits)
    }
    private def bits: UInt = packed
  }

  object Entry {

    /** `valid` only where something is `present`; without, the entry is all zero, and simulators do not look at the
      * rest.
      */
    def apply(present: Bool, valid: Bool, key: UInt, word: UInt, index: UInt): Entry =
      new Entry(Mux(present, Cat(valid, key, word, index), 0.U), key.getWidth, index.getWidth)
  }

  /** Winner of neighbouring pairs, then of the winners, in index order: (0, 1), (2, 3), ... Where none is `present`,
    * simulators look at no match.
    */
  def apply(present: Bool, entries: Seq[Entry]): Entry =
    if (entries.size == 1) entries.head
    else {
      val pairs = entries.grouped(2).toSeq
      apply(present, pairs.map(pair => if (pair.size == 1) pair.head else pair(0).against(pair(1), present)))
    }
}
