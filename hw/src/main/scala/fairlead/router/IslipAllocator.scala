// SPDX-License-Identifier: Apache-2.0
package fairlead.router

import chisel3._
import chisel3.util._
import fairlead.params.{Fixed, Structure}

/** The first requester at or behind a pointer, cyclically. The pointer is kept as in [[RoundRobin]].
  *
  * @param chosen the requester, one-hot; 0 without a request
  * @param after  the pointer just behind it; without meaning if there is no request
  */
final class IslipPick(val chosen: UInt, val after: UInt)

object IslipPick {
  def apply(requests: UInt, behind: UInt): IslipPick = {
    val ahead  = requests & ~behind
    val passed = Mux(ahead.orR, upToFirst(ahead), upToFirst(requests))
    new IslipPick(requests & passed & ~(passed >> 1).pad(passed.getWidth), passed)
  }

  /** The mask without the bits that lie above its lowest one, and with all below it. In as many steps as a number of
    * its width has bits.
    */
  private def upToFirst(mask: UInt): UInt = {
    val n     = mask.getWidth
    val above = Iterator.iterate(1)(2 * _).takeWhile(_ < n).foldLeft(mask)((all, by) => all | (all << by)(n - 1, 0))
    ~(above << 1)(n - 1, 0)
  }
}

/** Switch allocation by iSLIP with one iteration (McKeown 1999): each output port grants one of the input ports that
  * have a flit for it, each input port accepts one of its grants. Then the input port sends one of its VCs that ask for
  * this output port.
  *
  * All choices rotate. A pointer moves behind what it chose, and only if the choice was accepted; an input port has a
  * pointer over its VCs for each output port. Heads have output VCs already. Ages and connections have no part in it.
  * Spec: docs/understand/router-stages.md
  */
class IslipSwitch(s: RouterShape)(implicit structure: Structure) extends Allocator(s) {
  private val n      = s.ports
  private val grants = Seq.fill(n)(RegInit(0.U(n.W))) // by output port, over input ports
  private val takes  = Seq.fill(n)(RegInit(0.U(n.W))) // by input port, over output ports
  // by input and output port, over the VCs
  private val turns = (0 until n).map(i => Seq.fill(n)(RegInit(0.U(s.vcsOf(i).W))))

  private val bodies = (io.credits | Mux(io.cutThrough, ((BigInt(1) << s.linkPlaces) - 1).U, 0.U)) & io.follows
  private val heads  = io.credits & io.starts
  private val fronts = io.front.map(_.map(_.asTypeOf(new FlitMeta(s))))
  private val wants = (0 until n).map { i => // by input port and VC, the output VC as a mask over places
    fronts(i).zipWithIndex.map { case (front, v) =>
      Mux(io.waiting(i)(v), UIntToOH(front.out, s.places) & Mux(front.head, heads, bodies), 0.U(s.places.W))
    }
  }
  private def row(mask: UInt, o: Int): UInt = mask(s.place(o) + s.vcsOf(o) - 1, s.place(o))
  private def asking(i: Int, o: Int): UInt  = Cat(wants(i).reverse.map(row(_, o).orR)) // the VCs of i with a flit for o
  private val asks     = (0 until n).map(i => (0 until n).map(o => asking(i, o)))
  private val asked    = (0 until n).map(o => Cat((0 until n).reverse.map(i => asks(i)(o).orR))) // by output port
  private val grant    = (0 until n).map(o => IslipPick(asked(o), grants(o)))
  private val granted  = grant.map(_.chosen) // by output port, the input port
  private val accept   = (0 until n).map(i => IslipPick(Cat((0 until n).reverse.map(o => granted(o)(i))), takes(i)))
  private val accepted = accept.map(_.chosen) // by input port, the output port

  private val turn = (0 until n).map(i => (0 until n).map(o => IslipPick(asks(i)(o), turns(i)(o))))

  // for each pair of ports the VC and the signals of its flit, in parallel with the choice of the pairs
  private class Flit(i: Int, o: Int) extends Bundle {
    val chosen = UInt(s.vcsOf(i).W)
    val lane   = UInt(s.vcsOf(o).W)
    val vc     = UInt(s.indexBits.W)
    val head   = Bool()
    val tail   = Bool()
  }
  private def offered(i: Int, o: Int): Flit = {
    val flit = Wire(new Flit(i, o))
    flit.chosen := turn(i)(o).chosen
    flit.lane   := Mux1H(flit.chosen, wants(i).map(row(_, o)))
    flit.vc     := (if (s.hasVcs(o)) Mux1H(flit.chosen, fronts(i).map(_.out(s.indexBits - 1, 0))) else 0.U)
    flit.head   := Mux1H(flit.chosen, fronts(i).map(_.head))
    flit.tail   := Mux1H(flit.chosen, fronts(i).map(_.tail))
    flit
  }
  private val offers = (0 until n).map(i => (0 until n).map(offered(i, _)))
  private val flits = offers.zip(accepted).map { case (row, goes) =>
    row.zipWithIndex.map { case (flit, o) => Mux(goes(o), flit.asUInt, 0.U).asTypeOf(flit) }
  }

  for (i <- 0 until n) {
    when(accepted(i).orR) { takes(i) := accept(i).after }
    for (o <- 0 until n) when(accepted(i)(o)) { turns(i)(o) := turn(i)(o).after }
  }
  for (o <- 0 until n) {
    val from = Cat((0 until n).reverse.map(i => accepted(i)(o)))
    when(from.orR) { grants(o) := grant(o).after } // it accepts what this port grants
    val flit = flits.map(_(o))
    io.winner(o).valid := from.orR
    io.winner(o).from  := OHToUInt(from)
    io.winner(o).grant.foreach(_ := from)
    io.winner(o).lane.get  := flit.map(_.lane).reduce(_ | _)
    io.winner(o).asked.get := asked(o).orR
    io.winner(o).vc        := flit.map(_.vc).reduce(_ | _)
    io.winner(o).head      := flit.map(_.head).reduce(_ || _)
    io.winner(o).tail      := flit.map(_.tail).reduce(_ || _)
  }
  for (i <- 0 until n) {
    val chosen = flits(i).map(_.chosen).reduce(_ | _)
    io.moves.get(i) := chosen
    io.pick(i)      := (if (s.vcsOf(i) == 1) 0.U else OHToUInt(chosen))
    io.bind(i)      := 0.U.asTypeOf(new FlitMeta(s)) // a packet has its output VC already
    io.tail(i)      := flits(i).map(_.tail).reduce(_ || _)
    io.granted(i)   := granted.map(_(i)).reduce(_ || _) // an input port accepts one of its grants
  }
  io.requests    := asked.map(_.orR).reduce(_ || _)
  io.connections := 0.U.asTypeOf(io.connections)

  layer.block(layers.Verification) {
    for (o <- 0 until n)
      assert(PopCount(accepted.map(_(o))) <= 1.U, "RT_P4: an output port takes from two input ports")
    assert(accepted.map(_.orR).reduce(_ || _) === io.requests, "RT_P5: an output port has a request and grants nothing")
    assert(Cat(accepted.reverse.map(_.orR)) === io.granted.asUInt, "RT_P6: grants and departures differ")
  }
}

class IslipVcsIO(s: RouterShape)(implicit structure: Structure) extends Bundle {
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

/** A unit that gives output VCs to the heads of all input VCs. */
abstract class VcAllocator(s: RouterShape)(implicit structure: Structure) extends Module {
  val io = IO(new IslipVcsIO(s))

  protected val vcs: Seq[(Int, Int)] = for (i <- 0 until s.ports; v <- 0 until s.vcsOf(i)) yield (i, v)
  protected val front: Seq[FlitMeta] = vcs.map { case (i, v) => io.front(i)(v).asTypeOf(new FlitMeta(s)) }

  /** Connects the outputs.
    *
    * @param given by output VC, the input VC that it is given to, as the one-hot
    * @param takes by input VC, the output VC that it is given, as the one-hot; meant only where there is one
    */
  protected def tell(given: Seq[UInt], takes: Seq[UInt]): Unit = {
    val all = given.reduce(_ | _) // input VCs
    var at = 0
    for (i <- 0 until s.ports) {
      io.granted(i) := all(at + s.vcsOf(i) - 1, at)
      for (v <- 0 until s.vcsOf(i)) {
        val bind = WireDefault(0.U.asTypeOf(new FlitMeta(s)))
        bind.stamp    := front(at + v).stamp
        bind.out      := OHToUInt(takes(at + v))
        io.bind(i)(v) := bind.asUInt
      }
      at += s.vcsOf(i)
    }
    given.zipWithIndex.foreach { case (to, o) =>
      io.binder(o) := Mux1H(to, vcs.map { case (i, v) => (i << s.indexBits | v).U(s.fromBits.W) })
    }
  }
}

/** VC allocation by iSLIP: each head asks for one output VC, its escape output or an adaptive VC (RT_R8), and each
  * output VC takes one of its heads, in rotation over all input VCs. As a head asks for one only, it accepts what it is
  * granted. Spec: docs/understand/router-stages.md
  */
class IslipVcs(s: RouterShape)(implicit structure: Structure) extends VcAllocator(s) {
  private val behind = Seq.fill(s.places)(RegInit(0.U(vcs.size.W))) // by output VC, over the input VCs
  private val choose = new Choice(s, io.adaptive, io.free, 0.U(s.ports.W))

  private val wants = vcs.zip(front).map { case ((i, v), f) => // the output VC as a mask over places
    val escape = UIntToOH(f.out, s.places)
    Mux(io.waiting(i)(v), choose.wanted(f, escape & Mux(f.enters, io.roomy, io.free)), 0.U(s.places.W))
  }
  private val picks = (0 until s.places).map { o =>
    val asking = Cat(wants.reverse.map(_(o)))
    val pick   = IslipPick(asking, behind(o))
    when(asking.orR) { behind(o) := pick.after }
    (pick.chosen, asking.orR)
  }
  tell(picks.map(_._1), wants)
  io.vcs      := Cat(picks.reverse.map(_._2))
  io.requests := picks.map(_._2).reduce(_ || _)
}

/** VC allocation by iSLIP with one iteration, where packets of all classes share the VCs: a head asks for every free
  * output VC that it may have, which is any of a link whose v is that of its ring, or any of the local port. Each
  * output VC grants one of the heads, and each head accepts one of its grants. A pointer moves behind what it chose,
  * and only if the choice was accepted.
  * Spec: docs/understand/router-stages.md
  */
class SharedVcs(s: RouterShape)(implicit structure: Structure) extends VcAllocator(s) {
  private val n       = vcs.size
  private val grants  = Seq.fill(s.places)(RegInit(0.U(n.W))) // by output VC, over the input VCs
  private val accepts = Seq.fill(n)(RegInit(0.U(s.places.W))) // by input VC, over the output VCs

  /** The output VCs of the port of the place `out` that a packet which may have this one may have, too. */
  private def alike(out: UInt): UInt = Cat((0 until s.ports).reverse.map { port =>
    val other = Cat((0 until s.linkVcs).reverse.map(v => s.isLink(port).B && out(0) =/= (v % Fixed.escapeVcs).B))
    Mux(out(s.placeBits - 1, s.indexBits) === port.U, ~other, 0.U(s.linkVcs.W))
  })

  private val asks = vcs.zip(front).map { case ((i, v), f) =>
    Mux(io.waiting(i)(v), alike(f.out) & io.free, 0.U(s.places.W))
  }
  private val grant    = (0 until s.places).map(o => IslipPick(Cat(asks.reverse.map(_(o))), grants(o)))
  private val accept   = (0 until n).map(i => IslipPick(Cat(grant.reverse.map(_.chosen(i))), accepts(i)))
  private val accepted = accept.map(_.chosen)
  private val given    = (0 until s.places).map(o => Cat(accepted.reverse.map(_(o))))
  for (o <- 0 until s.places) when(given(o).orR) { grants(o) := grant(o).after }
  for (i <- 0 until n) when(accepted(i).orR) { accepts(i) := accept(i).after }
  tell(given, accepted)
  io.vcs      := accepted.reduce(_ | _)
  io.requests := io.vcs.orR
}
