// SPDX-License-Identifier: Apache-2.0
package fairlead.flaws

import chisel3._
import chisel3.experimental.noPrefix
import fairlead.params.{Structure, TileParams}
import fairlead.tile.OneClockTile

/** A tile with one clock in which a chosen cause does not open the gate of a chosen part, so that the part misses that
  * edge: the seeded fault of whatever compares the tile with others. A test sets `missing` between two runs; reset
  * takes it away.
  */
class FlawedOneClockTile(p: TileParams)(implicit structure: Structure) extends OneClockTile(p) {
  override def desiredName = "OneClockTile"

  private lazy val missing = new Spoiled
  private var causes = 0
  override protected def opens(cause: Bool): Bool = {
    causes += 1
    cause && missing() =/= causes.U
  }
}

/** The number of the cause that is left out, 0 for none; made when it is first asked for, as [[Pin]] is. */
private final class Spoiled {
  private var made: Option[UInt] = None

  def apply(): UInt = {
    if (made.isEmpty) made = Some(noPrefix(dontTouch(RegInit(0.U(8.W)).suggestName("missing"))))
    made.get
  }
}
