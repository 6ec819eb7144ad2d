// SPDX-License-Identifier: Apache-2.0
package fairlead.tile

import chisel3._
import chisel3.util.ShiftRegister
import fairlead.params.{Fixed, Structure, TileParams}

/** A torus in one module: the oracle of the fabric (D1), which must give the same events.
  *
  * Latencies are those of the fabric: from the sender's register to the neighbour's pin, so 1 is a wire.
  */
final case class FlatParams(kx: Int, ky: Int, kz: Int, linkLatency: Int = 2, creditLatency: Int = 2)(implicit
    structure: Structure
) {
  Seq("kx" -> kx, "ky" -> ky, "kz" -> kz).foreach { case (name, k) =>
    require(k >= 1 && k <= structure.maxK, s"FlatParams: $name must be 1 to ${structure.maxK}, got $k")
  }
  require(linkLatency >= 1, s"FlatParams: linkLatency must be at least 1, got $linkLatency")
  require(creditLatency >= 1, s"FlatParams: creditLatency must be at least 1, got $creditLatency")

  val shape: Seq[Int] = Seq(kx, ky, kz)
  def tiles: Int = shape.product

  /** Rank of the neighbour of `rank` in direction 2 * dimension + (0 plus, 1 minus). */
  def neighbour(rank: Int, direction: Int): Int = {
    val (dimension, step) = (direction / 2, if (direction % 2 == 0) 1 else -1)
    val stride            = shape.take(dimension).product
    val place             = rank / stride % shape(dimension)
    rank + (Math.floorMod(place + step, shape(dimension)) - place) * stride
  }
}

/** Pins of all tiles. Link and credit outputs can be watched; link and credit inputs are not connected. */
class FlatIO(f: FlatParams)(implicit structure: Structure) extends Bundle {
  val tile = Vec(f.tiles, new TileIO)
}

class Flat(p: TileParams, f: FlatParams)(implicit structure: Structure) extends Module {
  val hostClock = IO(Input(Clock()))
  val io        = IO(new FlatIO(f))

  private val tiles = Seq.fill(f.tiles)(Module(new Tile(p)))

  private def wire[T <: Data](from: T, latency: Int): T = ShiftRegister(from, latency - 1, 0.U.asTypeOf(from), true.B)

  tiles.zip(io.tile).zipWithIndex.foreach { case ((tile, pins), rank) =>
    pins              <> tile.io
    tile.pickClock    := clock
    tile.sendClock    := clock
    tile.replyClock   := clock
    tile.receiveClock := clock
    tile.orderClock   := clock
    tile.storeClock   := clock
    tile.treeClock    := clock
    tile.countClock   := clock
    tile.cfgClock     := clock
    tile.hostClock    := hostClock
    (0 until Fixed.links).foreach { direction =>
      val neighbour = tiles(f.neighbour(rank, direction)).io
      tile.io.linkIn(direction)   := wire(neighbour.linkOut(direction ^ 1), f.linkLatency)
      tile.io.creditIn(direction) := wire(neighbour.creditOut(direction ^ 1), f.creditLatency)
    }
  }
}
