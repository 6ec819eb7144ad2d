// SPDX-License-Identifier: Apache-2.0
package fairlead.prove

import chisel3._
import chisel3.util._
import fairlead.collective.CombineAlu
import fairlead.params.{CollectiveOp, Structure}

/** CombineAlu with short segments, against the operation on whole operands: lanes of one flit, or all that has come of
  * an operand of several flits.
  */
class CombineAluProof(segment: Int)(implicit structure: Structure) extends Harness {
  private val bits     = 4 * segment
  private val maxFlits = 4
  private val dut      = Module(new CombineAlu(segment))
  private val op       = symbolic("op", UInt(3.W))
  private val size     = symbolic("size", UInt(3.W))
  private val signed   = symbolic("signed", Bool())
  private val a        = free("a", UInt(bits.W))
  private val b        = free("b", UInt(bits.W))
  private val advance  = freeBit("advance")
  assert(op < CollectiveOp.all.size.U, "PAL_A1: no such operation")
  assert(size <= 4.U, "PAL_A2: operands of more than four flits")
  private def is(i: Int): Bool = op === CollectiveOp.all(i).value.U
  private val ordered = is(1) || is(2)

  // place in the operand, and what has come of it, least significant first
  private val at    = RegInit(0.U(2.W))
  private val flits = Mux(size > 2.U, 1.U(3.W) << (size - 2.U), 1.U)(2, 0)
  private class Side(flit: UInt) {
    val before = RegInit(0.U((bits * (maxFlits - 1)).W))
    val low = VecInit(
      Seq.tabulate(maxFlits)(k => (before.pad(bits * maxFlits) | (flit << (bits * k)).asUInt.pad(bits * maxFlits)))
    )(at)
    when(advance) { before := Mux(at +& 1.U === flits, 0.U, low(bits * (maxFlits - 1) - 1, 0)) }
  }
  private val left  = new Side(a)
  private val right = new Side(b)
  when(advance) { at := Mux(at +& 1.U === flits, 0.U, at + 1.U) }
  dut.io.a        := a.asTypeOf(dut.io.a)
  dut.io.b        := b.asTypeOf(dut.io.b)
  dut.io.op       := op
  dut.io.size     := size
  dut.io.isSigned := signed
  dut.io.first    := at === 0.U
  dut.io.advance  := advance
  private val out = dut.io.out.asUInt

  private def pick(x: UInt, y: UInt, less: Bool, more: Bool): UInt = Mux(Mux(is(1), less, more), y, x)
  private def less(x: UInt, y: UInt): Bool                         = Mux(signed, x.asSInt < y.asSInt, x < y)
  private def lanes(width: Int): UInt = Cat((0 until bits / width).reverse.map { k =>
    val (x, y) = (a(width * (k + 1) - 1, width * k), b(width * (k + 1) - 1, width * k))
    Mux(is(0), x + y, pick(x, y, less(y, x), less(x, y)))
  })
  private val bitwise = Mux(is(3), a & b, Mux(is(4), a | b, a ^ b))
  private val single  = MuxLookup(size, lanes(bits))(Seq(0.U -> lanes(segment), 1.U -> lanes(2 * segment)))
  assert(!(is(3) || is(4) || is(5)) || out === bitwise, "PAL_P1: AND, OR or XOR is not that of the bits")
  assert(is(3) || is(4) || is(5) || size > 2.U || out === single,
    "PAL_P2: an operation on operands within a flit is wrong")

  private val sum    = left.low +& right.low
  private val digits = VecInit(Seq.tabulate(maxFlits)(k => sum(bits * (k + 1) - 1, bits * k)))(at)
  assert(!(is(0) && size > 2.U) || out === digits, "PAL_P3: a carry is lost or made up between the flits of an operand")
  private val kept = Seq(left, right).map(side => (side.before >> (at * bits.U)) === 0.U)
  assert(at < flits && kept.reduce(_ && _), "PAL_P5: the reference holds more of an operand than has come")
  // most significant first: the first flit that differs decides, and the sign is in the first one
  private val differ = RegInit(false.B)
  private val chosen = RegInit(false.B) // then the right one is the one to leave
  private val sign   = Mux(signed && at === 0.U, 1.U << (bits - 1), 0.U)(bits - 1, 0)
  private val now    = Mux(is(1), (b ^ sign) < (a ^ sign), (a ^ sign) < (b ^ sign))
  private val takes  = Mux(differ, chosen, now)
  when(advance) {
    differ := at +& 1.U =/= flits && (differ || a =/= b)
    chosen := takes
  }
  assert(!(ordered && size > 2.U) || out === Mux(takes, b, a),
    "PAL_P4: of two long operands the one that leaves is not that which the first flit that differs names")
  reachable(is(0) && size > 2.U && at =/= 0.U && out === 0.U && a.andR, "PAL_C1")
  reachable(ordered && signed && size > 2.U && at === 1.U && out === b && a =/= b && differ && takes, "PAL_C2")
  reachable(ordered && size === 1.U && out =/= a && out =/= b, "PAL_C3")
  reachable(is(4) && out =/= a && out =/= b, "PAL_C4")
}
