// SPDX-License-Identifier: Apache-2.0
package fairlead.prove

import chisel3._
import chisel3.util._
import fairlead.params.{Fixed, TileParams}
import fairlead.router._

/** OutputUnit behind any allocator that keeps the rules of SwitchAllocator, before any receiver that returns each credit once.
  *
  * @param vcs
  *   VCs of the port, 0: those of a link
  */
class OutputProof(depth: Int, vcs: Int = 0) extends Harness {
  private val s       = RouterShape(TileParams(variant = "prove"))
  private val n       = if (vcs == 0) s.linkVcs else vcs
  private val dut     = Module(new OutputUnit(s, n, depth))
  private val io      = dut.io
  private val packets = symbolic("packets", Bool()) // a credit is room for a packet
  io.depth   := depth.U
  io.packets := packets

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
    assert(away(v) <= depth.U, "POU_P4: more of a VC is away than the receiver has slots")
    assert(io.credits(v) === (away(v) =/= depth.U), "POU_P5: credits at home and slots in use are not the depth")
    assert(io.spare(v) === (away(v) +& 1.U < depth.U), "POU_P6: two credits are told that are not there, or not told")
  }
  live("POU_L1", io.credits(0), back(0) || away(0) === 0.U)
  reachable(io.credits === 0.U, "POU_C1")
  reachable(io.out.valid && io.out.tail && !io.out.head, "POU_C2")
  reachable(away.map(_ === 0.U).reduce(_ && _) && RegNext(back =/= 0.U, false.B), "POU_C3")
  // a grant that leaves more than one credit: not at depth 2
  private val rich = RegNext(take && spend && away(vc) === 0.U && !back.orR, false.B)
  if (depth > 2) reachable(rich && io.spare(RegNext(vc)), "POU_C4")
}

/** InputUnit of a link with any packets from a sender that keeps its credits, before any allocator that grants what waits. */
class InputProof(depth: Int) extends Harness {
  private val s   = RouterShape(TileParams(variant = "prove", maxLinkDepth = depth))
  private val n   = s.linkVcs
  private val dut = Module(new InputUnit(s, true))
  private val io  = dut.io
  io.cfg            := 0.U.asTypeOf(io.cfg)
  io.cfg.me         := symbolic("me", UInt(12.W)).asTypeOf(io.cfg.me)
  io.cfg.vcRule     := symbolic("rule", UInt(2.W))
  io.cfg.prefer     := symbolic("prefer", UInt(3.W))
  io.cfg.cutThrough := symbolic("packets", Bool()) // then heads may be adaptive; flits come as the buffer has room
  io.cfg.linkLast   := (depth - 1).U
  io.port           := 0.U
  io.cls            := 0.U

  private val valid  = freeBit("wants")
  private val vc     = free("vc", UInt(s.indexBits.W))
  private val word   = free("word", UInt(64.W))
  private val tail   = freeBit("tail")
  private val held   = RegInit(VecInit.fill(n)(0.U(4.W)))
  private val open   = RegInit(0.U(n.W))
  private val enter  = valid && held(vc) =/= depth.U
  private val head   = !open(vc)
  private val class_ = vc(2)
  io.in       := 0.U.asTypeOf(io.in)
  io.in.valid := enter
  io.in.vc    := vc
  io.in.head  := head
  io.in.tail  := tail
  // a head has the class of its VC and is adaptive if that VC is; its place in the header: mode and class are bits 26, 25 and 24
  private val adapts = io.cfg.cutThrough && (word(25) || vc(1))
  io.in.w0         := Mux(head, Cat(word(63, 26), adapts, class_, word(23, 0)), word)
  when(enter)(open := Mux(tail, open & ~UIntToOH(vc, n), open | UIntToOH(vc, n)))
  private val pick    = free("pick", UInt(s.indexBits.W))
  private val serves  = freeBit("serves")
  private val granted = serves && io.waiting(pick)
  // what SwitchAllocator binds (PSW_P6): a head may be sent elsewhere, a body takes the output VC that it asks for
  private val picked = io.front(pick).asTypeOf(new FlitMeta(s))
  private val bind   = Mux(picked.head, free("bind", UInt(s.placeBits.W)), picked.out)
  private val age    = free("age", UInt(Fixed.stampBits.W))
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
  reference.io.inVc   := watch
  reference.io.header := io.in.w0
  private val newest = Reg(UInt(80.W)) // of the newest packet of the VC
  private val mask   = Reg(UInt(80.W)) // of the chosen flit's packet
  private val now    = Mux(head, reference.io.allowed, newest)
  when(enter && vc === watch && head)(newest := reference.io.allowed)
  when(mark)(mask                            := now)
  private val local = front.out(s.placeBits - 1, s.indexBits) === 6.U // mask: bit port * 8 + VC; ejection ports 6 to 9
  private val asked = Mux(local, (6.U(4.W) + front.out(1, 0)) ## watch(2) ## 0.U(2.W), 0.U(1.W) ## front.out)
  assert(!out || !isHead || (mask >> asked)(0),
    "PIN_P5: a head asks for an output VC outside the mask that the route unit exports")
  private val link = free("link", UInt(3.W))
  assert(
    !out || !isHead || link > 5.U || !front.adaptive(link) ||
      (mask >> (0.U(1.W) ## link ## watch(2) ## 2.U(2.W)))(1, 0) === 3.U,
    "PIN_P6: a head asks for adaptive VCs outside the mask that the route unit exports"
  )
  private val binding = Reg(UInt(s.placeBits.W)) // of the packet of the VC whose head left last
  when(leave && front.head)(binding := bind)
  assert(!out || isHead || front.out === binding && front.adaptive === 0.U,
    "PIN_P7: a body asks for another output VC than its head was given")

  live("PIN_L1", !inside, serves && pick === watch)
  reachable(out && !isHead, "PIN_C1")
  reachable(held.map(_ === depth.U).reduce(_ && _), "PIN_C2")
}

/** The credit loop of a link: OutputUnit, wires of one or two cycles each way, InputUnit. Two VCs are used.
  *
  * With `packets` a credit is room for one packet, and a packet has one flit or two; else it is room for a flit, and a packet is as long as it likes.
  */
class LinkProof(slots: Int, cutThrough: Boolean) extends Harness {
  private val s       = RouterShape(TileParams(variant = "prove", maxLinkDepth = slots))
  private val n       = s.linkVcs
  private val sender  = Module(new OutputUnit(s, n, slots))
  private val buffer  = Module(new InputUnit(s, true))
  private val packets = cutThrough.B
  private val depth   = (if (cutThrough) slots / 2 else slots).U
  private val watch   = symbolic("watch", UInt(1.W)) // the VC that is counted
  sender.io.depth          := depth
  sender.io.packets        := packets
  buffer.io.cfg            := 0.U.asTypeOf(buffer.io.cfg)
  buffer.io.cfg.cutThrough := packets
  buffer.io.cfg.linkLast   := (slots - 1).U
  buffer.io.port           := 0.U
  buffer.io.cls            := 0.U

  /** Later by nothing (the output register is a cycle already) or by one cycle, and the values that are on their way. */
  private def wire[T <: Data](in: T, name: String): (T, Seq[T]) = {
    val late  = symbolic(name, Bool())
    val none  = 0.U.asTypeOf(in)
    val first = RegNext(Mux(late, in, none), none)
    (Mux(late, first, in), Seq(in, first))
  }

  // the sending router: any legal grants
  private val vc     = free("vc", UInt(1.W)).pad(s.indexBits)
  private val head   = sender.io.unowned(vc)
  private val spends = head || !packets
  private val take   = freeBit("wants") && (!spends || sender.io.credits(vc))
  sender.io.take       := 0.U.asTypeOf(sender.io.take)
  sender.io.take.valid := take
  sender.io.take.vc    := vc
  sender.io.take.head  := head
  sender.io.take.tail  := freeBit("ends") || packets && !head
  sender.io.from       := 0.U

  // over the wire and into the buffer, which any legal allocator empties
  private val (arrives, flits) = wire(LinkTx(sender.io.out), "forth")
  buffer.io.in := LinkRx(s, arrives)
  private val pick    = free("pick", UInt(1.W)).pad(s.indexBits)
  private val serves  = freeBit("serves")
  private val granted = serves && buffer.io.waiting(pick)
  private val tail    = buffer.io.front(pick).asTypeOf(new FlitMeta(s)).tail
  private val refund  = granted && (tail || !packets)
  buffer.io.pick    := pick
  buffer.io.granted := granted
  buffer.io.tail    := tail
  buffer.io.bind    := 0.U.asTypeOf(buffer.io.bind)
  buffer.io.refund  := refund
  private val (returns, credits) = wire(buffer.io.credit, "back")
  sender.io.credit := returns

  // counted outside both units, in credits of the VC that is watched
  private def mine(at: UInt): Bool = at === watch
  private val home    = RegInit(0.U(4.W)) // spent less returned
  private val room    = RegInit(0.U(4.W)) // slots in use at the buffer
  private val held    = RegInit(0.U(4.W)) // flits in the buffer
  private val landing = buffer.io.in.valid && mine(buffer.io.in.vc)
  home := home + (take && spends && mine(vc)).asUInt - returns(watch)
  room := room + (landing && (buffer.io.in.head || !packets)).asUInt - (refund && mine(pick)).asUInt
  held := held + landing.asUInt - (granted && mine(pick)).asUInt
  private val onWire = PopCount(flits.map { link =>
    val flit = LinkRx(s, link)
    flit.valid && mine(flit.vc) && (flit.head || !packets)
  })
  private val homing = PopCount(credits.map(_(watch)))
  assert(onWire +& room +& homing === home,
    "PLK_P1: credits spent are not flits on the wire, slots in use and credits on their way")
  assert(sender.io.credits(watch) === (home =/= depth) && home <= depth,
    "PLK_P2: credits at home and credits spent are not the depth")
  assert(held <= slots.U, "PLK_P3: a flit arrives in a full buffer")
  assert(buffer.io.waiting(watch) === (held =/= 0.U), "PLK_P4: a flit in the buffer is lost, or one is that never came")
  live("PLK_L1", sender.io.credits(0), serves && pick === 0.U || !buffer.io.waiting(0))
  reachable(home === depth && homing =/= 0.U, "PLK_C1")
  reachable(held === slots.U, "PLK_C2")
}
