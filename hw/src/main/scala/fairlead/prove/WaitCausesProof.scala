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
  io.counting   := freeBit("counting")
  io.cutThrough := from.cutThrough
  io.adaptive   := from.adaptive
  io.waiting    := from.waiting
  io.front      := from.front
  io.credits    := from.credits
  io.spare      := from.spare
  io.unowned    := from.unowned
  io.starts     := from.starts
  io.follows    := from.follows
  io.paths      := from.paths.get
  io.pick       := from.pick
  io.granted    := from.granted

  private def is(code: UInt, cause: fairlead.params.Code): Bool = code === cause.value.U
  for (i <- active) {
    val port = io.ports(i)
    assert(port.moved === (io.counting && from.granted(i)), "PWC_P2: a flit that leaves is not told, or another is")
    for (v <- 0 until s.vcsOf(i)) {
      val code   = port.causes(WaitCause.bits * (v + 1) - 1, WaitCause.bits * v)
      val front  = from.front(i)(v).asTypeOf(new FlitMeta(s))
      val leaves = from.granted(i) && (if (s.vcsOf(i) == 1) true.B else from.pick(i) === v.U)
      val waits  = io.counting && from.waiting(i)(v) && !leaves
      assert((code =/= 0.U) === waits && port.blocked(v) === waits && code < WaitCause.all.size.U,
        "PWC_P1: a flit that waits has no cause, or one that leaves has")
      val paid = from.credits(front.out) || !front.head && from.cutThrough && front.out < s.linkPlaces.U
      assert(!is(code, WaitCause.Owner) || front.head && !from.unowned(front.out), "PWC_P3: OWNER without an owner")
      assert(!is(code, WaitCause.Credit) || !paid || front.head && front.enters && !from.spare(front.out),
        "PWC_P4: CREDIT although there is one")
      assert(!is(code, WaitCause.Link) || paid && !Mux(front.head, from.starts, from.follows)(front.out),
        "PWC_P5: LINK although it takes the flit")
      val others = active.filter(_ != i).map(from.granted(_)).foldLeft(from.granted(i))(_ || _)
      assert(!is(code, WaitCause.Connection) && !is(code, WaitCause.Arbitration) || others,
        "PWC_P6: a flit loses and none goes")
      assert(!is(code, WaitCause.Connection) || from.paths.get.map(_.port.orR).reduce(_ || _),
        "PWC_P7: CONNECTION without one")
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
