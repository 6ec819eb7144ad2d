// SPDX-License-Identifier: Apache-2.0
package fairlead.emit

import chisel3.RawModule
import fairlead.flaws.{FlawedRouteUnit, FlawedTile}
import fairlead.params.TileParams
import fairlead.router.RouteUnit
import fairlead.tile.{Flat, FlatParams, OneClockTile, Tile}

/** One elaboration and the library made of it.
  *
  * @param asserts true if the verification layer is inlined, false if it is left out
  * @param top     name of the top module, and its generator
  */
final case class Variant(name: String, asserts: Boolean, top: String, generate: () => RawModule)

object Variants {

  /** The tile libraries. `lab` has the assertions and the faults (D13); `small` is elaborated at the depths to which a test limits `product` (D2). */
  val tiles: Seq[TileParams] = Seq(
    TileParams(variant = "product"),
    TileParams(variant = "lab", asserts = true, faults = true),
    TileParams(
      variant = "small",
      maxLinkDepth = 4,
      maxLocalDepth = 4,
      maxInjection = 4,
      maxReception = 8,
      maxDla = 32,
      maxResponse = 4,
      maxCommitSlots = 8,
      maxHeaderQueue = 2,
      maxReadWindow = 16,
      maxFenceEntries = 4,
      maxAckCounters = 4
    )
  )

  /** The product with one clock pin and its clock gates inside; elaborated only on demand. */
  val oneClock: TileParams = TileParams(variant = "one_clock")

  /** Tori in one module, the oracles of the fabric; elaborated only on demand. */
  val flats: Seq[(TileParams, FlatParams)] = Seq(
    TileParams(variant = "flat4") -> FlatParams(2, 2, 1),
    TileParams(variant = "flat8") -> FlatParams(2, 2, 2)
  )

  /** The route unit of the tile libraries and that of `lab`, each with a library of its own, so that the whole relation can be enumerated. */
  val routes: Seq[Variant] = Seq(
    Variant("route", asserts = false, "RouteUnit", () => new RouteUnit),
    Variant("route_lab", asserts = false, "RouteUnit", () => new FlawedRouteUnit)
  )

  def all: Seq[Variant] =
    routes ++ tiles.map(p =>
      Variant(p.variant, p.asserts, "Tile", () => if (p.faults) new FlawedTile(p) else new Tile(p))
    ) ++
      Seq(Variant(oneClock.variant, oneClock.asserts, "OneClockTile", () => new OneClockTile(oneClock))) ++
      flats.map { case (p, f) => Variant(p.variant, p.asserts, "Flat", () => new Flat(p, f)) }
}
