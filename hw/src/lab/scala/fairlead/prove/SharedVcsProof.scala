// SPDX-License-Identifier: Apache-2.0
package fairlead.prove

import chisel3._
import chisel3.util._
import fairlead.params.{Fixed, Structure, TileParams}
import fairlead.router._

/** SharedVcs of a router with four VCs a link, with heads at some input ports only, which want any output; any output
  * VCs are free.
  */
class SharedVcsProof(active: Seq[Int])(implicit structure: Structure) extends Harness {
  private val s   = RouterShape(TileParams("prove")).copy(stages = 4, isIslip = true, sharedVcs = 4, vcsPerClass = 2)
  private val dut = Module(new SharedVcs(s))
  private val io  = dut.io

  private val unowned = free("unowned", UInt(s.places.W))
  io.adaptive := false.B
  io.free     := unowned
  io.roomy    := unowned
  private val inputs  = for (i <- 0 until s.ports; v <- 0 until s.vcsOf(i)) yield (i, v)
  private val waiting = inputs.map { case (i, v) => if (active.contains(i)) freeBit(s"waiting${i}_$v") else false.B }
  private val wants = inputs.map { case (i, v) => // the output VC of its route
    if (active.contains(i)) {
      val any = free(s"out${i}_$v", UInt(s.placeBits.W))
      Mux(any < s.places.U, any, 0.U)
    } else 0.U
  }
  for (i <- 0 until s.ports) {
    val own = inputs.zipWithIndex.filter(_._1._1 == i).map(_._2)
    io.waiting(i) := Cat(own.reverse.map(waiting(_)))
    for ((n, v) <- own.zipWithIndex) {
      val front = WireInit(0.U.asTypeOf(new FlitMeta(s)))
      front.head     := true.B
      front.out      := wants(n)
      io.front(i)(v) := front.asUInt
    }
  }
  private val granted = inputs.map { case (i, v) => io.granted(i)(v) }
  private val takes   = inputs.map { case (i, v) => io.bind(i)(v).asTypeOf(new FlitMeta(s)).out }

  /** What the page says: the VCs of its link with the v of its ring, or all of the local port. */
  private def may(want: UInt, place: Int): Bool =
    want / s.linkVcs.U === (place / s.linkVcs).U &&
      ((place >= s.linkPlaces).B || want % Fixed.escapeVcs.U === (place % Fixed.escapeVcs).U)
  private def takers(place: Int): UInt =
    Cat(granted.zip(takes).reverse.map { case (granted, to) => granted && to === place.U })

  for (place <- 0 until s.places) {
    assert(PopCount(takers(place)) <= 1.U, "PSV_P1: an output VC is given to two heads")
    assert(io.vcs(place) === takers(place).orR, "PSV_P3: an output VC is told as given and is not, or the other way")
    val holder = inputs.zipWithIndex.map { case ((i, v), n) =>
      io.binder(place) === (i << s.indexBits | v).U && granted(n) && takes(n) === place.U
    }.reduce(_ || _)
    assert(!io.vcs(place) || holder, "PSV_P3: an output VC has another owner than the head that has it")
  }
  for (n <- inputs.indices) {
    val fits =
      (0 until s.places).map(place => takes(n) === place.U && io.free(place) && may(wants(n), place)).reduce(_ || _)
    assert(!granted(n) || waiting(n) && fits, "PSV_P2: a head is given an output VC that it may not have")
  }
  private val some = inputs.indices.map(n =>
    waiting(n) && (0 until s.places).map(place => io.free(place) && may(wants(n), place)).reduce(_ || _)
  ).reduce(_ || _)
  assert(!some || io.requests, "PSV_P4: heads ask for free output VCs, and none is given")
  assert(io.requests === io.vcs.orR, "PSV_P4: heads ask for free output VCs, and none is given")

  // after a refusal, so that the pointers are not those of the reset
  reachable(RegNext(granted(1) && waiting(0) && !granted(0) && wants(0) === wants(1), false.B) && granted(0) &&
      granted.reduce((a, b) => a && b) === false.B && takes(0) =/= wants(0), "PSV_C1")
}
