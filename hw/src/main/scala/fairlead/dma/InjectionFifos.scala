// SPDX-License-Identifier: Apache-2.0
package fairlead.dma

import chisel3._
import chisel3.layers.Verification
import chisel3.util._
import fairlead.ports._
import fairlead.words._
import fairlead.params._

/** FIFOs of 256-bit descriptors and the host port that fills them (R-FEN-2: posting order is kept in each).
  *
  * Contract: a POST is decided in its own cycle and never stalled: it enters, or OP_REJECTED says why (D11). The gate
  *           of its epoch sees it only when it is well formed and its FIFO has room, and counts it in that cycle
  *           (R-EPO-1, R-EPO-2). Descriptors of a task that TASK_RESET has named come to the head as dead.
  * Timing:   a POST of cycle t is at its FIFO's head in t + 1 when the FIFO was empty. `pop` and `step` of cycle t act
  *           on the head of cycle t.
  * Reset:    all FIFOs are empty.
  * Spec:     docs/spec/dma-engine-tx.md
  */
class InjectionFifos(p: TileParams)(implicit structure: Structure) extends Module with OpenUnit {
  private val n = structure.injectionFifos
  val io = IO(new Bundle {
    val cfg   = Input(new NicConfig)
    val cmd   = Input(new Cmd)
    val owner = Input(UInt(Fixed.ownerBits.W)) // who gives it
    val gate  = new EpochGate
    val heads = Output(Vec(n, new FifoHead))
    // FIFO whose descriptor tail a packetiser wants
    val select = Input(Vec(structure.localPorts, UInt(structure.injectionBits.W)))
    val tails  = Output(Vec(structure.localPorts, new DescriptorTail))
    val moves  = Input(UInt(n.W)) // a packet of the head is prepared, or the head is armed
    val pop    = Input(UInt(n.W)) // it was the last: the head leaves
    // of a get that moves: payload flits for which its packet asks
    val answer = Input(Vec(n, UInt(structure.flitBits.W)))
    val acts   = Output(Bool()) // a pace falls
    val event  = Output(new EventPort)
  })

  private val pointerBits = log2Ceil(p.maxInjection).max(1)
  private val words       = if (p.physical) Nil else Seq.fill(4)(Mem(n << pointerBits, UInt(64.W)))
  private val write       = RegInit(VecInit.fill(n)(0.U(pointerBits.W)))
  private val read        = RegInit(VecInit.fill(n)(0.U(pointerBits.W)))
  private val count       = withReset(empties)(RegInit(VecInit.fill(n)(0.U(log2Ceil(p.maxInjection + 1).W))))
  protected def empties: Reset = reset
  private val packets = RegInit(VecInit.fill(n)(0.U(TxFixed.packetBits.W)))
  private val pace    = RegInit(VecInit.fill(n)(0.U(structure.flitBits.W))) // cycles to the next packet of a get
  protected def paces: Bool = true.B
  // of a FIFO: its tasks that are gone, and how many descriptors were in it when the last of them went
  private val owners = if (p.physical) None else Some(Mem(n << pointerBits, UInt((new DescriptorOwner).getWidth.W)))
  private val gone   = RegInit(VecInit.fill(n)(0.U((1 << Fixed.taskBits).W)))
  private val behind = RegInit(VecInit.fill(n)(0.U(log2Ceil(p.maxInjection + 1).W)))
  private def isGone(fifo: UInt, owner: UInt): Bool = gone(fifo)(owner(Fixed.taskBits - 1, 0)) && !owner(Fixed.taskBits)

  // the host port
  private val d0       = io.cmd.w(0).asTypeOf(new Descriptor0)
  private val fifo     = d0.number
  private val d1       = io.cmd.w(1).asTypeOf(new Descriptor1)
  private val post     = io.cmd.valid && io.cmd.op === TileCommand.Post.value.U
  private val isPut    = d0.kind === OpKind.Put.value.U
  private val isGet    = d0.kind === OpKind.Get.value.U
  private val isAtomic = d0.kind === OpKind.FetchAdd.value.U || d0.kind === OpKind.CompSwap.value.U
  private val malformed =
    d0.kind > OpKind.Fence.value.U || !rules.meant(TileCommand.Post, io.cmd.w) || !rules.mode(io.cfg,
      d0) || !rules.node(io.cfg, d0.target) || !rules.length(d0) ||
      !rules.remote(d0, d1) || !rules.local(io.cfg, d0, d1, carried = false) || !rules.fifos(d0, d1)
  private val depths = io.cfg.injectionDepth
  private val full   = VecInit(count.zip(depths).map { case (c, d) => c === d })(fifo)
  private val gated  = d0.epoch && (isPut || isGet || isAtomic)
  private val barred = isGone(fifo, io.owner)

  io.gate.valid  := post && !malformed && !barred && !full && gated
  io.gate.index  := d0.index
  io.gate.isPut  := isPut
  io.gate.target := d0.target
  private val more = TxFixed.isUnordered(d0, io.cfg.me) && d0.length =/= 0.U
  io.gate.extra := Mux(more, (d0.length - 1.U)(Fixed.lengthBits - 1, log2Ceil(structure.maxPayload)), 0.U)
  private val enters = post && !malformed && !barred && !full && (!gated || io.gate.open)
  private val reason = MuxCase(RejectReason.Epoch.value.U,
    Seq(malformed -> RejectReason.Malformed.value.U, barred -> RejectReason.Gone.value.U,
      full        -> RejectReason.Full.value.U))
  // a command of a unit that the structure leaves out goes to nobody
  io.event := (if (AbsentUnits.commands.isEmpty) TxEvent(EventKind.OpRejected, post && !enters, d0.tag, reason)
               else {
                 val absent = io.cmd.valid && AbsentUnits.commands.map(io.cmd.op === _.value.U).reduce(_ || _)
                 val why    = Mux(absent, RejectReason.Malformed.value.U, reason)
                 TxEvent(EventKind.OpRejected, post && !enters || absent, d0.tag, why)
               })

  private val entry = Wire(new DescriptorOwner)
  entry.toFifo := FifoNumber(d1.remote, structure.receptionFifos)
  entry.owner  := io.owner
  when(enters) {
    words.zip(io.cmd.w).foreach { case (word, data) => word.write(Cat(fifo, write(fifo)), data) }
    owners.foreach(_.write(Cat(fifo, write(fifo)), entry.asUInt))
  }

  // the FIFOs
  private val resource = io.cmd.w(0)((new HostResource).getWidth - 1, 0).asTypeOf(new HostResource)
  private val resets = io.cmd.valid && io.cmd.op === TileCommand.TaskReset.value.U &&
    resource.kind === ResourceKind.Injection.value.U
  protected def mayDrop: Bool = true.B
  io.acts := pace.map(_ =/= 0.U).reduce(_ || _)
  private def next(pointer: UInt, depth: UInt) = Mux(pointer === depth - 1.U, 0.U, pointer + 1.U)
  private val fronts = if (p.physical) Seq.tabulate(n) { f => // one memory a FIFO: several may move in a cycle
    val moved = Mux(io.pop(f), next(read(f), depths(f)), read(f))
    val push  = enters && fifo === f.U
    FrontMemory(s"words$f", 1 << pointerBits, push, write(f), Cat(entry.asUInt +: io.cmd.w.reverse), Seq(moved),
      Seq(io.pop(f))).head
  }
  else Nil
  for (f <- 0 until n) {
    val push = enters && fifo === f.U
    val pop  = io.pop(f)
    when(push) { write(f) := next(write(f), depths(f)) }
    when(pop) { read(f) := next(read(f), depths(f)) }
    count(f) := count(f) + push - pop
    when(pop) { packets(f) := 0.U }.elsewhen(io.moves(f)) { packets(f) := packets(f) + 1.U }
    when(io.moves(f) && io.answer(f) =/= 0.U) { pace(f) := io.answer(f) }
      .elsewhen(pace(f) =/= 0.U) { pace(f) := pace(f) - 1.U }
    io.heads(f).valid := count(f) =/= 0.U
    val head = (if (p.physical) Mux(count(f) =/= 0.U, fronts(f)(63, 0), 0.U)
                else GatedRead(count(f) =/= 0.U, words(0), Cat(f.U(structure.injectionBits.W), read(f))))
      .asTypeOf(new Descriptor0)
    io.heads(f).word0   := head
    io.heads(f).packets := packets(f)
    io.heads(f).paced   := paces && pace(f) =/= 0.U && head.kind === OpKind.Get.value.U

    // one of an epoch is counted there, and one that is begun is waited for: they go on
    val whose = owners.fold(fronts(f) >> 4 * 64)(memory =>
      GatedRead(count(f) =/= 0.U, memory, Cat(f.U(structure.injectionBits.W), read(f)))
    ).asTypeOf(new DescriptorOwner)
    val owner = whose.owner
    io.heads(f).toFifo := whose.toFifo
    io.heads(f).task   := owner(Fixed.taskBits - 1, 0)
    val ofEpoch = head.epoch && head.kind <= OpKind.CompSwap.value.U
    val dead    = mayDrop && behind(f) =/= 0.U && isGone(f.U, owner) && packets(f) === 0.U && !ofEpoch
    io.heads(f).dead := dead
    when(dead) { // a put of nothing, which waits for nothing that the FIFOs share
      io.heads(f).word0.kind   := OpKind.Put.value.U
      io.heads(f).word0.length := 0.U
      io.heads(f).word0.epoch  := false.B
      io.heads(f).word0.mode   := 0.U
      io.heads(f).paced        := false.B
    }
    val rest = count(f) - pop
    when(resets && rest =/= 0.U) {
      gone(f)   := gone(f) | UIntToOH(resource.task(Fixed.taskBits - 1, 0))
      behind(f) := rest
    }.elsewhen(pop && behind(f) =/= 0.U) {
      behind(f) := behind(f) - 1.U
      when(behind(f) === 1.U) { gone(f) := 0.U }
    }
  }
  for ((from, tail) <- io.select.zip(io.tails)) {
    val at    = Cat(from, read(from))
    val taken = io.moves.orR // by this packetiser or the other
    def word(i: Int): UInt =
      if (p.physical) VecInit(fronts.map(_(64 * i + 63, 64 * i)))(from) else GatedRead(taken, words(i), at)
    tail.word1   := word(1).asTypeOf(new Descriptor1)
    tail.operand := word(2)
    tail.compare := word(3)
  }

  layer.block(Verification) {
    for (f <- 0 until n) {
      assert(count(f) <= depths(f), "IF_P1: more descriptors than the FIFO holds")
      assert(behind(f) <= count(f) && (behind(f) =/= 0.U) === gone(f).orR,
        "IF_P3: a FIFO waits for descriptors of the dead that it has not")
      assert(!io.moves(f) || count(f) =/= 0.U, "IF_A1: taken from an empty injection FIFO")
      assert(!io.pop(f) || io.moves(f), "IF_A2: a head leaves of which nothing is prepared")
      val ahead    = Mux(write(f) >= read(f), 0.U(16.W), depths(f).pad(16))
      val distance = ahead + write(f) - read(f)
      assert(distance === Mux(count(f) === depths(f), 0.U, count(f)), "IF_P2: pointers and count disagree")
    }
    assert(depths.map(d => d >= 1.U && d <= p.maxInjection.U).reduce(_ && _),
      "IF_A3: INJECTION_DEPTH or INJECTION_DEPTHS out of range")
  }
}
