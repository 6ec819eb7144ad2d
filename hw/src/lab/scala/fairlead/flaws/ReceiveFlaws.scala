// SPDX-License-Identifier: Apache-2.0
package fairlead.flaws

import chisel3._
import fairlead.dma._
import fairlead.ports._
import fairlead.words._
import fairlead.params.{AtomicFunction, PacketType, Structure, TileParams}
import fairlead.params.UnsafeVariant._

/** The conditions for which a flawed commit unit waits and a sound one does not. */
class CommitWaits extends Bundle {
  val descriptor = Bool() // a descriptor waits for a request packetiser without room
  val full       = Bool() // request packetiser 0 has no room for a packet
  val closing    = Bool() // an epoch of this node is closing and not acknowledged
}

class FlawedDmaRx(p: TileParams)(implicit structure: Structure) extends DmaRx(p) with FlawedPart {
  override protected def flawed = Map(
    classOf[RequestRx]    -> (() => new FlawedRequestRx(p)),
    classOf[ByteCounters] -> (() => new FlawedByteCounters),
    classOf[CommitUnit]   -> (() => new FlawedCommitUnit(p.maxCommitSlots, structure.maxPacketFlits - 1))
  )
  val waits = IO(Input(new CommitWaits))

  commit match { case commits: FlawedCommitUnit => commits.waits := waits }
  requests.zip(responses).zipWithIndex.collect { case ((request: FlawedRequestRx, response), port) =>
    response.io.commitRoom := commit.io.room(port) && !(flaw(OneReceiver) && request.waits)
  }
  requests.zip(reception.io.message).foreach { case (request, message) =>
    request.io.message.full := (message.full || flaw(MessageRefused)) && !flaw(MessageWaits)
  }

  // one-shot faults that hit the next payload flit of a put
  private val faults = Module(new WriteFaults)
  faults.io.cmd := io.cmd
  faults.io.put := VecInit(requests.map(rx => rx.io.write.valid && rx.io.isPut))
  for (port <- 0 until structure.localPorts) {
    val (request, response) = (requests(port).io, responses(port).io)
    val right               = Mux(response.write.valid, response.write.d0, request.write.d0)
    writes(port).d0 := right ^ faults.io.invert(port).asUInt
    when(faults.io.lose(port)) { writes(port).valid := false.B }
    when(faults.io.again(port)) {
      request.turn.take            := false.B
      response.turn.take           := false.B
      writeValid(port)             := true.B
      commit.io.issue(port).valid  := true.B
      commit.io.issue(port).atomic := false.B
      io.acts.receive              := true.B
    }
  }
}

class FlawedRequestRx(p: TileParams)(implicit structure: Structure) extends RequestRx(p) with FlawedPart {
  val waits = IO(Output(Bool())) // a head is in front and may not be taken
  waits := front.valid && !offer

  override protected def half: Bool      = super.half && !flaw(WideAtomic)
  override protected def needsSlot: Bool = super.needsSlot || flaw(PutTakesSlot)
  override protected def functionOf(word: UInt): UInt =
    super.functionOf(word) & Mux(flaw(SwapAdds), AtomicFunction.Xor.value.U, AtomicFunction.mask.U)
}

class FlawedByteCounters(implicit structure: Structure) extends ByteCounters() with FlawedPart {
  override protected def overwrites: Bool  = flaw(CounterOverwrites)
  override protected def shares: Bool      = flaw(CounterShared)
  override protected def earlyHolds: Bool  = flaw(EarlyHolds)
  override protected def anySender: Bool   = flaw(AnySender)
  override protected def emptyCounts: Bool = flaw(EmptyCounts)
}

class FlawedCommitUnit(slots: Int, packetFlits: Int)(implicit structure: Structure)
    extends CommitUnit(slots, packetFlits) with FlawedPart {
  override protected def flawed = Map(classOf[CommitQueue] -> (() => new FlawedCommitQueue(slots, packetFlits)))
  val waits = IO(Input(new CommitWaits))
  queues.collect { case queue: FlawedCommitQueue => queue.waits := waits }

  override protected def counted(transfer: Bool, refusal: Bool): Bool =
    super.counted(transfer, refusal) && !(refusal && flaw(RefusedLost))
  override protected def reason: UInt = Mux(flaw(NoReason), 0.U, super.reason)
  when(flaw(EpochPackets)) { io.notice.putDone := ofPut }
}

class FlawedCommitQueue(slots: Int, packetFlits: Int)(implicit structure: Structure)
    extends CommitQueue(slots, packetFlits) with FlawedPart {
  val waits = IO(Input(new CommitWaits))

  // a packet that lowers a byte counter does not wait for its writes
  private val header0 = word0(first).asTypeOf(new Header0)
  private val header1 = word1(first).asTypeOf(new Header1)
  private val isPut   = header0.ptype === PacketType.Put.value.U && header1.ctrValid && !header1.epoch
  private val isData  = header0.ptype === PacketType.Data.value.U
  when(flaw(CounterEarly) && (isData || isPut)) { io.ready := some }

  private val isCount = header0.ptype === PacketType.PutCount.value.U
  private val held    = flaw(CountWaits) && waits.full || flaw(ClosingWaits) && waits.closing
  when(flaw(CompletionWaits) && waits.descriptor || held && isCount) { io.ready := false.B }
}
