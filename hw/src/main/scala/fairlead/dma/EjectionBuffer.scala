// SPDX-License-Identifier: Apache-2.0
package fairlead.dma

import chisel3._
import fairlead.ports._

/** Receiver's buffer at one local port of the router.
  *
  * Contract: the router sends a flit only with a credit; `take` only while `front.valid`.
  * Timing:   a flit on `in` in cycle t is at `front` in t + 1 at the earliest; a flit taken in cycle t returns its
  *           credit on `in.credit` in t + 1.
  * Reset:    empty; the router holds `depth` credits.
  * Spec:     docs/spec/dma-engine-rx.md
  */
class EjectionBuffer(maxDepth: Int, physical: Boolean = false) extends FlitRing(maxDepth, physical) {
  require(maxDepth >= 1, s"EjectionBuffer: maxDepth must be at least 1, got $maxDepth")
  val io = IO(new Bundle {
    val depth = Input(UInt(9.W)) // effective depth, 1 to maxDepth
    val in    = Flipped(new LocalLink)
    val front = Output(new LocalFlit) // the oldest flit
    val take  = Input(Bool())
    val busy  = Output(Bool()) // a credit is on its way
  })

  private val credit          = RegNext(io.take, false.B)
  private val (_, frontMarks) = connect(io.depth, io.in.flit, io.front, io.take)
  io.front.head := frontMarks(1)
  io.front.tail := frontMarks(0)
  io.in.credit  := credit
  io.busy       := credit

  layer.block(layers.Verification) {
    assert(!io.in.flit.valid || occupancy < io.depth, "EB_A1: flit sent without a credit")
    assert(!io.take || io.front.valid, "EB_A2: flit taken from an empty buffer")
    assert(occupancy <= io.depth, "EB_P1: more flits than slots")
  }
}
