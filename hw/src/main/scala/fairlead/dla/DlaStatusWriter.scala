// SPDX-License-Identifier: Apache-2.0
package fairlead.dla

import chisel3._
import chisel3.layers.Verification
import chisel3.util.RegEnable
import fairlead.ports._
import fairlead.words._
import fairlead.params._

/** Writes the state of the pool to memory, so that software may read how full it is without asking: after so many
  * credits have changed hands, or so long after a change.
  *
  * It has a memory port of its own and at most one write on its way; nothing waits for it, so a slow memory makes the
  * copy older and nothing else (hazard 16).
  *
  * Timing: the change of cycle t is due in t + cycles; `alarm` wakes the tile for that. A write shows the state at the
  *         start of the cycle before its request.
  * Reset:  nothing to write. DLA_STATUS_ADDR and DLA_STATUS_WHEN are configuration registers. Spec:
  *         docs/spec/dla-arbiter.md (R-DLA-12)
  */
class DlaStatusWriter(p: TileParams)(implicit structure: Structure) extends Module {
  val io = IO(new Bundle {
    val cfg    = Input(new CfgWrite)
    val now    = Input(UInt(structure.stampBits.W))
    val change = Input(UInt(16.W)) // credits that change hands in this cycle
    val word0  = Input(new DlaStatus0)
    val open   = Input(UInt(16.W))
    val merged = Input(UInt(20.W))
    val write  = Output(new WriteReq)
    val ack    = Input(Bool())
    val alarm  = Output(UInt(16.W))
    val rings  = Output(Bool()) // the time after a change is over in this cycle
    val busy   = Output(Bool())
  })

  private def held(code: Code, bits: Int): UInt =
    RegEnable(io.cfg.data(bits - 1, 0), io.cfg.valid && io.cfg.reg === code.value.U)
  private val address   = held(ConfigReg.DlaStatusAddr, structure.addressBits)
  private val times     = held(ConfigReg.DlaStatusWhen, 30)
  protected val credits = times(15, 0)
  protected val cycles  = times(29, 16)

  private val changed = RegInit(0.U(16.W)) // credits since the last write, at most 2^16 - 1
  private val since   = Reg(UInt(structure.stampBits.W)) // cycle of the first of them
  private val due     = RegInit(false.B)
  private val waiting = RegInit(false.B) // for the acknowledgement of the last write
  private val writes  = RegInit(0.U(20.W))

  private val dirty  = changed =/= 0.U
  private val issue  = due && !waiting
  private val before = Mux(issue, 0.U, changed)
  private val sum    = before +& io.change
  private val after  = Mux(sum(16), 0xffff.U, sum(15, 0))
  private val starts = before === 0.U && io.change =/= 0.U
  io.rings := dirty && cycles =/= 0.U && (io.now - since) === limit(cycles)
  changed  := Mux(credits === 0.U && cycles === 0.U, 0.U, after)
  when(starts) { since := io.now }
  due := (due && !issue) || (credits =/= 0.U && after >= limit(credits)) || (io.rings && !issue)
  protected def limit(configured: UInt): UInt = configured
  when(issue) { writes := writes + 1.U }
  waiting := issue || (waiting && !io.ack)

  private val word1 = Wire(new DlaStatus1)
  word1.spare  := 0.U
  word1.merged := io.merged
  word1.open   := io.open
  word1.writes := writes

  io.write.valid := RegNext(issue, false.B)
  io.write.op    := WriteOp.Write.value.U
  io.write.len   := Fixed.flitBytes.U
  io.write.addr  := address
  io.write.d0    := RegEnable(io.word0.asUInt, issue)
  io.write.d1    := RegEnable(word1.asUInt, issue)
  io.alarm       := RegNext(Mux(starts, limit(cycles), 0.U), 0.U)
  io.busy        := issue || io.write.valid || io.alarm =/= 0.U

  layer.block(Verification) {
    assert(!issue || !waiting, "DS_P1: two writes of the status on their way")
  }
}
