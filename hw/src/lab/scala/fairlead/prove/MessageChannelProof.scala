// SPDX-License-Identifier: Apache-2.0
package fairlead.prove

import chisel3._
import chisel3.util._
import fairlead.collective._
import fairlead.words.{ClassRoute, CollectiveHeader}
import fairlead.params.Structure

/** MessageChannel with any messages of all its sources; each flit carries the number of its source. */
class MessageChannelProof(implicit structure: Structure) extends Harness {
  private val p     = CollectiveParams().copy(routes = 1)
  private val ends  = p.links + 1
  private val dut   = Module(new MessageChannel(p))
  private val route = symbolic("route", new ClassRoute)
  dut.io.routes(0) := route
  assert(PopCount(route.parent) <= 1.U && PopCount(route.children) <= 2.U && (route.parent & route.children) === 0.U,
    "PTM_A1: a class route with two parents or three children")
  private val takes = Cat(dut.io.localTake, dut.io.take)
  private val sources = Seq.tabulate(ends)(s =>
    new PacketSource(if (s < p.links) dut.io.in(s) else dut.io.local, takes(s), free(s"header$s", UInt(64.W)), s.U,
      freeBit(s"tail$s"), freeBit(s"valid$s"))
  )
  private val taken = free("taken", UInt(ends.W)) & VecInit(dut.io.out.map(_.valid)).asUInt
  dut.io.taken := taken

  // one output, chosen freely
  private val which  = symbolic("which", UInt(2.W))
  private val out    = dut.io.out(which)
  private val leaves = VecInit(taken.asBools)(which)
  private val open   = RegInit(false.B) // in the middle of a message
  private val inside = RegInit(false.B) // of a packet
  private val last   = RegInit(false.B) // the last one
  private val whose  = Reg(UInt(2.W))
  private val isLast = Mux(out.head, out.w0.asTypeOf(new CollectiveHeader).last, last)
  when(leaves) {
    inside := !out.tail
    last   := isLast
    open   := !(out.tail && isLast)
    whose  := out.w1(1, 0)
  }
  assert(!leaves || !open || out.w1 === whose, "PTM_P1: packets of two messages interleave at an output")
  assert(!leaves || out.head =/= inside, "PTM_P2: flits at an output are not head, body, tail of one packet")

  // one source, chosen freely: its flits leave once, by one output a message
  private val who  = symbolic("who", UInt(2.W))
  private val in   = RegInit(0.U(3.W))
  private val gone = RegInit(0.U(3.W))
  private val mine = dut.io.out.map(o => o.valid && o.w1 === who)
  when(VecInit(sources.map(_.leaves))(who)) { in := in + 1.U }
  gone := gone + PopCount(mine.zip(taken.asBools).map { case (m, t) => m && t })
  assert(in - gone === PopCount(mine), "PTM_P3: a flit is lost or leaves twice")
  private val mid    = VecInit(sources.map(_.mid))(who)
  private val isHeld = RegNext(out.valid && !leaves, false.B)
  assert(!isHeld || out.valid && out.w1 === RegNext(out.w1) && out.head === RegNext(out.head),
    "PTM_P4: a flit that is offered changes before it is taken")
  reachable(leaves && open && inside === false.B && out.w1 === whose, "PTM_C1")
  reachable(leaves && !open && out.w1 =/= whose && out.tail && isLast, "PTM_C2")
  reachable(in === 3.U && gone === 2.U && mid, "PTM_C3")
  reachable(isHeld && out.head, "PTM_C4")
}

/** A message goes on, and one that waits begins, if all sources offer again and again, all messages end, and what is
  * offered is taken again and again.
  */
class MessageLiveProof(implicit structure: Structure) extends CollectiveLiveProof {
  private val dut   = Module(new MessageChannel(p))
  private val route = place
  dut.io.routes(0) := route
  private val takes = Cat(dut.io.localTake, dut.io.take)
  private val sources = Seq.tabulate(ends)(s =>
    new PatientSource(if (s < p.links) dut.io.in(s) else dut.io.local, takes(s), free(s"header$s", UInt(64.W)), s)
  )
  private val taken = free("taken", UInt(ends.W)) & VecInit(dut.io.out.map(_.valid)).asUInt
  dut.io.taken := taken

  /** No message of this source is open, which its first packets begin and its last one ends. */
  private def closed(s: Int): Bool = {
    val flit = if (s < p.links) dut.io.in(s) else dut.io.local
    val open = RegInit(false.B)
    val last = RegInit(false.B)
    val is   = Mux(flit.head, flit.w0.asTypeOf(new CollectiveHeader).last, last)
    when(takes(s)) {
      last := is
      open := !(flit.tail && is)
    }
    !open
  }
  private val who = symbolic("who", UInt(2.W))
  private val fair = sources.map(_.valid) ++ Seq.tabulate(ends)(closed) ++
    Seq.tabulate(ends)(o => taken(o) || !dut.io.out(o).valid)
  live("PML_L1", !VecInit(sources.map(_.valid))(who) || takes(who), fair: _*)
  reachable(takes(who) && PopCount(takes) === 3.U && who =/= 3.U, "PML_C1")
}
