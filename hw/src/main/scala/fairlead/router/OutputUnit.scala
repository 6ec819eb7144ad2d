// SPDX-License-Identifier: Apache-2.0
package fairlead.router

import chisel3._
import chisel3.util._
import fairlead.params.Fixed

class OutputUnitIO(s: RouterShape, nVcs: Int) extends Bundle {
  private val kinds = (nVcs + 1) / Fixed.escapeVcs // of its VCs, as RouterShape numbers them
  val depth =
    Input(Vec(kinds,
        UInt(
          s.depthBits.W
        ))) // credits at the start: slots, of a flit or a packet, of a VC buffer of each kind at the receiver
  val packets = Input(Bool()) // cut-through: a credit is room for one packet, and its head spends it
  val take    = Input(new PortFlit(s)) // winner of the switch
  val from    = Input(UInt(s.fromBits.W)) // input port ## VC that it comes from
  val credit  = Input(UInt(nVcs.W)) // straight from the pin: a slot of this VC is free again
  val credits = Output(UInt(nVcs.W)) // VCs with a credit
  val spare   = Output(UInt(nVcs.W)) // VCs with two credits or more
  val unowned = Output(UInt(nVcs.W)) // VCs that no packet holds
  val out     = Output(new PortFlit(s)) // registered
  val bind    = Option.when(s.allocates)(Input(UInt(nVcs.W))) // VCs that packets are given in this cycle
  val binder  = Option.when(s.allocates)(Input(Vec(nVcs, UInt(s.fromBits.W)))) // to the head of which input VC
  val lane    = Option.when(s.isIslip)(Input(UInt(nVcs.W))) // the VC of `take` as the one-hot, 0 without a flit
  val asked   = Option.when(s.isIslip)(Input(Bool())) // without it, `take` is not valid
  val crosses = Option.when(s.crosses)(Output(Bool())) // a flit is on its way through the switch
}

/** Output register of one port, with the credits and owners of its VCs.
  *
  * Contract: `take` only on a VC with a credit (with `packets`: a head), a head only on a VC without owner; a packet
  *           owns its VC from the grant of its head to the grant of its tail.
  * Timing: a credit in cycle t is usable in t + 1; a flit taken in t is on `out` in t + 1. Data words keep their value
  *         while `valid` is low.
  * Reset: credits follow `depth`.
  *
  * Stages: with a stage for VCs a packet owns its VC from `bind` on. With a stage for the switch, the words of a flit
  * that is taken in t are on `take` in t + 1, and it is on `out` in t + 2.
  *
  * What the allocator asks of the counters is kept in registers of one bit a VC: at least one credit, at least two.
  * Spec: docs/spec/torus-router.md
  */
class OutputUnit(s: RouterShape, nVcs: Int, maxDepth: Int) extends Module {
  val io = IO(new OutputUnitIO(s, nVcs))

  private val counts = Lanes(nVcs, log2Ceil(maxDepth + 1))
  private def depthOf(v: Int): UInt          = io.depth(s.kindOf(v))
  private def preset(of: UInt => UInt): UInt = Cat((0 until nVcs).reverse.map(v => of(depthOf(v))))
  private val credits = RegInit(preset(depth => depth(counts.bits - 1, 0)))
  private val some    = RegInit(preset(_ =/= 0.U)) // credits >= 1
  private val more    = RegInit(preset(_ > 1.U)) // credits >= 2
  private val owned   = RegInit(0.U(nVcs.W))
  private val owner   = Reg(Vec(nVcs, UInt(s.fromBits.W))) // input port ## VC, meaningful while owned
  private val valid   = RegInit(false.B)
  private val vc      = Reg(UInt(s.indexBits.W))
  private val head    = Reg(Bool())
  private val tail    = Reg(Bool())
  private val w0      = Reg(UInt(64.W))
  private val w1      = Reg(UInt(64.W))
  dontTouch(owner) // only the inspection map reads it

  private def at[T <: Data](v: Vec[T], i: UInt): T = if (nVcs == 1) v(0) else v(i)

  private val taken =
    io.lane.getOrElse(Mux(io.take.valid, if (nVcs == 1) 1.U(1.W) else UIntToOH(io.take.vc, nVcs), 0.U))
  private val spends = io.take.valid && (io.take.head || !io.packets)
  private val spent =
    if (s.isIslip) Mux(io.take.head || !io.packets, taken, 0.U) else Mux(spends, taken, 0.U)
  if (!s.isIslip) {
    val moves = spends || io.credit.orR
    when(moves) {
      credits := credits + counts.ones(io.credit) - counts.ones(spent)
      val up    = Mux(moves, io.credit & ~spent, 0.U)
      val down  = Mux(moves, spent & ~io.credit, 0.U)
      val least = Mux(counts.at(credits, io.take.vc) > 2.U, 0.U, down)
      some := (some | up) & ~(down & ~more)
      more := (more | (up & some)) & ~least
    }
  } else when(io.asked.get || io.credit.orR) { // both results of each VC beforehand: the grant comes late
    val kept  = credits + counts.ones(io.credit)
    val less  = kept - counts.ones(some) // of VCs with a credit, so no lane borrows
    val lanes = Cat((0 until nVcs).reverse.map(v => Fill(counts.bits, spent(v))))
    val three = Cat((0 until nVcs).reverse.map(v => counts(credits, v) > 2.U))
    credits := kept & ~lanes | less & lanes
    some    := io.credit | some & ~spent | more & spent
    more    := (more | io.credit & some) & ~spent | (more & io.credit | three) & spent
  }

  if (!s.crosses) {
    valid := io.take.valid
    when(io.take.valid) {
      vc   := io.take.vc
      head := io.take.head
      tail := io.take.tail
      w0   := io.take.w0
      w1   := io.take.w1
    }
  } else {
    val crossing  = RegInit(false.B)
    val crossVc   = RegEnable(io.take.vc, io.take.valid)
    val crossHead = RegEnable(io.take.head, io.take.valid)
    val crossTail = RegEnable(io.take.tail, io.take.valid)
    crossing := io.take.valid
    valid    := crossing
    when(crossing) {
      vc   := crossVc
      head := crossHead
      tail := crossTail
      w0   := io.take.w0
      w1   := io.take.w1
    }
    io.crosses.foreach(_ := crossing)
  }
  if (!s.allocates) {
    when(io.take.valid) {
      owned := Mux(io.take.tail, owned & ~taken, owned | taken)
    }
    val begun = Mux(io.take.valid && io.take.head, taken, 0.U(nVcs.W))
    for (v <- 0 until nVcs) when(begun(v)) { owner(v) := io.from }
  } else {
    owned := owned & ~Mux(io.take.tail, taken, 0.U) | io.bind.get
    for (v <- 0 until nVcs) when(io.bind.get(v)) { owner(v) := io.binder.get(v) }
  }

  io.credits   := some
  io.spare     := more
  io.unowned   := ~owned
  io.out.valid := valid
  io.out.vc    := Mux(valid, vc, 0.U)
  io.out.head  := valid && head
  io.out.tail  := valid && tail
  io.out.w0    := w0
  io.out.w1    := w1

  layer.block(layers.Verification) {
    val holder  = at(owner, io.take.vc)
    val isOwned = (owned & taken).orR
    assert(!spends || (some & spent).orR, "RT_P7: sent without a credit")
    val sound = if (s.allocates) isOwned else io.take.head =/= isOwned
    assert(!io.take.valid || sound, "RT_P8: an output VC has two owners, or a body flit none")
    io.bind.foreach(bind => assert((bind & owned) === 0.U, "RT_P8: an output VC has two owners, or a body flit none"))
    assert(!io.take.valid || (if (s.allocates) false.B else io.take.head) || holder === io.from,
      "RT_P9: body flit on an output VC that another packet owns")
    for (v <- 0 until nVcs) {
      val count = counts(credits, v)
      assert(some(v) === (count =/= 0.U) && more(v) === (count > 1.U), "RT_P14: what is told of the credits is not so")
      assert(count <= depthOf(v), "RT_P10: more credits than slots")
      assert(!io.credit(v) || count =/= depthOf(v), "RT_A5: more credits returned than spent")
    }
  }
}
