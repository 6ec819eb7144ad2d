// SPDX-License-Identifier: Apache-2.0
package fairlead.prove

import chisel3._
import chisel3.util._
import fairlead.router._
import fairlead.params.{Structure, TileParams}

/** LinkTx behind any allocator that grants only what the link takes, at any pace to 3 cycles a flit and 3 flits a
  * chunk. Two VCs are used; packets are of any length.
  *
  * The statements count the cycles since the last flit and since the flit that opened the last chunk, which the unit
  * does not.
  *
  * @param isIslip true if registers say what it takes, as with iSLIP
  */
class LinkTxProof(isIslip: Boolean = false)(implicit structure: Structure) extends Harness {
  private val s    = OutputUnitProof.shape(isIslip)
  private val dut  = Module(new LinkTx(s))
  private val io   = dut.io
  private val most = 3
  private def upTo(name: String): UInt = {
    val drawn = symbolic(name, UInt(2.W))
    Mux(drawn === 0.U, most.U, drawn)
  }
  private val interval = upTo("interval")
  private val chunk    = upTo("chunk")
  private val period   = interval * chunk
  io.pace.interval := interval
  io.pace.chunk    := chunk

  // any packets: a VC is in the middle of one, or not
  private val vc    = free("vc", UInt(1.W))
  private val mid   = RegInit(0.U(2.W))
  private val head  = !mid(vc)
  private val valid = freeBit("wants") && Mux(head, io.starts, io.follows(vc))
  private val tail  = freeBit("tail")
  when(valid)(mid := Mux(tail, mid & ~UIntToOH(vc, 2), mid | UIntToOH(vc, 2)))
  io.in           := 0.U.asTypeOf(io.in)
  io.valid        := valid
  io.head         := head
  io.vc           := vc.pad(s.indexBits)
  for (lane <- io.lane) lane := UIntToOH(io.vc, s.linkVcs)

  // cycles since the last flit, and since the flit that opened the last chunk; the highest value is "long ago"
  private val long = 15.U(4.W)
  private def since(event: Bool): UInt = {
    val cycles = RegInit(long)
    cycles := Mux(event, 1.U, Mux(cycles === long, long, cycles + 1.U))
    cycles
  }
  private val opens    = valid && io.starts
  private val flit     = since(valid)
  private val opened   = since(opens)
  private val opener   = RegEnable(vc, opens)
  private val inside   = opened < period
  private val takesAny = io.starts || io.follows.orR
  assert(!valid || flit >= interval, "PLX_P1: a flit goes on the link before the interval of the one before is over")
  assert(!opens || !inside, "PLX_P2: a chunk begins before the one before is over")
  assert(!(valid && inside) || !head && vc === opener,
    "PLX_P3: a chunk has a flit that is not of a packet of the VC that opened it, or a head that did not open it")
  assert(inside || io.starts && io.follows.andR, "PLX_P4: the link takes not every flit although no chunk is open")
  private val slot = (1 until most).map(k => k.U < chunk && opened === (interval * k.U)).reduce(_ || _)
  assert(!inside || io.follows(opener) === slot, "PLX_P5: a slot of the chunk is missing, or begins at another time")
  live("PLX_L1", io.starts)
  reachable(valid && inside && interval === most.U, "PLX_C1")
  reachable(inside && slot && !valid && chunk === most.U, "PLX_C2")
  reachable(opens && opened === period && interval =/= 1.U && chunk =/= 1.U, "PLX_C3")
  reachable(!takesAny && mid.andR, "PLX_C4")
}
