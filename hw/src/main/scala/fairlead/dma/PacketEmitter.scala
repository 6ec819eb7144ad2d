// SPDX-License-Identifier: Apache-2.0
package fairlead.dma

import chisel3._
import chisel3.layers.Verification
import chisel3.util._
import fairlead.ports._
import fairlead.words._
import fairlead.params._

/** Sends the prepared packets of one context to the router: head, then payload as it arrives, one credit a flit.
  *
  * Contract: packets leave in the order of `push`; memory replies come in the order of the reads. A packet stays in the
  *           queue until its tail leaves. Words of the DLA leave their FIFO in the cycle in which they are sent
  *           (R-DLA-9).
  * Timing:   a packet pushed in cycle t sends its head in t + 1 at the earliest; a decision of cycle t is on the link
  *           in t + 1, with its events. A reply or credit of cycle t is usable in t + 1. With credits and data it sends
  *           one flit a cycle, without a gap between packets.
  * Reset:    queues empty, credits = LOCAL_DEPTH. It holds `limit` packets, of the `headers` that are built.
  * Spec:     docs/spec/dma-engine-tx.md
  */
class PacketEmitter(headers: Int = Fixed.headerQueue, window: Int = Fixed.readWindow)(implicit structure: Structure)
    extends Module {
  val io = IO(new Bundle {
    val localDepth = Input(UInt(9.W))
    val limit      = Input(UInt(log2Ceil(headers + 1).W))
    val push       = Input(new PreparedPacket)
    val space      = Output(Bool()) // from state only
    val reply      = Input(new ReadReply) // of this context
    val dla        = Flipped(new DlaStream)
    val load       = new CounterLoad // a GET of the DLA is being sent
    val dlaDone    = Output(Bool()) // tail of a DLA packet is being sent
    val paid       = Output(Bool()) // a flit of read data is being sent
    val link       = new LocalLink
    val injected   = Output(new EventPort)
    val local      = Output(new EventPort)
    val busy       = Output(Bool())
    val waits      = Output(new EmitterWaits)
  })

  require(isPow2(headers), s"PacketEmitter: headerQueue must be a power of two, got $headers")
  require(isPow2(window), s"PacketEmitter: readWindow must be a power of two, got $window")

  private val head0    = Mem(headers, UInt(64.W))
  private val head1    = Mem(headers, UInt(64.W))
  private val data0    = Mem(headers, UInt(64.W))
  private val data1    = Mem(headers, UInt(64.W))
  private val kinds    = Mem(headers, UInt((structure.flitBits + 3).W)) // source, flits, local
  private val reply0   = Mem(window, UInt(64.W))
  private val reply1   = Mem(window, UInt(64.W))
  private val write    = RegInit(0.U(log2Ceil(headers).W))
  private val read     = RegInit(0.U(log2Ceil(headers).W))
  private val count    = RegInit(0.U(log2Ceil(headers + 1).W))
  private val replyIn  = RegInit(0.U(log2Ceil(window).W))
  private val replyOut = RegInit(0.U(log2Ceil(window).W))
  private val replies  = RegInit(0.U(log2Ceil(window + 1).W))
  private val position = RegInit(0.U(structure.flitBits.W)) // flit of the front packet that is sent next; 0 is the head
  private val credits  = RegInit(io.localDepth) // free slots known in the router

  // queue of prepared packets
  io.space := count =/= io.limit
  when(io.push.valid) {
    head0.write(write, io.push.head0)
    head1.write(write, io.push.head1)
    data0.write(write, io.push.data0)
    data1.write(write, io.push.data1)
    kinds.write(write, Cat(io.push.source, io.push.flits, io.push.local))
    write := write + 1.U
  }

  // the flit to send
  private val some     = count =/= 0.U
  private val front    = GatedRead(some, head0, read)
  private val second   = GatedRead(some, head1, read)
  private val kind     = GatedRead(some, kinds, read)
  private val source   = kind(structure.flitBits + 2, structure.flitBits + 1)
  protected val atHead = position === 0.U
  private val atTail   = position === kind(structure.flitBits, 1)
  private val fromDla  = source === TxSource.Dla.U
  private val fromMem  = source === TxSource.Memory.U
  private val supplied = Mux(fromDla, io.dla.valid, atHead || !fromMem || replies =/= 0.U)
  protected val send   = some && credits =/= 0.U && supplied
  private val done     = send && atTail
  private val usesMem  = send && !atHead && fromMem

  count   := count + io.push.valid - done
  credits := credits + io.link.credit - send
  when(done) { read := read + 1.U }
  when(send) { position := Mux(atTail, 0.U, position + 1.U) }

  when(io.reply.valid) {
    reply0.write(replyIn, io.reply.d0)
    reply1.write(replyIn, io.reply.d1)
    replyIn := replyIn + 1.U
  }
  when(usesMem) { replyOut := replyOut + 1.U }
  replies := replies + io.reply.valid - usesMem

  // outputs
  private val header  = front.asTypeOf(new Header0)
  private val request = io.dla.w0.asTypeOf(new GetPayload)
  private val sent    = WireInit(request)
  sent.unarmed := io.load.busy
  private val inline = some && source === TxSource.Inline.U
  private val flit0 = Mux(fromDla, Mux(io.load.valid, sent.asUInt, io.dla.w0),
    GatedRead(usesMem, reply0, replyOut) | GatedRead(inline, data0, read))
  private val flit1 = Mux(fromDla, io.dla.w1, GatedRead(usesMem, reply1, replyOut) | GatedRead(inline, data1, read))
  io.link.flit.valid := RegNext(send, false.B)
  io.link.flit.head  := RegEnable(atHead, send)
  io.link.flit.tail  := RegEnable(atTail, send)
  io.link.flit.w0    := RegEnable(Mux(atHead, front, flit0), send)
  io.link.flit.w1    := RegEnable(Mux(atHead, second, flit1), send)

  io.dla.ready  := send && fromDla
  io.dlaDone    := done && fromDla
  io.paid       := usesMem
  io.load.valid := send && fromDla && position === 1.U && header.ptype === PacketType.Get.value.U
  io.load.id    := request.ctr
  io.load.value := request.length
  io.injected   := TxEvent(EventKind.Injected, send && atHead, front, second)
  io.local      := TxEvent(EventKind.OpLocal, wasRead && kind(0), front, second)
  protected def wasRead: Bool = done // the last word of the source has left
  io.busy := send || io.link.flit.valid || io.injected.valid || io.local.valid

  io.waits.credits := credits
  io.waits.replies := replies
  io.waits.payload := !atHead
  io.waits.source  := source

  layer.block(Verification) {
    assert(io.limit >= 1.U && io.limit <= headers.U, "PE_A6: headerQueue of NIC_SIZES out of range")
    assert(!io.push.valid || io.space, "PE_A1: a packet is prepared without a place for it")
    val bare = io.push.source === TxSource.None.U
    assert(
      !io.push.valid || io.push.source === TxSource.Dla.U || (io.push.flits === 0.U) === bare,
      "PE_A2: payload without a source"
    )
    assert(!io.push.valid || io.push.flits < structure.maxPacketFlits.U, "PE_A3: a packet of more than 256 bytes")
    assert(!io.reply.valid || replies =/= window.U, "PE_P1: reserved reply space exceeded")
    assert(credits <= io.localDepth, "PE_P2: more credits than slots")
    assert(!io.link.credit || credits =/= io.localDepth, "PE_A4: more credits returned than spent")
    assert(
      !send || !fromDla || (io.dla.head === atHead && io.dla.tail === atTail),
      "PE_A5: the DLA stream does not follow its header"
    )
    assert(replies === 0.U || count =/= 0.U, "PE_P3: reply data without a packet")
  }
}
