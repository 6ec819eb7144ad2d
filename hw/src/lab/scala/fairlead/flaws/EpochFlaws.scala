// SPDX-License-Identifier: Apache-2.0
package fairlead.flaws

import chisel3._
import chisel3.util._
import fairlead.epoch._
import fairlead.ports.{Legal, NicConfig}
import fairlead.words.Coord
import fairlead.params.{FaultId, Structure}
import fairlead.params.UnsafeVariant._

class FlawedEpochUnit(implicit structure: Structure) extends EpochUnit() with FlawedPart {
  override protected def flawed = Map(
    classOf[EpochOrigin] -> (() => new FlawedEpochOrigin),
    classOf[EpochTarget] -> (() => new FlawedEpochTarget)
  )

  val anyClosing = IO(Output(Bool())).suggestName("io_anyClosing") // an epoch is closing and not acknowledged
  origin match { case starts: FlawedEpochOrigin => anyClosing := starts.anyClosing }
}

class FlawedEpochOrigin(implicit structure: Structure)
    extends EpochOrigin(structure.originEpochs, structure.addressBits) with FlawedPart {
  val anyClosing = IO(Output(Bool())).suggestName("io_anyClosing")
  anyClosing := (closing & ~acked).orR

  override protected def rules(implicit structure: Structure): Legal = new Legal {
    override def node(nic: NicConfig, node: Coord): Bool = super.node(nic, node) || flaw(EpochAnyTarget)
  }
  io.gate.open := ((open | Mux(flaw(EpochGateOpen), closing, 0.U)) & hostBit) =/= 0.U && (aimed || flaw(EpochAnyNode))
  override protected def noGets(equal: Bool): Bool = equal || flaw(EpochGetsIgnored)

  // what the gate has let in is counted when it leaves this delay line
  override protected def countsPut: Bool = super.countsPut && !flaw(EpochLate)
  private val delay =
    ShiftRegister(Cat(admits && io.gate.isPut && flaw(EpochLate), hostIndex), 8, 0.U((structure.indexBits + 1).W),
      true.B)
  when(delay(structure.indexBits)) {
    val index = delay(structure.indexBits - 1, 0)
    puts(index) := puts(index) + 1.U
  }
}

class FlawedEpochTarget(implicit structure: Structure)
    extends EpochTarget(structure.targetEpochs, structure.addressBits, structure.keptEpochs) with FlawedPart {

  // entry = id, shared by all origins
  private def byId                        = flaw(EpochNoOrigin)
  override protected def entryFor: UInt   = Mux(byId, note.value(structure.indexBits - 1, 0), super.entryFor)
  override protected def generation: UInt = Mux(isShared && (used & vacantBit) =/= 0.U, before.gen, super.generation)
  override protected def recounts: Bool   = byId
  override protected def isShared: Bool   = byId && (valid & vacantBit) =/= 0.U
  override protected def isOf(epoch: TargetOwner, origin: Coord): Bool = super.isOf(epoch, origin) || byId
  when(byId && counts) {
    val last = WireInit(fill)
    last.gen          := now.gen
    owner(note.entry) := last.asUInt
  }

  override protected def isBarred(barred: Bool): Bool = super.isBarred(barred) && !flaw(AdmitAll)
  override protected def keeps: Bool                  = super.keeps && !flaw(EpochTakesAll)
  override protected def refuses: Bool                = super.refuses || flaw(InitDenied) && valid =/= 0.U
  when(flaw(LimitStays) && used =/= 0.U) { io.access.foreach(a => when(!a.epoch) { a.allowed := isOwn(a) }) }
  when(flaw(EpochUnguarded)) { io.access.foreach(_.allowed := true.B) }

  // fault epoch_ack_early: the acknowledgement comes one put early
  private lazy val armed = RegInit(false.B)
  private lazy val fired = RegInit(false.B) // later puts may be late
  private lazy val early = armed && judged && goal =/= 0.U && gotNow + 1.U === goal
  override protected def acknowledges(whole: Bool): Bool =
    super.acknowledges(whole) || flaw(EpochLastOnly) && isGoal || early
  override protected def excused(assertion: String): Bool =
    if (assertion == "EU_A6") fired else if (assertion == "EU_P14") byId else super.excused(assertion)
  when(early) {
    fired := true.B
    armed := false.B
  }
  when(Flawed.arms(io.cmd, FaultId.EpochEarly)) { armed := true.B }
}
