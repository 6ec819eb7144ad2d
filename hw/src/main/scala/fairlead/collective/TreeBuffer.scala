// SPDX-License-Identifier: Apache-2.0
package fairlead.collective

import chisel3._
import chisel3.util.log2Ceil
import fairlead.ports.GatedRead

/** Buffer of one channel behind a link.
  *
  * Contract: the sender spends a credit for each flit and starts with `depth` of them; `take` only while `front.valid`.
  * Timing:   a flit on `in` in cycle t is at `front` in t + 1 at the earliest; a flit taken in t returns its credit in t + 1.
  * Reset:    empty.
  * Spec:     docs/spec/collective-network.md
  */
class TreeBuffer(maxDepth: Int) extends Module {
  private val depthBits = log2Ceil(maxDepth + 1)
  val io = IO(new Bundle {
    val depth  = Input(UInt(depthBits.W)) // 1 to maxDepth
    val in     = Input(new TreeFlit)
    val front  = Output(new TreeFlit)
    val take   = Input(Bool())
    val credit = Output(Bool()) // registered: a slot was freed
  })

  private val indexBits = log2Ceil(maxDepth).max(1)
  private val word0     = Mem(maxDepth, UInt(64.W))
  private val word1     = Mem(maxDepth, UInt(64.W))
  private val marks     = Mem(maxDepth, UInt(2.W)) // head, tail
  private val first     = RegInit(0.U(indexBits.W))
  private val free      = RegInit(0.U(indexBits.W))
  private val occupancy = RegInit(0.U(depthBits.W))
  private val credit    = RegNext(io.take, false.B)

  private def next(index: UInt): UInt = Mux(index +& 1.U === io.depth, 0.U, index + 1.U)

  when(io.in.valid) {
    word0(free) := io.in.w0
    word1(free) := io.in.w1
    marks(free) := io.in.head ## io.in.tail
    free        := next(free)
  }
  when(io.take) { first := next(first) }
  when(io.in.valid =/= io.take) { occupancy := Mux(io.take, occupancy - 1.U, occupancy + 1.U) }

  private val some = occupancy =/= 0.U
  private val mark = GatedRead(some, marks, first)
  io.front.valid := some
  io.front.head  := mark(1)
  io.front.tail  := mark(0)
  io.front.w0    := GatedRead(some, word0, first)
  io.front.w1    := GatedRead(some, word1, first)
  io.credit      := credit

  layer.block(layers.Verification) {
    assert(!io.in.valid || occupancy < io.depth, "TB_A1: a flit arrives without a credit")
    assert(!io.take || some, "TB_P1: a flit is taken from an empty buffer")
    assert(occupancy <= io.depth, "TB_P2: more flits than slots")
  }
}
