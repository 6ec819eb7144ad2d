// SPDX-License-Identifier: Apache-2.0
package fairlead.prove

import chisel3._
import chisel3.util._
import fairlead.dla._
import fairlead.params._

/** DlaAssembly: the half request of one channel, chosen freely, among any stores, data and clears of all. */
class DlaAssemblyProof(channels: Int)(implicit structure: Structure) extends Harness {
  private val io    = Module(new DlaAssembly(TileParams("prove").copy(dlaChannels = channels))).io
  private val asked = free("request", new DlaRequest)
  private val what  = free("what", UInt(2.W)) // nothing, a request, data, a clear
  private val takes = freeBit("accepts") && what === 1.U && !io.half
  io.channel       := free("channel", UInt(1.W))
  io.stores        := what === 1.U
  io.begins        := takes
  io.request       := asked
  io.request.flits := Mux(asked.isGet, 1.U, Mux(asked.flits > 4.U, 4.U, asked.flits))
  io.cls           := free("cls", UInt(2.W))
  io.data          := what === 2.U
  io.flit          := free("flit", new DlaFlit)
  io.clears        := what === 3.U

  // the request of the channel: words that it has, words that have come, and one of them
  private val watch = symbolic("watch", UInt(1.W))
  private val which = symbolic("which", UInt(3.W))
  private val mine  = io.channel === watch
  private val words = RegInit(0.U(3.W)) // 0: no half request
  private val came  = Reg(UInt(3.W))
  private val torn  = Reg(Bool())
  private val isGet = Reg(Bool())
  private val cls   = RegEnable(io.cls, takes && mine)
  private val kept  = Reg(Bool())
  private val comes = mine && what === 2.U && words =/= 0.U && !torn
  private val last  = comes && came + 1.U === words
  when(mine && takes) {
    words := Mux(io.request.flits === 0.U, 0.U, io.request.flits + 1.U)
    came  := 1.U
    torn  := false.B
    isGet := asked.isGet
    kept  := Mux(which === 0.U, asked.head0(0), asked.getWord(0))
  }.elsewhen(mine && what === 1.U) { torn := true.B }
  when(comes) {
    came := came + 1.U
    when(which === came && !isGet) { kept := io.flit.w0(0) }
  }
  when(last || mine && what === 3.U) { words := 0.U }
  assert(!mine || io.half === (words =/= 0.U), "PDB_P1: a half request is taken for none, or none for one")
  assert(!mine || io.valid === (last || takes && io.request.flits === 0.U),
    "PDB_P2: a request is not whole with its last word, or before")
  private val now = Mux(which === came && !isGet, io.flit.w0(0), kept)
  assert(
    !last || io.out.words === words && io.out.cls === cls && io.out.channel === watch &&
      (which >= words || io.out.w(which).w0(0) === now),
    "PDB_P3: a whole request has other words, or another class, than it came with"
  )
  reachable(last && words === 5.U && which === 3.U, "PDB_C1")
}
