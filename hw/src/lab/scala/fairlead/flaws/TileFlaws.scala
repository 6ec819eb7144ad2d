// SPDX-License-Identifier: Apache-2.0
package fairlead.flaws

import chisel3._
import fairlead.barrier.{BarrierUnit, ClassRouteBarriers}
import fairlead.collective.{CollectiveDevice, CollectiveRouter}
import fairlead.counters.PerfCounters
import fairlead.dla.DlaArbiter
import fairlead.dma._
import fairlead.epoch.EpochUnit
import fairlead.fence.FenceUnit
import fairlead.params.{Structure, TileParams}
import fairlead.router.{RouterShape, TorusRouter}
import fairlead.tile.{Tile, TileIO}

class FlawedTile(p: TileParams)(implicit structure: Structure) extends Tile(p) with Flawed {
  protected lazy val unsafe: UInt = withClock(clock)(Flawed.held(io.cfg))

  private lazy val engine = part(Module(new FlawedDmaEngine(p)))
  private lazy val epochs = part(Module(new FlawedEpochUnit))
  override protected def torusRouter(): TorusRouter               = Module(new FlawedTorusRouter(p))
  override protected def dmaEngine(): DmaEngine                   = engine
  override protected def fenceUnit(): FenceUnit                   = part(Module(new FlawedFenceUnit))
  override protected def epochUnit(): EpochUnit                   = epochs
  override protected def dlaArbiter(): DlaArbiter                 = part(Module(new FlawedDlaArbiter(p)))
  override protected def barrierUnit(): BarrierUnit               = part(Module(new FlawedBarrierUnit(p)))
  override protected def classRouteBarriers(): ClassRouteBarriers = part(Module(new FlawedClassRouteBarriers(p)))
  override protected def collectiveRouter(): CollectiveRouter = part(Module(new FlawedCollectiveRouter(TileIO.tree)))
  override protected def collectiveDevice(): CollectiveDevice = part(Module(new FlawedCollectiveDevice(TileIO.tree)))
  override protected def perfCounters(s: RouterShape): PerfCounters = part(Module(new FlawedPerfCounters(s)))
  engine.closing := epochs.anyClosing

  // a flaw may act without an input, so no clock may rest
  Seq(io.pickActs, io.sendActs, io.replyActs, io.receiveActs, io.orderActs).foreach(acts =>
    when(anyFlaw) { acts := true.B }
  )
}

class FlawedDmaEngine(p: TileParams)(implicit structure: Structure) extends DmaEngine(p) with FlawedPart {
  val closing = IO(Input(Bool())) // an epoch of this node is closing and not acknowledged

  private lazy val transmit = part(Module(new FlawedDmaTx(p)))
  private lazy val receive  = part(Module(new FlawedDmaRx(p)))
  override protected def dmaTx(): DmaTx = transmit
  override protected def dmaRx(): DmaRx = receive
  receive.waits.descriptor := transmit.descriptor
  receive.waits.full       := transmit.isFull
  receive.waits.closing    := closing
}
