// SPDX-License-Identifier: Apache-2.0
package fairlead.emit

import chisel3.RawModule
import fairlead.flaws.{FlawedOneClockTile, FlawedRouteUnit, FlawedTile}
import fairlead.params.TileParams
import fairlead.router.{RouteUnit, TorusRouter}
import fairlead.tile.{Flat, FlatParams, OneClockTile, Tile}

/** One elaboration and the library made of it.
  *
  * @param asserts true if the verification layer is inlined, false if it is left out
  * @param top     name of the top module, and its generator
  */
final case class Variant(name: String, asserts: Boolean, top: String, generate: () => RawModule)

object Variants {

  /** The tile libraries. `lab` has the assertions and the faults (D13); `small` is elaborated at the depths to which a
    * test limits `product` (D2).
    */
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

  /** The product as it can be built, with one clock pin and its clock gates inside, and the same with gates that a test
    * can spoil; elaborated only on demand.
    */
  val oneClocks: Seq[TileParams] = Seq(
    TileParams(variant = "one_clock", physical = true),
    TileParams(variant = "one_clock_lab", physical = true)
  )

  /** Tori in one module, the oracles of the fabric; elaborated only on demand. */
  val flats: Seq[(TileParams, FlatParams)] = Seq(
    TileParams(variant = "flat4") -> FlatParams(2, 2, 1),
    TileParams(variant = "flat8") -> FlatParams(2, 2, 2)
  )

  /** The route unit of the tile libraries and that of `lab`, each with a library of its own, so that the whole relation
    * can be enumerated.
    */
  val routes: Seq[Variant] = Seq(
    Variant("route", asserts = false, "RouteUnit", () => new RouteUnit),
    Variant("route_lab", asserts = false, "RouteUnit", () => new FlawedRouteUnit)
  )

  /** The product with its assertions, whose mutants they judge; elaborated only on demand. */
  val checked: Variant = Variant("checked", asserts = true, "Tile", () => new Tile(TileParams()))

  /** The router alone, with its assertions, as a unit of a library of its own: all that there is in a structure of
    * routers alone.
    */
  val routerUnit: Variant =
    Variant("router_unit", asserts = true, "TorusRouter", () => new TorusRouter(TileParams()))

  def all: Seq[Variant] =
    (routes :+ checked :+ routerUnit) ++ tiles.map(p =>
      Variant(p.variant, p.asserts, "Tile", () => if (p.faults) new FlawedTile(p) else new Tile(p))
    ) ++
      oneClocks.zip(Seq(new OneClockTile(_), new FlawedOneClockTile(_))).map { case (p, tile) =>
        Variant(p.variant, p.asserts, "OneClockTile", () => tile(p))
      } ++
      flats.map { case (p, f) => Variant(p.variant, p.asserts, "Flat", () => new Flat(p, f)) }
}
