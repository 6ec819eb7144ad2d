// SPDX-License-Identifier: Apache-2.0
package fairlead.flaws

import chisel3._
import chisel3.util._
import fairlead.collective._
import fairlead.params.{CollectiveFixed, Structure}
import fairlead.params.UnsafeVariant._
import fairlead.words.DeviceCommand

class FlawedCollectiveRouter(p: CollectiveParams)(implicit structure: Structure) extends CollectiveRouter(p)
    with FlawedPart {
  override protected def flawed = Map(
    classOf[TreeBuffer]         -> (() => new FlawedTreeBuffer(p.linkDepth)),
    classOf[CombineChannel]     -> (() => new FlawedCombineChannel(p)),
    classOf[MessageChannel]     -> (() => new FlawedMessageChannel(p)),
    classOf[CollectiveInjector] -> (() => new FlawedCollectiveInjector(p))
  )
}

class FlawedCollectiveDevice(p: CollectiveParams)(implicit structure: Structure) extends CollectiveDevice(p)
    with FlawedPart {
  override protected def lands(drain: DeviceCommand): Bool = super.lands(drain) || flaw(DrainAnywhere)
  override protected def obeys(holds: Bool): Bool          = super.obeys(holds) || flaw(LockAdvisory)
}

class FlawedTreeBuffer(maxDepth: Int) extends TreeBuffer(maxDepth) with FlawedPart {
  private lazy val taken = RegInit(0.U(16.W)) // flits that have left
  private def leaks = flaw(TreeCreditLeak) && ((taken + 1.U) & ((1.U(16.W) << operand(3, 0)) - 1.U)) === 0.U
  when(RegNext(leaks, false.B)) { io.credit := false.B }
  when(io.take) { taken := taken + 1.U }
}

class FlawedMessageChannel(p: CollectiveParams) extends MessageChannel(p) with FlawedPart {
  override protected def letsGo(last: Bool): Bool = super.letsGo(last) || flaw(PathFreed)
}

class FlawedCollectiveInjector(p: CollectiveParams)(implicit structure: Structure) extends CollectiveInjector(p)
    with FlawedPart {
  override protected def belongs(same: Bool): Bool = super.belongs(same) || flaw(TreeMerge)
  override protected def blocks(open: UInt): UInt = super.blocks(open) | Fill(p.channels, flaw(TreeOneOpen) && open.orR)
  override protected def isOther(others: UInt): UInt = Mux(flaw(ChannelOpen), 0.U, super.isOther(others))
}

class FlawedCombineAlu(segment: Int) extends CombineAlu(segment) with FlawedPart {
  override protected def starts(k: Int): Bool = super.starts(k) || (if (k % 2 == 1) flaw(TreeCarry) else false.B)
}

class FlawedCombineChannel(p: CollectiveParams) extends CombineChannel(p) with FlawedPart {
  override protected def flawed = Map(classOf[CombineAlu] -> (() => new FlawedCombineAlu(CollectiveFixed.wordBits)))
  override protected def mayDescend: Bool = super.mayDescend && !(flaw(TreeTurn) && upValid)

  // TreeEarly: children that have nothing when the own contribution is there are left out, and their packet is dropped
  // when it comes
  private lazy val late = RegInit(0.U((p.links + 1).W))
  private def without = Mux(flaw(TreeEarly) && io.local.valid && late === 0.U, absent, 0.U((p.links + 1).W))
  private def absent  = super.contributors & ~super.present & ~(1.U << p.links).asUInt
  private def dropped = (late & super.present)(p.links - 1, 0)
  override protected def present: UInt      = super.present & ~late
  override protected def contributors: UInt = super.contributors & ~without
  io.take := taken | dropped
  when(dropped.orR) { io.acts := true.B }
  late := late & ~(dropped & VecInit(io.in.map(_.tail)).asUInt).pad(p.links + 1) |
    Mux(io.localTake && io.local.head, without, 0.U)
}
