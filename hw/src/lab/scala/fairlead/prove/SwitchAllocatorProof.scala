// SPDX-License-Identifier: Apache-2.0
package fairlead.prove

import chisel3._
import chisel3.util._
import fairlead.router._
import fairlead.params.{Fixed, Structure, TileParams}

/** SwitchAllocator with flits at some input ports only, for any outputs; any ages, credits and owners. */
class SwitchAllocatorProof(active: Seq[Int])(implicit structure: Structure) extends Harness {
  private val s   = RouterShape(TileParams("prove"))
  private val dut = Module(new SwitchAllocator(s))
  expose(dut.io)
  private val io = dut.io
  for (i <- 0 until s.ports if !active.contains(i)) {
    io.waiting(i) := 0.U
    io.front(i).foreach(_ := 0.U)
  }

  for (i <- active) {
    val front = (if (s.vcsOf(i) == 1) io.front(i)(0) else io.front(i)(io.pick(i))).asTypeOf(new FlitMeta(s))
    val waits = if (s.vcsOf(i) == 1) io.waiting(i)(0) else io.waiting(i)(io.pick(i))
    assert(!io.granted(i) || waits, "PSW_P1: a grant without a request")
    val out    = io.bind(i).out
    val needs  = front.head || !io.cutThrough || out >= s.linkPlaces.U
    val escape = out === front.out
    assert(!io.granted(i) || !needs || io.credits(out), "PSW_P2: a grant without a credit")
    assert(!io.granted(i) || !front.head || io.unowned(out),
      "PSW_P3: a head is granted an output VC that another packet owns")
    assert(!io.granted(i) || Mux(front.head, io.starts, io.follows)(out), "PSW_P10: a grant for a link that is busy")
    val port  = s.portOf(out)
    val takes = io.winner.zipWithIndex.map { case (w, o) => w.valid && w.from === i.U && port(o) }
    assert(!io.granted(i) || PopCount(takes) === 1.U,
      "PSW_P4: a granted flit does not go to the one output that it wants")
    io.winner.zipWithIndex.foreach { case (w, o) =>
      assert(
        !(w.valid && w.from === i.U) || io.granted(
          i
        ) && port(o) && (if (s.isLink(o)) out(s.indexBits - 1, 0) === w.vc
                         else true.B) && front.head === w.head && front.tail === w.tail,
        "PSW_P5: an output takes a flit that was not granted, or gives it another VC or other marks"
      )
    }
    val minimal =
      if (!s.hasAdaptive) false.B
      else out < s.linkPlaces.U && front.adaptive(out(5, 3)) && out(2) === front.out(2) && out(1)
    assert(!io.granted(i) || escape || front.head && minimal,
      "PSW_P6: a flit takes neither the output that it wants nor an adaptive VC of its mask and class")
    assert(!io.granted(i) || !escape || !front.head || !front.enters || io.spare(out),
      "PSW_P7: a head enters a bubble ring that has not room for two")
  }
  reachable(active.map(io.granted(_)).reduce(_ && _), "PSW_C1")
  if (s.hasAdaptive)
    reachable(active.map(i => io.granted(i) && io.bind(i).out(1) && io.bind(i).out < s.linkPlaces.U).reduce(_ && _),
      "PSW_C3")
  reachable(active.map(i => io.waiting(i).orR && !io.granted(i)).reduce(_ || _) && io.granted(active.head), "PSW_C2")
}

/** The same with three link ports that want one output, two VCs each: small enough for bounds and liveness. A flit
  * waits until it is granted.
  */
class SwitchAllocatorFairProof(implicit structure: Structure) extends Harness {
  private val s            = RouterShape(TileParams("prove"))
  private val dut          = Module(new SwitchAllocator(s))
  private val io           = dut.io
  private val (ports, vcs) = (3, 2)
  io.ageless := true.B
  private val more = free("more", Vec(ports, UInt(vcs.W)))
  private val head = RegInit(VecInit.fill(ports)(0.U(vcs.W)))
  for (i <- 0 until s.ports) {
    io.waiting(i) := 0.U
    io.front(i).foreach(_ := 0.U)
    if (i < ports) {
      io.waiting(i) := head(i)
      val body = WireDefault(0.U.asTypeOf(new FlitMeta(s)))
      body.out := s.place(4).U
      io.front(i).foreach(_ := body.asUInt)
      val gone = Mux(io.granted(i), UIntToOH(io.pick(i), vcs), 0.U)
      head(i) := (head(i) & ~gone) | more(i)
    }
  }
  private val credit = freeBit("credit")
  io.credits    := Mux(credit, ~0.U(s.places.W), 0.U)
  io.starts     := ~0.U(s.places.W)
  io.follows    := ~0.U(s.places.W)
  io.spare      := 0.U
  io.unowned    := 0.U
  io.cutThrough := false.B
  io.adaptive   := false.B

  // one requester, chosen freely
  private val port    = symbolic("port", UInt(2.W))
  private val vc      = symbolic("vc", UInt(1.W))
  private val waits   = (0 until ports).map(i => port === i.U && head(i)(vc)).reduce(_ || _)
  private val granted = (0 until ports).map(i => port === i.U && io.granted(i) && io.pick(i) === vc).reduce(_ || _)
  private val passed  = RegInit(0.U(4.W)) // grants of the output while it waited
  when(granted || !waits) { passed := 0.U }.elsewhen(io.winner(4).valid) { passed := passed + 1.U }
  assert(passed < (ports * vcs).U,
    "PSF_P1: a VC that waits is passed over more often than there are VCs at the input ports")
  live("PSF_L1", granted || !waits, credit)
  reachable(passed === (ports * vcs - 1).U, "PSF_C1")
  reachable(granted && passed =/= 0.U, "PSF_C2")
}

/** The same with ages and connections: flits of one output VC, ages in steps of 512 cycles, within 2^13 cycles of the
  * flit that is followed (2^12, where a stamp has 14 bits). From some time on, what comes is
  * younger than that flit by more than a connection is worth.
  */
class SwitchAllocatorAgeFairProof(implicit structure: Structure) extends Harness {
  private val s            = RouterShape(TileParams("prove"))
  private val dut          = Module(new SwitchAllocator(s))
  private val io           = dut.io
  private val (ports, vcs) = (3, 2)
  io.ageless := false.B
  private val ageBits = structure.stampBits - 11 // ages span a quarter of the range of stamps
  private val base    = symbolic("base", UInt(6.W)) // stamp of the flit that is followed, in steps of 512
  private val port    = symbolic("port", UInt(2.W))
  private val vc      = symbolic("vc", UInt(1.W))
  private val late    = RegInit(false.B)
  late := late || freeBit("late")

  private val chosen = freeBit("chosen")
  private val ever   = RegInit(false.B)
  private val marked = RegInit(false.B) // has come, is not granted
  private val head   = RegInit(VecInit.fill(ports)(0.U(vcs.W)))
  private val marks  = Wire(Vec(ports * vcs, Bool()))
  private val leaves = Wire(Vec(ports * vcs, Bool()))
  for (i <- 0 until s.ports) {
    io.waiting(i) := 0.U
    io.front(i).foreach(_ := 0.U)
    if (i < ports) {
      io.waiting(i) := head(i)
      val gone = Mux(io.granted(i), UIntToOH(io.pick(i), vcs), 0.U)
      val come = free(s"come$i", UInt(vcs.W))
      head(i) := (head(i) & ~gone) | come
      for (v <- 0 until vcs) {
        val fresh = come(v) && (!head(i)(v) || gone(v))
        val here  = port === i.U && vc === v.U
        val any   = free(s"age${i}_$v", SInt(ageBits.W))
        val mark  = fresh && here && chosen && !ever
        val age   = Reg(SInt(ageBits.W)) // younger than the flit that is followed by so many times 512 cycles
        val end   = Reg(Bool())
        when(fresh) {
          age := Mux(mark, 0.S, Mux(late, Mux(any < 3.S, 3.S, any), any))
          end := free(s"end${i}_$v", Bool())
        }
        marks(i * vcs + v)  := mark
        leaves(i * vcs + v) := here && gone(v)
        val body = WireDefault(0.U.asTypeOf(new FlitMeta(s)))
        body.out       := s.place(4).U
        body.stamp     := (base + age.pad(6).asUInt)(5, 0) ## 0.U(9.W)
        body.tail      := end
        io.front(i)(v) := body.asUInt
      }
    }
  }
  private val credit = freeBit("credit")
  io.credits    := Mux(credit, ~0.U(s.places.W), 0.U)
  io.starts     := ~0.U(s.places.W)
  io.follows    := ~0.U(s.places.W)
  io.spare      := 0.U
  io.unowned    := 0.U
  io.cutThrough := false.B
  io.adaptive   := false.B

  private val granted = marked && leaves.reduce(_ || _)
  ever   := ever || marks.reduce(_ || _)
  marked := (marked || marks.reduce(_ || _)) && !granted
  private val passed = RegInit(0.U(3.W)) // grants of the output while it waits and only younger flits come
  passed := Mux(!marked || !late, 0.U, Mux(io.winner(4).valid && !granted && !passed.andR, passed + 1.U, passed))
  assert(passed < (ports * vcs).U,
    "PSA_P1: a flit is passed over by more flits than waited when the last came that is not younger by as much as a connection is worth")
  live("PSA_L1", !marked, credit, late)
  reachable(granted && late && passed === (ports * vcs - 1).U, "PSA_C1")
}

/** The same with any flits of any age at two VCs of three link ports: what age and connections decide. */
class SwitchAllocatorAgeProof(implicit structure: Structure) extends Harness {
  private val s            = RouterShape(TileParams("prove"))
  private val dut          = Module(new SwitchAllocator(s))
  private val (ports, vcs) = (3, 2)
  expose(dut.io)
  private val io = dut.io
  for (i <- 0 until s.ports) {
    if (i < ports) io.waiting(i) := free(s"waits$i", UInt(vcs.W)) else io.waiting(i) := 0.U
    for (v <- 0 until s.vcsOf(i) if i >= ports || v >= vcs) io.front(i)(v) := 0.U
  }
  // docs/spec/torus-router.md: what a connection is worth, in cycles. Not the constant of the unit, which is what is
  // compared. Ages that differ by less than a step may compare as equal.
  private val worth = 1024
  private val blur  = Fixed.ageStep - 1
  // one VC, chosen freely, whose flit may go; how much younger the others that wait are, modulo the stamps
  private val port = symbolic("port", UInt(2.W))
  private val vc   = symbolic("vc", UInt(1.W))
  private val all  = for (i <- 0 until ports; v <- 0 until vcs) yield (i, v, io.front(i)(v).asTypeOf(new FlitMeta(s)))
  private def is(i: Int, v: Int): Bool = port === i.U && vc === v.U
  private val chosen = Mux1H(all.map { case (i, v, f) => (is(i, v), f) })
  private val goes = Mux(
    chosen.head,
    (Mux(chosen.enters, io.spare, io.credits) & io.unowned & io.starts)(chosen.out),
    (io.credits(chosen.out) || io.cutThrough && chosen.out < s.linkPlaces.U) && io.follows(chosen.out)
  )
  private val asks = all.map { case (i, v, _) => is(i, v) && io.waiting(i)(v) }.reduce(_ || _) && goes
  private def others(gap: UInt => Bool): Bool =
    all.map { case (i, v, f) => is(i, v) || !io.waiting(i)(v) || gap(f.stamp -% chosen.stamp) }.reduce(_ && _)
  private val leaves = (0 until ports).map(i => port === i.U && io.granted(i) && io.pick(i) === vc).reduce(_ || _)
  private val eldest = asks && others(gap => gap > (worth + blur).U && gap < (1 << (structure.stampBits - 2)).U)
  assert(!eldest || leaves,
    "PSW_P8: a flit older than all others by more than a connection is worth does not go at once")

  // connections: what was granted in the last cycle and was no tail; after it comes the next flit of the packet
  private val last = (0 until ports).map(i =>
    (i, RegNext(io.granted(i) && !io.tail(i) && !io.ageless, false.B), RegNext(io.pick(i)), RegNext(io.bind(i).out))
  )
  private val regular = last.map { case (i, connected, v, out) =>
    val front = io.front(i)(v).asTypeOf(new FlitMeta(s))
    !connected || !front.head && front.out === out
  }.reduce(_ && _)
  private val holds =
    asks && last.map { case (i, connected, v, _) => connected && port === i.U && v === vc }.reduce(_ || _)
  private val peers =
    others(gap => gap < (1 << (structure.stampBits - 2)).U || gap > ((1 << structure.stampBits) - worth + blur).U)
  assert(!(holds && regular && peers) || leaves,
    "PSW_P9: a connection is broken by a flit that is not older by so much")
  private val waits = (0 until ports).map(i => port =/= i.U && io.waiting(i).orR && !io.granted(i)).reduce(_ || _)
  reachable(eldest && last.map { case (i, connected, _, _) => connected && port =/= i.U }.reduce(_ || _), "PSW_C4")
  reachable(holds && regular && peers && !eldest && waits, "PSW_C5")
}
