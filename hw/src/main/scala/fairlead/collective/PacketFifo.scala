// SPDX-License-Identifier: Apache-2.0
package fairlead.collective

import chisel3._
import chisel3.util._
import fairlead.ports.{FrontMemory, GatedRead}

/** FIFO of whole packets: the injection or reception FIFO of one channel. What is in it shows only when it is whole:
  * all packets up to one that `ends`, which is every packet, or at the injection of a point-to-point channel the last
  * one of a message. So what has begun to leave never waits for software, and what does not show can be dropped.
  *
  * It has room for another packet while it holds fewer than `depth` and the longest one fits.
  *
  * Contract: a head only with `room`; then the packet's other flits, at most packetFlits in all; `take` only while
  *           `front.valid`; no flit with `cut`.
  * Timing:   a flit on `in` in cycle t is in the FIFO in t + 1; `room` and `front` are functions of registers.
  * Reset:    empty.
  * Spec:     docs/spec/collective-network.md
  */
class PacketFifo(p: CollectiveParams, channel: Int, cuts: Boolean = false) extends Module {
  private val countBits = log2Ceil(p.packets + 1)
  val io = IO(new Bundle {
    val depth = Input(UInt(countBits.W)) // packets, 1 to p.packets
    val in    = Input(new TreeFlit)
    val ends  = Input(Bool()) // with a tail on `in`: this packet and those before it may leave
    val cut   = Option.when(cuts)(Input(Bool())) // drop what is behind the last packet that ended
    val room  = Output(Bool())
    val front = Output(new TreeFlit)
    val take  = Input(Bool())
  })

  private val slots     = p.flits(channel)
  private val indexBits = log2Ceil(slots)
  private val word0     = Option.unless(p.physical)(Mem(slots, UInt(64.W)))
  private val word1     = Option.unless(p.physical)(Mem(slots, UInt(64.W)))
  private val marks     = Option.unless(p.physical)(Mem(slots, UInt(3.W))) // head, tail, end
  private val first     = RegInit(0.U(indexBits.W))
  private val free      = RegInit(0.U(indexBits.W))
  private val packets   = RegInit(0.U(countBits.W)) // packets whose head has entered and whose tail has not been taken
  private val whole     = RegInit(0.U(countBits.W)) // number of packets in the FIFO that `ends` marked

  private val left =
    if (slots == p.packets * p.packetFlits) None // then `depth` alone limits the packets
    else Some(RegInit(slots.U(log2Ceil(slots + 1).W))) // slots that no packet uses; an open one uses what it has

  private def next(index: UInt): UInt = Mux(index === (slots - 1).U, 0.U, index + 1.U)

  private val ends = io.in.valid && io.in.tail && io.ends
  when(io.in.valid) {
    word0.foreach(_(free) := io.in.w0)
    word1.foreach(_(free) := io.in.w1)
    marks.foreach(_(free) := Cat(io.in.head, io.in.tail, io.ends))
    free := next(free)
  }
  when(io.take) { first := next(first) }

  private val some = whole =/= 0.U
  private val words = Option.when(p.physical) { // marks, word 1, word 0
    val data  = Cat(io.in.head, io.in.tail, io.ends, io.in.w1, io.in.w0)
    val after = Mux(io.take, next(first), first)
    FrontMemory("words", slots, io.in.valid, free, data, Seq(after), Seq(io.take)).head
  }
  private val mark = words.map(word => Mux(some, word(130, 128), 0.U)).getOrElse(GatedRead(some, marks.get, first))
  private def count(register: UInt, up: Bool, down: Bool): Unit =
    when(up =/= down) { register := Mux(up, register + 1.U, register - 1.U) }
  count(packets, io.in.valid && io.in.head, io.take && mark(1))
  count(whole, ends, io.take && mark(1) && mark(0))
  left.foreach(free => when(io.in.valid =/= io.take) { free := Mux(io.take, free + 1.U, free - 1.U) })

  io.cut.foreach { cut =>
    val begun = RegInit(0.U(indexBits.W)) // place behind the last packet that ended
    val loose = RegInit(0.U(countBits.W)) // packets from there on
    when(ends) { begun := next(free) }
    when(ends || cut) { loose := 0.U }.elsewhen(io.in.valid && io.in.head) { loose := loose + 1.U }
    when(cut) {
      free    := begun
      packets := packets - loose - (io.take && mark(1))
      left.foreach { left => left := left + (Mux(free < begun, free +& slots.U, free) - begun) + io.take }
    }
  }
  io.room        := packets < io.depth && left.map(_ >= p.packetFlits.U).getOrElse(true.B)
  io.front.valid := some
  io.front.head  := mark(2)
  io.front.tail  := mark(1)
  io.front.w0    := words.map(_(63, 0)).getOrElse(GatedRead(some, word0.get, first))
  io.front.w1    := words.map(_(127, 64)).getOrElse(GatedRead(some, word1.get, first))

  layer.block(layers.Verification) {
    val open = RegInit(false.B) // in the middle of a packet
    when(io.in.valid) { open := !io.in.tail }
    io.cut.foreach(when(_) { open := false.B })
    assert(!io.in.valid || io.in.head =/= open, "PF_A1: flits that are not head, body, tail of one packet")
    assert(!(io.in.valid && io.in.head) || io.room, "PF_A2: a packet arrives without room")
    assert(!io.take || some, "PF_P1: a flit is taken from a FIFO that shows none")
    assert(packets <= io.depth, "PF_P2: more packets than slots")
    assert(!io.in.valid || io.in.head || left.map(_ =/= 0.U).getOrElse(true.B), "PF_P4: a flit arrives without a slot")
    assert(whole <= packets, "PF_P3: more ends than packets")
  }
}
