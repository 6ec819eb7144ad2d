// SPDX-License-Identifier: Apache-2.0
package fairlead.router

import chisel3._
import chisel3.util._
import fairlead.params.{Fixed, Structure}

/** Which of its outputs an adaptive head takes, by what is free at the start of the cycle.
  *
  * Links with both adaptive VCs of its class free come before those with one; among equals the first dimension after
  * the one that the packet drew. Without any, the escape output. `free`: mask over places; `held`: over ports, those
  * with a connection.
  * Spec: docs/spec/torus-router.md
  */
class Choice(s: RouterShape, adaptive: Bool, free: UInt, held: UInt)(implicit structure: Structure) {
  private val dimensions = 3
  private val heldLinks  = held(Fixed.links - 1, 0)

  /** Links with a free adaptive VC, or with both free, of class 0 in the low bits. None where no packet is adaptive:
    * simulators then do not look.
    */
  private def links(pairs: UInt): UInt = {
    val low = for (cls <- 0 until Fixed.classes; link <- 0 until Fixed.links)
      yield s.place(link) + cls * structure.vcsPerClass + Fixed.escapeVcs
    if (s.hasAdaptive) Mux(adaptive, Cat(low.reverse.map(pairs(_))), 0.U) else 0.U((Fixed.classes * Fixed.links).W)
  }
  private val any  = links(free | free >> 1)
  private val both = links(free & free >> 1)
  private val open = any & ~Fill(Fixed.classes, heldLinks)

  private def cls(front: FlitMeta): Bool = front.out(s.indexBits - 1)
  private def of(front: FlitMeta, links: UInt): UInt =
    Mux(cls(front), links(2 * Fixed.links - 1, Fixed.links), links(Fixed.links - 1, 0))

  /** Returns whether a head may go on without its escape output. */
  def offers(front: FlitMeta): Bool = (front.adaptive & of(front, any)).orR

  /** Returns whether a head may go on without its escape output, by a link without a connection. */
  def avoids(front: FlitMeta): Bool = (front.adaptive & of(front, open)).orR

  /** The output VC that a flit takes: the place that it wants, or for an adaptive head the best that is free; on a link
    * with a connection only if it is `late`.
    */
  def apply(front: FlitMeta, late: Bool): UInt = if (s.hasAdaptive) best(front, late) else front.out

  /** The same as a mask over places, 0 if it is not free, without links that are held. `escape`: that of its escape
    * output, or 0.
    */
  def wanted(front: FlitMeta, escape: UInt): UInt = if (s.hasAdaptive) bestOf(front, escape) else escape

  private def bestOf(front: FlitMeta, escape: UInt): UInt = {
    val good  = front.adaptive & of(front, any)
    val best  = front.adaptive & of(front, both)
    val links = Mux(best.orR, best, good)
    val there = (0 until dimensions).map(d => links(2 * d) || links(2 * d + 1))
    val first = (0 until dimensions).map { d => // of the dimensions from that which the packet tries first on
      val others = Seq((d + 1) % dimensions, (d + 2) % dimensions)
      val before = Mux(front.first === others(1).U, !there(others(1)),
        Mux(front.first === others(0).U, !there(others(0)) && !there(others(1)), true.B))
      there(d) && before
    }
    val rows = (0 until Fixed.links).map { link =>
      val here = first(link / 2) && (if (link % 2 == 1) links(link) else !links(link + 1))
      val vcs = (0 until Fixed.classes).map { c =>
        val low = free(s.place(link) + c * structure.vcsPerClass + Fixed.escapeVcs)
        val two = Mux(here && (cls(front) === (c == 1).B), !low ## low, 0.U(2.W))
        two ## 0.U(Fixed.escapeVcs.W)
      }
      Cat(vcs.reverse)
    }
    Mux(good.orR, Cat(rows.reverse).pad(s.places), escape)
  }

  private def best(front: FlitMeta, late: Bool): UInt = {
    // simulators look at the links only for an adaptive head
    def adaptive(value: UInt): UInt = Mux(front.adaptive.orR, value, 0.U)
    val allowed   = adaptive(front.adaptive & (Fill(Fixed.links, late) | ~heldLinks))
    val good      = adaptive(allowed & of(front, any))
    val best      = adaptive(allowed & of(front, both))
    val links     = adaptive(best | (good & Fill(Fixed.links, !best.orR)))
    val places    = Cat((0 until dimensions).reverse.map(d => links(2 * d) || links(2 * d + 1)))
    val dimension = adaptive((Choice.order.U(64.W) >> (front.first ## places ## 0.U(1.W)))(1, 0))
    val port      = adaptive(dimension ## (links >> (dimension ## 1.U(1.W)))(0))
    val low       = port ## cls(front) ## Fixed.escapeVcs.U(2.W)
    Mux(front.adaptive.orR && good.orR, low | !free(low), front.out)
  }
}

object Choice {

  /** Two bits for each (first, set of dimensions): the first of first, first + 1, first + 2 (mod 3) in the set. */
  private val order: BigInt = {
    val entries = for (first <- 0 until 3; set <- 1 until 8)
      yield BigInt((0 until 3).map(i => (first + i) % 3).find(d => (set >> d & 1) == 1).get) << 2 * (first * 8 + set)
    entries.reduce(_ | _)
  }

  /** The dimension that an adaptive packet tries first: its stamp's low four bits mod 3. */
  def first(stamp: UInt): UInt = {
    val table = (0 until 16).map(i => BigInt(i % 3) << 2 * i).reduce(_ | _)
    (table.U(32.W) >> (stamp(3, 0) ## 0.U(1.W)))(1, 0)
  }
}
