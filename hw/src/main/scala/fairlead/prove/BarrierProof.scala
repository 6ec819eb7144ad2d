// SPDX-License-Identifier: Apache-2.0
package fairlead.prove

import chisel3._
import chisel3.util._
import fairlead.barrier.BarrierUnit
import fairlead.flow._
import fairlead.params._

/** Two nodes with up to `maxTasks` tasks each, joined by the wired OR of their patterns. Any tasks join at any time, also when others have not left yet; task 0 is
  * the master. Counter widths are any legal ones.
  */
class BarrierProof(maxTasks: Int) extends Harness {
  private val or = Wire(UInt(3.W))

  private class Node(i: Int) {
    val unit  = Module(new BarrierUnit(TileParams(variant = "prove", maxTasks = maxTasks)))
    val first = free(s"tasks$i", UInt(5.W))
    val tasks = RegEnable(first, reset.asBool)
    unit.io.cfg       := 0.U.asTypeOf(new CfgWrite)
    unit.io.cfg.valid := reset.asBool
    // two registers, one in each cycle of reset
    unit.io.cfg.reg  := Mux(RegNext(reset.asBool), ConfigReg.Tasks.value.U, ConfigReg.BarrierWidth.value.U)
    unit.io.cfg.data := first
    unit.io.giIn     := or

    val task   = free(s"task$i", UInt(log2Ceil(maxTasks).W))
    val wants  = freeBit(s"wants$i")
    val inside = RegInit(0.U(maxTasks.W)) // tasks that have joined and are not released
    val one    = UIntToOH(task, maxTasks)
    val joins  = wants && task < tasks && (inside & one) === 0.U
    val leaves = Mux(unit.io.releaseEvent.valid, unit.io.releaseEvent.a(maxTasks - 1, 0), 0.U)
    inside            := (inside & ~leaves) | Mux(joins, one, 0.U)
    unit.io.cmd       := 0.U.asTypeOf(new Cmd)
    unit.io.cmd.valid := joins
    unit.io.cmd.op    := TileCommand.BarEnter.value.U
    unit.io.cmd.w(0)  := Cat(task === 0.U, 0.U(4.W) + task)
    assert(tasks >= 1.U && tasks <= maxTasks.U, "PBA_A1: TASKS out of range")

    // round in which each task is, modulo 2: changes as it leaves
    val round = RegInit(0.U(maxTasks.W))
    round := round ^ leaves
  }
  private val nodes = Seq.tabulate(2)(new Node(_))
  or := RegNext(nodes.map(_.unit.io.giOut).reduce(_ | _), 0.U)

  // any task that leaves, any other task: the other has joined the same instance, or has already left it
  private val who  = symbolic("who", UInt(log2Ceil(maxTasks).W))
  private val a    = nodes(0)
  private val b    = nodes(1)
  private val out  = a.leaves.orR
  private val mate = who < b.tasks
  assert(!out || !mate || b.inside(who) || b.round(who) =/= a.round(OHToUInt(PriorityEncoderOH(a.leaves))),
    "PBA_P1: a task leaves before a task of the other node has joined")
  private val local = who < a.tasks
  assert(!out || !local || a.inside(who) || a.round(who) =/= a.round(OHToUInt(PriorityEncoderOH(a.leaves))),
    "PBA_P2: a task leaves before a task of its own node has joined")
  assert(a.leaves === 0.U || (a.leaves & ~a.inside) === 0.U, "PBA_P3: a task leaves that has not joined")
  reachable(out && a.leaves(1), "PBA_C1")
  reachable(a.leaves =/= 0.U && a.round(0) && b.round(0), "PBA_C2")
  reachable(a.tasks === 1.U && a.leaves(0) && b.tasks === 1.U, "PBA_C3")
}
