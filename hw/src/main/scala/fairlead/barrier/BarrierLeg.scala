// SPDX-License-Identifier: Apache-2.0
package fairlead.barrier

import chisel3._
import chisel3.layers.Verification
import chisel3.util._
import fairlead.params.CollectiveFixed
import fairlead.words.ClassRoute

class BarrierLegIO extends Bundle {
  val links = Input(new ClassRoute) // of the tree at this node; 0: the node is outside the tree
  val own   = Input(UInt(CollectiveFixed.pattern.W)) // pattern of this node's barrier
  // what comes on each link, 3l + 2 to 3l on link l; 000 if it leads nowhere
  val in  = Input(UInt(CollectiveFixed.legBits.W))
  val out = Output(UInt(CollectiveFixed.legBits.W)) // what goes out on each link; 000 on one that the tree does not use
  val all = Output(UInt(CollectiveFixed.pattern.W)) // for the barrier: the OR of all members
  val busy = Output(Bool()) // a register will change although `in` does not
}

/** The way of a barrier's pattern next to the links of the collective network, at one node of a tree: up as the OR of a
  * subtree and down as the OR of all members.
  *
  * Contract: `in` keeps its value until it changes. `links` changes under reset only.
  * Timing:   the own pattern of a member and what comes from the children in t is on `out` to the parent in t + 1; at
  *           the root what goes up in t comes down in t + 1, elsewhere what comes from the parent in t. What comes down
  *           is on `all` and on `out` to the children.
  * Reset:    100 upwards and downwards.
  * Spec:     docs/spec/barrier-unit.md (R-BAR-7, R-BAR-8)
  */
class BarrierLeg extends Module {
  val io = IO(new BarrierLegIO)

  private val first  = "b100".U(CollectiveFixed.pattern.W)
  private val isUsed = io.links.asUInt.orR
  private val isRoot = !io.links.parent.orR

  private val up   = RegInit(first)
  private val down = RegInit(first)
  private val seen = RegNext(down, first) // the pattern of the previous cycle, which the barrier has taken
  private val told = RegInit(first) // the own pattern that has gone up

  /** OR of what comes on some links. */
  private def on(links: UInt): UInt =
    (0 until CollectiveFixed.links).map(l => Fill(CollectiveFixed.pattern, links(l)) & comes(l)).reduce(_ | _)
  private def comes(link: Int): UInt =
    io.in(CollectiveFixed.pattern * (link + 1) - 1, CollectiveFixed.pattern * link)

  private val nextUp   = Fill(CollectiveFixed.pattern, io.links.member) & io.own | on(io.links.children)
  private val nextDown = Mux(isRoot, up, on(io.links.parent))
  when(isUsed) {
    up   := nextUp
    down := nextDown
    told := io.own
  }

  io.out := Cat((0 until CollectiveFixed.links).reverse.map(l =>
      Fill(CollectiveFixed.pattern, io.links.parent(l)) & up |
        Fill(CollectiveFixed.pattern, io.links.children(l)) & down
    ))
  io.all := down
  // of registers alone: a change of `in` is an input, which gives an edge by itself
  io.busy := isUsed && (isRoot && up =/= down || seen =/= down || io.links.member && told =/= io.own)

  layer.block(Verification) {
    assert(!io.links.member || up =/= 0.U && down =/= 0.U, "BL_P1: a pattern of the tree is lost")
  }
}
