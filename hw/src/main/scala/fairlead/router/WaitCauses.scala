// SPDX-License-Identifier: Apache-2.0
package fairlead.router

import chisel3._
import chisel3.util._
import fairlead.params.{Code, Fixed, WaitCause}

/** What the performance counters are told of one input port in a cycle. */
class PortWaits(s: RouterShape, nVcs: Int) extends Bundle {
  val moved   = Bool() // a flit leaves
  val cls     = UInt(1.W) // of its VC; 0 at a local port
  val blocked = UInt(nVcs.W) // VCs with a flit that does not leave
  val causes  = UInt((nVcs * WaitCause.bits).W) // WaitCause of each VC
}

/** The waits of all input ports; all 0 while nothing is counted. */
class WaitsIO(s: RouterShape) extends Bundle {
  def shape: RouterShape = s
  val counting = Input(Bool())
  val ports    = Output(PortWaits.all(s))
}

object PortWaits {
  def all(s: RouterShape): MixedVec[PortWaits] =
    MixedVec((0 until s.ports).map(i => new PortWaits(s, s.vcsOf(i))))
}

class WaitCausesIO(s: RouterShape) extends Bundle {
  private val metaBits = (new FlitMeta(s)).getWidth
  val counting         = Input(Bool())
  val cutThrough       = Input(Bool())
  val adaptive         = Input(Bool())
  val waiting          = Input(MixedVec((0 until s.ports).map(i => UInt(s.vcsOf(i).W))))
  val front            = Input(MixedVec((0 until s.ports).map(i => Vec(s.vcsOf(i), UInt(metaBits.W)))))
  val credits          = Input(UInt(s.places.W))
  val spare            = Input(UInt(s.places.W))
  val unowned          = Input(UInt(s.places.W))
  val starts           = Input(UInt(s.places.W))
  val follows          = Input(UInt(s.places.W))
  val paths            = Input(Vec(s.ports, new SwitchPath(s)))
  val pick             = Input(Vec(s.ports, UInt(s.indexBits.W)))
  val granted          = Input(Vec(s.ports, Bool()))
  val ports            = Output(PortWaits.all(s))
}

/** The one cause for which the oldest flit of each VC does not leave in this cycle, for the performance counters.
  *
  * Contract: combinational, by the state at the start of the cycle and the grants of [[SwitchAllocator]]; all outputs are 0 while `counting` is low. The conditions of the
  * allocator are computed anew here, so that it has no more to do while nothing is counted.
  * Spec: docs/spec/perf-counters.md
  */
class WaitCauses(s: RouterShape) extends Module {
  val io = IO(new WaitCausesIO(s))

  private val n      = s.ports
  private val free   = io.credits & io.unowned & io.starts
  private val roomy  = io.spare & io.unowned & io.starts
  private val paid   = io.credits | Mux(io.cutThrough, ((BigInt(1) << s.linkPlaces) - 1).U, 0.U) // for a body
  private val bodies = paid & io.follows
  private val holder = (0 until n).map { i =>
    val vc = if (s.vcsOf(i) == 1) 1.U(1.W) else UIntToOH(io.paths(i).vc, s.vcsOf(i))
    Mux(io.counting && io.paths(i).port.orR && bodies(io.paths(i).place), vc & io.waiting(i), 0.U)
  }
  private val held = (0 until n).map(i => Mux(holder(i).orR, io.paths(i).port, 0.U)).reduce(_ | _)
  private val heldPlaces =
    held(n - 1, Fixed.links) ## Cat((0 until Fixed.links).reverse.map(d => Fill(s.linkVcs, held(d))))
  private val choose = new Choice(s, io.adaptive && io.counting, free, held)
  private def ready(front: FlitMeta, open: UInt): Bool =
    (Mux(front.head, Mux(front.enters, roomy, free), bodies) & open)(front.out)

  private val every = ((BigInt(1) << s.places) - 1).U(s.places.W)
  private def cause(i: Int, v: Int): UInt = {
    val front    = io.front(i)(v).asTypeOf(new FlitMeta(s))
    val requests = ready(front, every) || choose.offers(front)
    val beside   = ready(front, ~heldPlaces) || choose.avoids(front)
    val late     = Mux(holder(i).orR, !holder(i)(v), !beside)
    val owned    = front.head && !io.unowned(front.out)
    val poor     = !Mux(front.head, Mux(front.enters, io.spare, io.credits), paid)(front.out)
    // each condition once: simulators then look at the next one only where the one before decides nothing
    def code(cause: Code): UInt = cause.value.U(WaitCause.bits.W)
    Mux(
      requests,
      Mux(late, code(WaitCause.Connection), code(WaitCause.Arbitration)),
      Mux(owned, code(WaitCause.Owner), Mux(poor, code(WaitCause.Credit), code(WaitCause.Link)))
    )
  }

  for (i <- 0 until n) {
    val port   = io.ports(i)
    val nVcs   = s.vcsOf(i)
    val leaves = if (nVcs == 1) 1.U(1.W) else UIntToOH(io.pick(i), nVcs)
    val left   = io.waiting(i) & ~Mux(io.granted(i), leaves, 0.U)
    val codes  = (0 until nVcs).map(v => Mux(left(v), cause(i, v), WaitCause.None.value.U(WaitCause.bits.W)))
    port.moved   := io.counting && io.granted(i)
    port.cls     := (if (nVcs == 1) 0.U else io.pick(i)(s.indexBits - 1))
    port.blocked := Mux(io.counting, left, 0.U)
    port.causes  := Mux(io.counting && io.waiting(i).orR, Cat(codes.reverse), 0.U)
  }
}
