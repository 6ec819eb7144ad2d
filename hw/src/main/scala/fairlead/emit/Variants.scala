// SPDX-License-Identifier: Apache-2.0
package fairlead.emit

import chisel3.RawModule
import fairlead.params.{Structure, TileParams}
import fairlead.router.{RouteUnit, TorusRouter}
import fairlead.tile.{Flat, FlatParams, OneClockTile, SilentTile, Tile}

/** One elaboration and the library made of it.
  *
  * @param asserts  true if the verification layer is inlined, false if it is left out
  * @param top      name of the top module, and its generator
  * @param tile     parameters of its tiles, which the manifest lists; none of a library of a single unit
  * @param flat     the torus, if the top is one
  */
final case class Variant(
    name: String,
    asserts: Boolean,
    top: String,
    generate: () => RawModule,
    tile: Option[TileParams] = None,
    flat: Option[FlatParams] = None
)

object Variant {
  def tile(p: TileParams, generate: TileParams => Tile): Variant =
    Variant(p.variant, p.asserts, "Tile", () => generate(p), Some(p))

  def oneClock(p: TileParams, generate: TileParams => OneClockTile): Variant =
    Variant(p.variant, p.asserts, "OneClockTile", () => generate(p), Some(p))

  def flat(p: TileParams, torus: FlatParams)(implicit structure: Structure): Variant =
    Variant(p.variant, p.asserts, "Flat", () => new Flat(p, torus), Some(p), Some(torus))
}

object Variants {

  /** `product` at the depths to which a test limits it (D2). */
  private def small(product: TileParams)(implicit structure: Structure) = product.copy(
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

  def all(implicit structure: Structure): Seq[Variant] = {
    val product = TileParams("product")
    Seq(
      // the route unit of the tile libraries, with a library of its own, so that the whole relation can be enumerated
      Variant("route", asserts = false, "RouteUnit", () => new RouteUnit),
      // the product with its assertions, whose mutants they judge
      Variant("checked", asserts = true, "Tile", () => new Tile(product)),
      // the router alone, with its assertions: all that there is in a structure of routers alone
      Variant("router_unit", asserts = true, "TorusRouter", () => new TorusRouter(product)),
      Variant.tile(product, new Tile(_)),
      Variant.tile(small(product), new Tile(_)),
      // the product as it can be built, with one clock pin and its clock gates inside
      Variant.oneClock(product.copy(variant = "one_clock", physical = true), new OneClockTile(_)),
      // the same without event pins, which is delivered and not simulated
      Variant("one_clock_silent", asserts = false, "OneClockTile",
        () => new SilentTile(product.copy(variant = "one_clock", physical = true))),
      // tori in one module, the oracles of the fabric
      Variant.flat(product.copy(variant = "flat4"), FlatParams(2, 2, 1)),
      Variant.flat(product.copy(variant = "flat8"), FlatParams(2, 2, 2))
    )
  }
}
