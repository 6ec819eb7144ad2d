// SPDX-License-Identifier: Apache-2.0
package fairlead.prove

import chisel3._
import chisel3.util._
import fairlead.dla.DlaFifo
import fairlead.dma.{EjectionBuffer, InjectionFifos, ReceptionFifos}
import fairlead.params.{Structure, TileCommand, TileParams}
import fairlead.ports.FrontMemory
import fairlead.router.{InputUnit, RouterShape}
import fairlead.words.Descriptor0

/** FrontMemory against a memory with a combinational read: any writes, and any addresses of the fronts, of which one
  * moves in a cycle.
  */
class FrontMemoryProof(fifos: Int, slots: Int)(implicit structure: Structure) extends Harness {
  private val bits   = log2Ceil(slots)
  private val writes = freeBit("writes")
  private val at     = free("at", UInt(bits.W))
  private val data   = freeBit("data")
  private val first  = RegInit(VecInit.fill(fifos)(0.U(bits.W)))
  private val some   = freeBit("moves")
  private val mover  = free("mover", UInt(log2Ceil(fifos).W))
  private val moves  = (0 until fifos).map(f => some && mover === f.U)
  private val to     = free("to", UInt(bits.W))
  private val next   = first.zip(moves).map { case (first, moves) => Mux(moves, to, first) }
  first := VecInit(next)

  private val fronts  = FrontMemory("words", slots, writes, at, data.asUInt, next, moves)
  private val memory  = Mem(slots, Bool())
  private val written = RegInit(0.U(slots.W))
  when(writes) {
    memory(at) := data
    written    := written | UIntToOH(at, slots)
  }
  private val told = first.map(written(_))
  for (f <- 0 until fifos)
    assert(!told(f) || fronts(f) === memory(first(f)).asUInt,
      "PFM_P1: a front is not the word that a combinational read of the memory gives")
  reachable(told(0) && memory(first(0)) && RegNext(moves(0), false.B), "PFM_C1")
}

/** Two copies of one unit with the same inputs, one with combinational reads and one with synchronous ones. One bit of
  * the data is free: a memory treats all bits alike.
  */
class RingFrontProof(depth: Int)(implicit structure: Structure) extends Harness {
  private val units   = Seq(false, true).map(physical => Module(new EjectionBuffer(depth, physical)).io)
  private val payload = freeBit("payload")
  private val send    = freeBit("send")
  private val take    = freeBit("take") && units.head.front.valid
  for (io <- units) {
    io.depth         := depth.U
    io.in.flit       := 0.U.asTypeOf(io.in.flit)
    io.in.flit.valid := send
    io.in.flit.head  := payload
    io.in.flit.w1    := payload
    io.take          := take
  }
  private val Seq(one, other) = units
  assert(one.front.valid === other.front.valid && one.in.credit === other.in.credit && one.busy === other.busy,
    "PFR_P1: a ring with a synchronous read shows another flit or credit")
  assert(!one.front.valid || one.front.w1(0) === other.front.w1(0) && one.front.head === other.front.head,
    "PFR_P2: the flit in front of a ring with a synchronous read is another one")
  reachable(one.front.valid && one.front.w1(0) && RegNext(take && send, false.B), "PFR_C1")
}

/** As [[RingFrontProof]], of the VC buffers of a link. */
class InputFrontProof(depth: Int)(implicit structure: Structure) extends Harness {
  private def shape(physical: Boolean) =
    RouterShape(TileParams("prove").copy(maxLinkDepth = depth, physical = physical))
  private val s       = shape(false)
  private val units   = Seq(false, true).map(physical => Module(new InputUnit(shape(physical), true)).io)
  private val flit    = free("flit", new Bundle { val valid, head, tail, bit = Bool(); val vc = UInt(s.indexBits.W) })
  private val pick    = free("pick", UInt(s.indexBits.W))
  private val granted = freeBit("serves") && units.head.waiting(pick)
  private val out     = free("out", UInt(s.placeBits.W))
  for (io <- units) {
    io.cfg      := 0.U.asTypeOf(io.cfg)
    io.lasts    := Fill(s.linkKinds, (depth - 1).U(s.linkPtrBits.W))
    io.port     := 0.U
    io.cls      := 0.U
    io.in       := 0.U.asTypeOf(io.in)
    io.in.valid := flit.valid
    io.in.vc    := flit.vc
    io.in.head  := flit.head
    io.in.tail  := flit.tail
    io.in.w1    := flit.bit
    io.pick     := pick
    io.granted  := granted
    io.tail     := flit.tail
    io.bind     := 0.U.asTypeOf(io.bind)
    io.bind.out := out
    io.refund   := granted
  }
  private val Seq(one, other) = units
  assert(one.waiting === other.waiting && one.credit === other.credit,
    "PFI_P1: VC buffers with a synchronous read wait for something else, or return another credit")
  assert(one.front.asUInt === other.front.asUInt,
    "PFI_P2: what is in front of a VC with a synchronous read asks for something else")
  assert(!one.waiting(pick) || one.w1(0) === other.w1(0),
    "PFI_P3: the flit in front of a VC with a synchronous read has other contents")
  reachable(one.waiting(pick) && one.w1(0) && RegNext(granted && flit.valid, false.B), "PFI_C1")
}

/** As [[RingFrontProof]], of the FIFO of the store path. */
class DlaFrontProof(depth: Int)(implicit structure: Structure) extends Harness {
  private val units = Seq(false, true).map(physical =>
    Module(new DlaFifo(TileParams("prove").copy(maxDla = depth, physical = physical)))
  )
  private val inside  = units.head.io.used
  private val request = free("request", new Bundle { val words = UInt(3.W); val bits = UInt(5.W) })
  private val push    = freeBit("push") && request.words - 1.U < 5.U && inside +& request.words <= depth.U
  private val pop     = freeBit("pop") && units.head.io.valid
  for (unit <- units) {
    val io = unit.io
    io.depth    := depth.U
    io.push     := push
    io.in       := 0.U.asTypeOf(io.in)
    io.in.words := request.words
    for (i <- 0 until 5) io.in.w(i).w1 := request.bits(i)
    io.pop := pop
  }
  private val Seq(one, other) = units.map(_.io)
  assert(one.valid === other.valid && one.used === other.used,
    "PFD_P1: a DLA FIFO with a synchronous read has other words")
  assert(
    !one.valid || one.out.head === other.out.head && one.out.tail === other.out.tail &&
      one.out.channel === other.out.channel,
    "PFD_P2: the word in front of a DLA FIFO with a synchronous read has another owner or place in its request"
  )
  assert(!one.valid || one.out.w1(0) === other.out.w1(0),
    "PFD_P3: the word in front of a DLA FIFO with a synchronous read has other data")
  reachable(one.valid && one.out.w1(0) && RegNext(pop && push, false.B), "PFD_C1")
}

/** As [[RingFrontProof]], of the injection FIFOs. */
class InjectionFrontProof(depth: Int)(implicit structure: Structure) extends Harness {
  private val units = Seq(false, true).map(physical =>
    Module(new InjectionFifos(TileParams("prove").copy(maxInjection = depth, physical = physical))).io
  )
  private val heads = units.head.heads
  private val takes = VecInit(heads.map(_.valid)).asUInt
  private val pop   = free("pop", UInt(heads.size.W)) & takes
  private val step  = free("step", UInt(heads.size.W)) & takes & ~pop
  private val post  = free("post", new Bundle { val valid, fifo, bit = Bool() })
  private val d0    = WireInit(0.U.asTypeOf(new Descriptor0)) // a put of no bytes, to two of the FIFOs
  d0.fifo := post.fifo
  d0.tag  := post.bit
  private val select = free("select", chiselTypeOf(units.head.select))
  for (io <- units) {
    io.owner              := post.bit
    io.cfg                := anywhere
    io.cfg.injectionDepth := VecInit.fill(heads.size)(depth.U)
    io.cmd                := 0.U.asTypeOf(io.cmd)
    io.cmd.valid          := post.valid
    io.cmd.op             := TileCommand.Post.value.U
    io.cmd.w.foreach(_ := post.bit)
    io.cmd.w(0)  := d0.asUInt
    io.gate.open := false.B
    io.select    := select
    io.moves     := pop | step
    io.pop       := pop
    io.answer.foreach(_ := 0.U)
  }
  private val Seq(one, other) = units
  assert(
    one.heads.zip(other.heads).map { case (a, b) => a.valid === b.valid && a.word0.tag === b.word0.tag }.reduce(
      _ && _
    ) &&
      one.event.valid === other.event.valid,
    "PFN_P1: injection FIFOs with a synchronous read have other descriptors in front"
  )
  private val taken = pop | step
  assert(
    one.tails.zip(other.tails).zip(select).map { case ((a, b), fifo) =>
      !taken(fifo) || a.word1.asUInt(0) === b.word1.asUInt(0) && a.operand(0) === b.operand(0) && a.compare(0) ===
        b.compare(0)
    }.reduce(_ && _),
    "PFN_P2: the rest of a descriptor that is taken is another one with a synchronous read"
  )
  reachable(RegNext(pop(0) && pop(1.min(heads.size - 1)), false.B) && one.heads(0).valid && one.tails(0).operand(0),
    "PFN_C1")
}

/** As [[RingFrontProof]], of the reception FIFOs. */
class ReceptionFrontProof(depth: Int)(implicit structure: Structure) extends Harness {
  private val units = Seq(false, true).map(physical =>
    Module(new ReceptionFifos(TileParams("prove").copy(maxReception = depth, physical = physical))).io
  )
  private val Seq(one, other) = units
  private val pops            = free("pops", new Bundle { val valid, fifo = Bool() })
  private val stores          = free("stores", new Bundle { val valid, fifo, slot = Bool() })
  private val messages = one.message.indices.map(r =>
    free(s"message$r", new Bundle { val want, take, fifo, bit = Bool() })
  ) // to two of the FIFOs
  private val fifos  = structure.receptionFifos.min(2) // FIFOs in use
  private val ready  = freeBit("ready") && one.arrived.valid
  private val leaves = freeBit("leaves") && one.credit.valid
  for (io <- units) {
    io.cfg                := anywhere
    io.cfg.receptionDepth := VecInit.fill(io.cfg.receptionDepth.size)(depth.U)
    io.cfg.receptionSlots := depth.U
    io.cmd                := 0.U.asTypeOf(io.cmd)
    io.cmd.valid          := pops.valid
    io.cmd.op             := TileCommand.MsgPop.value.U
    io.cmd.w(0)           := AnyFifo(pops.fifo, fifos)
    io.stored             := 0.U.asTypeOf(io.stored)
    io.stored.valid       := stores.valid
    io.stored.fifo        := AnyFifo(stores.fifo, fifos)
    io.stored.slot        := stores.slot
    io.arrived.ready      := ready
    io.credit.ready       := leaves
    io.message.zip(messages).zip(one.message).foreach { case ((pins, message), first) =>
      pins.want   := message.want
      pins.take   := message.want && message.take && first.room
      pins.fifo   := AnyFifo(message.fifo, fifos)
      pins.origin := Fill(12, message.bit).asTypeOf(pins.origin)
      pins.tag    := message.bit
      pins.length := message.bit
    }
  }
  assert(one.arrived.valid === other.arrived.valid && one.credit.valid === other.credit.valid,
    "PFX_P1: reception FIFOs with a synchronous read announce another message")
  assert(!one.arrived.valid || one.arrived.a === other.arrived.a && one.arrived.b === other.arrived.b,
    "PFX_P2: a message is announced with other contents with a synchronous read")
  assert(!one.credit.valid || one.credit.dst.asUInt === other.credit.dst.asUInt,
    "PFX_P3: a credit goes elsewhere with a synchronous read")
  reachable(one.arrived.valid && one.arrived.b(0) && RegNext(ready, false.B), "PFX_C1")
  reachable(one.credit.valid && one.credit.dst.x(0) && RegNext(leaves, false.B), "PFX_C2")
}
