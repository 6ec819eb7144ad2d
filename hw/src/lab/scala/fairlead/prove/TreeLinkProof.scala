// SPDX-License-Identifier: Apache-2.0
package fairlead.prove

import chisel3._
import chisel3.util._
import fairlead.collective._
import fairlead.params.Structure

/** A link of two channels: TreeLink, and the two TreeBuffers at its other end. Any sender, any receiver. */
class TreeLinkProof(depth: Int)(implicit structure: Structure) extends Harness {
  private val p       = CollectiveParams().copy(routes = 1, linkDepth = depth)
  private val link    = Module(new TreeLink(p))
  private val buffers = Seq.fill(p.channels)(Module(new TreeBuffer(depth)))
  link.io.depth := depth.U
  private val offers = Seq.tabulate(p.channels)(c => freeBit(s"offers$c"))
  private val words  = Seq.tabulate(p.channels)(c => freeBit(s"word$c"))
  private val takes  = Seq.tabulate(p.channels)(c => freeBit(s"takes$c") && buffers(c).io.front.valid)
  for (c <- 0 until p.channels) {
    link.io.from(c)       := 0.U.asTypeOf(new TreeFlit)
    link.io.from(c).valid := offers(c)
    link.io.from(c).w0    := words(c)
    val arrives = link.io.out.flit.valid && link.io.out.channel === c.U
    buffers(c).io.depth    := depth.U
    buffers(c).io.in       := link.io.out.flit
    buffers(c).io.in.valid := arrives
    buffers(c).io.take     := takes(c)
  }
  link.io.credit := VecInit(buffers.map(_.io.credit)).asUInt

  private val c = symbolic("channel", UInt(p.channelBits.W)) // any one
  private def of(bits: Seq[Bool]): Bool = VecInit(bits)(c)
  private val flying = link.io.out.flit.valid && link.io.out.channel === c
  private val inside = RegInit(0.U(3.W))
  inside := inside + flying.asUInt - of(takes).asUInt
  private val away = flying +& inside +& of(buffers.map(_.io.credit))
  assert(away <= depth.U, "PTL_P1: more flits and credits are away than the buffer has slots")
  assert(!flying || inside =/= depth.U, "PTL_P2: a flit arrives in a full buffer")
  assert(of(buffers.map(_.io.front.valid)) === (inside =/= 0.U),
    "PTL_P3: a flit in the buffer is not at its front, or one is that never came")
  // cycles in which it had a flit and, counted here, a credit, and was not served
  private val waited = RegInit(0.U(3.W))
  private val served = VecInit(link.io.taken.asBools)(c)
  waited := Mux(of(offers) && away < depth.U && !served, waited + (waited =/= 7.U), 0.U)
  assert(waited < p.channels.U,
    "PTL_P4: a channel with a flit and a credit is not served in its turn, or a credit is lost")

  // one flit, chosen freely
  private val chosen  = freeBit("chosen")
  private val marked  = RegInit(false.B)
  private val ever    = RegInit(false.B)
  private val content = Reg(Bool())
  private val ahead   = Reg(UInt(3.W)) // flits of its channel that leave before it, itself included
  private val mark    = served && chosen && !ever
  when(mark) {
    ever    := true.B
    content := VecInit(words)(c)
    ahead   := ((flying +& inside) + 1.U - of(takes).asUInt)(2, 0)
  }.elsewhen(marked && of(takes)) { ahead := ahead - 1.U }
  private val leaves = marked && of(takes) && ahead === 1.U
  marked := (marked || mark) && !leaves
  assert(!leaves || VecInit(buffers.map(_.io.front.w0(0)))(c) === content,
    "PTL_P5: a flit leaves with other contents or out of order")
  reachable(waited === 1.U, "PTL_C1")
  reachable(inside === depth.U, "PTL_C2")
  reachable(leaves && content, "PTL_C3")
}
