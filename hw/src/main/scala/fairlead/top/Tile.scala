// SPDX-License-Identifier: Apache-2.0
package fairlead.top

import chisel3._
import chisel3.util._
import fairlead.barrier.BarrierUnit
import fairlead.dla.DlaArbiter
import fairlead.dma.DmaEngine
import fairlead.epoch.EpochUnit
import fairlead.fence.FenceUnit
import fairlead.flow._
import fairlead.params._
import fairlead.router.TorusRouter

/** One node of the torus: the router and the NIC units, wired. No logic of its own beyond the quiescence sum.
  *
  * Contract: every output pin is a register or a function of registers; inputs are held for one cycle. Spec: docs/spec/tile.md
  */
class Tile(p: TileParams) extends Module {
  val io = IO(new TileIO)

  private val config  = Module(new NicConfigRegs)
  private val router  = Module(new TorusRouter(p))
  private val dma     = Module(new DmaEngine(p))
  private val dla     = Module(new DlaArbiter(p))
  private val fence   = Module(new FenceUnit(p))
  private val epoch   = Module(new EpochUnit(p))
  private val barrier = Module(new BarrierUnit(p))
  private val nic     = config.io.nic

  config.io.cfg := io.cfg

  router.io.cfg      := io.cfg
  router.io.cmd      := io.cmd
  router.io.linkIn   := io.linkIn
  router.io.creditIn := io.creditIn
  io.linkOut         := router.io.linkOut
  io.creditOut       := router.io.creditOut
  router.io.inject.zip(dma.io.inject).foreach { case (in, out) => in <> out }
  dma.io.eject.zip(router.io.eject).foreach { case (in, out) => in <> out }

  dma.io.cfg       := nic
  dma.io.now       := io.now
  dma.io.cmd       := io.cmd
  dma.io.readReply := io.readReply
  dma.io.writeAck  := io.writeAck
  io.readReq       := dma.io.readReq
  io.writeReq      := dma.io.writeReq

  dla.io.cfg := io.cfg
  dla.io.nic := nic
  dla.io.cmd := io.cmd
  dla.io.now := io.now
  dma.io.dla <> dla.io.out

  dma.io.arm.zip(fence.io.arm).foreach { case (out, in) => in <> out }
  dma.io.fenceBlocked      := fence.io.blocked
  fence.io.dlaEverUsed     := dla.io.everUsed
  fence.io.dlaEnqueued     := dla.io.enqueued
  fence.io.dlaDequeued     := dla.io.dequeued
  fence.io.selfOutstanding := dma.io.selfOutstanding
  fence.io.pong            := dma.io.pong
  fence.io.cmd             := io.cmd
  dma.io.fenceControl      <> fence.io.control

  epoch.io.cmd  := io.cmd
  epoch.io.gate <> dma.io.gate
  epoch.io.lookup.zip(dma.io.lookup).foreach { case (in, out) => in <> out }
  epoch.io.access.zip(dma.io.access).foreach { case (in, out) => in <> out }
  epoch.io.notice     <> dma.io.notice
  dma.io.epochControl <> epoch.io.control
  dma.io.epochAck     <> epoch.io.ack

  dma.io.unsafe.foreach { waits =>
    waits.variant := Unsafe.held(p, io.cfg).code
    waits.closing := epoch.io.anyClosing.get
  }

  barrier.io.cfg  := io.cfg
  barrier.io.cmd  := io.cmd
  barrier.io.giIn := io.giIn
  io.giOut        := barrier.io.giOut

  private val sources: Map[String, EventPort] = Map(
    "commit"         -> dma.io.commitEvent,
    "post"           -> dma.io.postEvent,
    "fenceArm"       -> fence.io.armEvent,
    "fenceDone"      -> fence.io.doneEvent,
    "epochOrigin"    -> epoch.io.originEvent,
    "epochTarget"    -> epoch.io.targetEvent,
    "barrierJoin"    -> barrier.io.joinEvent,
    "barrierRelease" -> barrier.io.releaseEvent,
    "dlaAlloc"       -> dla.io.allocEvent,
    "dlaStore"       -> dla.io.storeEvent,
    "dlaDrain"       -> dla.io.drainEvent
  ) ++ Seq("Req0", "Req1", "Rsp0", "Rsp1").zipWithIndex.flatMap { case (name, i) =>
    Seq("tx" + name -> dma.io.txEvent(i), "rx" + name -> dma.io.rxEvent(i))
  } ++ (0 until Fixed.localPorts).flatMap(i =>
    Seq(s"issue$i" -> dma.io.issueEvent(i), s"local$i" -> dma.io.localEvent(i))
  )
  EventUnit.tilePorts.zipWithIndex.foreach { case ((name, _), i) => io.events(i) := sources(name) }

  private val eventMask = VecInit(io.events.map(_.valid)).asUInt
  io.eventMask := eventMask

  private val linkValid = VecInit(io.linkOut.map(_.ctl(0))).asUInt
  private val creditAny = VecInit(io.creditOut.map(_.orR)).asUInt
  private val readAny   = VecInit(io.readReq.map(_.valid)).asUInt
  private val writeAny  = VecInit(io.writeReq.map(_.valid)).asUInt
  private val linkMask  = Cat(writeAny, readAny, creditAny, linkValid)
  io.linkMask := linkMask

  private val busy =
    router.io.busy || dma.io.busy || dla.io.busy || fence.io.busy || epoch.io.busy || barrier.io.busy
  io.quiescent := !busy && !eventMask.orR && !linkMask.orR
  io.alarm     := 0.U

  layer.block(layers.Verification) {
    val inputsIdle = !io.cmd.valid && !io.cfg.valid && io.linkIn.map(!_.ctl(0)).reduce(_ && _) &&
      io.creditIn.map(!_.orR).reduce(_ && _) && io.readReply.map(!_.valid).reduce(_ && _) &&
      io.writeAck.map(!_.valid).reduce(_ && _) && io.giIn === RegNext(io.giIn)
    val slept = RegNext(io.quiescent && inputsIdle, false.B)
    assert(!slept || io.quiescent, "TI_P1: a quiescent tile without input has woken by itself")
  }
}
