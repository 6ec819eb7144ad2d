// SPDX-License-Identifier: Apache-2.0
package fairlead.prove

import chisel3._
import chisel3.util._
import fairlead.barrier.BarrierLeg
import fairlead.params.{CollectiveFixed, Structure}
import fairlead.words.ClassRoute

/** The legs of a tree of three nodes, root, inner node and leaf, with any patterns at any time. A hop takes one cycle.
  * Links and members are any: each node has its parent on any link and its child on any other, and the inner node may
  * be no member.
  */
class BarrierLegProof(implicit structure: Structure) extends Harness {
  private val n    = 3
  private val bits = CollectiveFixed.pattern
  private val none = 0.U(bits.W)
  private val legs = Seq.tabulate(n)(i => Module(new BarrierLeg).suggestName(s"dut$i"))

  private val first = "b100".U(bits.W)
  private val own   = Seq.tabulate(n)(freeIn)
  private def freeIn(i: Int): UInt = {
    val drawn = free(s"own$i", UInt(bits.W))
    Mux(reset.asBool || drawn === 0.U, first, drawn) // a node always shows a pattern
  }
  private def link(name: String): UInt = {
    val drawn = symbolic(name, UInt(2.W))
    Mux(drawn === 3.U, 0.U(2.W), drawn)
  }
  private val up     = Seq.tabulate(n)(i => if (i > 0) Some(link(s"up$i")) else None) // link to the parent
  private val down   = Seq.tabulate(n)(i => if (i + 1 < n) Some(other(i)) else None) // link to the child
  private val member = Seq.tabulate(n)(i => if (i == 1) symbolic("member", Bool()) else true.B)
  private def other(i: Int): UInt = {
    val drawn = link(s"down$i")
    up(i).fold(drawn)(parent => Mux(drawn =/= parent, drawn, Mux(parent === 0.U, 1.U(2.W), 0.U(2.W))))
  }
  private def mask(link: Option[UInt]): UInt =
    link.fold(0.U(CollectiveFixed.links.W))(UIntToOH(_, CollectiveFixed.links))

  /** The pattern of one link, and patterns of which only one link has one. */
  private def of(leg: BarrierLeg, link: UInt): UInt = (leg.io.out >> (link * bits.U))(bits - 1, 0)
  private def at(pattern: UInt, link: Option[UInt]): UInt =
    link.fold(0.U(CollectiveFixed.legBits.W))(l => (pattern << (l * bits.U))(CollectiveFixed.legBits - 1, 0))

  // on links that the tree does not use
  private val stray = Seq.tabulate(n)(i => free(s"stray$i", UInt(CollectiveFixed.legBits.W)))
  legs.zipWithIndex.foreach { case (leg, i) =>
    val links = Wire(new ClassRoute)
    links.member   := member(i)
    links.parent   := mask(up(i))
    links.children := mask(down(i))
    leg.io.links   := links
    leg.io.own     := own(i)
    val used   = (mask(up(i)) | mask(down(i))).asBools.map(Fill(bits, _)).reverse.reduce(_ ## _)
    val child  = if (i + 1 < n) of(legs(i + 1), up(i + 1).get) else none
    val parent = if (i > 0) of(legs(i - 1), down(i - 1).get) else none
    leg.io.in := at(child, down(i)) | at(parent, up(i)) | stray(i) & ~used
  }
  private val history = own.map { pattern =>
    Iterator.iterate(pattern)(before => RegNext(before, first)).take(2 + 2 * n).toSeq
  }
  private val since = RegInit(0.U(4.W)) // after reset also a node that is no member shows 100 for a while
  when(since =/= 15.U) { since := since + 1.U }
  for (to <- 0 until n) {
    val all = (0 until n).map(from => Mux(member(from), history(from)(2 + from + to), none)).reduce(_ | _)
    assert(
      reset.asBool || member(1) && legs(to).io.all === all || !member(1) && (since < 6.U || legs(to).io.all === all),
      "PBL_P1: a pattern is not at a node after the latency of the pair"
    )
  }
  private val idle = legs.zipWithIndex.map { case (leg, i) =>
    !leg.io.busy && own(i) === RegNext(own(i), 0.U) && leg.io.in === RegNext(leg.io.in, 0.U)
  }.reduce(_ && _) && !reset.asBool
  rests("PBL_G1", idle)
  reachable(idle && legs.last.io.all === "b011".U, "PBL_C1")
  reachable(legs.last.io.all === "b001".U && own.head === "b010".U, "PBL_C2")
}
