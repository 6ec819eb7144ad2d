// SPDX-License-Identifier: Apache-2.0
package fairlead.tile

import chisel3._
import chisel3.experimental.noPrefix
import chisel3.util._
import fairlead.barrier.{BarrierUnit, ClassRouteBarriers, GlobalLeg}
import fairlead.counters.PerfCounters
import fairlead.collective.{CollectiveDevice, CollectiveRouter}
import fairlead.dla.DlaArbiter
import fairlead.dma.{DmaEngine, DmaTx, NicCauses}
import fairlead.epoch.EpochUnit
import fairlead.fence.FenceUnit
import fairlead.ports._
import fairlead.params._
import fairlead.router.{RouterShape, TorusRouter}
import fairlead.words.{BarrierCommand, Meant}

/** One node of the torus: the router and the NIC units, wired. No logic of its own beyond the quiescence sums.
  *
  * Contract: every output pin is a register or a function of registers; inputs are held for one cycle. One clock has
  *           eleven pins, and a part that has nothing to do may miss edges:
  * `clock` the router (`routerActs`), four of the DMA engine, `orderClock` fences and epochs (`orderActs`),
  * `storeClock` DLA and barrier (`storeActs`), `treeClock` the collective network (`treeActs`), `countClock` the
  * performance counters. `hostClock` has its edge before those of a cycle with a command, `cfgClock` has edges in reset
  * only.
  * Spec: docs/spec/tile.md
  */
class Tile(p: TileParams)(implicit structure: Structure) extends Module with OpenUnit {
  require(
    structure.coordinateBits == 4,
    s"Tile: the words of its units have coordinates of 4 bits; with ${structure.coordinateBits} there are routers alone"
  )
  val pickClock    = IO(Input(Clock()))
  val sendClock    = IO(Input(Clock()))
  val replyClock   = IO(Input(Clock()))
  val receiveClock = IO(Input(Clock()))
  val orderClock   = IO(Input(Clock()))
  val storeClock   = IO(Input(Clock()))
  val treeClock    = IO(Input(Clock()))
  val countClock   = IO(Input(Clock()))
  val cfgClock     = IO(Input(Clock()))
  val hostClock    = IO(Input(Clock()))
  val io           = IO(new TileIO)

  private val router = part(new TorusRouter(p))
  protected val dma  = withClock(pickClock)(part(new DmaEngine(p)))
  private val fence =
    withClock(orderClock)(part(new FenceUnit(p.maxFenceEntries, p.maxAckCounters, physical = p.physical)))
  protected val epoch  = withClock(orderClock)(part(new EpochUnit(p.physical)))
  protected val dla    = withClock(storeClock)(Option.when(structure.hasDla)(part(new DlaArbiter(p))))
  private val barrier  = withClock(storeClock)(inBarrier(part(new BarrierUnit(p))))
  private val leg      = withClock(storeClock)(inBarrier(onTree(Module(new GlobalLeg))).flatten)
  protected val routed = withClock(treeClock)(inBarrier(onTree(part(new ClassRouteBarriers(p)))).flatten)
  private val tree   = withClock(treeClock)(onTree(part(new CollectiveRouter(TileIO.tree.copy(physical = p.physical)))))
  private val device = withClock(treeClock)(onTree(part(new CollectiveDevice(TileIO.tree))))
  protected val limits = withClock(cfgClock)(part(new ConfigGuard(p)))
  private val cfg      = limits.io.cfg
  private val config   = withClock(cfgClock)(Module(new NicConfigRegs(p)))
  private val given    = command()
  private val pins     = bound(given) // for the networks that see nothing of each other
  private val guard    = withClock(storeClock)(part(new HostGuard))
  private val cmd      = guard.io.cmd
  limits.io.pins := io.cfg
  guard.io.pins  := given
  guard.io.error := limits.io.error

  /** What only a node with a part in the collective network has. */
  private def onTree[T](unit: => T): Option[T] = Option.when(structure.collectiveUnits > 0)(unit)

  /** What only a node with a part in the global barrier has. */
  private def inBarrier[T](unit: => T): Option[T] = Option.when(structure.barrierUnit > 0)(unit)

  /** The host's command of this cycle. */
  protected def command(): OwnedCmd = noPrefix {
    val host = withClock(hostClock)(Module(new HostPort)).suggestName("host")
    host.unitClock := storeClock
    host.io.pins   := io.cmd
    host.io.cmd
  }
  protected def bound(given: OwnedCmd): OwnedCmd =
    HostGuard.bound(given, !HostGuard.forges(given) && !Meant.strays(given) && !limits.io.error.valid)
  protected val counters = withClock(countClock)(part(new PerfCounters(router.io.waits.shape)))
  private val nic        = config.io.nic
  private val now        = io.now(structure.stampBits - 1, 0)

  dma.sendClock    := sendClock
  dma.replyClock   := replyClock
  dma.receiveClock := receiveClock

  config.io.cfg := cfg

  router.io.cfgClock := cfgClock
  router.io.cfg      := cfg
  router.io.cmd      := cmd
  router.io.linkIn   := io.linkIn
  router.io.creditIn := io.creditIn
  io.linkOut         := router.io.linkOut
  io.creditOut       := router.io.creditOut
  structure.localLinks.zip(dma.io.inject).foreach { case (i, out) => router.io.inject(i) <> out }
  structure.localLinks.zip(dma.io.eject).foreach { case (i, in) => in <> router.io.eject(i) }
  for (i <- structure.absentLinks) {
    router.io.inject(i).flit  := 0.U.asTypeOf(new LocalFlit)
    router.io.eject(i).credit := false.B
  }

  dma.io.cfg     := nic
  dma.io.now     := (io.now >> config.io.stampUnit)(structure.stampBits - 1, 0)
  dma.io.cmd     := cmd
  dma.io.owner   := given.owner
  guard.io.empty := dma.io.emptyPop
  dma.io.readReply.zip(io.readReply).foreach { case (in, pin) => in := pin }
  dma.io.writeAck.zip(io.writeAck).foreach { case (in, pin) => in := pin }
  io.readReq.zip(dma.io.readReq).foreach { case (pin, out) => pin := out }
  io.writeReq.zip(dma.io.writeReq).foreach { case (pin, out) => pin := out }
  for (r <- structure.localPorts until Fixed.mostPorts) {
    io.readReq(r)  := 0.U.asTypeOf(new ReadReq)
    io.writeReq(r) := 0.U.asTypeOf(new WriteReq)
  }

  for (unit <- dla) {
    unit.io.cfg := cfg
    unit.io.nic := nic
    unit.io.cmd := cmd
    unit.io.now := now

    unit.io.task := given.owner(Fixed.taskBits - 1, 0)
    dma.io.dla   <> unit.io.out

    unit.io.claimed   := dma.io.dlaBusy
    unit.io.statusAck := io.statusAck
  }
  if (dla.isEmpty) DmaTx.noDla(dma.io.dla)
  io.statusReq  := dla.fold(0.U.asTypeOf(io.statusReq))(_.io.statusWrite)
  io.storeStall := dla.fold(false.B)(_.io.storeStall)

  dma.io.arm.zip(fence.io.arm).foreach { case (out, in) => in <> out }
  dma.io.fenceBlocked      := fence.io.blocked
  dma.io.fenceVacant       := fence.io.vacant
  dma.io.fenceOwed         := fence.io.owed
  fence.io.dlaEverUsed     := dla.fold(false.B)(_.io.everUsed)
  fence.io.dlaEnqueued     := dla.fold(0.U)(_.io.enqueued)
  fence.io.dlaDequeued     := dla.fold(0.U)(_.io.dequeued)
  fence.io.selfOutstanding := dma.io.selfOutstanding
  fence.io.pong            := dma.io.pong
  fence.io.ack             := dma.io.putAck
  fence.io.unordered.zip(dma.io.unordered).foreach { case (in, out) => in <> out }
  fence.io.older      := dma.io.older
  fence.io.granted    := guard.io.lanes
  fence.io.cmd        := cmd
  fence.io.entries    := nic.sizes.fenceEntries
  fence.io.counters   := nic.sizes.ackCounters
  dma.io.fenceControl <> fence.io.control

  epoch.io.cfg  := cfg
  epoch.io.nic  := nic
  epoch.io.cmd  := cmd
  epoch.io.gate <> dma.io.gate
  epoch.io.lookup.zip(dma.io.lookup).foreach { case (in, out) => in <> out }
  epoch.io.access.zip(dma.io.access).foreach { case (in, out) => in <> out }
  epoch.io.notice     <> dma.io.notice
  dma.io.epochControl <> epoch.io.control
  dma.io.epochAck     <> epoch.io.ack

  for (unit <- barrier) {
    unit.io.cfg       := cfg
    unit.io.cmd       := pins.bare
    unit.io.cmd.valid := pins.valid && BarrierCommand.number(pins) === 0.U
    unit.io.giIn      := leg.fold(io.giIn(CollectiveFixed.pattern - 1, 0))(_.io.all)
  }
  private val shown = barrier.fold("b100".U(3.W))(_.io.giOut) // without a unit, what one shows that nobody has joined
  io.giOut := Cat(routed.toSeq.flatMap(_.io.out.reverse) :+ leg.fold(shown)(_.io.out))
  for (unit <- leg) {
    unit.io.cfg := cfg
    unit.io.own := shown
    unit.io.in  := io.giIn(CollectiveFixed.legBits - 1, 0)
  }
  for (units <- routed) {
    units.io.cfg := cfg
    units.io.cmd := pins.bare
    units.io.in  := (io.giIn >> CollectiveFixed.legBits).asTypeOf(units.io.in)
  }

  private def commands(code: Code): Bool = pins.valid && pins.op === code.value.U
  for (net <- tree; shared <- device) {
    net.io.cfg          := cfg
    net.io.in           := io.treeIn
    net.io.creditIn     := io.treeCreditIn
    io.treeOut          := net.io.out
    io.treeCreditOut    := net.io.credit
    net.io.inject.abort := pins.op === TileCommand.TreeAbort.value.U
    net.io.inject.valid :=
      commands(TileCommand.TreeGive) || commands(TileCommand.TreeBody) || commands(TileCommand.TreeAbort)
    net.io.inject.head      := pins.op === TileCommand.TreeGive.value.U
    net.io.inject.processor := pins.w(2)
    net.io.inject.w0        := pins.w(0)
    net.io.inject.w1        := pins.w(1)
    net.io.reader           := pins.owner
    // the shared device reads the message channel in the cycles in which TREE_READ does not; nobody else reads it while
    // the device takes packets
    val channel  = pins.w(0)(TileIO.tree.channelBits - 1, 0)
    val messages = TileIO.tree.messages.U
    val others   = commands(TileCommand.TreeRead)
    val barred = shared.io.engaged && channel === messages || net.io.foreign.pad(1 << TileIO.tree.channelBits)(channel)
    net.io.read.valid       := others || shared.io.read
    net.io.read.bits        := Mux(others, Mux(barred, TileIO.tree.channels.U, channel), messages)
    shared.io.command.valid := pins.valid && (pins.op >> 2) === (TileCommand.DeviceLock.value >> 2).U
    shared.io.command.bits  := pins.op(1, 0)
    shared.io.word          := pins.w(0)
    shared.io.memoryBytes   := nic.memoryBytes
    shared.io.arrived       := net.io.arrived(TileIO.tree.messages)
    shared.io.closed        := net.io.closed
    shared.io.waiting       := net.io.waiting(TileIO.tree.messages)
    shared.io.others.valid  := others
    shared.io.others.bits   := channel === messages && !barred
    shared.io.flit          := net.io.received
    shared.io.ack           := io.deviceAck
    io.deviceReq            := shared.io.write
  }
  if (tree.isEmpty) {
    Seq(io.treeOut, io.treeCreditOut, io.deviceReq).foreach(pin => pin := 0.U.asTypeOf(pin))
  }

  private val nicCauses = withClock(countClock)(Module(new NicCauses))
  nicCauses.io.counting    := counters.io.counting
  nicCauses.io.send        := dma.io.sendWaits
  nicCauses.io.receive     := dma.io.receiveWaits
  counters.io.cmd          := cmd
  counters.io.now          := io.now
  counters.io.ports        := router.io.waits.ports
  counters.io.nic          := nicCauses.io.rows
  router.io.waits.counting := counters.io.counting
  router.io.waits.clock    := countClock
  io.counting              := counters.io.counting

  private def event(valid: Bool, kind: UInt, a: UInt, b: UInt): EventPort = {
    val port = Wire(new EventPort)
    port.valid := valid
    port.kind  := kind
    port.a     := a
    port.b     := b
    port
  }
  private val read = tree.map(net =>
    Mux(net.io.received.valid, Mux(net.io.received.head, EventKind.TreeHead.value.U, EventKind.TreeData.value.U),
      EventKind.TreeEmpty.value.U)
  )
  private val words =
    tree.map(net => Mux(net.io.received.valid, Cat(net.io.received.w1, net.io.received.w0), net.io.waiting))
  private def none: EventPort = event(false.B, 0.U, 0.U, 0.U)
  private def onTreeEvent(port: (CollectiveRouter, CollectiveDevice) => EventPort): EventPort =
    tree.zip(device).fold(none)(port.tupled)

  private val sources: Map[String, EventPort] = Map(
    "commit"         -> dma.io.commitEvent,
    "post"           -> dma.io.postEvent,
    "fenceArm"       -> fence.io.armEvent,
    "fenceDone"      -> fence.io.doneEvent,
    "epochOrigin"    -> epoch.io.originEvent,
    "epochTarget"    -> epoch.io.targetEvent,
    "barrierJoin"    -> barrier.fold(none)(_.io.joinEvent),
    "barrierRelease" -> barrier.fold(none)(_.io.releaseEvent),
    "dlaAlloc"       -> dla.fold(none)(_.io.allocEvent),
    "dlaStore"       -> dla.fold(none)(_.io.storeEvent),
    "dlaDrain"       -> dla.fold(none)(_.io.drainEvent),
    "dlaNotice"      -> dla.fold(none)(_.io.noticeEvent),
    "treeArrive" -> onTreeEvent((net, _) =>
      event(net.io.arrived.orR, EventKind.TreeArrived.value.U, net.io.arrived, 0.U)
    ),
    "treeGive" -> onTreeEvent((net, _) =>
      event(net.io.refused.valid, EventKind.TreeRefused.value.U, net.io.refused.reason, net.io.refused.tag)
    ),
    "treeRead" -> onTreeEvent((net, shared) =>
      event(shared.io.theirs && (net.io.received.valid || net.io.empty), read.get, words.get(63, 0),
        words.get(127, 64))
    ),
    "device"   -> onTreeEvent((_, shared) => shared.io.answer),
    "counters" -> counters.io.answer,
    "guard"    -> guard.io.event
  ) ++ Seq("Req0", "Req1", "Rsp0", "Rsp1").zipWithIndex.flatMap { case (name, i) =>
    def ofLink(events: Seq[EventPort]): EventPort = events.lift(structure.localLinks.indexOf(i)).getOrElse(none)
    Seq("tx" + name -> ofLink(dma.io.txEvent), "rx" + name -> ofLink(dma.io.rxEvent))
  } ++ (0 until Fixed.mostPorts).flatMap(i =>
    Seq(s"issue$i" -> dma.io.issueEvent.lift(i).getOrElse(none),
      s"local$i"   -> dma.io.localEvent.lift(i).getOrElse(none))
  ) ++ (0 until CollectiveFixed.routes).flatMap(r =>
    Seq(s"routeJoin$r"  -> routed.fold(none)(_.io.joinEvents(r)),
      s"routeRelease$r" -> routed.fold(none)(_.io.releaseEvents(r)))
  )
  EventUnit.tilePorts.zipWithIndex.foreach { case ((name, _), i) => io.events(i) := sources(name) }

  guard.io.told.zip(HostGuard.heard).foreach { case (in, port) => in := sources(port) }

  private val eventMask = VecInit(io.events.map(_.valid)).asUInt
  io.eventMask := eventMask

  private val linkValid   = VecInit(io.linkOut.map(_.ctl(0))).asUInt
  private val creditAny   = VecInit(io.creditOut.map(_.orR)).asUInt
  private val readAny     = VecInit(io.readReq.map(_.valid)).asUInt
  private val writeAny    = VecInit(io.writeReq.map(_.valid)).asUInt
  private val treeValid   = VecInit(io.treeOut.map(_.flit.valid)).asUInt
  private val treeCredits = VecInit(io.treeCreditOut.map(_.orR)).asUInt
  private val linkMask =
    Cat(io.deviceReq.valid, treeCredits, treeValid, io.statusReq.valid, writeAny, readAny, creditAny, linkValid)
  io.linkMask := linkMask

  // What one part shows the others is its output and their input. Of a sum of registers alone each part says whether
  // its next edge changes something.
  private val toRouter = dma.io.inject.map(_.flit.valid) ++ dma.io.eject.map(_.credit)
  private val notice   = dma.io.notice
  private val notices =
    Seq(notice.putDone, notice.putPart, notice.count, notice.term, notice.init, notice.getDone, notice.getPart,
      notice.ack, notice.initAck, notice.initNack)
  private val toOrder = dma.io.arm.map(arm => arm.valid && arm.ready) ++ dma.io.unordered.map(_.take) ++ notices :+
    dma.io.putAck.valid :+ dma.io.pong.valid :+ dma.io.pong.refusal
  private val orderActs = fence.io.busy || epoch.io.busy || toOrder.reduce(_ || _)
  private val dmaActs   = Seq(dma.io.acts.pick, dma.io.acts.send, dma.io.acts.reply, dma.io.acts.receive)
  io.routerActs := router.io.busy || linkValid.orR || creditAny.orR || toRouter.reduce(_ || _)
  io.storeActs := guard.io.busy || dla.fold(false.B)(_.io.busy) || barrier.fold(false.B)(_.io.busy) || leg.fold(
    false.B
  )(_.io.busy)
  io.orderActs := orderActs
  io.treeActs := tree.zip(device).fold(false.B) { case (net, shared) => net.io.busy || shared.io.busy } ||
    routed.fold(false.B)(_.io.busy)
  io.countActs := counters.io.busy
  Seq(io.pickActs, io.sendActs, io.replyActs, io.receiveActs).zip(dmaActs).foreach { case (pin, acts) =>
    pin := acts
  }
  io.quiescent := !io.routerActs && !dmaActs.reduce(_ || _) && !orderActs && !io.storeActs && !io.treeActs &&
    !io.countActs
  io.alarm := dla.fold(0.U)(_.io.alarm)

  layer.block(layers.Verification) {
    val inputsIdle = !given.valid && !io.cfg.valid && io.linkIn.map(!_.ctl(0)).reduce(_ && _) &&
      io.creditIn.map(!_.orR).reduce(_ && _) && io.readReply.map(!_.valid).reduce(_ && _) &&
      io.treeIn.map(!_.flit.valid).reduce(_ && _) && io.treeCreditIn.map(!_.orR).reduce(_ && _) &&
      io.writeAck.map(!_.valid).reduce(
        _ && _
      ) && !io.statusAck && !io.deviceAck && !dla.fold(false.B)(_.io.rings) && io.giIn === RegNext(io.giIn)
    val slept  = RegNext(io.quiescent && inputsIdle, false.B)
    val before = RegNext(io.now) // other clocks of the tile may have had edges since this one
    assert(!slept || io.now =/= before + 1.U || io.quiescent,
      "TI_P1: a quiescent tile without input has woken by itself")
  }
}
