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
    classOf[RequestRx] -> (() => new FlawedRequestRx(p)),
    classOf[ResponseRx] -> (() => new FlawedResponseRx(p)),
    classOf[CommitUnit] -> (() => new FlawedCommitUnit(p.maxCommitSlots, structure.maxPacketFlits - 1))
  )
  val waits = IO(Input(new CommitWaits))

  commit match { case commits: FlawedCommitUnit => commits.waits := waits }
  requests.zip(responses).collect { case (request: FlawedRequestRx, response: FlawedResponseRx) =>
    response.isBehind := request.waits
  }

  // one-shot faults that hit the next payload flit of a put
  private lazy val faults = Module(new WriteFaults)
  override protected def isFree(port: Int): Bool = !faults.io.again(port)
  override protected def isLost(port: Int): Bool = faults.io.lose(port)
  override protected def written(port: Int): WriteReq = {
    val right = super.written(port)
    val wrong = WireInit(right)
    wrong.d0 := right.d0 ^ faults.io.invert(port).asUInt
    wrong
  }
  faults.io.cmd := io.cmd
  faults.io.put := VecInit(requests.map(rx => rx.io.write.valid && rx.io.isPut))
  for (port <- 0 until structure.localPorts) when(faults.io.again(port)) {
    writeValid(port)             := true.B
    commit.io.issue(port).valid  := true.B
    commit.io.issue(port).atomic := false.B
    io.acts.receive              := true.B
  }
}

class FlawedRequestRx(p: TileParams)(implicit structure: Structure) extends RequestRx(p) with FlawedPart {
  val waits = IO(Output(Bool())) // a head is in front and may not be taken
  waits := front.valid && !offer

  override protected def lacksSlot: Bool = (super.lacksSlot || flaw(MessageRefused)) && !flaw(MessageWaits)
  override protected def functionOf(word: UInt): UInt =
    super.functionOf(word) & Mux(flaw(SwapAdds), AtomicFunction.Xor.value.U, AtomicFunction.mask.U)
}

class FlawedResponseRx(p: TileParams)(implicit structure: Structure) extends ResponseRx(p) with FlawedPart {
  private lazy val behindPin = new Pin("isBehind", Bool())
  def isBehind: Bool                   = behindPin() // a waiting request
  override protected def hasRoom: Bool = super.hasRoom && !(flaw(OneReceiver) && isBehind)
}

class FlawedCommitUnit(slots: Int, packetFlits: Int)(implicit structure: Structure)
    extends CommitUnit(slots, packetFlits) with FlawedPart {
  override protected def flawed = Map(classOf[CommitQueue] -> (() => new FlawedCommitQueue(slots, packetFlits)))
  private lazy val waitsPin = new Pin("waits", new CommitWaits)
  def waits: CommitWaits = waitsPin()


  override protected def canAct(queue: CommitQueue): Bool = {
    val isCount = queue.io.front.word0.asTypeOf(new Header0).ptype === PacketType.PutCount.value.U
    val held    = flaw(CountWaits) && waits.full || flaw(ClosingWaits) && waits.closing
    super.canAct(queue) && !(flaw(CompletionWaits) && waits.descriptor) && !(held && isCount)
  }

  override protected def counted(transfer: Bool, refusal: Bool): Bool =
    super.counted(transfer, refusal) && !(refusal && flaw(RefusedLost))
  override protected def endsPut: Bool = super.endsPut || flaw(EpochPackets)
}

class FlawedCommitQueue(slots: Int, packetFlits: Int)(implicit structure: Structure)
    extends CommitQueue(slots, packetFlits) with FlawedPart {

  /** A packet that lowers a byte counter does not wait for its writes. */
  override protected def isInMemory: Bool = {
    val header0 = word0(first).asTypeOf(new Header0)
    val header1 = word1(first).asTypeOf(new Header1)
    val isPut   = header0.ptype === PacketType.Put.value.U && header1.ctrValid && !header1.epoch
    val isData  = header0.ptype === PacketType.Data.value.U
    super.isInMemory || flaw(CounterEarly) && (isData || isPut)
  }
}
