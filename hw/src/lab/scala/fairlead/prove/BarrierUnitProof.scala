// SPDX-License-Identifier: Apache-2.0
package fairlead.prove

import chisel3._
import chisel3.util._
import fairlead.barrier.BarrierUnit
import fairlead.ports._
import fairlead.params._

/** Two nodes with up to `maxTasks` tasks each, joined by the wired OR of their patterns, which each node feeds and
  * reads with a latency of its own. Any tasks join at any time, also when others have not left yet; the master of an
  * instance is any one of them. Counter widths are any legal ones. With `leaving`, tasks leave at any time and do not
  * come back.
  *
  * With four tasks, three tasks leave a padding of one: P - N is not always zero.
  */
class BarrierUnitProof(maxTasks: Int, leaving: Boolean = false)(implicit structure: Structure) extends Harness {
  private class Node(i: Int) {
    val unit  = Module(new BarrierUnit(TileParams("prove").copy(maxTasks = maxTasks))).suggestName(s"dut$i")
    val first = free(s"tasks$i", UInt(5.W))
    val tasks = RegEnable(first, reset.asBool)
    unit.io.cfg       := 0.U.asTypeOf(new CfgWrite)
    unit.io.cfg.valid := reset.asBool
    // two registers, one in each cycle of reset
    unit.io.cfg.reg  := Mux(RegNext(reset.asBool), ConfigReg.Tasks.value.U, ConfigReg.BarrierWidth.value.U)
    unit.io.cfg.data := first

    val task   = free(s"task$i", UInt(log2Ceil(maxTasks).W))
    val wants  = freeBit(s"wants$i")
    val inside = RegInit(0.U(maxTasks.W)) // tasks that have joined and are not released
    val one    = UIntToOH(task, maxTasks)
    val left   = RegInit(0.U(maxTasks.W)) // for ever
    val joins  = wants && task < tasks && ((inside | left) & one) === 0.U
    val quits  = if (leaving) !wants && task < tasks && freeBit(s"quits$i") else false.B
    when(quits) { left := left | one }
    val tells  = unit.io.releaseEvent
    val leaves = Mux(tells.valid && tells.kind === EventKind.BarReleased.value.U, tells.a(maxTasks - 1, 0), 0.U)
    val all    = ~(~0.U(maxTasks.W) << tasks)(maxTasks - 1, 0)
    inside := (inside & ~leaves) | Mux(joins, one, 0.U)
    // one master an instance: whichever task says so first, the last one if none has
    val mastered = RegInit(false.B)
    val masters  = joins && !mastered && (freeBit(s"masters$i") || PopCount(inside & ~leaves) === tasks - 1.U)
    mastered          := (mastered || masters) && !leaves.orR
    unit.io.cmd       := 0.U.asTypeOf(new Cmd)
    unit.io.cmd.valid := joins || quits
    unit.io.cmd.op    := Mux(quits, TileCommand.BarLeave.value.U, TileCommand.BarEnter.value.U)
    unit.io.cmd.w(0)  := Cat(masters, 0.U(4.W) + task)
    assert(tasks >= 1.U && tasks <= maxTasks.U, "PBA_A1: TASKS out of range")

    val round = RegInit(0.U(2.W)) // instances left, modulo 4
    when(leaves.orR) { round := round + 1.U }

    // the global network: this node's way to the OR takes 0 or 1 cycles, its way back 1 or 2
    val forth = symbolic(s"forth$i", Bool())
    val back  = symbolic(s"back$i", Bool())
    val shown = Mux(forth, RegNext(unit.io.giOut, 0.U), unit.io.giOut)
    def hears(or: UInt): Unit = {
      val soon = RegNext(or, 0.U)
      unit.io.giIn := Mux(back, RegNext(soon, 0.U), soon)
    }
  }
  private val nodes = Seq.tabulate(2)(new Node(_))
  private val or    = nodes.map(_.shown).reduce(_ | _)
  nodes.foreach(_.hears(or))

  private val Seq(a, b) = nodes
  private val out       = a.leaves.orR
  private val who       = symbolic("who", UInt(log2Ceil(maxTasks).W)) // any task of either node
  private val mate      = who < b.tasks
  assert(!out || !mate || b.left(who) || a.round === b.round && b.inside(who) || b.round === a.round + 1.U,
    "PBA_P1: a task leaves before a task of the other node has joined")
  private val local = who < a.tasks
  assert(!out || !local || a.left(who) || a.inside(who),
    "PBA_P2: a task leaves before a task of its own node has joined")
  assert(a.leaves === 0.U || (a.leaves & ~a.inside) === 0.U, "PBA_P3: a task leaves that has not joined")
  assert(!out || a.leaves === a.inside && (a.leaves | a.left) === a.all,
    "PBA_P4: a task is left behind by the others of its instance")
  private val deserted = nodes.map(n => n.left === n.all).reduce(_ || _) // it leaves no round
  assert(deserted || a.round - b.round === 0.U || a.round - b.round === 1.U || b.round - a.round === 1.U,
    "PBA_P5: a node is more than one instance ahead of the other")
  private val everybody = nodes.flatMap(n => (0 until maxTasks).map(t => n.inside(t) || n.left(t) || t.U >= n.tasks))
  live("PBA_L1", !a.inside(who), everybody: _*)
  // Tile.storeActs, no command, and what comes from the global network is what came last
  private val idle = nodes.map(n =>
    !n.unit.io.busy && !n.joins && !n.quits && n.unit.io.giIn === RegNext(n.unit.io.giIn)
  ).reduce(_ && _)
  rests("PBA_G1", idle)
  reachable(idle && a.inside === a.all, "PBA_C6")
  reachable(out && a.leaves(1), "PBA_C1")
  if (leaving) {
    reachable(out && a.left.orR && b.left === b.all && !a.left(who) && local, "PBA_C7")
    reachable(out && a.left.orR && (a.left & a.leaves) === 0.U && b.left === 0.U && a.round === 1.U, "PBA_C8")
  }
  reachable(out && a.round === 1.U && b.round === 1.U, "PBA_C2")
  reachable(a.tasks === 1.U && a.leaves(0) && b.tasks === 1.U, "PBA_C3")
  reachable(out && a.tasks === (maxTasks - 1).U && b.tasks === maxTasks.U, "PBA_C4")
  reachable(a.masters && a.task === (maxTasks - 2).U && a.round === 1.U && a.tasks === (maxTasks - 1).U, "PBA_C5")
}
