// SPDX-License-Identifier: Apache-2.0
package fairlead.prove

import chisel3._
import chisel3.util._
import fairlead.dma._
import fairlead.ports._
import fairlead.words._
import fairlead.params._

/** ReceptionFifos: messages of two ports for any FIFO, stored in any order, popped by the host. */
class ReceptionFifosProof(depth: Int)(implicit structure: Structure) extends Harness {
  private val dut  = Module(new ReceptionFifos(TileParams("prove").copy(maxReception = depth)))
  private val io   = dut.io
  private val bits = log2Ceil(depth)
  private val n    = structure.receptionFifos
  private def word = UInt(structure.receptionBits.W) // number of a FIFO
  io.cfg                := 0.U.asTypeOf(new NicConfig)
  io.cfg.receptionDepth := VecInit.tabulate(n)(f => Mux(symbolic(s"single$f", Bool()), 1.U, depth.U))
  io.cfg.receptionSlots := depth.U
  private val fifo = AnyFifo(symbolic("fifo", word), n) // the FIFO that is followed
  io.message.zipWithIndex.foreach { case (m, r) =>
    m.want   := freeBit(s"want$r")
    m.take   := freeBit(s"take$r") && m.want && m.room
    m.fifo   := AnyFifo(free(s"fifo$r", word), n)
    m.origin := 0.U.asTypeOf(new Coord)
    m.tag    := 0.U
    m.length := 0.U
  }
  private val free_ = io.message.map(m => m.take && m.fifo === fifo).reduce(_ || _)
  // bytes are stored in any order: a mark for each slot
  private val waiting = RegInit(0.U(depth.W)) // slots taken, not stored
  private val stored  = RegInit(0.U(depth.W)) // stored, not announced
  private val popped  = RegInit(0.U(4.W)) // announced, not popped
  private val slotOf =
    io.message.tail.foldLeft(io.message(0).slot) { (first, other) =>
      Mux(other.take && other.fifo === fifo, other.slot, first)
    }(bits - 1, 0)
  private val store  = freeBit("stores")
  private val where  = free("slot", UInt(bits.W))
  private val stores = store && (waiting & UIntToOH(where, depth)) =/= 0.U
  io.stored.valid := stores
  io.stored.fifo  := fifo
  io.stored.slot  := where
  private val readies  = freeBit("announces")
  private val announce = readies && io.arrived.valid
  io.arrived.ready := announce
  private val told     = announce && io.arrived.a(structure.receptionBits - 1, 0) === fifo
  private val toldSlot = io.arrived.a(8 + bits - 1, 8)
  private val pop      = freeBit("pops") && popped =/= 0.U
  io.cmd       := 0.U.asTypeOf(new Cmd)
  io.cmd.valid := pop
  io.cmd.op    := TileCommand.MsgPop.value.U
  io.cmd.w(0)  := fifo
  private val sends = freeBit("sends") && io.credit.valid
  io.credit.ready := sends
  waiting         := (waiting | Mux(free_, UIntToOH(slotOf, depth), 0.U)) & ~Mux(stores, UIntToOH(where, depth), 0.U)
  stored          := (stored | Mux(stores, UIntToOH(where, depth), 0.U)) & ~Mux(told, UIntToOH(toldSlot, depth), 0.U)
  popped          := popped + told.asUInt - pop.asUInt
  assert(!told || (stored & UIntToOH(toldSlot, depth)) =/= 0.U,
    "PRF_P1: a message is announced before its bytes are in memory")
  assert(!free_ || ((waiting | stored) & UIntToOH(slotOf, depth)) === 0.U,
    "PRF_P2: a slot that holds a message is given to another")
  reachable(told && waiting =/= 0.U, "PRF_C1")
  reachable(sends && RegNext(pop, false.B) === false.B, "PRF_C2")
}

/** ReceptionFifos: CREDIT goes to where a message came from. */
class ReceptionFifosHeaderProof(depth: Int)(implicit structure: Structure) extends HeaderProof {
  private val io = Module(new ReceptionFifos(TileParams("prove").copy(maxReception = depth))).io
  nic.receptionDepth.foreach(_ := depth.U)
  nic.receptionSlots := depth.U
  expose(io)
  io.cfg := nic
  io.cmd := anyCommand
  io.message.zipWithIndex.foreach { case (m, r) => m.take := freeBit(s"take$r") && m.want && m.room }
  io.arrived.ready := freeBit("announces") && io.arrived.valid
  io.credit.ready  := freeBit("leaves") && io.credit.valid
  assert(io.message.map(m => !m.want || inside(m.origin)).reduce(_ && _), "PHM_A1: a message from no node")
  assert(!io.credit.valid || inside(io.credit.dst), "PHM_P1: a CREDIT goes to no node of the machine")
  reachable(io.credit.valid && io.credit.dst.x === 15.U, "PHM_C1")
}
