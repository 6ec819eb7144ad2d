// SPDX-License-Identifier: Apache-2.0
package fairlead.prove

import chisel3._
import chisel3.util._
import fairlead.params.{Structure, TileParams, WaitCause}
import fairlead.router._

/** WaitCauses with the SwitchAllocator that it describes, with flits at some input ports only; any ages, credits,
  * owners and links that are busy.
  */
class WaitCausesProof(active: Seq[Int])(implicit structure: Structure) extends Harness {
  private val s      = RouterShape(TileParams("prove"))
  private val switch = Module(new SwitchAllocator(s))
  private val dut    = Module(new WaitCauses(s))
  private val io     = dut.io
  private val from   = switch.io
  expose(from)
  for (i <- 0 until s.ports if !active.contains(i)) {
    from.waiting(i) := 0.U
    from.front(i).foreach(_ := 0.U)
  }
  io.counting := freeBit("counting")
  io.router   := RouterWaits.of(s, from)

  // in the cycle that the outputs are about
  private val counted = RegNext(io.counting, false.B)
  private def was[T <: Data](now: T): T = RegNext(now)
  private val credits    = was(from.credits)
  private val spare      = was(from.spare)
  private val unowned    = was(from.unowned)
  private val starts     = was(from.starts)
  private val follows    = was(from.follows)
  private val cutThrough = was(from.cutThrough)
  private val granted    = active.map(i => i -> was(from.granted(i))).toMap
  private val connected  = was(from.connections.held.orR)
  private def is(code: UInt, cause: fairlead.params.Code): Bool = code === cause.value.U
  for (i <- active) {
    val port = io.ports(i)
    val pick = was(from.pick(i))
    assert(port.moved === (counted && granted(i)), "PWC_P2: a flit that leaves is not told, or another is")
    for (v <- 0 until s.vcsOf(i)) {
      val code   = port.causes(WaitCause.bits * (v + 1) - 1, WaitCause.bits * v)
      val front  = was(from.front(i)(v)).asTypeOf(new FlitMeta(s))
      val leaves = granted(i) && (if (s.vcsOf(i) == 1) true.B else pick === v.U)
      val waits  = counted && was(from.waiting(i)(v)) && !leaves
      assert((code =/= 0.U) === waits && port.blocked(v) === waits && code < (WaitCause.blocked.size + 1).U,
        "PWC_P1: a flit that waits has no cause, or one that leaves has")
      val paid = credits(front.out) || !front.head && cutThrough && front.out < s.linkPlaces.U
      assert(!is(code, WaitCause.Owner) || front.head && !unowned(front.out), "PWC_P3: OWNER without an owner")
      assert(!is(code, WaitCause.Credit) || !paid || front.head && front.enters && !spare(front.out),
        "PWC_P4: CREDIT although there is one")
      assert(!is(code, WaitCause.Link) || paid && !Mux(front.head, starts, follows)(front.out),
        "PWC_P5: LINK although it takes the flit")
      val others = active.map(granted(_)).reduce(_ || _)
      assert(!is(code, WaitCause.Connection) && !is(code, WaitCause.Arbitration) || others,
        "PWC_P6: a flit loses and none goes")
      assert(!is(code, WaitCause.Connection) || connected, "PWC_P7: CONNECTION without one")
    }
  }
  private def some(cause: fairlead.params.Code): Bool = active.map { i =>
    (0 until s.vcsOf(i)).map(v =>
      is(io.ports(i).causes(WaitCause.bits * (v + 1) - 1, WaitCause.bits * v), cause)
    ).reduce(_ || _)
  }.reduce(_ || _)
  reachable(some(WaitCause.Arbitration) && some(WaitCause.Credit) && io.ports(active.head).moved, "PWC_C1")
  reachable(some(WaitCause.Owner) && some(WaitCause.Link), "PWC_C2")
  reachable(some(WaitCause.Connection), "PWC_C3")
}

/** WaitCauses of a router with four stages with both of its allocators, with flits at some input ports only; any
  * ages, credits, owners and links that are busy.
  */
class WaitCausesStagedProof(active: Seq[Int], isIslip: Boolean)(implicit structure: Structure) extends Harness {
  private val s = RouterShape(TileParams("prove")).copy(stages = 4, isIslip = isIslip)
  private val switch: Allocator = (
    if (isIslip) Module(new IslipSwitch(s)) else Module(new SwitchAllocator(s, Allocation.Switch))
  ).suggestName("switch")
  private val dut   = Module(new WaitCauses(s))
  private val io    = dut.io
  private val every = ((BigInt(1) << s.places) - 1).U(s.places.W)

  // what the router is like
  private val cutThrough = freeBit("cutThrough")
  private val ageless    = freeBit("ageless")
  private val adaptive   = freeBit("adaptive")
  private val credits    = free("credits", UInt(s.places.W))
  private val spare      = free("spare", UInt(s.places.W)) & credits
  private val unowned    = free("unowned", UInt(s.places.W))
  private val starts     = free("starts", UInt(s.places.W))
  private val follows    = free("follows", UInt(s.places.W))

  // the front of each VC: nothing, a head that is routed, one that asks for an output VC, or a flit that has one
  private val Seq(fresh, asking, bound) = Seq(1, 2, 3)
  private val states = (0 until s.ports).map(i =>
    Seq.tabulate(s.vcsOf(i))(v => if (active.contains(i)) free(s"state${i}_$v", UInt(2.W)) else 0.U(2.W))
  )
  private val flits = (0 until s.ports).map { i =>
    Seq.tabulate(s.vcsOf(i)) { v =>
      val flit = WireInit(0.U.asTypeOf(new FlitMeta(s)))
      if (active.contains(i)) {
        val any = free(s"front${i}_$v", new FlitMeta(s))
        flit     := any
        flit.out := Mux(any.out < s.places.U, any.out, 0.U)
        when(states(i)(v) === bound.U) {
          flit.first    := 0.U
          flit.enters   := false.B
          flit.adaptive := 0.U
        }.otherwise {
          flit.first    := Mux(any.first === 3.U, 0.U, any.first)
          flit.adaptive := Mux(adaptive && any.out < s.linkPlaces.U, any.adaptive, 0.U)
          flit.head     := true.B
        }
      }
      flit
    }
  }
  private def where(i: Int, state: Int): UInt = Cat(states(i).reverse.map(_ === state.U))
  private def fronts(i: Int, state: Int): Seq[UInt] =
    flits(i).zip(states(i)).map { case (flit, is) => Mux(is === state.U, flit.asUInt, 0.U) }

  private val from = switch.io
  from.ageless    := ageless
  from.cutThrough := cutThrough
  from.adaptive   := false.B
  from.credits    := credits
  from.spare      := spare
  from.unowned    := every
  from.starts     := starts
  from.follows    := follows
  private val heads = (0 until s.ports).map { i =>
    from.waiting(i) := where(i, bound)
    from.front(i)   := VecInit(fronts(i, bound))
    val heads = Wire(new HeadsIO(s, s.vcsOf(i)))
    heads         := DontCare
    heads.waiting := where(i, asking)
    heads.front   := VecInit(fronts(i, asking))
    heads.routing := where(i, fresh)
    Option(heads)
  }
  private val room = Mux(cutThrough, credits, every)
  private val grants =
    if (isIslip) VcGrants.islip(s, heads, adaptive, unowned & room, unowned & spare)
    else {
      val by = Module(new SwitchAllocator(s, Allocation.Vcs)).suggestName("vcs")
      by.io.ageless    := ageless
      by.io.cutThrough := cutThrough
      by.io.adaptive   := adaptive
      by.io.credits    := room
      by.io.spare      := spare
      by.io.unowned    := unowned
      by.io.starts     := every
      by.io.follows    := every
      VcGrants.tournament(s, heads, by)
    }
  io.counting := freeBit("counting")
  io.router   := RouterWaits.of(s, from, Some(RouterHeads(s, heads, adaptive, unowned, grants.heads)))

  // in the cycle that the outputs are about
  private val counted = RegNext(io.counting, false.B)
  private def was[T <: Data](now: T): T                         = RegNext(now)
  private def is(code: UInt, cause: fairlead.params.Code): Bool = code === cause.value.U
  private val connected = was(from.connections.held.orR)
  private val passes    = was(active.map(from.granted(_)).reduce(_ || _))
  private val gives     = was(active.map(grants.heads(_).orR).reduce(_ || _))
  for (i <- active) {
    val port = io.ports(i)
    assert(port.moved === (counted && was(from.granted(i))), "PWS_P2: a flit that leaves is not told, or another is")
    for (v <- 0 until s.vcsOf(i)) {
      val code   = port.causes(WaitCause.bits * (v + 1) - 1, WaitCause.bits * v)
      val flit   = was(flits(i)(v))
      val asks   = was(states(i)(v) === asking.U)
      val goes   = was(states(i)(v) === bound.U)
      val given  = was(grants.heads(i)(v))
      val leaves = was(from.granted(i) && (if (s.vcsOf(i) == 1) true.B else from.pick(i) === v.U))
      val steps  = counted && (was(states(i)(v) === fresh.U) || asks && given)
      val waits  = counted && (goes && !leaves || asks && !given)
      assert(
        (code =/= 0.U) === waits && port.blocked(v) === waits && port.steps.get(v) === steps &&
          code <= WaitCause.blocked.size.U,
        "PWS_P1: what waits has no cause, or what moves or goes through a stage has"
      )
      val some = was(credits)(flit.out)
      val paid = some || !flit.head && was(cutThrough) && flit.out < s.linkPlaces.U
      val room = Mux(flit.enters, was(spare)(flit.out), some || !was(cutThrough))
      assert(!is(code, WaitCause.Owner) || asks && !was(unowned)(flit.out), "PWS_P3: OWNER without an owner")
      assert(!is(code, WaitCause.Credit) || Mux(asks, was(unowned)(flit.out) && !room, !paid),
        "PWS_P4: CREDIT although there is one")
      assert(
        !is(code, WaitCause.Link) || goes && paid && !Mux(flit.head, was(starts), was(follows))(flit.out),
        "PWS_P5: LINK although it takes the flit"
      )
      assert(!is(code, WaitCause.Arbitration) || Mux(asks, gives, passes), "PWS_P6: a flit loses and none goes")
      assert(!is(code, WaitCause.Connection) || goes && passes && connected, "PWS_P7: CONNECTION without one")
    }
  }
  private def some(state: Int, cause: fairlead.params.Code): Bool = active.flatMap { i =>
    (0 until s.vcsOf(i)).map(v =>
      is(io.ports(i).causes(WaitCause.bits * (v + 1) - 1, WaitCause.bits * v), cause) && was(states(i)(v) === state.U)
    )
  }.reduce(_ || _)
  reachable(some(bound, WaitCause.Arbitration) && some(bound, WaitCause.Credit) && io.ports(active.head).moved,
    "PWS_C1")
  reachable(some(asking, WaitCause.Owner) && some(bound, WaitCause.Link), "PWS_C2")
  reachable(some(asking, WaitCause.Arbitration) && some(asking, WaitCause.Credit), "PWS_C3")
  if (!isIslip) reachable(some(bound, WaitCause.Connection), "PWS_C4")
}
