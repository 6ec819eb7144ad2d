// SPDX-License-Identifier: Apache-2.0
package fairlead.lab

import fairlead.emit.{Emitter, Variant, Variants}
import fairlead.flaws.{FlawedOneClockTile, FlawedRouteUnit, FlawedTile}
import fairlead.params.TileParams
import fairlead.prove.EmitProofs

/** Elaborates the variants of the product and those of the laboratory: `rtl/prove/` has one file a harness. */
object EmitLab extends Emitter(Variants.all ++ LabVariants.all, Map("prove" -> (EmitProofs.jobs(_))))

object LabVariants {

  /** The tile libraries with assertions and faults (D13), and with gates that a test can spoil; the route unit of `lab`.
    */
  val all: Seq[Variant] = Seq(
    Variant.tile(TileParams(variant = "lab", asserts = true, faults = true), new FlawedTile(_)),
    Variant.oneClock(TileParams(variant = "one_clock_lab", physical = true), new FlawedOneClockTile(_)),
    Variant("route_lab", asserts = false, "RouteUnit", () => new FlawedRouteUnit)
  )
}
