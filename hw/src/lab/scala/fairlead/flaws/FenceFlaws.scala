// SPDX-License-Identifier: Apache-2.0
package fairlead.flaws

import chisel3._
import fairlead.fence.{AckCounters, FenceUnit}
import fairlead.params.{FaultId, Fixed, Structure}
import fairlead.params.UnsafeVariant._

class FlawedAckCounters(implicit structure: Structure) extends AckCounters with FlawedPart {
  override protected def next(gen: UInt): UInt         = Mux(flaw(GenerationStays) && gen =/= 0.U, gen, super.next(gen))
  override protected def keepsOwn(granted: UInt): UInt = Mux(flaw(GrantShares), 0.U, super.keepsOwn(granted))
}

class FlawedFenceUnit(implicit structure: Structure) extends FenceUnit with FlawedPart {
  override protected def flawed                        = Map(classOf[AckCounters] -> (() => new FlawedAckCounters))
  override protected def isOwnQuiet: Bool              = super.isOwnQuiet || flaw(SelfQuiet)
  override protected def needsDlaLeg: Bool             = super.needsDlaLeg && !flaw(OneLeg)
  override protected def isKept: Bool                  = !flaw(LegStale)
  override protected def keepsOwn(granted: UInt): UInt = Mux(flaw(GrantShares), 0.U, super.keepsOwn(granted))

  override protected def counted(tasks: UInt): UInt =
    Mux(flaw(FlushMute), 0.U, super.counted(tasks) | Mux(flaw(FlushAll), ~0.U(tasks.getWidth.W), 0.U))

  when(flaw(FenceOpen)) {
    fences  := fences & ~complete
    blocked := blocked & ~fifoBits(ends)
  }
  when(flaw(FencePingOnly)) { // unordered packets are not counted
    acks.io.ack.valid := false.B
    acks.io.heads.zip(io.unordered).foreach { case (in, out) =>
      in.valid  := false.B
      in.take   := false.B
      out.ready := true.B
    }
  }

  // fault flush_early: reports done when the own ping leaves; the entry stays in use until it is complete
  private lazy val armed = RegInit(false.B)
  private lazy val early = RegInit(0.U(Fixed.fenceEntries.W)) // done was reported while legs are away
  override protected def toTell(complete: UInt): UInt = {
    val hits     = armed && accepts && !isFence && !noLegs
    val tooEarly = Mux(hits, armBit, 0.U) // is reported in this cycle
    when(hits) { armed := false.B }
    early := (early & ~complete) | tooEarly
    super.toTell(complete) & ~early | tooEarly
  }
  when(Flawed.arms(io.cmd, FaultId.FlushEarly)) { armed := true.B }
}
