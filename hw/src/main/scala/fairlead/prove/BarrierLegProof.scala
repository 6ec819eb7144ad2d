// SPDX-License-Identifier: Apache-2.0
package fairlead.prove

import chisel3._
import chisel3.util._
import fairlead.barrier.BarrierLeg
import fairlead.params.CollectiveReg

/** The legs of a tree of three nodes, root, child and grandchild, with any patterns at any time. A hop takes one cycle. */
class BarrierLegProof extends Harness {
  private val n    = 3
  private val legs = Seq.tabulate(n)(i => Module(new BarrierLeg).suggestName(s"dut$i"))
  private val own  = Seq.tabulate(n)(i => freeIn(i))
  private def freeIn(i: Int): UInt = {
    val drawn = free(s"own$i", UInt(3.W))
    Mux(reset.asBool || drawn === 0.U, "b100".U(3.W), drawn) // a node always shows a pattern
  }
  legs.zipWithIndex.foreach { case (leg, i) =>
    leg.io.cfg.valid := reset.asBool
    leg.io.cfg.reg   := CollectiveReg.BarrierTree.value.U
    leg.io.cfg.data  := (if (i == 0) 3.U else 1.U)
    leg.io.own       := own(i)
    val child  = if (i + 1 < n) legs(i + 1).io.out(2, 0) else 0.U(3.W)
    val parent = if (i > 0) legs(i - 1).io.out(5, 3) else 0.U(3.W)
    leg.io.in := Cat(parent, if (i == 1) Cat(child, 0.U(3.W)) else Cat(0.U(3.W), child))
  }
  private val history = own.map { pattern =>
    Iterator.iterate(pattern)(before => RegNext(before, "b100".U(3.W))).take(2 + 2 * n).toSeq
  }
  for (to <- 0 until n) {
    val all = (0 until n).map(from => history(from)(2 + from + to)).reduce(_ | _)
    assert(reset.asBool || legs(to).io.all === all, "PBL_P1: a pattern is not at a node after the latency of the pair")
  }
  private val idle = legs.zipWithIndex.map { case (leg, i) =>
    !leg.io.busy && own(i) === RegNext(own(i), 0.U) && leg.io.in === RegNext(leg.io.in, 0.U)
  }.reduce(_ && _) && !reset.asBool
  rests("PBL_G1", idle)
  reachable(idle && legs.last.io.all === "b011".U, "PBL_C1")
  reachable(legs.last.io.all === "b001".U && own.head === "b010".U, "PBL_C2")
}
