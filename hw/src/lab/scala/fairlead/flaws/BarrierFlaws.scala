// SPDX-License-Identifier: Apache-2.0
package fairlead.flaws

import chisel3._
import chisel3.util._
import fairlead.barrier.{BarrierUnit, ClassRouteBarriers}
import fairlead.params.{FaultId, TileParams}
import fairlead.params.UnsafeVariant._

class FlawedClassRouteBarriers(p: TileParams) extends ClassRouteBarriers(p) with FlawedPart {
  override protected def flawed = Map(classOf[BarrierUnit] -> (() => new FlawedBarrierUnit(p)))
}

class FlawedBarrierUnit(p: TileParams) extends BarrierUnit(p) with FlawedPart {
  override protected def keptBits: UInt             = Mux(flaw(BarrierWide), ~0.U(maxBits.W), super.keptBits)
  override protected def joiner: UInt               = super.joiner ^ flaw(BarrierOther)
  override protected def lacking(tasks: UInt): UInt = Mux(flaw(BarrierWaits), 0.U, super.lacking(tasks))

  // the counter by N: base C - C mod N, the master adds 1
  override protected def fromBase: UInt = Mux(flaw(BarrierModN), counter % tasks, super.fromBase)(3, 0)
  override protected def mayStart(aligned: Bool): Bool =
    aligned || flaw(BarrierPlain) || flaw(BarrierModN) || flaw(BarrierPads)

  // the master pads as it joins, and the gate tests >=
  override protected def mayFollow: Bool     = isLate || super.mayFollow || flaw(BarrierPads)
  override protected def maySecond: Bool     = super.maySecond && !flaw(BarrierMaster)
  override protected def paddingAtJoin: UInt = Mux(flaw(BarrierPads) && joins && command.master, power - tasks, 0.U)
  override protected def othersAreIn: Bool = {
    val sees = !flaw(BarrierTwo) || (seen & pattern).orR
    (super.othersAreIn || isEarly || flaw(BarrierPads) && arrived > others) && sees
  }

  // two global patterns: 010 from a node's entry to its completion, else 100
  when(complete && flaw(BarrierTwo)) { pattern := stateZero }

  private lazy val before = RegNext(counter, 0.U)
  override protected def beforeAdd: UInt = Mux(flaw(BarrierTorn) && add, before, super.beforeAdd)

  override protected def mayLeave: UInt = Mux(flaw(BarrierPlain) || flaw(BarrierModN), passed, super.mayLeave)

  /** Tasks whose counter is not below the target B + P, or is no longer in the block of N of the base that each has
    * computed at its join.
    */
  private def passed: UInt = {
    val kept   = Reg(Vec(maxTasks, UInt(maxBits.W))) // target, or base
    val base   = counter - counter % tasks
    val target = ((counter & ~padMask.pad(maxBits)) + power) & counterOk
    when(joins) { kept(command.task) := Mux(flaw(BarrierModN), base, target) }
    VecInit(kept.map(k => Mux(flaw(BarrierModN), base =/= k, counter >= k))).asUInt
  }

  // Fault barrier_early: the gate opens with one task missing and the node is released at once, while its global leg
  // runs on unseen. The missing task is let through at its join. Armed until it has struck.
  private lazy val armed  = RegInit(false.B)
  private lazy val unseen = RegInit(false.B) // the global leg belongs to an instance that was released early
  private lazy val owed   = RegInit(0.U(maxTasks.W)) // the missing task
  private def strikes = gate && arrived =/= others
  private def isEarly = armed && owed === 0.U && tasks >= 2.U && arrived === others - 1.U
  override protected def excused(assertion: String): Bool =
    if (assertion == "BU_P1") isEarly else super.excused(assertion)
  override protected def isLate: Bool = (owed & one).orR && !command.master
  override protected def advanceNow: UInt =
    Mux(complete && unseen, 0.U,
      Mux(strikes, power - tasks + 2.U,
        Mux((flaw(BarrierModN) || flaw(BarrierPads)) && complete, 1.U,
          super.advanceNow))) // adds 1 for the missing task, too
  when(complete && unseen && !(joins && command.master)) { masterIn := masterIn }
  when(strikes) {
    masterIn := false.B
    armed    := false.B
    owed     := ~(waiting | absent) & ~(~0.U(maxTasks.W) << tasks)(maxTasks - 1, 0)
    unseen   := true.B
  }
  when(complete && unseen) { unseen := false.B }
  when(joins && isLate) { owed := 0.U }
  when(Flawed.arms(io.cmd, FaultId.BarrierEarly)) { armed := true.B }
}
