// SPDX-License-Identifier: Apache-2.0
package fairlead.lab

import fairlead.emit.{Emitter, Variant, Variants}
import fairlead.flaws.{FlawedOneClockTile, FlawedRouteUnit, FlawedTile}
import fairlead.params.{Structure, TileParams}
import fairlead.prove.EmitProofs

/** Elaborates the variants of the product and those of the laboratory: `rtl/prove/` has one file a harness. */
object EmitLab extends Emitter(
      structure => Variants.all(structure) ++ LabVariants.all(structure),
      Map("prove" -> ((structure, folder) => EmitProofs.jobs(folder)(structure)))
    )

object LabVariants {

  /** The tile libraries with assertions and faults (D13), and with gates that a test can spoil; the route unit of
   * `lab`.
    */
  def all(implicit structure: Structure): Seq[Variant] = Seq(
    Variant.tile(TileParams("lab").copy(asserts = true, faults = true), new FlawedTile(_)),
    Variant.oneClock(TileParams("one_clock_lab").copy(physical = true), new FlawedOneClockTile(_)),
    Variant("route_lab", asserts = false, "RouteUnit", () => new FlawedRouteUnit)
  )
}
