// SPDX-License-Identifier: Apache-2.0
package fairlead.prove

import chisel3._
import chisel3.util._
import fairlead.router._
import fairlead.params.{Structure, TileParams}

/** InputUnit of a link with any packets from a sender that keeps its credits, before any allocator that grants what
  * waits.
  */
class InputUnitProof(depth: Int)(implicit structure: Structure) extends Harness {
  private val s   = RouterShape(TileParams("prove").copy(maxLinkDepth = depth))
  private val n   = s.linkVcs
  private val dut = Module(new InputUnit(s, true))
  private val io  = dut.io
  io.cfg            := 0.U.asTypeOf(io.cfg)
  io.cfg.me         := symbolic("me", UInt(12.W)).asTypeOf(io.cfg.me)
  io.cfg.vcRule     := symbolic("rule", UInt(2.W))
  io.cfg.prefer     := symbolic("prefer", UInt(3.W))
  io.cfg.cutThrough := symbolic("packets", Bool()) // then heads may be adaptive; flits come as the buffer has room
  io.lasts          := Cat((0 until s.linkKinds).reverse.map(kind => (depthOf(2 * kind) - 1).U(s.linkPtrBits.W)))
  io.port           := 0.U
  io.cls            := 0.U

  /** The kinds of VCs have different depths. */
  private def depthOf(vc: Int): Int = (depth - s.kindOf(vc) % 2).max(1)
  private val depths = VecInit((0 until n).map(v => depthOf(v).U(4.W)))

  private val valid  = freeBit("wants")
  private val vc     = free("vc", UInt(s.indexBits.W))
  private val word   = free("word", UInt(64.W))
  private val tail   = freeBit("tail")
  private val held   = RegInit(VecInit.fill(n)(0.U(4.W)))
  private val open   = RegInit(0.U(n.W))
  private val enter  = valid && held(vc) =/= depths(vc)
  private val head   = !open(vc)
  private val class_ = s.number(vc)(2)
  io.in       := 0.U.asTypeOf(io.in)
  io.in.valid := enter
  io.in.vc    := vc
  io.in.head  := head
  io.in.tail  := tail
  // a head has the class of its VC and is adaptive if that VC is; its place in the header: mode and class are bits 26,
  // 25 and 24
  private val adapts = if (s.hasAdaptive) io.cfg.cutThrough && (word(25) || vc(1)) else false.B
  io.in.w0         := Mux(head, Cat(word(63, 26), adapts, class_, word(23, 0)), word)
  when(enter)(open := Mux(tail, open & ~UIntToOH(vc, n), open | UIntToOH(vc, n)))
  private val pick    = free("pick", UInt(s.indexBits.W))
  private val serves  = freeBit("serves")
  private val granted = serves && io.waiting(pick)
  // what SwitchAllocator binds (PSW_P6): a head may be sent elsewhere, a body takes the output VC that it asks for
  private val picked = io.front(pick).asTypeOf(new FlitMeta(s))
  private val bind   = Mux(picked.head, free("bind", UInt(s.placeBits.W)), picked.out)
  private val age    = free("age", UInt(structure.stampBits.W))
  private val refund = freeBit("frees") && granted
  io.pick       := pick
  io.granted    := granted
  io.tail       := picked.tail
  io.bind       := 0.U.asTypeOf(io.bind)
  io.bind.out   := bind
  io.bind.stamp := age
  io.refund     := refund
  held.zipWithIndex.foreach { case (h, v) => h := h + (enter && vc === v.U).asUInt - (granted && pick === v.U).asUInt }
  for (v <- 0 until n)
    assert(io.waiting(v) === (held(v) =/= 0.U), "PIN_P1: a VC that holds a flit does not ask, or an empty one asks")
  assert(io.credit === RegNext(Mux(refund, UIntToOH(pick, n), 0.U), 0.U),
    "PIN_P2: a slot is freed and its credit not returned once")

  // one flit, chosen freely, followed through the buffer
  private val watch  = symbolic("watch", UInt(s.indexBits.W))
  private val chosen = freeBit("chosen")
  private val ever   = RegInit(false.B)
  private val inside = RegInit(false.B)
  private val ahead  = Reg(UInt(4.W))
  private val bit    = Reg(Bool())
  private val isHead = Reg(Bool())
  private val isTail = Reg(Bool())
  private val leave  = granted && pick === watch
  private val mark   = enter && vc === watch && chosen && !ever
  private val out    = inside && leave && ahead === 1.U
  when(mark) {
    ever   := true.B
    ahead  := held(watch) + (!leave).asUInt
    bit    := io.in.w0(40)
    isHead := head
    isTail := tail
  }.elsewhen(inside && leave) { ahead := ahead - 1.U }
  inside := (inside || mark) && !out
  private val front = io.front(watch).asTypeOf(new FlitMeta(s))
  assert(!out || io.w0(40) === bit && front.head === isHead && front.tail === isTail,
    "PIN_P3: a flit leaves with other contents or out of order")

  // the mask that the route unit exports for the packet of the chosen flit
  private val reference = Module(new RouteUnit)
  reference.io.me     := io.cfg.me.asUInt
  reference.io.vcRule := io.cfg.vcRule
  reference.io.prefer := io.cfg.prefer
  reference.io.inPort := 0.U
  reference.io.inVc   := s.number(watch)
  reference.io.header := io.in.w0
  private val newest = Reg(UInt(80.W)) // of the newest packet of the VC
  private val mask   = Reg(UInt(80.W)) // of the chosen flit's packet
  private val now    = Mux(head, reference.io.allowed, newest)
  when(enter && vc === watch && head)(newest := reference.io.allowed)
  when(mark)(mask                            := now)
  private val local = front.out(s.placeBits - 1, s.indexBits) === 6.U // mask: bit port * 8 + VC; ejection ports 6 to 9
  private val onLink =
    if (s.hasAdaptive) front.out
    else front.out(s.placeBits - 1, s.indexBits) ## s.number(front.out(s.indexBits - 1, 0))
  private val asked = Mux(local, (6.U(4.W) + front.out(1, 0)) ## s.number(watch)(2) ## 0.U(2.W), 0.U(1.W) ## onLink)
  assert(!out || !isHead || (mask >> asked)(0),
    "PIN_P5: a head asks for an output VC outside the mask that the route unit exports")
  private val link = free("link", UInt(3.W))
  assert(
    !out || !isHead || link > 5.U || !front.adaptive(link) ||
      (mask >> (0.U(1.W) ## link ## s.number(watch)(2) ## 2.U(2.W)))(1, 0) === 3.U,
    "PIN_P6: a head asks for adaptive VCs outside the mask that the route unit exports"
  )
  private val binding = Reg(UInt(s.placeBits.W)) // of the packet of the VC whose head left last
  when(leave && front.head)(binding := bind)
  assert(!out || isHead || front.out === binding && front.adaptive === 0.U,
    "PIN_P7: a body asks for another output VC than its head was given")

  live("PIN_L1", !inside, serves && pick === watch)
  reachable(out && !isHead, "PIN_C1")
  reachable(held.zip(depths).map { case (h, most) => h === most }.reduce(_ && _), "PIN_C2")
}
