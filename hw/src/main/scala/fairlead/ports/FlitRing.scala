// SPDX-License-Identifier: Apache-2.0
package fairlead.ports

import chisel3._
import chisel3.experimental.noPrefix
import chisel3.util.{log2Ceil, Cat}

/** The ring of slots of a buffer at the end of a link with credits. A subclass has ports, credit and properties.
  *
  * Contract: the sender spends a credit for each flit and starts with `depth` of them; `take` only while `front.valid`.
  * Timing:   a flit on `in` in cycle t is at `front` in t + 1 at the earliest.
  * Reset:    empty.
  */
abstract class FlitRing(maxDepth: Int, physical: Boolean) extends Module {
  private val indexBits   = log2Ceil(maxDepth).max(1)
  private val word0       = Option.unless(physical)(Mem(maxDepth, UInt(64.W)))
  private val word1       = Option.unless(physical)(Mem(maxDepth, UInt(64.W)))
  private val marks       = Option.unless(physical)(Mem(maxDepth, UInt(2.W))) // head, tail
  private val first       = RegInit(0.U(indexBits.W))
  private val free        = RegInit(0.U(indexBits.W))
  protected val occupancy = RegInit(0.U(log2Ceil(maxDepth + 1).W))

  /** Connects the ring to the ports of the subclass. Returns whether a flit is in front, and its head and tail marks.
    */
  protected def connect(depth: UInt, in: LocalFlit, front: LocalFlit, take: Bool): (Bool, UInt) = noPrefix {
    def next(index: UInt): UInt = Mux(index +& 1.U === depth, 0.U, index + 1.U)
    when(in.valid) {
      word0.foreach(_(free) := in.w0)
      word1.foreach(_(free) := in.w1)
      marks.foreach(_(free) := in.head ## in.tail)
      free := next(free)
    }
    when(take) { first := next(first) }
    when(in.valid =/= take) { occupancy := Mux(take, occupancy - 1.U, occupancy + 1.U) }

    val some = occupancy =/= 0.U
    front.valid := some
    if (physical) {
      val data  = Cat(in.head, in.tail, in.w1, in.w0)
      val after = Mux(take, next(first), first)
      val word  = FrontMemory("words", maxDepth, in.valid, free, data, Seq(after), Seq(take)).head
      front.w0 := word(63, 0)
      front.w1 := word(127, 64)
      (some, word(129, 128))
    } else {
      front.w0 := GatedRead(some, word0.get, first)
      front.w1 := GatedRead(some, word1.get, first)
      (some, GatedRead(some, marks.get, first))
    }
  }
}
