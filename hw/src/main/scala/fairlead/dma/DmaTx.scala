// SPDX-License-Identifier: Apache-2.0
package fairlead.dma

import chisel3._
import chisel3.layers.Verification
import chisel3.util._
import fairlead.fence.OwnShare
import fairlead.ports._
import fairlead.words._
import fairlead.params._

class DmaTxIO(implicit structure: Structure) extends Bundle {
  private val ports   = structure.localPorts
  val cfg             = Input(new NicConfig)
  val now             = Input(UInt(structure.stampBits.W)) // in units of stamps
  val cmd             = Input(new Cmd) // POST, MSG_CREDIT
  val owner           = Input(UInt(Fixed.ownerBits.W)) // who gives it
  val gate            = new EpochGate
  val lookup          = Vec(ports, new EpochLookup)
  val arm             = Vec(ports, new FenceArm)
  val fenceBlocked    = Input(UInt(structure.injectionFifos.W))
  val fenceVacant     = Input(UInt(log2Ceil(Fixed.fenceEntries + 1).W)) // fence entries that are free
  val fenceOwed       = Input(UInt(structure.injectionFifos.W)) // granted FIFOs for which one is kept
  val unordered       = Vec(structure.injectionFifos, new UnorderedHead)
  val older           = Output(Vec(structure.injectionFifos, UInt(structure.injectionFifos.W))) // as in ServiceOrder
  val requestControl  = Vec(2, Flipped(new ControlPacket)) // 0 FenceUnit, 1 EpochUnit INIT, PUT_COUNT, TERM
  val responseControl = Vec(2, Flipped(new ControlPacket)) // 0 EpochUnit ACK, 1 message CREDIT
  val dla             = Flipped(new DlaStream)
  val dlaBusy         = Output(Bool()) // the DLA's request in front is prepared
  val respond         = Vec(ports, Flipped(new ResponsePort))
  val creditReturn    = Input(new CreditReturn)
  val counterLoad     = Vec(ports, new CounterLoad)
  val selfProduced    = Output(Vec(ports, Bool())) // last packet of an operation on this node is prepared
  val inject          = Vec(Fixed.classes * ports, new LocalLink) // req0, req1, rsp0, rsp1
  val readReq         = Output(Vec(ports, new ReadReq))
  val readReply       = Input(Vec(ports, new ReadReply))
  val txEvent         = Output(Vec(Fixed.classes * ports, new EventPort)) // PACKET_INJECTED, as inject
  val issueEvent      = Output(Vec(ports, new EventPort)) // OP_ISSUED
  val localEvent      = Output(Vec(ports, new EventPort)) // OP_LOCAL
  val postEvent       = Output(new EventPort) // OP_REJECTED
  val acts            = Output(new DmaActs) // its registers of that clock change although no pin of the tile is active
  val waits           = Output(new SendWaits)
}

/** Transmit half of the DMA engine: injection FIFOs, a request and a response packetiser for each local port, and their
  * emitters. Wiring, and the choice of the port of a FIFO (f mod LOCAL_PORTS).
  *
  * Contract: requests and responses of a port share its memory read port only, which never blocks, so responses never
  *           wait for requests (D8(a)). Control packets and the DLA use port 0.
  * Timing:   post in t, pick in t + 1, head on the link in t + 3, first payload one memory latency and three cycles
  *           after the pick.
  * Clocks:   `sendClock` reads and emitters of requests and the read ports, `replyClock` all of the responses but the
  *           read port, the module's own clock the rest (DmaActs).
  * Reset:    empty; credits of each injection link = LOCAL_DEPTH.
  * Spec:     docs/spec/dma-engine-tx.md
  */
class DmaTx(p: TileParams)(implicit structure: Structure) extends Module with OpenUnit {
  val sendClock  = IO(Input(Clock()))
  val replyClock = IO(Input(Clock()))
  val io         = IO(new DmaTxIO)

  private val ports       = structure.localPorts
  private val fifos       = part(new InjectionFifos(p))
  private val messages    = part(new MessageCredits)
  private val requests    = Seq.fill(ports)(part(new RequestTx))
  protected val responses = withClock(replyClock)(Seq.fill(ports)(part(new ResponseTx(p))))
  private val clocks      = Seq(sendClock, replyClock) // of the requests and of the responses
  private val readers     = clocks.map(withClock(_)(Seq.fill(ports)(Module(new PayloadReader(p.maxReadWindow)))))
  protected val emitters =
    clocks.map(withClock(_)(Seq.fill(ports)(part(new PacketEmitter(p.maxHeaderQueue, p.maxReadWindow)))))
  private val readPorts = withClock(sendClock)(Seq.fill(ports)(Module(new ReadPort)))

  // which heads may go, and through which port
  private val odd      = Cat((0 until structure.injectionFifos).reverse.map(f => (f % 2 == 1).B))
  protected val second = Mux(HeaderBuilder.usesBoth(io.cfg), odd, 0.U)
  private val heads    = fifos.io.heads
  protected val live   = VecInit(heads.map(_.valid)).asUInt & ~io.fenceBlocked
  private val isMsg    = VecInit(heads.map(_.word0.kind === OpKind.Message.value.U)).asUInt
  private val isArm    = VecInit(heads.map(_.word0.kind >= OpKind.Flush.value.U)).asUInt
  private val isLoose  = VecInit(io.unordered.map(_.valid)).asUInt
  private val counted  = VecInit(io.unordered.map(h => !h.valid || h.ready)).asUInt
  // a fence leaves an entry to each older one, and to each granted FIFO its own; of the heads of a port that share
  // something, the oldest takes part
  private val order = part(new ServiceOrder).io
  private val poor = isArm & ~VecInit(order.older.zipWithIndex.map { case (o, f) =>
    io.fenceVacant > PopCount(OwnShare.before(f, o & live & isArm, io.fenceOwed))
  }).asUInt
  private val paced = VecInit(heads.map(_.paced)).asUInt
  private val able  = ((live & ~isMsg) | messages.io.offer) & counted & ~poor & ~paced
  private val eligible = able & ~VecInit(order.older.zipWithIndex.map { case (o, f) =>
    val before = able & o & Mux(second(f), second, ~second)
    Seq(isMsg, isArm, isLoose).map(shares => shares(f) && (before & shares).orR).reduce(_ || _)
  }).asUInt
  order.served        := io.waits.prepared
  io.older            := order.older
  messages.io.older   := order.older
  messages.io.cmd     := io.cmd
  messages.io.back    := io.creditReturn
  messages.io.waiting := live & isMsg
  messages.io.targets := VecInit(heads.map(_.word0.target))
  messages.io.toFifos := VecInit(heads.map(_.toFifo))
  messages.io.second  := second
  messages.io.can     := VecInit(requests.map(_.io.space))
  messages.io.take    := requests.map(_.io.pop).reduce(_ | _) & isMsg

  // packets of unordered puts and gets are counted, those of this node on itself keep their order
  for ((unordered, f) <- io.unordered.zipWithIndex) {
    val word  = heads(f).word0
    val loose = TxFixed.isUnordered(word, io.cfg.me)
    val moves = requests.map(_.io.moves(f)).reduce(_ || _)
    unordered.valid  := live(f) && loose
    unordered.target := word.target
    unordered.task   := heads(f).task
    unordered.take   := moves && loose
  }

  fifos.io.cfg    := io.cfg
  fifos.io.cmd    := io.cmd
  fifos.io.owner  := io.owner
  fifos.io.select := VecInit(requests.map(_.io.select))
  fifos.io.pop    := requests.map(_.io.pop).reduce(_ | _)
  fifos.io.moves  := requests.map(_.io.moves).reduce(_ | _)
  fifos.io.answer.zipWithIndex.foreach { case (answer, f) =>
    answer := requests.tail.foldLeft(requests.head.io.answer)((first, other) => Mux(second(f), other.io.answer, first))
  }
  io.gate      <> fifos.io.gate
  io.postEvent := fifos.io.event

  private def noControl(control: Vec[ControlPacket]): Unit = control.foreach { c =>
    c.valid := false.B
    c.ptype := 0.U
    c.dst   := 0.U.asTypeOf(new Coord)
    c.word1 := 0.U.asTypeOf(new Header1)
  }
  for (r <- 0 until ports) {
    val request  = requests(r)
    val response = responses(r)
    request.io.cfg        := io.cfg
    request.io.now        := io.now
    request.io.heads      := heads
    request.io.ready      := eligible & (if (r == 0) ~second else second)
    request.io.tail       := fifos.io.tails(r)
    request.io.lookup     <> io.lookup(r)
    request.io.arm        <> io.arm(r)
    request.io.counter    := Mux1H(UIntToOH(request.io.select), io.unordered.map(_.index))
    request.io.counterGen := Mux1H(UIntToOH(request.io.select), io.unordered.map(_.gen))
    // a GET of the DLA loads its counter in the cycle in which its payload flit is sent: nothing is prepared in that
    // cycle
    val load = emitters(0)(r).io.load
    request.io.space            := emitters(0)(r).io.space && readers(0)(r).io.free && !load.valid
    request.io.dlaDone          := emitters(0)(r).io.dlaDone
    io.counterLoad(r).valid     := load.valid || request.io.counterLoad.valid
    io.counterLoad(r).id        := Mux(load.valid, load.id, request.io.counterLoad.id)
    io.counterLoad(r).value     := Mux(load.valid, load.value, request.io.counterLoad.value)
    load.busy                   := io.counterLoad(r).busy
    request.io.counterLoad.busy := io.counterLoad(r).busy
    io.selfProduced(r)          := request.io.selfProduced
    io.issueEvent(r)            := request.io.issued
    io.localEvent(r)            := emitters(0)(r).io.local

    response.io.cfg   := io.cfg
    response.io.depth := io.cfg.responseDepth(r)
    response.io.now   := io.now
    val responseRoom = emitters(1)(r).io.space && readers(1)(r).io.free
    response.io.space   := responseRoom
    response.io.respond <> io.respond(r)

    readPorts(r).io.ask.zip(readers.map(_(r))).foreach { case (ask, reader) => ask <> reader.io.ask }
    io.readReq(r) := readPorts(r).io.req
    for ((c, push, run) <- Seq((0, request.io.push, request.io.run), (1, response.io.push, response.io.run))) {
      val emitter = emitters(c)(r)
      val link    = io.inject(c * ports + r)
      readers(c)(r).io.run      := run
      readers(c)(r).io.limit    := io.cfg.sizes.readWindow
      readers(c)(r).io.paid     := emitter.io.paid
      emitter.io.limit          := io.cfg.sizes.headerQueue
      emitter.io.localDepth     := io.cfg.localDepth.inject(c)
      emitter.io.push           := push
      emitter.io.reply          := io.readReply(r)
      emitter.io.reply.valid    := io.readReply(r).valid && io.readReply(r).ctx === c.U
      link                      <> emitter.io.link
      io.txEvent(c * ports + r) := emitter.io.injected
      if (c != 0 || r != 0) DmaTx.noDla(emitter.io.dla)
      if (c != 0) emitter.io.load.busy := false.B // responses load nothing
    }
  }

  // port 0 also serves the control sources and the DLA: the packetiser looks at its head, the emitter takes its words
  requests(0).io.control  <> io.requestControl
  responses(0).io.control <> io.responseControl
  requests.tail.foreach(other => noControl(other.io.control))
  responses.tail.foreach(other => noControl(other.io.control))
  emitters(0)(0).io.dla    <> io.dla
  io.dlaBusy               := requests(0).io.dlaBusy
  requests(0).io.dla.valid := io.dla.valid
  requests(0).io.dla.head  := io.dla.head
  requests(0).io.dla.w0    := io.dla.w0
  requests(0).io.dla.w1    := io.dla.w1
  requests.tail.foreach(_.io.dla := 0.U.asTypeOf(new DlaWord))

  io.waits.heads     := VecInit(heads.map(_.valid)).asUInt
  io.waits.fenced    := io.fenceBlocked
  io.waits.poor      := poor
  io.waits.uncounted := ~counted
  io.waits.messages  := isMsg
  io.waits.funded    := messages.io.funded
  io.waits.second    := second
  io.waits.prepared  := requests.map(_.io.moves).reduce(_ | _)
  io.waits.dla       := io.dla.valid && io.dla.head && !requests(0).io.dlaBusy
  io.waits.dlaGoes   := requests(0).io.push.valid && requests(0).io.push.source === TxSource.Dla.U
  io.waits.space     := VecInit(requests.map(_.io.space)).asUInt
  io.waits.emitters  := VecInit(emitters(0).map(_.io.waits))

  // a packet that is prepared goes to the emitter; its end, if the DLA's, back to the packetiser
  private def any(bits: Seq[Bool]): Bool = bits.reduce(_ || _)
  private val reads   = readers.map(c => any(c.map(_.io.ask.valid)))
  private val sends   = emitters.map(c => any(c.map(_.io.busy)))
  private val credits = io.inject.grouped(ports).toSeq.map(c => any(c.map(_.credit)))
  private val picks   = any(requests.map(_.io.acts))
  io.acts.pick    := io.postEvent.valid || fifos.io.acts || picks || emitters(0)(0).io.dlaDone
  io.acts.send    := picks || reads(0) || reads(1) || any(io.readReq.map(_.valid)) || sends(0) || credits(0)
  io.acts.reply   := any(responses.map(_.io.acts)) || reads(1) || sends(1) || credits(1)
  io.acts.receive := any(io.counterLoad.map(_.valid)) || any(io.respond.map(_.freed))

  layer.block(Verification) {
    assert(
      (1 to ports).map(n => io.cfg.localPorts === n.U).reduce(_ || _),
      "TX_A1: LOCAL_PORTS must be 1 or 2"
    )
  }
}

object DmaTx {

  /** Connects a port to a DLA that never has a word. */
  def noDla(dla: DlaStream): Unit = {
    dla.valid := false.B
    dla.head  := false.B
    dla.tail  := false.B
    dla.w0    := 0.U
    dla.w1    := 0.U
  }
}
