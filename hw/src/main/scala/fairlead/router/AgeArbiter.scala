// SPDX-License-Identifier: Apache-2.0
package fairlead.router

import chisel3._
import chisel3.util._

/** Tournament between the VCs of one input port: the older flit wins, a tie goes by the rotating pointer.
  *
  * Combinational. `key(i)` is `stamp ## behind(i)`, where `behind` is the pointer of a [[RoundRobin]]: equal stamps (always, under round robin) leave the rotation.
  * Keys compare modulo 2^16: exact while all stamps lie within 2^14 cycles of each other; beyond that some requester still wins.
  */
object AgeArbiter {

  /** One side of a match: whether it requests, its key, its word and its place. */
  final case class Entry(valid: Bool, key: UInt, word: UInt, index: UInt)

  private def duel(low: Entry, high: Entry): Entry = {
    val ahead   = high.key -% low.key
    val useHigh = high.valid && (!low.valid || ahead(ahead.getWidth - 1))
    Entry(
      low.valid || high.valid,
      Mux(useHigh, high.key, low.key),
      Mux(useHigh, high.word, low.word),
      Mux(useHigh, high.index, low.index)
    )
  }

  /** Winner of neighbouring pairs, then of the winners, in index order: (0, 1), (2, 3), ... */
  def apply(entries: Seq[Entry]): Entry =
    if (entries.size == 1) entries.head
    else apply(entries.grouped(2).map(pair => if (pair.size == 1) pair.head else duel(pair(0), pair(1))).toSeq)
}
