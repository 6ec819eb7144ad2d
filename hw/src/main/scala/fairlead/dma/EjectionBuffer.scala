// SPDX-License-Identifier: Apache-2.0
package fairlead.dma

import chisel3._
import chisel3.util.log2Ceil
import fairlead.ports._

/** Receiver's buffer behind one local port of the router.
  *
  * Contract: the router sends a flit only with a credit; `take` only while `front.valid`.
  * Timing:   a flit on `in` in cycle t is at `front` in t + 1 at the earliest; a flit taken in cycle t returns its credit on `in.credit` in t + 1.
  * Reset:    empty; the router holds `depth` credits.
  * Spec:     docs/spec/dma-engine-rx.md
  */
class EjectionBuffer(maxDepth: Int) extends Module {
  require(maxDepth >= 1, s"EjectionBuffer: maxDepth must be at least 1, got $maxDepth")
  val io = IO(new Bundle {
    val depth = Input(UInt(9.W)) // effective depth, 1 to maxDepth
    val in    = Flipped(new LocalLink)
    val front = Output(new LocalFlit) // the oldest flit
    val take  = Input(Bool())
    val busy  = Output(Bool()) // a credit is on its way
  })

  private val indexBits = log2Ceil(maxDepth).max(1)
  private val word0     = Mem(maxDepth, UInt(64.W))
  private val word1     = Mem(maxDepth, UInt(64.W))
  private val marks     = Mem(maxDepth, UInt(2.W)) // head, tail
  private val first     = RegInit(0.U(indexBits.W))
  private val free      = RegInit(0.U(indexBits.W))
  private val occupancy = RegInit(0.U(log2Ceil(maxDepth + 1).W))
  private val credit    = RegNext(io.take, false.B)

  private def next(index: UInt): UInt = Mux(index +& 1.U === io.depth, 0.U, index + 1.U)

  when(io.in.flit.valid) {
    word0(free) := io.in.flit.w0
    word1(free) := io.in.flit.w1
    marks(free) := io.in.flit.head ## io.in.flit.tail
    free        := next(free)
  }
  when(io.take)(first                          := next(first))
  when(io.in.flit.valid =/= io.take)(occupancy := Mux(io.take, occupancy - 1.U, occupancy + 1.U))

  private val some       = occupancy =/= 0.U
  private val frontMarks = GatedRead(some, marks, first)
  io.front.valid := some
  io.front.head  := frontMarks(1)
  io.front.tail  := frontMarks(0)
  io.front.w0    := GatedRead(some, word0, first)
  io.front.w1    := GatedRead(some, word1, first)
  io.in.credit   := credit
  io.busy        := credit

  layer.block(layers.Verification) {
    assert(!io.in.flit.valid || occupancy < io.depth, "EB_A1: flit sent without a credit")
    assert(!io.take || io.front.valid, "EB_A2: flit taken from an empty buffer")
    assert(occupancy <= io.depth, "EB_P1: more flits than slots")
  }
}
