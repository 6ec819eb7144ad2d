// SPDX-License-Identifier: Apache-2.0
package fairlead.prove

import chisel3._
import chisel3.util._
import fairlead.router._
import fairlead.params.{Fixed, Structure, TileParams}

/** OutputUnit between any allocator that keeps the rules of SwitchAllocator and any receiver that returns each credit
  * once.
  *
  * @param vcs VCs of the port, 0: those of a link
  * @param isIslip true to count its credits as a router with iSLIP does
  */
class OutputUnitProof(depth: Int, vcs: Int = 0, isIslip: Boolean = false)(implicit structure: Structure)
    extends Harness {
  private val s       = OutputUnitProof.shape(isIslip)
  private val n       = if (vcs == 0) s.linkVcs else vcs
  private val dut     = Module(new OutputUnit(s, n, depth))
  private val io      = dut.io
  private val packets = symbolic("packets", Bool()) // a credit is room for a packet
  io.depth   := VecInit(io.depth.indices.map(kind => depthOf(2 * kind).U))
  io.packets := packets

  /** The kinds of VCs have different depths. */
  private def depthOf(vc: Int): Int = (depth - vc / Fixed.escapeVcs % 2).max(1)

  // what SwitchAllocator grants (PSW_P2, PSW_P3) and the receiver returns (PCR_P1)
  private val vc    = free("vc", UInt(log2Ceil(n).W))
  private val head  = freeBit("head")
  private val from  = free("from", UInt(s.fromBits.W))
  private val owner = Reg(Vec(n, UInt(s.fromBits.W)))
  private val away  = RegInit(VecInit.fill(n)(0.U(4.W))) // slots of each VC in use at the receiver
  private val spend = head || !packets
  private val take  = freeBit("wants") && (io.credits(vc) || !spend) && (head === io.unowned(vc))
  io.take       := 0.U.asTypeOf(io.take)
  io.take.valid := take
  io.take.vc    := vc
  io.take.head  := head
  io.take.tail  := freeBit("tail")
  io.take.w0    := free("word", UInt(1.W))
  io.from       := Mux(head, from, owner(vc))
  for (lane  <- io.lane) lane   := Mux(take, UIntToOH(vc, n), 0.U)
  for (asked <- io.asked) asked := take || freeBit("asks")
  when(take && head) { owner(vc) := from }
  private val back = free("back", UInt(n.W)) & VecInit(away.map(_ =/= 0.U)).asUInt
  io.credit := back
  away.zipWithIndex.foreach { case (a, v) => a := a + (take && spend && vc === v.U).asUInt - back(v).asUInt }

  private val open   = RegInit(0.U(n.W)) // VCs with a packet under way on the link
  private val onLink = UIntToOH(io.out.vc, n)
  when(io.out.valid)(open := Mux(io.out.tail, open & ~onLink, open | onLink))
  assert(!io.out.valid || io.out.head =/= (open & onLink).orR,
    "POU_P1: flits of one VC are not head, body, tail of one packet on the link")
  assert(!RegNext(take, false.B) || io.out.valid && io.out.vc === RegNext(vc) && io.out.w0(0) === RegNext(
      io.take.w0(0)
    ),
    "POU_P2: a flit that was granted is not on the link one cycle later, with its words")
  assert(!io.out.valid || RegNext(take, false.B), "POU_P3: a flit on the link that nobody granted")
  for (v <- 0 until n) {
    assert(away(v) <= depthOf(v).U, "POU_P4: more of a VC is away than the receiver has slots")
    assert(io.credits(v) === (away(v) =/= depthOf(v).U), "POU_P5: credits at home and slots in use are not the depth")
    assert(io.spare(v) === (away(v) +& 1.U < depthOf(v).U),
      "POU_P6: two credits are told that are not there, or not told")
  }
  live("POU_L1", io.credits(0), back(0) || away(0) === 0.U)
  reachable(io.credits === 0.U, "POU_C1")
  reachable(io.out.valid && io.out.tail && !io.out.head, "POU_C2")
  reachable(away.map(_ === 0.U).reduce(_ && _) && RegNext(back =/= 0.U, false.B), "POU_C3")
  // a grant that leaves more than one credit: not at depth 2
  private val rich = RegNext(take && spend && away(vc) === 0.U && !back.orR, false.B)
  if (depth > 2) reachable(rich && io.spare(RegNext(vc)), "POU_C4")
}

object OutputUnitProof {

  /** The shape of the structure's router, with iSLIP if asked. */
  def shape(isIslip: Boolean)(implicit structure: Structure): RouterShape = {
    val own = RouterShape(TileParams("prove"))
    own.copy(isIslip = isIslip || own.isIslip)
  }
}
