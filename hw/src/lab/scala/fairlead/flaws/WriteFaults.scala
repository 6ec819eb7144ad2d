// SPDX-License-Identifier: Apache-2.0
package fairlead.flaws

import chisel3._
import fairlead.ports._
import fairlead.params._

/** Faults build only (D13): one-shot faults of the next PUT payload flit that is written. Port 0 goes first when both
  * write one.
  *
  * Timing: armed by FAULT_ARM in cycle t, it hits a flit that is taken in t + 1 or later; `again` repeats that write in
  *         the cycle after it, in which the port takes no flit. The repeated write is counted and acknowledged like any
  *         other, so order is kept.
  * Reset:  nothing armed. Spec: docs/spec/dma-engine-rx.md
  */
class WriteFaults(implicit structure: Structure) extends Module {
  val io = IO(new Bundle {
    val cmd    = Input(new Cmd)
    val put    = Input(Vec(structure.localPorts, Bool())) // a PUT payload flit is written at this port
    val invert = Output(Vec(structure.localPorts, Bool())) // byte_wrong: invert bit 0 of its first byte
    val lose   = Output(Vec(structure.localPorts, Bool())) // put_lost: do not issue the write
    val again  = Output(Vec(structure.localPorts, Bool())) // put_twice: issue the write of the last cycle once more
  })

  private def armed(fault: Code): Vec[Bool] = {
    val pending = RegInit(false.B)
    val hit     = VecInit(io.put.zipWithIndex.map { case (put, r) => io.put.take(r).foldLeft(pending && put)(_ && !_) })
    when(hit.reduce(_ || _))(pending := false.B)
    when(io.cmd.valid && io.cmd.op === TileCommand.FaultArm.value.U && io.cmd.w(0) === fault.value.U)(pending := true.B)
    hit
  }

  io.invert := armed(FaultId.ByteWrong)
  io.lose   := armed(FaultId.PutLost)
  private val twice = armed(FaultId.PutTwice)
  io.again.zip(twice).zip(io.lose).foreach { case ((again, hit), lost) => again := RegNext(hit && !lost, false.B) }
}
