// SPDX-License-Identifier: Apache-2.0
package fairlead.router

import chisel3._
import chisel3.util._

/** The first requester at or behind a pointer, cyclically. The pointer is kept as in [[RoundRobin]]. */
object IslipPick {

  /** One-hot, 0 without a request. */
  def apply(requests: UInt, behind: UInt): UInt = {
    val ahead = requests & ~behind
    Mux(ahead.orR, PriorityEncoderOH(ahead), PriorityEncoderOH(requests))
  }
}

/** Switch allocation by iSLIP with one iteration (McKeown 1999): each output port grants one of the input ports that have a flit for it, each input port accepts one of its
  * grants. Then the input port sends one of its VCs that ask for this output port.
  *
  * All choices rotate. A pointer moves behind what it chose, and only if the choice was accepted; an input port has a pointer over its VCs for each output port. Heads have
  * output VCs already. Ages and connections have no part in it.
  * Spec: docs/router-stages.md
  */
class IslipSwitch(s: RouterShape) extends Allocator(s) {
  private val n      = s.ports
  private val grants = Seq.fill(n)(RegInit(0.U(n.W))) // by output port, over input ports
  private val takes  = Seq.fill(n)(RegInit(0.U(n.W))) // by input port, over output ports
  private val turns =
    (0 until n).map(i => Seq.fill(n)(RegInit(0.U(s.vcsOf(i).W)))) // by input and output port, over the VCs

  private val bodies = (io.credits | Mux(io.cutThrough, ((BigInt(1) << s.linkPlaces) - 1).U, 0.U)) & io.follows
  private val heads  = io.credits & io.starts
  private val fronts = io.front.map(_.map(_.asTypeOf(new FlitMeta(s))))
  private val wants = (0 until n).map { i => // by input port and VC, the output port as a mask
    fronts(i).zipWithIndex.map { case (front, v) =>
      Mux(io.waiting(i)(v) && Mux(front.head, heads, bodies)(front.out), s.portOf(front.out), 0.U(n.W))
    }
  }
  private def asking(i: Int, o: Int): UInt = Cat(wants(i).reverse.map(_(o))) // the VCs of i that have a flit for o
  private val granted = (0 until n).map { o => // by output port, the input port
    IslipPick(Cat((0 until n).reverse.map(i => asking(i, o).orR)), grants(o))
  }
  private val accepted = (0 until n).map { i => // by input port, the output port
    IslipPick(Cat((0 until n).reverse.map(o => granted(o)(i))), takes(i))
  }
  private val chosen = (0 until n).map { i => // the VC
    (0 until n).map(o => Mux(accepted(i)(o), IslipPick(asking(i, o), turns(i)(o)), 0.U(s.vcsOf(i).W))).reduce(_ | _)
  }
  for (i <- 0 until n) {
    when(accepted(i).orR) { takes(i) := RoundRobin.after(accepted(i)) }
    for (o <- 0 until n) when(accepted(i)(o)) {
      grants(o)   := RoundRobin.after((BigInt(1) << i).U(n.W))
      turns(i)(o) := RoundRobin.after(chosen(i))
    }
  }

  private val word = (0 until n).map(i => Mux1H(chosen(i), fronts(i)))
  for (i <- 0 until n) {
    io.pick(i)       := (if (s.vcsOf(i) == 1) 0.U else OHToUInt(chosen(i)))
    io.bind(i)       := 0.U.asTypeOf(new FlitMeta(s))
    io.bind(i).stamp := word(i).stamp
    io.bind(i).out   := word(i).out
    io.tail(i)       := word(i).tail
    io.granted(i)    := accepted(i).orR
  }
  for (o <- 0 until n) {
    val from = (0 until n).map(i => accepted(i)(o))
    val flit = Mux1H(from, word)
    io.winner(o).valid := from.reduce(_ || _)
    io.winner(o).from  := OHToUInt(from)
    io.winner(o).grant.foreach(_ := Cat(from.reverse))
    io.winner(o).vc   := (if (s.isLink(o)) flit.out(s.indexBits - 1, 0) else 0.U)
    io.winner(o).head := flit.head
    io.winner(o).tail := flit.tail
  }
  io.requests    := accepted.map(_.orR).reduce(_ || _)
  io.connections := 0.U.asTypeOf(io.connections)

  layer.block(layers.Verification) {
    for (o <- 0 until n)
      assert(PopCount(accepted.map(_(o))) <= 1.U, "RT_P4: an output port takes from two input ports")
    val any = (0 until n).flatMap(i => wants(i).map(_.orR)).reduce(_ || _)
    assert(any === io.requests, "RT_P5: an output port has a request and grants nothing")
  }
}

class IslipVcsIO(s: RouterShape) extends Bundle {
  private val metaBits = (new FlitMeta(s)).getWidth
  val adaptive         = Input(Bool()) // there may be adaptive heads
  val waiting          = Input(MixedVec((0 until s.ports).map(i => UInt(s.vcsOf(i).W)))) // heads
  val front            = Input(MixedVec((0 until s.ports).map(i => Vec(s.vcsOf(i), UInt(metaBits.W)))))
  val free             = Input(UInt(s.places.W)) // output VCs that may be given, by place
  val roomy            = Input(UInt(s.places.W)) // those with room for two packets
  val granted          = Output(MixedVec((0 until s.ports).map(i => UInt(s.vcsOf(i).W))))
  val bind             = Output(MixedVec((0 until s.ports).map(i => Vec(s.vcsOf(i), UInt(metaBits.W)))))
  val vcs              = Output(UInt(s.places.W)) // output VCs that are given
  val binder           = Output(Vec(s.places, UInt(s.fromBits.W))) // to the head of which input VC
  val requests         = Output(Bool()) // a head is given an output VC
}

/** VC allocation by iSLIP: each head asks for one output VC, its escape output or an adaptive VC (RT_R8), and each output VC takes one of its heads, in rotation over all
  * input VCs. As a head asks for one only, it accepts what it is granted.
  * Spec: docs/router-stages.md
  */
class IslipVcs(s: RouterShape) extends Module {
  val io = IO(new IslipVcsIO(s))

  private val vcs    = for (i <- 0 until s.ports; v <- 0 until s.vcsOf(i)) yield (i, v)
  private val behind = Seq.fill(s.places)(RegInit(0.U(vcs.size.W))) // by output VC, over the input VCs
  private val choose = new Choice(s, io.adaptive, io.free, 0.U(s.ports.W))

  private val front = vcs.map { case (i, v) => io.front(i)(v).asTypeOf(new FlitMeta(s)) }
  private val asks = vcs.zip(front).map { case ((i, v), f) =>
    io.waiting(i)(v) && (Mux(f.enters, io.roomy, io.free)(f.out) || choose.offers(f))
  }
  private val out   = front.map(f => choose(f, false.B))
  private val wants = asks.zip(out).map { case (ask, o) => Mux(ask, UIntToOH(o, s.places), 0.U(s.places.W)) }
  private val given = (0 until s.places).map { o =>
    val asking = Cat(wants.reverse.map(_(o)))
    val to     = IslipPick(asking, behind(o))
    when(asking.orR) { behind(o) := RoundRobin.after(to) }
    to
  }
  private val all = given.reduce(_ | _) // input VCs
  private var at = 0
  for (i <- 0 until s.ports) {
    io.granted(i) := all(at + s.vcsOf(i) - 1, at)
    for (v <- 0 until s.vcsOf(i)) {
      val bind = WireDefault(0.U.asTypeOf(new FlitMeta(s)))
      bind.stamp    := front(at + v).stamp
      bind.out      := out(at + v)
      io.bind(i)(v) := bind.asUInt
    }
    at += s.vcsOf(i)
  }
  io.vcs      := Cat(given.reverse.map(_.orR))
  io.requests := all.orR
  given.zipWithIndex.foreach { case (to, o) =>
    io.binder(o) := Mux1H(to, vcs.map { case (i, v) => (i << s.indexBits | v).U(s.fromBits.W) })
  }
}
