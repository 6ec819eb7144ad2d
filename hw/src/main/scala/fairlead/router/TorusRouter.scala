// SPDX-License-Identifier: Apache-2.0
package fairlead.router

import chisel3._
import chisel3.util._
import fairlead.ports._
import fairlead.words._
import fairlead.params._

class TorusRouterIO(s: RouterShape) extends Bundle {
  val cfgClock  = Input(Clock()) // has its edges in reset
  val cfg       = Input(new CfgWrite)
  val cmd       = Input(new Cmd)
  val linkIn    = Input(Vec(Fixed.links, new LinkFlit))
  val creditOut = Output(Vec(Fixed.links, UInt(8.W))) // for linkIn, one bit a VC number
  val linkOut   = Output(Vec(Fixed.links, new LinkFlit))
  val creditIn  = Input(Vec(Fixed.links, UInt(8.W))) // for linkOut
  val inject    = Vec(Fixed.classes * Fixed.mostPorts, Flipped(new LocalLink)) // request 0, 1, response 0, 1
  val eject     = Vec(Fixed.classes * Fixed.mostPorts, new LocalLink)
  val busy      = Output(Bool())
  val waits     = new WaitsIO(s)
}

/** Router of one node: input-queued, virtual channels with credits, two cycles a hop. Wormhole in dimension order, or
  * virtual cut-through with adaptive packets.
  *
  * Contract: every pin output is a register. A flit on an input pin in cycle t competes for its output in t + 1 and is
  *           on the output pin in t + 2 at the earliest;
  * the credit of its slot appears in the same cycle as the flit. Credit loop: link latency + credit latency + 2, in the
  * fabric's words (1 is a wire). `busy` is low iff, with idle inputs, no register would change and all outputs are
  * idle; a flit that waits for a credit or an owner does not keep it high, a link that is busy does.
  * Reset: configuration registers are written through `cfg` while reset is high, those of depths and ROUTING before its
  *        last two cycles.
  * Spec: docs/spec/torus-router.md
  */
class TorusRouter(p: TileParams)(implicit structure: Structure) extends Module with OpenUnit {
  protected val s = RouterShape(p)

  val io = IO(new TorusRouterIO(s))

  // configuration
  private def writes(code: Code): Bool = io.cfg.valid && reset.asBool && io.cfg.reg === code.value.U
  private def held(code: Code, bits: Int): UInt =
    withClock(io.cfgClock)(RegEnable(io.cfg.data(bits - 1, 0), writes(code)))
  private val routing = held(ConfigReg.Routing, 16)
  private val pace    = held(ConfigReg.LinkPace, new LinkPace().getWidth).asTypeOf(new LinkPace)
  protected val cfg   = Wire(new RouterConfig(s))
  cfg.me         := held(ConfigReg.Me, (new Coord).getWidth).asTypeOf(new Coord)
  cfg.vcRule     := held(ConfigReg.VcRule, 2)
  cfg.prefer     := routing(3, 1)
  cfg.cutThrough := routing(0)
  cfg.ageless    := held(ConfigReg.Arbitration, 1)

  // depths of the buffers: of the links in each dimension, a depth a kind of VC; of the local ports, one a class and
  // direction
  private val write = Wire(new CfgWrite)
  write       := io.cfg
  write.valid := io.cfg.valid && reset.asBool
  private val linkDepths = DepthReg.Links.take(structure.dimensions).zip(Seq("x", "y", "z")).map { case (each, axis) =>
    withClock(io.cfgClock)(new DepthRegs(axis, write, ConfigReg.LinkDepth, each, s.kindFields,
        Some((ConfigReg.Routing, 8))))
  }
  private val localFields = Seq.range(0, 2 * Fixed.classes) // injection of each class, ejection of each class
  private val localDepths =
    withClock(io.cfgClock)(new DepthRegs("local", write, ConfigReg.LocalDepth, DepthReg.Local, localFields))

  // what the units take of the depths: the credits of a VC at the start, and the last places of the buffers; settled in
  // the second cycle after a write
  private def settled(value: UInt, name: String): UInt =
    withClock(io.cfgClock)(RegEnable(value, reset.asBool)).suggestName(name)
  private def lasts(depths: Seq[UInt], bits: Int): UInt = Cat(depths.reverse.map(depth => (depth - 1.U)(bits - 1, 0)))
  private val packets = cfg.cutThrough // a credit is room for one
  private val linkCredits = linkDepths.zipWithIndex.map { case (d, axis) =>
    d.slots.zip(d.depth).zipWithIndex.map { case ((slots, flits), i) =>
      settled(Mux(packets, slots, flits), s"credits_${axis}_$i")
    }
  }
  private val linkLasts = linkDepths.zipWithIndex.map { case (d, axis) =>
    settled(lasts(d.depth, s.linkPtrBits), s"lasts_$axis")
  }
  private val localLasts = settled(lasts(localDepths.depth, s.localPtrBits), "lasts_local")

  // units; the link of an absent dimension and an absent local port have none
  private val present = (0 until s.ports).filter(s.has)
  private val inputs  = present.map(i => i -> inputUnit(i).suggestName(s"input$i")).toMap
  private val outputs = present.map(o =>
    o -> Module(new OutputUnit(s, s.vcsOf(o), if (s.isLink(o)) p.maxLinkDepth else p.maxLocalDepth)).suggestName(
      s"output$o"
    )
  ).toMap
  private val links = present.filter(s.isLink).map(o => o -> Module(new LinkTx(s)).suggestName(s"link$o")).toMap
  protected val allocator: Allocator =
    if (s.isIslip) Module(new IslipSwitch(s)).suggestName("allocator")
    else switchAllocator(if (s.allocates) Allocation.Switch else Allocation.Whole).suggestName("allocator")
  protected def inputUnit(port: Int): InputUnit                    = Module(new InputUnit(s, s.isLink(port)))
  protected def switchAllocator(role: Allocation): SwitchAllocator = Module(new SwitchAllocator(s, role))
  allocator.io.ageless    := cfg.ageless
  allocator.io.cutThrough := cfg.cutThrough
  allocator.io.adaptive   := (if (s.allocates) false.B else routing(0))

  protected val refunds = Wire(Vec(s.ports, Bool())) // the flit that leaves frees a slot at this input port
  for (i <- 0 until s.ports)
    refunds(i) := allocator.io.granted(i) && (if (s.isLink(i)) allocator.io.tail(i) || !cfg.cutThrough else true.B)

  for (i <- 0 until s.ports if !s.has(i)) {
    allocator.io.waiting(i) := 0.U
    allocator.io.front(i)   := 0.U.asTypeOf(allocator.io.front(i))
    if (s.isLink(i)) {
      io.creditOut(i) := 0.U
      io.linkOut(i)   := 0.U.asTypeOf(new LinkFlit)
    }
  }
  private def pinsOf(port: Int): Range = // the local pins of a local port
    if (s.isShared) 0 until s.linkVcs else port - Fixed.links to port - Fixed.links
  for (pin <- io.inject.indices.diff(present.filterNot(s.isLink).flatMap(pinsOf))) {
    io.inject(pin).credit := false.B
    io.eject(pin).flit    := 0.U.asTypeOf(new LocalFlit)
  }
  for (i <- present) {
    val unit = inputs(i)
    unit.io.cfg  := cfg
    unit.io.port := i.U
    unit.io.cls  := (if (s.hasVcs(i)) 0 else s.localClass(i)).U
    unit.io.lasts := (if (s.isLink(i)) linkLasts(i / 2)
                      else if (s.isShared) localLasts(s.kindsOf(i) * s.localPtrBits - 1, 0)
                      else Lanes(localFields.size, s.localPtrBits)(localLasts, s.localClass(i)))
    unit.io.pick    := allocator.io.pick(i)
    unit.io.granted := allocator.io.granted(i)
    unit.io.tail    := allocator.io.tail(i)
    unit.io.bind    := allocator.io.bind(i)
    unit.io.refund  := refunds(i)
    for (moves <- unit.io.moves) moves := allocator.io.moves.get(i)
    allocator.io.waiting(i) := unit.io.waiting
    allocator.io.front(i)   := unit.io.front
    if (s.isLink(i)) {
      unit.io.in      := LinkRx(s, io.linkIn(i))
      io.creditOut(i) := s.byNumber(unit.io.credit)
    } else {
      val pins  = pinsOf(i).map(io.inject(_))
      val valid = pins.map(_.flit.valid)
      def of[T <: Data](what: LocalFlit => T): T =
        if (pins.size == 1) what(pins.head.flit) else Mux1H(valid, pins.map(p => what(p.flit)))
      unit.io.in.valid := valid.reduce(_ || _)
      unit.io.in.vc    := (if (pins.size == 1) 0.U else OHToUInt(valid))
      unit.io.in.head  := of(_.head)
      unit.io.in.tail  := of(_.tail)
      unit.io.in.w0    := of(_.w0)
      unit.io.in.w1    := of(_.w1)
      for ((pin, v) <- pins.zipWithIndex) pin.credit := unit.io.credit(v)
      layer.block(layers.Verification) {
        if (s.isShared)
          assert(PopCount(valid) <= 1.U, "RT_A14: two flits in one cycle at a local port whose VCs are shared")
      }
    }
  }

  private def words(of: InputUnit => UInt): Seq[UInt] =
    (0 until s.ports).map(i => inputs.get(i).fold(0.U(64.W))(of))

  // of the flits that were granted in the last cycle, where the passage of the switch is a stage of its own
  private def held(of: InputUnit => UInt): Seq[UInt] =
    if (s.crosses) words(of).zip(allocator.io.granted).map { case (word, granted) => RegEnable(word, granted) }
    else Nil
  private val heldWords0 = held(_.io.w0)
  private val heldWords1 = held(_.io.w1)

  // a chain of conditions and not an indexed vector: simulators then evaluate it only for a flit that moves
  private def crossbar(from: UInt, words: Seq[UInt]): UInt =
    words.zipWithIndex.init.foldRight(words.last) { case ((word, i), rest) => Mux(from === i.U, word, rest) }

  /** What the input port has whose flit output port `o` takes: in hardware selected by the one-hot of the grants. */
  private def taken(of: SwitchWinner, words: Seq[UInt]): UInt =
    of.grant.fold(crossbar(of.from, words))(Mux1H(_, words))

  for (o <- present) {
    val unit = outputs(o)
    val from = allocator.io.winner(o)
    unit.io.take.valid := from.valid
    unit.io.take.vc    := from.vc
    unit.io.take.head  := from.head
    unit.io.take.tail  := from.tail
    if (s.crosses) {
      // whose words pass the switch
      val crossing = RegEnable(from.grant.getOrElse(from.from), from.valid).suggestName(s"crossing$o")
      def passing(words: Seq[UInt]): UInt =
        if (s.isPhysical) Mux1H(crossing, words) else crossbar(crossing, words)
      unit.io.take.w0 := passing(heldWords0)
      unit.io.take.w1 := passing(heldWords1)
    } else {
      unit.io.take.w0 := taken(from, words(_.io.w0))
      unit.io.take.w1 := taken(from, words(_.io.w1))
    }
    for (lane  <- unit.io.lane) lane   := from.lane.get(s.vcsOf(o) - 1, 0)
    for (asked <- unit.io.asked) asked := from.asked.get
    unit.io.from := Mux(from.valid, from.from ## taken(from, allocator.io.pick), 0.U)
    if (s.isLink(o)) {
      unit.io.depth   := VecInit(linkCredits(o / 2))
      unit.io.packets := cfg.cutThrough
      unit.io.credit  := s.byIndex(io.creditIn(o))
      io.linkOut(o)   := links(o).io.out

      links(o).io.pace  := pace
      links(o).io.valid := from.valid
      links(o).io.head  := from.head
      links(o).io.vc    := from.vc
      for (lane <- links(o).io.lane) lane := from.lane.get
      links(o).io.in := unit.io.out
    } else {
      val pins   = pinsOf(o).map(io.eject(_))
      val depths = localDepths.depth.drop(Fixed.classes) // of the ejection buffers of each class
      unit.io.depth   := VecInit(if (s.isShared) depths.take(s.kindsOf(o)) else Seq(depths(s.localClass(o))))
      unit.io.packets := false.B
      unit.io.credit  := Cat(pins.reverse.map(_.credit))
      for ((pin, v) <- pins.zipWithIndex) {
        val takes = if (pins.size == 1) true.B else unit.io.out.vc === v.U
        pin.flit.valid := unit.io.out.valid && takes
        pin.flit.head  := unit.io.out.head && takes
        pin.flit.tail  := unit.io.out.tail && takes
        pin.flit.w0    := unit.io.out.w0
        pin.flit.w1    := unit.io.out.w1
      }
    }
  }
  private def row(mask: OutputUnit => UInt): UInt =
    Cat((0 until s.ports).reverse.map(o => outputs.get(o).fold(0.U(s.vcsOf(o).W))(mask)))
  allocator.io.credits := row(_.io.credits)
  allocator.io.spare   := row(_.io.spare)
  allocator.io.unowned := (if (s.allocates) ((BigInt(1) << s.places) - 1).U(s.places.W) else row(_.io.unowned))

  // heads: VCs in a stage of their own. A head that follows one path only waits there for the owner, and for credits at
  // the switch; any other is given no VC without the room that it needs
  private val everyPlace = ((BigInt(1) << s.places) - 1).U(s.places.W)

  // heads: output VCs in a stage of their own. Under wormhole switching a head waits there for the owner only, and at
  // the switch for credits; else it is given no VC without the room that it needs
  private val vcsGiven = Option.when(s.allocates) {
    val heads    = (0 until s.ports).map(i => inputs.get(i).flatMap(_.io.heads))
    val unowned  = row(_.io.unowned)
    val credits  = Mux(cfg.cutThrough, row(_.io.credits), everyPlace)
    val roomy    = row(_.io.spare)
    val adaptive = routing(0)
    if (s.isIslip) VcGrants.islip(s, heads, adaptive, unowned & credits, unowned & roomy)
    else {
      val by = switchAllocator(Allocation.Vcs).suggestName("vcAllocator")
      by.io.ageless    := cfg.ageless
      by.io.cutThrough := cfg.cutThrough
      by.io.adaptive   := adaptive
      by.io.credits    := credits
      by.io.spare      := roomy
      by.io.unowned    := unowned
      by.io.starts     := everyPlace
      by.io.follows    := everyPlace
      VcGrants.tournament(s, heads, by)
    }
  }
  for (grants <- vcsGiven; i <- present) {
    inputs(i).io.heads.get.granted := grants.heads(i)
    inputs(i).io.heads.get.bind    := VecInit(grants.bind(i))
    outputs(i).io.bind.get         := grants.vcs(i)
    outputs(i).io.binder.get       := VecInit(grants.binders(i))
  }
  // simulators look at the links only where these are slower than the router
  private def taking(mask: LinkTx => UInt): UInt = {
    val all  = ((BigInt(1) << s.places) - 1).U(s.places.W)
    val rows = (0 until Fixed.links).reverse.map(o => links.get(o).fold(0.U(s.linkVcs.W))(mask))
    val now  = Fill(s.places - s.linkPlaces, 1.U) ## Cat(rows)
    if (s.isIslip) now else Mux(pace.isFull, all, now)
  }
  private val starts = taking(l => Fill(s.linkVcs, l.io.starts))
  allocator.io.starts  := starts
  allocator.io.follows := taking(_.io.follows)
  private val sends = links.keys.map(o => !starts(s.place(o))).reduce(_ || _)

  private val staged = vcsGiven.map(_.any) ++ present.flatMap(inputs(_).io.heads.map(_.routing.orR)) ++
    present.flatMap(outputs(_).io.crosses) // what only stages of their own have to do
  io.busy := staged.foldLeft(sends || allocator.io.requests)(_ || _) || present.map(outputs(_).io.out.valid).reduce(
    _ || _
  ) ||
    present.map(inputs(_).io.credit.orR).reduce(_ || _)

  private val asking = vcsGiven.map { grants => // heads without an output VC
    RouterHeads(s, (0 until s.ports).map(i => inputs.get(i).flatMap(_.io.heads)), routing(0), row(_.io.unowned),
      grants.heads)
  }
  if (s.isShared) io.waits.ports := 0.U.asTypeOf(io.waits.ports) // nothing counts in routers alone
  else {
    val causes = withClock(io.waits.clock)(Module(new WaitCauses(s)))
    causes.io.counting := io.waits.counting
    causes.io.router   := RouterWaits.of(s, allocator.io, asking)
    io.waits.ports     := causes.io.ports
  }

  layer.block(layers.Verification) {
    for (d <- 0 until Fixed.links) {
      assert(!allocator.io.winner(d).valid || allocator.io.winner(d).from =/= d.U, "RT_P11: packet turns back")
    }
    val inputsIdle =
      !io.cfg.valid && io.linkIn.map(!_.ctl(0)).reduce(_ && _) && io.creditIn.map(!_.orR).reduce(_ && _) &&
        io.inject.map(!_.flit.valid).reduce(_ && _) && io.eject.map(!_.credit).reduce(_ && _)
    val slept = RegNext(!io.busy && inputsIdle, false.B)
    assert(!slept || !io.busy, "RT_P13: an idle router without input has woken by itself")
    assert(!io.cfg.valid || reset.asBool, "RT_A7: configuration write outside reset")
    def within(depths: Seq[UInt], most: Int): Bool = depths.map(d => d >= 1.U && d <= most.U).reduce(_ && _)
    assert(within(linkDepths.flatMap(_.depth), p.maxLinkDepth), "RT_A8: depth of a link VC out of range")
    assert(within(localDepths.depth, p.maxLocalDepth), "RT_A9: depth of a local port out of range")
    assert(pace.interval >= 1.U && pace.interval <= Fixed.maxLinkInterval.U && pace.chunk >= 1.U && pace.chunk <=
        Fixed.maxLinkChunk.U, "RT_A13: LINK_PACE out of range")
    val holds = linkDepths.flatMap(d => d.slots.zip(d.depth)).map { case (slots, depth) =>
      Mux(routing(0), slots >= 1.U && slots * structure.maxPacketFlits.U <= depth, slots === 0.U)
    }
    assert(holds.reduce(_ && _),
      "RT_A11: no room for a packet, or slots without cut-through, or more than the depth of the VC holds")
    val rings = linkDepths.flatMap(d =>
      s.kindFields.zip(d.slots).collect { case (field, slots) if field % 2 == 0 => slots >= 2.U }
    )
    assert(!cfg.vcRule(1) || !cfg.vcRule(0) && routing(0) && rings.reduce(_ && _),
      "RT_A12: a bubble ring without cut-through and two slots")
  }
}
