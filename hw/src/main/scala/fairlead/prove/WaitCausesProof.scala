// SPDX-License-Identifier: Apache-2.0
package fairlead.prove

import chisel3._
import chisel3.util._
import fairlead.params.{TileParams, WaitCause}
import fairlead.router._

/** WaitCauses beside the SwitchAllocator that it describes, with flits at some input ports only; any ages, credits, owners and links that are busy. */
class WaitCausesProof(active: Seq[Int]) extends Harness {
  private val s      = RouterShape(TileParams(variant = "prove"))
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
