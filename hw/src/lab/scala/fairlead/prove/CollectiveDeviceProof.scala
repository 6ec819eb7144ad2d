// SPDX-License-Identifier: Apache-2.0
package fairlead.prove

import chisel3._
import chisel3.util._
import fairlead.collective._
import fairlead.params.{DeviceResult, Structure, TileCommand}
import fairlead.words.{CollectiveHeader, DeviceCommand, DeviceEvent}

/** CollectiveDevice at a reception FIFO of two packets. Any messages, any commands of any processor, any TREE_READ. The
  * environment notes the place of a flit in its second word. Bit 0: the packet begins a message. Bit 1: the flit ends
  * its packet. Bit 2: the packet ends its message.
  */
class CollectiveDeviceProof(implicit structure: Structure) extends Harness {
  private val p    = CollectiveParams(routes = 1, packets = 2, packetFlits = 2, flits = 2)
  private val dut  = Module(new CollectiveDevice(p))
  private val fifo = Module(new PacketFifo(p, p.messages))
  fifo.io.depth := p.packets.U
  fifo.io.ends  := true.B

  // ---- packets of a head and at most one flit of payload
  private val mid     = RegInit(false.B)
  private val fresh   = RegInit(true.B) // the next packet begins a message
  private val begins  = Reg(Bool())
  private val closes  = Reg(Bool())
  private val offered = free("header", new CollectiveHeader)
  private val length  = free("length", UInt(5.W))
  assert(length <= 16.U, "PCD_A1: a packet of more than two flits")
  private val header = WireInit(offered)
  header.length := length
  private val comes = freeBit("comes") && (mid || fifo.io.room)
  private val tail  = mid || length === 0.U
  private val last  = Mux(mid, closes, header.last)
  fifo.io.in.valid := comes
  fifo.io.in.head  := !mid
  fifo.io.in.tail  := tail
  fifo.io.in.w0    := header.asUInt
  fifo.io.in.w1    := Cat(last, tail, Mux(mid, begins, fresh))
  when(comes) {
    mid := !tail
    when(!mid) {
      begins := fresh
      closes := header.last
    }
    when(tail) { fresh := last }
  }
  dut.io.arrived := RegNext(comes && tail, false.B)
  dut.io.closed  := RegEnable(last, comes && tail)
  dut.io.waiting := fifo.io.front.valid

  // ---- the read port
  private val raw = freeBit("raw")
  dut.io.others.valid := raw
  dut.io.others.bits  := freeBit("same") && !dut.io.engaged
  private val reads = (dut.io.read || raw && dut.io.others.bits) && fifo.io.front.valid
  fifo.io.take := reads
  private val flit = RegEnable(fifo.io.front, reads)
  private val got  = RegNext(reads, false.B)
  dut.io.flit.valid := got
  dut.io.flit.head  := flit.head
  dut.io.flit.w0    := flit.w0
  dut.io.flit.w1    := flit.w1

  // ---- commands and memory
  private val command = freeBit("command") && !raw
  private val op      = free("op", UInt(2.W))
  private val word    = free("word", new DeviceCommand)
  dut.io.command.valid := command
  dut.io.command.bits  := op
  dut.io.word          := word.asUInt
  dut.io.memoryBytes   := symbolic("memory", UInt((structure.addressBits + 1).W))
  private val onWay = RegInit(0.U(8.W))
  private val ack   = freeBit("ack") && onWay =/= 0.U
  dut.io.ack := ack
  onWay      := onWay + dut.io.write.valid - ack

  // ---- the packets that were read, as the environment counts them
  private val open    = RegInit(false.B) // payload is at the head
  private val packets = RegInit(0.U(2.W))
  private val ended   = got && flit.w1(1)
  when(ended) { open := !flit.w1(2) }
  packets := packets + dut.io.arrived - ended
  private val event = dut.io.answer.b((new DeviceEvent).getWidth - 1, 0).asTypeOf(new DeviceEvent)
  private val told  = dut.io.answer.valid
  assert(!told || event.payload(0) === open, "PCD_P1: the device shows payload at its head, or none, and it is not so")
  assert(!(got && flit.head) || flit.w1(0) =/= open,
    "PCD_P2: a packet that begins a message is read inside another one")
  assert(!told || event.packets === packets, "PCD_P3: the device counts packets that are not there, or too few")

  // ---- the lock, as the answers show it
  private val held  = RegInit(false.B)
  private val owner = Reg(UInt(2.W))
  private def is(code: fairlead.params.Code): Bool =
    told && event.command === code.value.U && event.result === DeviceResult.Done.value.U
  private val locks   = is(TileCommand.DeviceLock)
  private val unlocks = is(TileCommand.DeviceUnlock)
  when(locks) { owner := event.processor }
  when(locks || unlocks) { held := locks }
  assert(!locks || !held, "PCD_P4: the lock has two owners")
  assert(!unlocks || held && owner === event.processor,
    "PCD_P5: the lock is let go by a processor that does not have it")
  private val takes = is(TileCommand.DeviceReadHeader) || is(TileCommand.DeviceDrain)
  assert(!takes || held && owner === event.processor,
    "PCD_P8: packets are taken for a processor that does not have the lock")
  assert(!dut.io.write.valid || got && !flit.head, "PCD_P6: something is written that is no payload")
  assert(!dut.io.write.valid || dut.io.write.addr +& dut.io.write.len <= dut.io.memoryBytes,
    "PCD_P7: something is written that is not within the memory")
  reachable(told && open, "PCD_C1")
  reachable(unlocks, "PCD_C2")
  reachable(got && flit.head && open, "PCD_C3")
  reachable(dut.io.write.valid, "PCD_C4")
  reachable(told && packets === 2.U, "PCD_C5")
}
