// SPDX-License-Identifier: Apache-2.0
package fairlead.barrier

import chisel3._
import chisel3.layers.Verification
import chisel3.util._
import fairlead.params.CollectiveReg
import fairlead.ports.CfgWrite

class BarrierLegIO extends Bundle {
  val cfg  = Input(new CfgWrite)
  val own  = Input(UInt(3.W)) // pattern of this node's barrier
  val in   = Input(UInt(9.W)) // wires: 2:0 the OR of all nodes; tree: 2:0 and 5:3 of the children, 8:6 of the parent
  val out  = Output(UInt(6.W)) // wires: 2:0 `own`; tree: 2:0 to the parent, 5:3 to the children
  val all  = Output(UInt(3.W)) // for the barrier: the OR of all nodes
  val busy = Output(Bool())
}

/** The way of the barrier's pattern to the other nodes: wires of the machine, or beside the links of the collective network's tree, up as the OR of a subtree and down as the OR of
  * all nodes.
  *
  * Contract: `in` keeps its value until it changes; a child or parent that is absent shows 000. BARRIER_TREE is written under reset.
  * Timing:   tree: `own` and the children's patterns of cycle t are on `out` to the parent in t + 1; at the root what goes up in t comes down in t + 1, elsewhere what the parent
  *           shows in t. What comes down is on `all` and on `out` to the children.
  * Reset:    100 upwards and downwards.
  * Spec:     docs/spec/barrier-unit.md (R-BAR-7, R-BAR-8)
  */
class BarrierLeg extends Module {
  val io = IO(new BarrierLegIO)

  private val first  = "b100".U(3.W)
  private val chosen = RegEnable(io.cfg.data(1, 0), io.cfg.valid && io.cfg.reg === CollectiveReg.BarrierTree.value.U)
  private val isTree = chosen(0)
  private val isRoot = chosen(1)

  private val up       = RegInit(first)
  private val down     = RegInit(first)
  private val seen     = RegNext(down, first) // the pattern of the previous cycle, which the barrier has taken
  private val nextUp   = io.own | io.in(2, 0) | io.in(5, 3)
  private val nextDown = Mux(isRoot, up, io.in(8, 6))
  when(isTree) {
    up   := nextUp
    down := nextDown
  }

  io.out  := Mux(isTree, Cat(down, up), io.own)
  io.all  := Mux(isTree, down, io.in(2, 0))
  io.busy := isTree && (up =/= nextUp || down =/= nextDown || seen =/= down)

  layer.block(Verification) {
    assert(!isTree || up =/= 0.U && down =/= 0.U, "BL_P1: a pattern of the tree is lost")
  }
}
