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

/** The waits of all input ports. */
class WaitsIO(s: RouterShape) extends Bundle {
  def shape: RouterShape = s
  val clock    = Input(Clock()) // of the counters
  val counting = Input(Bool())
  val ports    = Output(PortWaits.all(s)) // of the cycle of the last edge of `clock`; all 0 if it was not counted
}

object PortWaits {
  def all(s: RouterShape): MixedVec[PortWaits] =
    MixedVec((0 until s.ports).map(i => new PortWaits(s, s.vcsOf(i))))
}

/** The state of the router at the start of a cycle, as far as it decides who waits for what, and the grants. */
class RouterWaits(s: RouterShape) extends Bundle {
  val cutThrough = Bool()
  val adaptive   = Bool()
  val front      = MixedVec((0 until s.ports).map(i => Vec(s.vcsOf(i), UInt(FlitMeta.wants(s).W)))) // packed
  val credits    = UInt(s.places.W)
  val spare      = UInt(s.places.W)
  val unowned    = UInt(s.places.W)
  val starts     = UInt(s.places.W)
  val follows    = UInt(s.places.W)
  val waiting    = MixedVec((0 until s.ports).map(i => UInt(s.vcsOf(i).W))) // VCs with a flit
  val holder     = MixedVec((0 until s.ports).map(i => UInt(s.vcsOf(i).W))) // VC of a connection whose next flit may go
  val held       = UInt(s.ports.W) // output ports of these connections
  val left       = MixedVec((0 until s.ports).map(i => UInt(s.vcsOf(i).W))) // VCs with a flit that does not leave
  val moved      = UInt(s.ports.W) // input ports from which a flit leaves
  val cls        = UInt(s.ports.W) // its class
}

object RouterWaits {

  /** Returns what the allocator sees and grants in this cycle. */
  def of(s: RouterShape, allocator: SwitchAllocatorIO): RouterWaits = {
    val now = Wire(new RouterWaits(s))
    now.cutThrough := allocator.cutThrough
    now.waiting    := allocator.waiting
    now.adaptive   := allocator.adaptive
    now.credits    := allocator.credits
    now.spare      := allocator.spare
    now.unowned    := allocator.unowned
    now.starts     := allocator.starts
    now.follows    := allocator.follows
    now.holder     := allocator.connections.get.holder
    now.held       := allocator.connections.get.held
    now.moved      := allocator.granted.asUInt
    now.cls := Cat((0 until s.ports).reverse.map(i =>
        if (s.vcsOf(i) == 1) 0.U else allocator.pick(i)(s.indexBits - 1)
      ))
    for (i <- 0 until s.ports) {
      val leaves = if (s.vcsOf(i) == 1) 1.U(1.W) else UIntToOH(allocator.pick(i), s.vcsOf(i))
      now.left(i)  := allocator.waiting(i) & ~Mux(allocator.granted(i), leaves, 0.U)
      now.front(i) := allocator.front(i).map(_(FlitMeta.wants(s) - 1, 0))
    }
    now
  }
}

class WaitCausesIO(s: RouterShape) extends Bundle {
  val counting = Input(Bool())
  val router   = Input(new RouterWaits(s))
  val ports    = Output(PortWaits.all(s)) // of the cycle of the last edge; all 0 if it was not counted
}

/** The one cause for which the oldest flit of each VC does not leave, for the performance counters.
  *
  * Contract: each edge takes the state of the router and the grants of its cycle into registers, and the outputs follow from these. So nothing hangs on the paths of the
  * allocator, and while nothing is counted, and the clock rests, nothing is computed. The conditions of the allocator are computed anew here.
  * Reset: nothing was counted.
  * Spec: docs/spec/perf-counters.md
  */
class WaitCauses(s: RouterShape) extends Module {
  val io = IO(new WaitCausesIO(s))

  private val n = s.ports

  // state
  private val counted = RegNext(io.counting, false.B)
  private val seen    = RegEnable(io.router, io.counting)
  private val fronts = (0 until n).map(i => // copied only where a flit is
    RegEnable(io.router.front(i), io.counting && io.router.waiting(i).orR).suggestName(s"seen_front_$i")
  )

  private val links = ((BigInt(1) << s.linkPlaces) - 1).U
  private val paid  = seen.credits | Mux(seen.cutThrough, links, 0.U) // for a body
  private val heldPlaces =
    seen.held(n - 1, Fixed.links) ## Cat((0 until Fixed.links).reverse.map(d => Fill(s.linkVcs, seen.held(d))))

  /** Where a flit may go at once: a head, a head that enters a ring, a body. */
  private class Open(places: UInt) {
    private val starts = seen.unowned & seen.starts & places
    val free           = seen.credits & starts
    private val roomy  = seen.spare & starts
    private val bodies = paid & seen.follows & places
    def takes(front: FlitMeta): Bool = Mux(front.head, Mux(front.enters, roomy, free), bodies)(front.out)
  }
  private val all    = new Open(((BigInt(1) << s.places) - 1).U(s.places.W))
  private val beside = new Open(~heldPlaces) // without breaking a connection
  private val choose = new Choice(s, seen.adaptive, all.free, seen.held)

  private def cause(i: Int, v: Int): UInt = {
    val front    = fronts(i)(v).pad((new FlitMeta(s)).getWidth).asTypeOf(new FlitMeta(s))
    val requests = all.takes(front) || choose.offers(front)
    val avoids   = beside.takes(front) || choose.avoids(front)
    val late     = Mux(seen.holder(i).orR, !seen.holder(i)(v), !avoids)
    val owned    = front.head && !seen.unowned(front.out)
    val poor     = !Mux(front.head, Mux(front.enters, seen.spare, seen.credits), paid)(front.out)
    // each condition once: simulators then look at the next one only where the one before decides nothing
    def code(cause: Code): UInt = cause.value.U(WaitCause.bits.W)
    Mux(
      requests,
      Mux(late, code(WaitCause.Connection), code(WaitCause.Arbitration)),
      Mux(owned, code(WaitCause.Owner), Mux(poor, code(WaitCause.Credit), code(WaitCause.Link)))
    )
  }

  for (i <- 0 until n) {
    val port  = io.ports(i)
    val left  = seen.left(i)
    val codes = (0 until s.vcsOf(i)).map(v => Mux(left(v), cause(i, v), WaitCause.None.value.U(WaitCause.bits.W)))
    port.moved   := counted && seen.moved(i)
    port.cls     := seen.cls(i)
    port.blocked := Mux(counted, left, 0.U)
    port.causes  := Mux(counted && left.orR, Cat(codes.reverse), 0.U)
  }
}
