// SPDX-License-Identifier: Apache-2.0
package fairlead.collective

import chisel3._
import chisel3.util.log2Ceil
import fairlead.ports.FlitRing

/** Buffer of one channel at the end of a link.
  *
  * Contract: the sender spends a credit for each flit and starts with `depth` of them; `take` only while `front.valid`.
  * Timing:   a flit on `in` in cycle t is at `front` in t + 1 at the earliest; a flit taken in t returns its credit in
  *           t + 1.
  * Reset:    empty.
  * Spec:     docs/spec/collective-network.md
  */
class TreeBuffer(maxDepth: Int, physical: Boolean = false) extends FlitRing(maxDepth, physical) {
  val io = IO(new Bundle {
    val depth  = Input(UInt(log2Ceil(maxDepth + 1).W)) // 1 to maxDepth
    val in     = Input(new TreeFlit)
    val front  = Output(new TreeFlit)
    val take   = Input(Bool())
    val credit = Output(Bool()) // registered: a slot was freed in the previous cycle
  })

  private val credit       = RegNext(io.take, false.B)
  private val (some, mark) = connect(io.depth, io.in, io.front, io.take)
  io.front.head := mark(1)
  io.front.tail := mark(0)
  io.credit     := credit

  layer.block(layers.Verification) {
    assert(!io.in.valid || occupancy < io.depth, "TB_A1: a flit arrives without a credit")
    assert(!io.take || some, "TB_P1: a flit is taken from an empty buffer")
    assert(occupancy <= io.depth, "TB_P2: more flits than slots")
  }
}
