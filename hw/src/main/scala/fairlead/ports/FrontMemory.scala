// SPDX-License-Identifier: Apache-2.0
package fairlead.ports

import chisel3._
import chisel3.experimental.noPrefix
import chisel3.util.Mux1H

/** The words of FIFOs in a memory whose read is synchronous, as a memory macro's is. The front of each FIFO is there as
  * if the read were combinational.
  *
  * Each FIFO has a register for its front. A word that is written where a front will be goes into that register too
  * (bypass). Else the memory is read when a front moves; its word is the front of the next cycle, at whose end the
  * register takes it.
  *
  * Contract: at most one front moves in a cycle.
  * Timing:   in cycle t + 1 a front shows the word at the address `next` of cycle t, after the write of cycle t.
  * Spec:     docs/spec/tile.md
  */
object FrontMemory {

  /** Makes the memory, with the width of `data`, and returns the fronts.
    *
    * @param next  address of the front of each FIFO in the next cycle
    * @param moves whether it is another one than in this cycle
    */
  def apply(
      name: String,
      slots: Int,
      writes: Bool,
      at: UInt,
      data: UInt,
      next: Seq[UInt],
      moves: Seq[Bool]
  ): Seq[UInt] =
    noPrefix {
      val memory  = SyncReadMem(slots, chiselTypeOf(data)).suggestName(name)
      val kept    = Seq.tabulate(next.size)(f => Reg(chiselTypeOf(data)).suggestName(s"${name}Front$f"))
      val fetched = Seq.tabulate(next.size)(f => RegInit(false.B).suggestName(s"${name}Fetched$f")) // from the memory
      when(writes) { memory.write(at, data) }
      val enters  = next.map(n => writes && at === n)
      val fetches = moves.zip(enters).map { case (moves, enters) => moves && !enters }
      val word    = memory.read(if (next.size == 1) next.head else Mux1H(moves, next), fetches.reduce(_ || _))
      val fronts  = fetched.zip(kept).map { case (fetched, kept) => Mux(fetched, word, kept) }
      fetched.zip(fetches).foreach { case (register, fetches) => register := fetches }
      kept.zip(fronts).zip(enters).foreach { case ((register, front), enters) => register := Mux(enters, data, front) }
      fronts
    }
}
