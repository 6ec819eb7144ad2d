// SPDX-License-Identifier: Apache-2.0
package fairlead.dma

import chisel3._
import chisel3.util._
import fairlead.ports._
import fairlead.words._
import fairlead.params._

/** Bookkeeping of the reception FIFOs; the bytes lie in memory, one slot a message.
  *
  * Contract: a slot goes through taken (at the MSG's head), stored (its bytes are in memory), announced (MSG_ARRIVED,
  *           strictly in slot order), popped (MSG_POP), free (its CREDIT has been handed over for sending). One head a
  *           cycle takes a slot, the ports in turn when both want one.
  * Timing:   a message stored in cycle t may be announced in t + 1; popped in cycle t, its CREDIT is offered on
  *           `credit` in t + 2 at the earliest.
  * Reset:    all slots free. Spec: docs/spec/dma-engine-rx.md
  */
class ReceptionFifos(p: TileParams)(implicit structure: Structure) extends Module {
  val io = IO(new Bundle {
    val cfg     = Input(new NicConfig)
    val cmd     = Input(new Cmd)
    val message = Vec(structure.localPorts, Flipped(new MessageSlot))
    val stored  = Input(new MessageStored)
    val arrived = new MessageArrived
    val credit  = new ControlPacket
    val empty   = Output(Bool()) // the MSG_POP of this cycle finds no message
    val busy    = Output(Bool())
  })

  private val fifos     = structure.receptionFifos
  private val bits      = structure.receptionBits
  private val whole     = fifos == 1 << bits // their numbers wrap by themselves
  private val slotBits  = log2Ceil(p.maxReception).max(1)
  private val countBits = log2Ceil(p.maxReception + 1)
  private val depths    = io.cfg.receptionDepth
  private val entryBits = 12 + Fixed.tagBits + structure.payloadBits // origin, tag, length
  private val entries   = Option.unless(p.physical)(Mem(fifos << slotBits, UInt(entryBits.W)))
  // bytes are in memory
  private val stored = Seq.tabulate(fifos)(f => new Table(s"stored_$f", 1 << slotBits, Bool(), p.physical))

  private def pointers = RegInit(VecInit(Seq.fill(fifos)(0.U(slotBits.W))))
  private def counts   = RegInit(VecInit(Seq.fill(fifos)(0.U(countBits.W))))
  private val takeAt     = pointers
  private val announceAt = pointers
  private val freeAt     = pointers
  private val taken      = counts // not yet announced
  private val announced  = counts // not yet popped
  private val popped     = counts // CREDIT not yet handed over
  private val occupancy  = counts // not free

  private def next(index: UInt, fifo: UInt): UInt         = Mux(index +& 1.U === depths(fifo), 0.U, index + 1.U)
  private def onlyOne(valid: Bool, fifo: UInt): Seq[Bool] = (0 until fifos).map(f => valid && fifo === f.U)
  private def step(count: UInt, up: Bool, down: Bool): Unit =
    when(up =/= down)(count := Mux(up, count + 1.U, count - 1.U))

  // a MSG head takes the next slot
  private val turn = RegInit(false.B) // the port that goes first when both want a slot
  private val full = VecInit(occupancy.zip(depths).map { case (o, d) => o === d })
  private val able = io.message.map(m => m.want && !full(m.fifo))
  io.message.zipWithIndex.foreach { case (m, r) =>
    m.room := able.lift(1 - r).fold(able(r))(other => able(r) && (!other || turn === (r == 1).B))
    m.full := full(m.fifo)
    m.slot := takeAt(m.fifo)
    val slots = io.cfg.receptionSlots
    val firstSlot = m.fifo.asBools.zipWithIndex.map { case (bit, i) =>
      Mux(bit, if (i == 0) slots else slots ## 0.U(i.W), 0.U)
    }.reduce(_ +& _)
    m.base := io.cfg.messageBase + ((firstSlot + m.slot) ## 0.U(log2Ceil(structure.receptionSlot).W))
  }
  private val take     = io.message.map(_.take).reduce(_ || _)
  private val taker    = ofTaker(_.fifo)
  private val takeSlot = takeAt(taker)
  private val takes    = onlyOne(take, taker)
  private def describe(m: MessageSlot): UInt = Cat(m.origin.asUInt, m.tag, m.length)
  private def described: UInt                = ofTaker(describe)

  /** What the port has that takes a slot, else port 0. */
  private def ofTaker(of: MessageSlot => UInt): UInt =
    io.message.tail.foldLeft(of(io.message(0)))((first, other) => Mux(other.take, of(other), first))
  when(take) {
    turn          := io.message(0).take
    takeAt(taker) := next(takeSlot, taker)
    entries.foreach(_(taker ## takeSlot) := described)
  }
  stored.zipWithIndex.foreach { case (marks, f) =>
    when(takes(f))(marks(takeSlot)                                                         := false.B)
    when(io.stored.valid && io.stored.fifo === f.U)(marks(io.stored.slot(slotBits - 1, 0)) := true.B)
  }

  // announced in slot order, the lowest FIFO first
  private val canAnnounce = (0 until fifos).map(f => GatedRead(taken(f) =/= 0.U, stored(f), announceAt(f)))
  private val announcer   = PriorityEncoder(canAnnounce)
  private val slot        = announceAt(announcer)
  private val entry =
    if (p.physical) fronts("entries", announceAt, io.arrived.valid && io.arrived.ready, announcer, slot)
    else GatedRead(canAnnounce.reduce(_ || _), entries.get, announcer ## slot)

  /** The entry at a pointer of FIFO `of`, which moves if `moves`. All FIFOs are in one memory, since one pointer moves
    * in a cycle.
    */
  private def fronts(name: String, pointers: Vec[UInt], moves: Bool, of: UInt, slot: UInt): UInt = {
    val moved = onlyOne(moves, of)
    val after = (0 until fifos).map(f => f.U(bits.W) ## Mux(moved(f), next(slot, of), pointers(f)))
    VecInit(FrontMemory(name, fifos << slotBits, take, taker ## takeSlot, described, after, moved))(of)
  }
  private val origin = entry(entry.getWidth - 1, Fixed.tagBits + structure.payloadBits)
  io.arrived.valid := canAnnounce.reduce(_ || _)
  io.arrived.a := Packed(new MessageEvent)(f =>
    Seq(f.origin -> origin, f.bytes -> entry(structure.payloadBits - 1, 0), f.slot -> slot, f.fifo -> announcer)
  )
  io.arrived.b := entry(Fixed.tagBits + structure.payloadBits - 1, structure.payloadBits)
  private val announces = onlyOne(io.arrived.valid && io.arrived.ready, announcer)
  when(io.arrived.valid && io.arrived.ready)(announceAt(announcer) := next(slot, announcer))

  // MSG_POP
  private val popFifo  = FifoNumber(io.cmd.w(0), fifos)
  private val popAsk   = io.cmd.valid && io.cmd.op === TileCommand.MsgPop.value.U
  private val popKnown = io.cmd.w(0) < fifos.U
  private val popReady = popKnown && announced(popFifo) =/= 0.U
  private val pops     = onlyOne(popAsk && popReady, popFifo)
  io.empty := popAsk && !popReady

  // one CREDIT a popped message, the FIFOs in turn
  private val pending  = RegInit(false.B)
  private val target   = Reg(new Coord)
  private val lastFifo = RegInit((fifos - 1).U(bits.W)) // FIFO 0 goes first
  private val owing    = VecInit(popped.map(_ =/= 0.U))
  private val owed     = owing.asUInt.orR
  private val creditor =
    (1 to fifos).map(behind).foldRight(0.U(bits.W))((f, rest) => Mux(owing(f), f, rest))

  /** The FIFO that is `i` after the one served last. */
  private def behind(i: Int): UInt = if (whole) lastFifo + (i % fifos).U(bits.W)
  else {
    val sum = lastFifo +& i.U((bits + 1).W)
    Mux(sum >= fifos.U, sum - fifos.U, sum)(bits - 1, 0)
  }
  private val hand     = owed && (!pending || io.credit.ready)
  private val returns  = onlyOne(hand, creditor)
  private val freeSlot = freeAt(creditor)
  private val freeEntry = // a memory of its own: an entry may be read in the cycle in which another is announced
    if (p.physical) fronts("origins", freeAt, hand, creditor, freeSlot)
    else GatedRead(hand, entries.get, creditor ## freeSlot)
  when(hand) {
    pending          := true.B
    target           := freeEntry(freeEntry.getWidth - 1, Fixed.tagBits + structure.payloadBits).asTypeOf(new Coord)
    lastFifo         := creditor
    freeAt(creditor) := next(freeSlot, creditor)
  }.elsewhen(io.credit.ready) {
    pending := false.B
  }
  io.credit.valid       := pending
  io.credit.ptype       := PacketType.Credit.value.U
  io.credit.dst         := target
  io.credit.word1       := 0.U.asTypeOf(new Header1)
  io.credit.word1.entry := lastFifo // that of `target`, since both are set together

  (0 until fifos).foreach { f =>
    step(taken(f), takes(f), announces(f))
    step(announced(f), announces(f), pops(f))
    step(popped(f), pops(f), returns(f))
    step(occupancy(f), takes(f), returns(f))
  }
  io.busy := io.arrived.valid || owed && !pending || pending && io.credit.ready

  layer.block(layers.Verification) {
    (0 until fifos).foreach { f =>
      assert(taken(f) +& announced(f) +& popped(f) === occupancy(f), "RF_P1: slots of a reception FIFO are lost")
      assert(occupancy(f) <= depths(f), "RF_P2: a reception FIFO holds more messages than slots")
    }
    io.message.foreach(m =>
      assert(!m.want || !full(m.fifo), "RF_A1: a message arrives without an end-to-end credit")
    )
    assert(depths.map(d => d >= 1.U && d <= p.maxReception.U && d <= io.cfg.receptionSlots).reduce(_ && _),
      "RF_A4: RECEPTION_DEPTH or RECEPTION_DEPTHS out of range")
    assert(!popAsk || announced(popFifo) =/= 0.U, "RF_A2: MSG_POP of an empty reception FIFO")
    assert(!popAsk || popKnown, "RF_A3: MSG_POP of an unknown reception FIFO")
    io.message.map(_.take).combinations(2).foreach(pair =>
      assert(!(pair(0) && pair(1)), "RF_P3: two slots taken in one cycle")
    )
  }
}
