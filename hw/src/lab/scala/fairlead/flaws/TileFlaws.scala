// SPDX-License-Identifier: Apache-2.0
package fairlead.flaws

import chisel3._
import fairlead.barrier.{BarrierUnit, ClassRouteBarriers}
import fairlead.collective.{CollectiveDevice, CollectiveRouter}
import fairlead.dla.DlaArbiter
import fairlead.dma._
import fairlead.epoch.EpochUnit
import fairlead.fence.FenceUnit
import fairlead.params.{CollectiveFixed, Structure, TileParams}
import fairlead.params.UnsafeVariant._
import fairlead.ports.OwnedCmd
import fairlead.router.TorusRouter
import fairlead.tile.{ConfigGuard, HostGuard, Tile, TileIO}
import fairlead.words.Meant

class FlawedTile(p: TileParams)(implicit structure: Structure) extends Tile(p) with Flawed {
  override protected def flawed = Map(
    classOf[TorusRouter]        -> (() => new FlawedTorusRouter(p)),
    classOf[DmaEngine]          -> (() => new FlawedDmaEngine(p)),
    classOf[FenceUnit]          -> (() => new FlawedFenceUnit),
    classOf[EpochUnit]          -> (() => new FlawedEpochUnit),
    classOf[DlaArbiter]         -> (() => new FlawedDlaArbiter(p)),
    classOf[BarrierUnit]        -> (() => new FlawedBarrierUnit(p)),
    classOf[ClassRouteBarriers] -> (() => new FlawedClassRouteBarriers(p)),
    classOf[CollectiveRouter]   -> (() => new FlawedCollectiveRouter(TileIO.tree)),
    classOf[HostGuard]          -> (() => new FlawedHostGuard),
    classOf[ConfigGuard]        -> (() => new FlawedConfigGuard(p)),
    classOf[CollectiveDevice]   -> (() => new FlawedCollectiveDevice(TileIO.tree))
  )
  protected lazy val unsafe: UInt = withClock(clock)(Flawed.held(io.cfg))

  override protected def bound(given: OwnedCmd): OwnedCmd = HostGuard.bound(
    given,
    (!HostGuard.forges(given) || flaw(OwnerOpen)) && (!Meant.strays(given, Meant.host) || flaw(HostStrays)) &&
      !limits.io.error.valid
  )

  (dma, epoch) match {
    case (engine: FlawedDmaEngine, epochs: FlawedEpochUnit) => engine.closing := epochs.anyClosing
  }

  when(flaw(StampCycles)) { dma.io.now := io.now(structure.stampBits - 1, 0) }
  for (units <- routed) when(flaw(LegOther)) {
    val own = (io.giIn >> CollectiveFixed.legBits).asTypeOf(units.io.in)
    units.io.in.indices.foreach(route => units.io.in(route) := own(route ^ 1))
  }
  when(flaw(CountMissed) && io.now(3, 0) === 0.U) {
    counters.io.ports.foreach(_.moved := false.B)
    counters.io.nic.foreach(_.moved := false.B)
  }

  // a flaw may act without an input, so no clock may rest
  Seq(io.pickActs, io.sendActs, io.replyActs, io.receiveActs, io.orderActs).foreach(acts =>
    when(anyFlaw) { acts := true.B }
  )
}

class FlawedDmaEngine(p: TileParams)(implicit structure: Structure) extends DmaEngine(p) with FlawedPart {
  override protected def flawed = Map(
    classOf[DmaTx] -> (() => new FlawedDmaTx(p)),
    classOf[DmaRx] -> (() => new FlawedDmaRx(p))
  )
  val closing = IO(Input(Bool())) // an epoch of this node is closing and not acknowledged

  (tx, rx) match {
    case (transmit: FlawedDmaTx, receive: FlawedDmaRx) =>
      receive.waits.descriptor := transmit.descriptor
      receive.waits.full       := transmit.isFull
      receive.waits.closing    := closing
  }
}

class FlawedHostGuard(implicit structure: Structure) extends HostGuard with FlawedPart {
  override protected def isForeign(other: Bool): Bool = super.isForeign(other) && !flaw(OwnerOpen)
  override protected def clears: Bool                 = super.clears && !flaw(ResetForgets)
  override protected def isPost: Bool                 = super.isPost && !flaw(FifoOpen)
  override protected def keeps: Bool                  = !flaw(GrantEnds)
  override protected def isOutside(out: Bool): Bool   = super.isOutside(out) && !flaw(RegionOpen)
  override protected def isEmpty(empty: Bool): Bool   = super.isEmpty(empty) && !flaw(EmptyMute)
  override protected def isStray(stray: Bool): Bool =
    super.isStray(Meant.strays(io.pins, Meant.host)) && !flaw(HostStrays)
}

class FlawedConfigGuard(p: TileParams)(implicit structure: Structure) extends ConfigGuard(p) with FlawedPart {
  override protected def isLegal(legal: Bool): Bool = super.isLegal(legal) || flaw(ConfigOpen)
  override protected def takesZero: Bool            = !flaw(ConfigStrict)
}
