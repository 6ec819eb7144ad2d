// SPDX-License-Identifier: Apache-2.0
package fairlead.router

import chisel3._
import chisel3.util._
import fairlead.words.Header0
import fairlead.params.Structure
import fairlead.ports.{FrontMemory, GatedRead, OpenUnit, Table}

class InputUnitIO(s: RouterShape, nVcs: Int, lastBits: Int)(implicit structure: Structure) extends Bundle {
  val cfg     = Input(new RouterConfig(s))
  val port    = Input(UInt(s.portBits.W)) // which port this is; the same in every cycle
  val cls     = Input(UInt(1.W)) // class of a local port; the same in every cycle
  val lasts   = Input(UInt(lastBits.W)) // depth - 1 of the buffers, one lane a kind of VC
  val in      = Input(new PortFlit(s)) // straight from the pin
  val waiting = Output(UInt(nVcs.W)) // VCs that hold a flit
  // a packed FlitMeta of the oldest flit of each VC; 0 without
  val front   = Output(Vec(nVcs, UInt((new FlitMeta(s)).getWidth.W)))
  val pick    = Input(UInt(s.indexBits.W)) // VC chosen by the switch allocator
  val granted = Input(Bool()) // its front flit leaves in this cycle
  val tail    = Input(Bool()) // which is the last of its packet
  // what the rest of its packet follows: its stamp and the output VC that it leaves by
  val bind   = Input(new FlitMeta(s))
  val refund = Input(Bool()) // its leaving frees a slot: return a credit
  val w0     = Output(UInt(64.W)) // front flit of `pick`
  val w1     = Output(UInt(64.W))
  val credit = Output(UInt(nVcs.W)) // registered: one slot of this VC, of a flit or a packet, was freed
  val heads  = Option.when(s.allocates)(new HeadsIO(s, nVcs))
  val moves  = Option.when(s.isIslip)(Input(UInt(nVcs.W))) // `pick` as the one-hot, 0 if no flit leaves
}

/** The heads of an input port before they have an output VC, where VCs are allocated in a stage of their own. */
class HeadsIO(s: RouterShape, nVcs: Int)(implicit structure: Structure) extends Bundle {
  private val metaBits = (new FlitMeta(s)).getWidth
  val waiting          = Output(UInt(nVcs.W)) // VCs whose oldest packet has its route and no output VC
  val front            = Output(Vec(nVcs, UInt(metaBits.W))) // a packed FlitMeta of each such head; 0 without
  val granted          = Input(UInt(nVcs.W)) // VCs whose packet is given an output VC in this cycle
  val bind             = Input(Vec(nVcs, UInt(metaBits.W))) // what it follows from now on: its stamp and its output VC
  val routing          = Output(UInt(nVcs.W)) // VCs whose head is routed in this cycle
}

/** Buffers of one input port: a circular buffer for each VC in one memory, with the outputs of each head next to it.
  *
  * Contract: a buffer never overflows. The sender starts with `depth` credits of each (port, VC) and spends one for
  *           each flit; on links under cut-through it starts with one credit for each slot of the longest packet, and
  *           spends one for each packet.
  * Timing: a flit on `in` in cycle t is in front in t + 1 if its VC was empty; `granted` in t is on `credit` in t + 1.
  * Stages: with a stage for VCs a flit waits for the switch only when its packet has an output VC. With a stage for the
  *         route, a head is routed in its first cycle in front.
  * Spec: docs/spec/torus-router.md
  */
class InputUnit(s: RouterShape, isLink: Boolean)(implicit structure: Structure) extends Module with OpenUnit {
  private val hasVcs  = isLink || s.isShared
  private val nVcs    = if (hasVcs) s.linkVcs else 1
  private val ptrBits = if (isLink) s.linkPtrBits else s.localPtrBits
  private val slots   = nVcs << ptrBits
  private val depths  = Lanes(if (hasVcs) s.linkKinds else 1, ptrBits)
  val io              = IO(new InputUnitIO(s, nVcs, depths.width))

  private val pointers = Lanes(nVcs, ptrBits)
  private val metaBits = (new FlitMeta(s)).getWidth

  // state
  private val data0 = Option.unless(s.isPhysical)(Mem(slots, UInt(64.W)))
  private val data1 = Option.unless(s.isPhysical)(Mem(slots, UInt(64.W)))
  private val metas = Option.unless(s.isPhysical)(Mem(slots, UInt(metaBits.W))) // of a body head and tail, the rest 0
  // of the packet whose head has left: stamp and output VC
  private val bound    = new Table("bound", nVcs, UInt(metaBits.W), s.isPhysical)
  private val readPtr  = RegInit(0.U(pointers.width.W))
  private val writePtr = RegInit(0.U(pointers.width.W))
  private val occupied = RegInit(0.U(nVcs.W))
  private val open     = RegInit(0.U(nVcs.W)) // VCs in the middle of a packet's arrival
  // VCs in the middle of a packet's departure: in front is a body, or a head that has an output VC
  private val leaving = RegInit(0.U(nVcs.W)).suggestName(if (s.allocates) "active" else "leaving")
  private val credit  = RegInit(0.U(nVcs.W))
  dontTouch(open) // the inspection map reads it
  private val binding = Option.when(s.allocates)(Reg(Vec(nVcs, UInt(metaBits.W)))) // takes the place of `bound`

  private def slot(vc: UInt, ptr: UInt): UInt = if (nVcs == 1) ptr else vc ## ptr
  private def last(vc: UInt): UInt            = depths.at(io.lasts, s.kindOf(vc))

  /** The place after `ptr`, 0 unless `moves`: simulators then compute it only for a flit that moves. */
  private def next(moves: Bool, vc: UInt, ptr: UInt): UInt =
    Mux(moves, Mux(ptr === last(vc), 0.U, ptr + 1.U), 0.U)

  /** 0 without a flit: simulators then look at no buffer of an empty port. */
  private def ifAny(value: UInt): UInt = if (s.isPhysical) value else Mux(occupied.orR, value, 0.U)
  private def oneHot(vc: UInt): UInt   = if (nVcs == 1) 1.U(1.W) else UIntToOH(vc, nVcs)

  // arrival: route a head
  private val inNumber = if (hasVcs) s.number(io.in.vc) else io.cls ## 0.U(2.W)
  private val header   = io.in.w0.asTypeOf(new Header0)
  private val arriving = Wire(new FlitMeta(s)) // of a head
  if (s.routes) {
    arriving      := 0.U.asTypeOf(arriving)
    arriving.head := true.B
    arriving.tail := io.in.tail
  } else {
    val router = part(new RouteUnit).suggestName("router")
    route(router, inNumber, io.in.w0, io.in.tail, arriving)
  }
  protected def escape(router: RouteUnit): UInt = s.place(router.io.port, router.io.vc)
  private def route(router: RouteUnit, number: UInt, word: UInt, tail: Bool, meta: FlitMeta): Unit = {
    val header = word.asTypeOf(new Header0)
    router.io.me     := io.cfg.me.asUInt
    router.io.vcRule := io.cfg.vcRule
    router.io.prefer := io.cfg.prefer
    router.io.inPort := io.port
    router.io.inVc   := number
    router.io.header := word
    meta.stamp       := Mux(io.cfg.ageless, 0.U, header.stamp)
    meta.first       := Choice.first(header.stamp)
    meta.enters      := router.io.enters
    meta.adaptive    := router.io.adaptive
    meta.out         := escape(router)
    meta.head        := true.B
    meta.tail        := tail
  }

  private def kept: UInt = Mux(io.in.head, arriving.asUInt, io.in.tail)
  private val writeAt   = pointers.at(writePtr, io.in.vc)
  private val nextWrite = next(io.in.valid, io.in.vc, writeAt)
  when(io.in.valid) {
    writePtr := pointers.set(writePtr, io.in.valid, io.in.vc, nextWrite)
    val address = slot(io.in.vc, writeAt)
    data0.foreach(_(address) := io.in.w0)
    data1.foreach(_(address) := io.in.w1)
    metas.foreach(_(address) := kept)
    open := Mux(io.in.tail, open & ~oneHot(io.in.vc), open | oneHot(io.in.vc))
  }

  // departure
  private val picked  = io.moves.getOrElse(oneHot(io.pick))
  private val readAt  = io.moves.fold(ifAny(pointers.at(readPtr, io.pick)))(at(_, pointers(readPtr, _)))
  private val behinds = if (s.isIslip) (0 until nVcs).map(v => behind(v)) else Nil // by VC, in parallel with the choice
  private val nextRead =
    io.moves.fold(next(io.granted, io.pick, readAt))(moves => Mux(io.granted, at(moves, behinds(_)), 0.U))
  when(io.granted) {
    readPtr := (if (s.isIslip)
                  Cat((0 until nVcs).reverse.map(v => Mux(picked(v), behinds(v), pointers(readPtr, v))))
                else pointers.set(readPtr, io.granted, io.pick, nextRead))
  }
  private def behind(v: Int): UInt = {
    val ptr = pointers(readPtr, v)
    Mux(ptr === depths(io.lasts, s.kindOf(v)), 0.U, ptr + 1.U)
  }
  private def at(moves: UInt, of: Int => UInt): UInt = Mux1H(moves, (0 until nVcs).map(of))
  // of the front of each VC, with synchronous memories: word 1 ## word 0, and what is in `metas`
  private lazy val moves = picked.asBools.map(_ && io.granted)
  private lazy val nexts = moves.zipWithIndex.map { case (moves, v) =>
    slot(v.U(s.indexBits.W), Mux(moves, nextRead, pointers(readPtr, v)))
  }
  private lazy val address: UInt = io.moves.fold(ifAny(slot(io.pick, readAt)))(moves =>
    Mux(io.granted, at(moves, v => slot(v.U(s.indexBits.W), pointers(readPtr, v))), 0.U)
  )
  private def fronts(name: String, data: UInt): Seq[UInt] =
    if (!s.isPhysical) Nil
    else FrontMemory(name, slots, io.in.valid, slot(io.in.vc, writeAt), data, nexts, moves)
  private val words = fronts("words", io.in.w1 ## io.in.w0)
  private val marks = fronts("metas", kept)
  io.w0 := data0.fold(Mux1H(picked, words)(63, 0))(GatedRead(occupied.orR, _, address))
  io.w1 := data1.fold(Mux1H(picked, words)(127, 64))(GatedRead(occupied.orR, _, address))
  private val ended = Mux(io.granted && io.tail, picked, 0.U) // VCs whose packet leaves with its last flit
  io.heads match {
    case Some(heads) =>
      leaving := leaving & ~ended | heads.granted
      for (v <- 0 until nVcs) when(heads.granted(v)) { binding.get(v) := heads.bind(v) }
    case None => when(io.granted) {
        bound(if (nVcs == 1) 0.U else io.pick) := io.bind.asUInt
        leaving                                := Mux(io.tail, leaving & ~picked, leaving | picked)
      }
  }

  private val emptied = io.moves.fold(
    Mux(io.granted && nextRead === pointers.at(writePtr, io.pick), picked, 0.U)
  )(_ & Cat((0 until nVcs).reverse.map(v => behinds(v) === pointers(writePtr, v))))
  private val filled = Mux(io.in.valid, oneHot(io.in.vc), 0.U)
  when(io.granted || io.in.valid) { occupied := (occupied & ~emptied) | filled }
  credit    := Mux(io.refund, picked, 0.U)
  io.credit := credit

  // one expression, used once: simulators then read nothing of an empty VC
  private def meta(v: Int): UInt = metas.fold(marks(v))(_(slot(v.U(s.indexBits.W), pointers(readPtr, v))))
  io.waiting := (if (s.allocates) occupied & leaving else occupied)
  io.front.zipWithIndex.foreach { case (front, v) =>
    val kept = WireDefault(0.U(metaBits.W))
    if (s.isIslip && s.allocates) { // where to without a condition: the allocator looks at VCs that wait
      val marks = WireDefault(0.U(2.W))
      when(occupied(v) && leaving(v)) { marks := meta(v)(1, 0) }
      kept := marks | binding.get(v)
    } else if (s.allocates)
      when(occupied(v) && leaving(v)) { kept := meta(v)(1, 0) | binding.get(v) } // marks, and where to
    else when(occupied(v)) { kept := meta(v) | Mux(leaving(v), bound(v.U), 0.U) }
    front := kept
  }

  // heads without an output VC
  private val routed = if (s.routes) RegInit(0.U(nVcs.W)) else Fill(nVcs, 1.U) // VCs whose head has its route
  private val goals  = Option.when(s.routes)(Reg(Vec(nVcs, UInt(metaBits.W)))) // and which
  private val fresh  = occupied & ~leaving & ~routed
  if (s.routes) {
    routed := routed & ~ended | fresh
    for (v <- 0 until nVcs) {
      val word = WireDefault(0.U(64.W))
      when(fresh(v)) { word := data0.fold(words(v)(63, 0))(_(slot(v.U(s.indexBits.W), pointers(readPtr, v)))) }
      val unit = part(new RouteUnit).suggestName(s"router$v")
      val goal = Wire(new FlitMeta(s))
      route(unit, if (hasVcs) s.number(v.U(s.indexBits.W)) else io.cls ## 0.U(2.W), word, meta(v)(0), goal)
      when(fresh(v)) { goals.get(v) := goal.asUInt }
    }
  }
  io.heads.foreach { heads =>
    heads.waiting := occupied & ~leaving & routed
    heads.routing := fresh
    heads.front.zipWithIndex.foreach { case (front, v) =>
      val kept = WireDefault(0.U(metaBits.W))
      if (s.isIslip && s.routes) kept := goals.get(v) // the allocator looks at VCs that wait
      else when(heads.waiting(v)) { kept := (if (s.routes) goals.get(v) else meta(v)) }
      front := kept
    }
  }

  layer.block(layers.Verification) {
    val here = oneHot(io.in.vc)
    val full = writeAt === pointers.at(readPtr, io.in.vc) && (occupied & here).orR
    assert(!io.in.valid || !full, "RT_A1: flit arrives in a full buffer")
    assert(!io.in.valid || io.in.head =/= (open & here).orR,
      "RT_A2: flits of one VC are not head, body, tail of one packet")
    assert(!(io.in.valid && io.in.head) || s.isShared.B || header.cls === inNumber(2) || excused("RT_A3"),
      "RT_A3: class of the packet is not that of its VC")
    assert(!(io.in.valid && io.in.head) || !inNumber(1) || header.mode(0),
      "RT_A6: a packet that is not adaptive on an adaptive VC")
    assert(!(io.in.valid && io.in.head) || !header.mode(0) || io.cfg.cutThrough || excused("RT_A10"),
      "RT_A10: an adaptive packet without cut-through")
    assert(!io.granted || (occupied & picked).orR, "RT_P1: flit taken from an empty buffer")
    def depthOf(v: Int): UInt = depths(io.lasts, s.kindOf(v))
    assert((0 until nVcs).map(v => pointers(writePtr, v) <= depthOf(v) && pointers(readPtr, v) <= depthOf(v)).reduce(
        _ && _
      ),
      "RT_P2: pointer beyond the depth")

    val inside = RegInit(0.U(16.W))
    when(io.in.valid =/= io.granted)(inside := Mux(io.in.valid, inside + 1.U, inside - 1.U))
    val held = (0 until nVcs).map { v =>
      val (write, read) = (pointers(writePtr, v), pointers(readPtr, v))
      val gap           = 0.U(16.W) + write - read
      Mux(!occupied(v), 0.U, Mux(write > read, gap, gap + depthOf(v) + 1.U))
    }
    assert(inside === held.reduce(_ + _), "RT_P3: flits in are not flits out plus flits buffered")
  }
}
