// SPDX-License-Identifier: Apache-2.0
package fairlead.dma

import chisel3._
import fairlead.ports._
import fairlead.words._
import fairlead.params._

/** Receiver of the response class at one local port: writes get data, hands each packet to the CommitUnit at its tail.
  * Consuming a response injects nothing.
  *
  * Contract: a head is offered with a free place in the commit queue, which drains by memory acknowledgements alone;
  *           the flits after it are always offered. It waits for no response slot, reception FIFO or request.
  * Timing:   as RequestRx. Reset: empty. Spec: docs/spec/dma-engine-rx.md (R-FEN-3, R-FEN-8)
  */
class ResponseRx(p: TileParams)(implicit structure: Structure) extends Module {
  val io = IO(new Bundle {
    val cfg        = Input(new NicConfig)
    val eject      = Flipped(new LocalLink)
    val commitRoom = Input(Bool())
    val turn       = new ReceiverTurn
    val claim      = Output(Bool())
    val push       = Output(new CommitPush)
    val write      = Output(new WriteReq)
    val event      = Output(new EventPort)
    val busy       = Output(Bool())
    val waits      = Output(new ReceiverWaits)
  })

  private val buffer = Module(new EjectionBuffer(p.maxLocalDepth, p.physical))
  buffer.io.depth := io.cfg.localDepth.eject(1)
  buffer.io.in    <> io.eject
  private val front = buffer.io.front

  private val word0  = Reg(UInt(64.W))
  private val word1  = Reg(UInt(64.W))
  private val cursor = Reg(UInt(structure.addressBits.W))
  private val left   = Reg(UInt(structure.payloadBits.W))

  private val nowWord0 = Mux(front.head, front.w0, word0)
  private val nowWord1 = Mux(front.head, front.w1, word1)
  private val header0  = nowWord0.asTypeOf(new Header0)
  private val header1  = nowWord1.asTypeOf(new Header1)
  private val isData   = header0.ptype === PacketType.Data.value.U

  private val room        = io.commitRoom
  private val offer       = front.valid && (!front.head || room)
  private val take        = io.turn.take
  private val takeHead    = take && front.head
  private val takePayload = take && !front.head
  private val takeTail    = take && front.tail
  io.turn.offer  := offer
  io.claim       := takeHead
  buffer.io.take := take

  when(takeHead) {
    word0  := front.w0
    word1  := front.w1
    cursor := header1.addr
    left   := header0.length
  }
  when(takePayload) {
    cursor := cursor + Fixed.flitBytes.U
    left   := left - Mux(left > Fixed.flitBytes.U, Fixed.flitBytes.U, left)
  }

  io.write.valid := takePayload && isData
  io.write.op    := WriteOp.Write.value.U
  io.write.len   := Mux(left > Fixed.flitBytes.U, Fixed.flitBytes.U, left(4, 0))
  io.write.addr  := cursor
  io.write.d0    := front.w0
  io.write.d1    := front.w1

  io.push.valid  := takeTail
  io.push.reason := 0.U
  io.push.word0  := nowWord0
  io.push.word1  := nowWord1
  io.push.data   := front.w0

  private val delivered = RegNext(takeTail, false.B)
  io.event.valid := delivered
  io.event.kind  := EventKind.Delivered.value.U
  io.event.a     := util.RegEnable(nowWord0, takeTail)
  io.event.b     := util.RegEnable(nowWord1, takeTail)
  io.busy        := offer || delivered || buffer.io.busy

  io.waits.some  := front.valid
  io.waits.head  := front.head
  io.waits.slots := 1.U // it needs none
  io.waits.room  := io.commitRoom
  io.waits.taken := take

  layer.block(layers.Verification) {
    val inside = RegInit(false.B)
    when(take)(inside := !front.tail)
    val flits = RegInit(0.U(structure.flitBits.W))
    when(take)(flits := Mux(front.head, 0.U, flits + 1.U))
    val expected = (header0.length +& 15.U)(structure.payloadBits, 4)
    assert(!take || front.head =/= inside, "RXS_A1: head and tail marks of a response do not alternate")
    assert(!take || front.tail === (Mux(front.head, 0.U, flits +& 1.U) === expected),
      "RXS_A2: length and flits of a response disagree")
    assert(
      !takeHead || header0.ptype >= PacketType.Data.value.U && header0.ptype <= PacketType.PutAck.value.U && header0.cls === 1.U,
      "RXS_A3: not a response"
    )
    assert(!takeHead || header0.dst.asUInt === io.cfg.me.asUInt, "RXS_A4: response for another node")
    assert(!takeHead || !isData || header1.ctrValid, "RXS_A5: DATA names no byte counter")
    assert(!takeHead || !isData || header1.addr +& header0.length <= io.cfg.memoryBytes,
      "RXS_A6: DATA lands outside the memory")
  }
}
