// SPDX-License-Identifier: Apache-2.0
package fairlead.collective

import chisel3._
import chisel3.util._
import fairlead.params.{Code, CollectiveOp}

class CombineAluIO(segments: Int, bits: Int) extends Bundle {
  val a        = Input(Vec(segments, UInt(bits.W))) // least significant segment first
  val b        = Input(Vec(segments, UInt(bits.W)))
  val op       = Input(UInt(3.W)) // CollectiveOp
  val size     = Input(UInt(3.W)) // operands of `segment` << size bits
  val isSigned = Input(Bool())
  val first    = Input(Bool()) // this flit is the first of an operand that is longer than a flit
  val advance  = Input(Bool()) // the flit leaves; its carry and comparison are kept for the next one
  val out      = Output(Vec(segments, UInt(bits.W)))
}

/** Combines two flits of operands into one, one flit per cycle. A flit has four segments; an operand has one segment,
  * two, four, or all segments of several flits.
  *
  * Contract: the flits of a long operand are contiguous: least significant first for SUM, most significant first
  *           for MIN and MAX.
  * Timing: `out` belongs to the inputs of the same cycle; carry and comparison of a flit with `advance` in t are used
  *         in t + 1.
  * Spec: docs/spec/collective-network.md
  */
class CombineAlu(segment: Int) extends Module {
  private val segments = 4
  val io               = IO(new CombineAluIO(segments, segment))

  private val carry   = RegInit(false.B) // the carry out of the last segment of the previous flit
  private val decided = RegInit(false.B) // a more significant flit of the operand differed
  private val kept    = RegInit(false.B) // in that flit, b was preferred

  private def is(code: Code): Bool = io.op === code.value.U
  private val single = io.size === 0.U // an operand is one segment
  private val paired = io.size === 1.U // an operand is two segments
  private val long   = io.size > 2.U // an operand is several flits
  private val begins = !long || io.first // no flit of this operand has gone before

  private val a = io.a
  private val b = io.b

  // ---- sum: a carry stops where an operand starts
  protected def starts(k: Int): Bool = if (k == 0) begins else if (k % 2 == 0) single || paired else single
  private val sums = (0 until segments).scanLeft((0.U(segment.W), carry)) { case ((_, from), k) =>
    val sum = a(k) +& b(k) + (from && !starts(k))
    (sum(segment - 1, 0), sum(segment))
  }.tail

  // ---- comparison: of the segments of an operand the most significant one that differs decides
  private def ends(k: Int): Bool = // the sign of an operand is in this segment
    if (k == segments - 1) begins else if (k % 2 == 1) single || paired else single
  private def key(word: UInt, k: Int): UInt = word ^ ((io.isSigned && ends(k)) << (segment - 1)).asUInt
  private val below = Seq.tabulate(segments)(k => key(b(k), k) < key(a(k), k))
  private val equal = Seq.tabulate(segments)(k => a(k) === b(k))
  private def over(low: (Bool, Bool), high: (Bool, Bool)): (Bool, Bool) =
    (high._1 || high._2 && low._1, high._2 && low._2)
  private val ones  = below.zip(equal)
  private val pairs = Seq(over(ones(0), ones(1)), over(ones(2), ones(3)))
  private val whole = over(pairs(0), pairs(1))
  private def wins(order: (Bool, Bool)): Bool = Mux(is(CollectiveOp.Min), order._1, !order._1 && !order._2)
  private val flit = Mux(decided && !begins, kept, wins(whole)) // b is chosen, in all segments of the flit
  private def takesB(k: Int): Bool = Mux(single, wins(ones(k)), Mux(paired, wins(pairs(k / 2)), flit))

  private def result(k: Int): UInt = MuxCase(
    Mux(takesB(k), b(k), a(k)),
    Seq(
      is(CollectiveOp.Sum) -> sums(k)._1,
      is(CollectiveOp.And) -> (a(k) & b(k)),
      is(CollectiveOp.Or)  -> (a(k) | b(k)),
      is(CollectiveOp.Xor) -> (a(k) ^ b(k))
    )
  )
  io.out.zipWithIndex.foreach { case (out, k) => out := result(k) }

  when(io.advance) {
    carry   := sums.last._2
    decided := (decided && !begins) || !whole._2
    kept    := flit
  }
}
