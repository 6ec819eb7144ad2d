// SPDX-License-Identifier: Apache-2.0
package fairlead.barrier

import chisel3._
import chisel3.util._
import fairlead.params.{CollectiveFixed, CollectiveReg}
import fairlead.ports.CfgWrite
import fairlead.words.ClassRoute

class GlobalLegIO extends Bundle {
  val cfg  = Input(new CfgWrite)
  val own  = Input(UInt(CollectiveFixed.pattern.W)) // pattern of this node's barrier
  val in   = Input(UInt(CollectiveFixed.legBits.W)) // wires: 2:0 the OR of all nodes; tree: as of BarrierLeg
  val out  = Output(UInt(CollectiveFixed.legBits.W)) // wires: 2:0 `own`; tree: as of BarrierLeg
  val all  = Output(UInt(CollectiveFixed.pattern.W)) // for the barrier: the OR of all nodes
  val busy = Output(Bool())
}

/** The way of the pattern of the barrier over all nodes: wires of the machine, or a BarrierLeg in the tree of all
  * nodes.
  *
  * Contract: BARRIER_TREE is written under reset: 0 wires, 1 tree, 3 tree at its root.
  * Timing:   wires: none; tree: that of BarrierLeg.
  * Spec:     docs/spec/barrier-unit.md
  */
class GlobalLeg extends Module {
  val io = IO(new GlobalLegIO)

  private val chosen = RegEnable(io.cfg.data(1, 0), io.cfg.valid && io.cfg.reg === CollectiveReg.BarrierTree.value.U)
  private val isTree = chosen(0)
  private val isRoot = chosen(1)

  private val leg   = Module(new BarrierLeg)
  private val links = Wire(new ClassRoute) // link 0 leads to the parent; one that leads nowhere shows 000
  links.member   := isTree
  links.parent   := isTree && !isRoot
  links.children := Fill(2, isTree) ## 0.U(1.W)
  leg.io.links   := links
  leg.io.own     := io.own
  leg.io.in      := io.in

  io.out  := Mux(isTree, leg.io.out, io.own)
  io.all  := Mux(isTree, leg.io.all, io.in(CollectiveFixed.pattern - 1, 0))
  io.busy := isTree && leg.io.busy
}
