// SPDX-License-Identifier: Apache-2.0
package fairlead.dma

import chisel3._
import chisel3.layers.Verification
import chisel3.util._
import fairlead.ports._
import fairlead.words._
import fairlead.params._

/** Request packetiser of one local port: picks by packet among its injection FIFOs, the DLA and two control sources,
  * and prepares the packet.
  *
  * Contract: one packet a cycle while `space`. A descriptor leaves its FIFO when its last packet is prepared, so
  *           whatever follows it in the FIFO leaves after it on the same path (R-FEN-2, R-FEN-5). A message
  *           without a credit, or a fence that FenceUnit does not take, holds back its own FIFO only.
  * Timing:   everything happens in the cycle of the pick: header, epoch lookup, fence arming, counter load, self pulse.
  *           OP_ISSUED one cycle later.
  * Reset:    FIFO 0 is first in turn, no DLA packet under way.
  * Spec:     docs/spec/dma-engine-tx.md
  */
class RequestTx(implicit structure: Structure) extends Module {
  private val n = structure.injectionFifos
  val io = IO(new Bundle {
    val cfg    = Input(new NicConfig)
    val now    = Input(UInt(structure.stampBits.W)) // in units of stamps
    val space  = Input(Bool()) // a packet can be prepared in this cycle
    val heads  = Input(Vec(n, new FifoHead))
    val ready  = Input(UInt(n.W)) // heads that this port may take: its own, not blocked, with a credit if a message
    val select = Output(UInt(structure.injectionBits.W))
    val tail   = Input(new DescriptorTail)
    val moves  = Output(UInt(n.W)) // a packet of it is prepared, or it is armed
    val pop    = Output(UInt(n.W)) // and it leaves
    val lookup = new EpochLookup
    val arm    = new FenceArm
    // for a packet of an unordered head: its acknowledgement counter
    val counter      = Input(UInt(log2Ceil(Fixed.ackCounters).W))
    val counterGen   = Input(UInt(Fixed.generationBits.W))
    val control      = Vec(2, Flipped(new ControlPacket))
    val dla          = Input(new DlaWord) // looked at only; PacketEmitter takes the words
    val dlaDone      = Input(Bool())
    val dlaBusy      = Output(Bool()) // the request in front is prepared: it will be taken
    val push         = Output(new PreparedPacket)
    val run          = Output(new ReadRun)
    val answer       = Output(UInt(structure.flitBits.W)) // payload flits for which the packet of a get asks
    val counterLoad  = new CounterLoad
    val selfProduced = Output(Bool())
    val issued       = Output(new EventPort)
    val acts         = Output(Bool())
  })

  OpKind.all.filter(_.value < OpKind.Flush.value).zip(PacketType.all).foreach { case (op, packet) =>
    require(
      op.value == packet.value,
      s"RequestTx: ${op.name} and its packet type must have one code, got ${op.value} and ${packet.value}"
    )
  }

  private val above   = RegInit(0.U((n + 3).W))
  private val dlaBusy = RegInit(false.B) // a packet of the DLA is prepared, its tail not sent

  // pick: the FIFOs, the DLA, two of control. A fence that is not taken gives way to the next source that is none.
  private val arming  = VecInit(io.heads.map(_.word0.kind >= OpKind.Flush.value.U)).asUInt
  private val dlaHead = io.dla.valid && io.dla.head && !dlaBusy
  private val others  = Cat(io.control(1).valid, io.control(0).valid, dlaHead)
  private val all     = Cat(Mux(io.ready.orR, others & ~yields, others), io.ready)
  protected def yields: UInt = 0.U(3.W) // of the others: those that wait for the FIFOs
  private val first   = TxPick(all, above)
  private val offered = first(n - 1, 0) & arming
  private val atArm   = wordOf(offered)
  private def wordOf(chosen: UInt): Descriptor0 =
    Mux(chosen.orR, Mux1H(chosen, io.heads.map(_.word0.asUInt)), 0.U).asTypeOf(new Descriptor0)
  private def taskOf(chosen: UInt): UInt = Mux(chosen.orR, Mux1H(chosen, io.heads.map(_.task)), 0.U)
  io.arm.valid  := io.space && offered.orR
  io.arm.fence  := atArm.kind === OpKind.Fence.value.U
  io.arm.self   := atArm.target.asUInt === io.cfg.me.asUInt
  io.arm.fifo   := OHToUInt(offered)
  io.arm.task   := taskOf(offered)
  io.arm.tag    := atArm.tag
  io.arm.target := atArm.target
  io.arm.loose  := atArm.mode =/= 0.U
  private val armed = io.arm.valid && io.arm.ready
  private val pick  = Mux(offered.orR && !io.arm.ready, TxPick(all & ~(0.U(3.W) ## arming), above), first)
  private val fire  = io.space && pick.orR
  when(fire) { above := TxPick.after(pick) }

  // what was picked
  private val fifo      = pick(n - 1, 0)
  protected val isFifo  = fifo.orR
  private val isDla     = pick(n)
  private val controls  = pick(n + 2, n + 1)
  private val isControl = controls.orR
  private val control   = Mux(controls(0), io.control(0).word1, io.control(1).word1)
  private val word0     = wordOf(fifo)
  private val packets   = Mux1H(fifo, io.heads.map(_.packets))
  private val word1     = io.tail.word1
  private def is(code: Code) = word0.kind === code.value.U
  private val isPut    = is(OpKind.Put)
  private val isGet    = is(OpKind.Get)
  private val isAtomic = is(OpKind.FetchAdd) || is(OpKind.CompSwap)
  protected val isMsg  = is(OpKind.Message)
  private val isArm    = word0.kind >= OpKind.Flush.value.U
  private val inline   = isGet || isAtomic
  private val begins   = packets === 0.U // its first packet
  private val barred   = isGet && begins && io.counterLoad.busy // it goes to its target to be refused there
  private val offset   = Cat(packets, 0.U(log2Ceil(structure.maxPayload).W))
  private val left     = word0.length - offset
  private val long     = left > structure.maxPayload.U
  private val more     = long && (isPut || isGet && !barred)
  // bytes of a packet of a put or message, or of the DATA that a packet of a get asks for
  private val size    = Mux(long, structure.maxPayload.U, left(structure.payloadBits - 1, 0))
  private val bytes   = Mux(isPut || isMsg, size, Mux(inline, TxFixed.inlineBytes.U, 0.U))
  private val dead    = isFifo && Mux1H(fifo, io.heads.map(_.dead))
  private val sends   = !isFifo || !dead && (!isArm || io.arm.ping)
  private val inEpoch = word0.epoch && (isPut || inline)
  private val loose   = TxFixed.isUnordered(word0, io.cfg.me)
  io.select       := OHToUInt(fifo)
  io.lookup.index := word0.index
  io.pop          := Mux(fire && !more, fifo, 0.U)
  io.moves        := Mux(fire, fifo, 0.U)
  io.control.zipWithIndex.foreach { case (c, i) => c.ready := fire && controls(i) }
  io.dlaBusy := dlaBusy
  when(fire && isDla) { dlaBusy := true.B }.elsewhen(io.dlaDone) { dlaBusy := false.B }

  // its header
  private val fromFifo = Wire(new Header1)
  fromFifo.epoch    := inEpoch
  fromFifo.ctrValid := Mux(isAtomic, word0.half, isPut && word1.ctrValid)
  fromFifo.ctr      := Mux(isPut && word1.ctrValid, word1.ctr, Mux(isAtomic && inEpoch, word0.index, 0.U))
  fromFifo.entry    := Mux(isArm, io.arm.entry, Mux(inEpoch, io.lookup.entry, 0.U))
  fromFifo.slot     := Mux(loose, io.counter, Mux(isArm, 0.U, taskOf(fifo)))
  fromFifo.gen      := Mux(inEpoch, io.lookup.gen, Mux(loose, io.counterGen, 0.U))
  fromFifo.tag      := word0.tag
  fromFifo.addr     := Mux(isArm, 0.U, word1.remote + offset)
  private val fifoType = Mux(isArm, PacketType.Ping.value.U, word0.kind)
  private val ctlType  = Mux(controls(0), io.control(0).ptype, io.control(1).ptype)
  private val ctlDst   = Mux(controls(0), io.control(0).dst, io.control(1).dst)
  private val header = HeaderBuilder(
    fire,
    io.cfg,
    Mux(isControl, ctlDst, word0.target),
    Mux(isControl, ctlType, fifoType),
    0,
    mode,
    Mux(isControl, 0.U, bytes),
    isControl || !more,
    io.now
  )
  protected def mode: UInt = Mux(isFifo && loose, word0.mode, 0.U)
  private val payload = Wire(new GetPayload)
  payload.spare      := 0.U
  payload.localEpoch := Mux(inEpoch, word0.index, 0.U)
  payload.spare1     := 0.U
  payload.unarmed    := barred
  payload.ctr        := word1.ctr
  payload.length     := left
  payload.landing    := word1.local + offset

  private val dlaHeader = io.dla.w0.asTypeOf(new Header0)
  private val fromMem   = isFifo && (isPut || isMsg) && size =/= 0.U
  io.push.valid := fire && sends
  private val (head0, head1) = (header.asUInt, Mux(isControl, control.asUInt, fromFifo.asUInt))
  // simulators build no header otherwise
  io.push.head0 := Mux(fire, Mux(isDla, Cat(io.now, io.dla.w0(63 - structure.stampBits, 0)), head0), 0.U)
  io.push.head1 := Mux(fire, Mux(isDla, io.dla.w1, head1), 0.U)
  io.push.data0 := Mux(isGet, payload.asUInt, io.tail.operand)
  io.push.data1 := Mux(isAtomic, io.tail.compare, 0.U)
  io.push.source := Mux(
    isDla,
    TxSource.Dla.U,
    Mux(fromMem, TxSource.Memory.U, Mux(isFifo && inline, TxSource.Inline.U, TxSource.None.U))
  )
  io.answer     := Mux(isGet, TxFixed.flits(size), 0.U)
  io.push.flits := TxFixed.flits(Mux(isDla, dlaHeader.length, Mux(isFifo, bytes, 0.U)))
  io.push.local := isFifo && (isPut || isMsg) && !more
  io.run.valid  := fire && fromMem
  io.run.addr   := word1.local + offset
  io.run.bytes  := size

  // outputs of the pick
  io.counterLoad.valid := fire && isFifo && isGet && begins
  io.counterLoad.id    := word1.ctr
  io.counterLoad.value := word0.length
  private val toSelf  = Mux(isDla, dlaHeader.dst.asUInt, word0.target.asUInt) === io.cfg.me.asUInt
  private val counted = Mux(isDla, dlaHeader.last, isFifo && !more && !isArm && !dead)
  io.selfProduced := fire && counted && toSelf
  private val leaves = fire && isFifo && !more
  io.issued := TxEvent(EventKind.OpIssued, leaves, Mux(dead, word0.tag, word0.asUInt),
    Mux(dead, RejectReason.Gone.value.U, 0.U))
  when(RegEnable(dead, false.B, leaves)) { io.issued.kind := EventKind.OpRejected.value.U }
  io.acts := fire || io.issued.valid

  layer.block(Verification) {
    assert(PopCount(pick) <= 1.U, "RQ_P1: two packets in one cycle")
    assert(!fire || !(isFifo && isArm) || armed, "RQ_P2: a fence left its FIFO unarmed")
    assert(!armed || (fire && io.pop === offered), "RQ_P3: an armed fence stays in its FIFO")
    for (f <- 0 until n) {
      val prepared = RegInit(0.U((Fixed.lengthBits + 1).W)) // bytes of the head that are in packets
      val taken    = prepared + size
      when(fire && fifo(f)) { prepared := Mux(more, taken, 0.U) }
      assert(!(fire && fifo(f)) || prepared === offset, "RQ_P4: packets of an operation overlap or leave a gap")
      assert(!(io.pop(f) && (isPut || isMsg || isGet && !barred)) || taken === word0.length,
        "RQ_P5: packets do not cover their operation")
    }
  }
}
