// SPDX-License-Identifier: Apache-2.0
package fairlead.router

import chisel3._
import chisel3.util._
import fairlead.params.{Fixed, Structure}
import fairlead.ports.OpenUnit

class SwitchAllocatorIO(s: RouterShape)(implicit structure: Structure) extends Bundle {
  val ageless    = Input(Bool()) // round robin: all stamps are zero
  val cutThrough = Input(Bool()) // a credit of a link VC is room for one packet: bodies need none
  val adaptive   = Input(Bool()) // there may be adaptive heads
  val waiting    = Input(MixedVec((0 until s.ports).map(i => UInt(s.vcsOf(i).W))))
  // packed FlitMetas
  val front   = Input(MixedVec((0 until s.ports).map(i => Vec(s.vcsOf(i), UInt((new FlitMeta(s)).getWidth.W)))))
  val credits = Input(UInt(s.places.W)) // output VCs with a credit, by place
  val spare   = Input(UInt(s.places.W)) // output VCs with two credits or more
  val unowned = Input(UInt(s.places.W)) // output VCs that no packet holds
  val starts  = Input(UInt(s.places.W)) // output VCs whose link takes a head in this cycle
  val follows = Input(UInt(s.places.W)) // output VCs whose link takes a body in this cycle
  val pick    = Output(Vec(s.ports, UInt(s.indexBits.W))) // VC chosen by each input port
  // stamp of its front flit and the output VC that it takes; the rest is 0
  val bind    = Output(Vec(s.ports, new FlitMeta(s)))
  val tail    = Output(Vec(s.ports, Bool())) // its front flit is the last of its packet
  val granted = Output(Vec(s.ports, Bool())) // its front flit leaves in this cycle
  val winner  = Output(Vec(s.ports, new SwitchWinner(s))) // by output port
  val moves = Option.when(s.isIslip)( // of each input port, the VC whose front flit leaves
    Output(MixedVec((0 until s.ports).map(i => UInt(s.vcsOf(i).W))))
  )
  val requests    = Output(Bool()) // something is granted in this cycle
  val connections = Output(new Connections(s))
}

/** The connections whose next flit may go at once. */
class Connections(s: RouterShape) extends Bundle {
  val holder = MixedVec((0 until s.ports).map(i => UInt(s.vcsOf(i).W))) // VC that has it, of each input port
  val held   = UInt(s.ports.W) // their output ports
}

/** What a [[SwitchAllocator]] gives: an output VC and the passage of the switch in one step, or in a stage of its own
  * output VCs to heads, or the passage to flits that have one.
  */
sealed trait Allocation

object Allocation {
  case object Whole extends Allocation
  case object Vcs extends Allocation
  case object Switch extends Allocation
}

/** A unit that grants flits the passage of the switch. */
abstract class Allocator(s: RouterShape)(implicit structure: Structure) extends Module {
  val io = IO(new SwitchAllocatorIO(s))
}

/** What an output port takes in this cycle. */
class SwitchWinner(s: RouterShape) extends Bundle {
  val valid = Bool()
  val from  = UInt(s.portBits.W) // input port
  val vc    = UInt(s.indexBits.W) // output VC
  val head  = Bool()
  val tail  = Bool()
  val grant = Option.when(s.isPhysical)(UInt(s.ports.W)) // `from` as the one-hot
  val lane  = Option.when(s.isIslip)(UInt(s.linkVcs.W)) // `vc` as the one-hot, 0 without a flit
  val asked = Option.when(s.isIslip)(Bool()) // a flit requests this port: known before the grant
}

/** VC and switch allocation in one step: each input port picks one of its VCs, a head that is picked chooses its
  * output, each output port takes one of the input ports.
  *
  * A VC requests while it holds a head with some output VC that it may take at once, or a body whose output VC has
  * room, and its link takes the flit in this cycle. So whatever is picked may go, and a head is never bound to a VC
  * without credit; refused, it chooses again. Both stages prefer the older packet, then the rotation; under round robin
  * all stamps are zero.
  *
  * Connections (not under round robin). An input port that passed on a flit, not a tail, has a connection from its VC
  * to the output; it lasts as long as the next flit may go at once. A flit that would break it, at its input or at its
  * output, counts as `breakAge` cycles younger, and an adaptive head looks for an output without one first. So most
  * packets go through in one piece, only heads compete, and a packet still loses only to packets of a bounded age.
  *
  * Pointers. Output: moves behind the input port that it takes from. Input: moves behind a VC that is granted, and onto
  * a VC that is picked but refused: so no pointer passes a requesting VC, and a VC that keeps requesting is granted
  * within (VCs of its port) * (input ports) cycles under round robin (R7), if no candidate of its port is adaptive.
  *
  * Age order. The output stage compares stamps relative to that of the lowest-numbered input port with a request: a
  * total order, so that every output port with a request grants. It is the order of age, in steps of `ageStep`
  * cycles, while all stamps lie within 2^14 cycles.
  * Spec: docs/spec/torus-router.md
  */
class SwitchAllocator(s: RouterShape, role: Allocation = Allocation.Whole)(implicit structure: Structure)
    extends Allocator(s) with OpenUnit {

  private val n = s.ports

  // state: rotating pointers
  private val vcBehind = (0 until n).map(i => RegInit(0.U(s.vcsOf(i).W))) // of each input port over its VCs
  // (i)(o): the pointer of output port o has passed input port i
  private val portBehind = RegInit(VecInit.fill(n)(0.U(n.W)))

  // state: connections, by input port. The packet that it passed on in the last cycle, if more of it is to come
  private val path      = RegInit(VecInit.fill(n)(0.U(n.W))) // its output port; none under round robin
  private val pathVc    = Reg(Vec(n, UInt(s.indexBits.W)))
  private val pathPlace = Reg(Vec(n, UInt(s.placeBits.W)))

  // stage 1: one VC for each input port
  private val unowned = mayBeTaken
  protected def mayBeTaken: UInt = io.unowned
  private val free   = io.credits & unowned & io.starts
  private val roomy  = io.spare & unowned & io.starts
  private val bodies = (io.credits | Mux(io.cutThrough, ((BigInt(1) << s.linkPlaces) - 1).U, 0.U)) & io.follows
  private val fronts = io.front.map(_.map(_.asTypeOf(new FlitMeta(s))))
  private val holder = (0 until n).map { i => // the VC of a connection whose next flit may go
    val vc = if (s.vcsOf(i) == 1) 1.U(1.W) else UIntToOH(pathVc(i), s.vcsOf(i))
    Mux(path(i).orR, Mux(bodies(pathPlace(i)), vc, 0.U) & io.waiting(i), 0.U)
  }
  private val held = (0 until n).map(i => Mux(holder(i).orR, path(i), 0.U)).reduce(_ | _)
  private val heldPlaces = Mux(held.orR,
    held(n - 1, Fixed.links) ## Cat((0 until Fixed.links).reverse.map(d => Fill(s.linkVcs, held(d)))), 0.U)
  private val choose = new Choice(s, io.adaptive, free, held)
  private def ready(front: FlitMeta): Bool = Mux(front.head, Mux(front.enters, roomy, free), bodies)(front.out)
  // of each VC, in one word, so that simulators look at VCs with a flit only: ready, that output has a connection, an
  // adaptive head may take some other link, some without a connection
  private val sees = (0 until n).map { i =>
    fronts(i).zipWithIndex.map { case (front, v) =>
      val links = choose.offers(front) ## choose.avoids(front)
      Mux(io.waiting(i)(v), ready(front) ## heldPlaces(front.out) ## links, 0.U(4.W))
    }
  }
  // it requests ## it can only go by breaking a connection
  private val asks = (0 until n).map { i =>
    sees(i).zipWithIndex.map { case (saw, v) =>
      val late = Mux(holder(i).orR, !holder(i)(v), held.orR && !(saw(3) && !saw(2) || saw(0)))
      Mux(io.waiting(i)(v), (saw(3) || saw(1)) ## late, 0.U(2.W))
    }
  }
  private val handicap = log2Ceil(Fixed.breakAge) + 1 // in a key
  protected def keyed(key: UInt): UInt = key // the lower one goes first
  private def age(stamp: UInt): UInt = {
    val low = log2Ceil(Fixed.ageStep)
    if (low == 0) stamp else stamp(structure.stampBits - 1, low) ## 0.U(low.W)
  }
  private val picks = (0 until n).map { i =>
    val entries = fronts(i).zipWithIndex.map { case (front, v) =>
      val late = asks(i)(v)(0)
      AgeArbiter.Entry(
        io.waiting(i)(v),
        asks(i)(v)(1),
        keyed((age(front.stamp) ## vcBehind(i)(v)) +% (late ## 0.U(handicap.W))),
        io.front(i)(v),
        late ## v.U(s.indexBits.W)
      )
    }
    AgeArbiter(io.waiting(i).orR, entries)
  }
  private val valid = picks.map(_.valid)
  private val index = picks.map(_.index(s.indexBits - 1, 0))
  private val stamp = picks.map(p => p.key(structure.stampBits, 1))
  private val word  = picks.map(_.word.asTypeOf(new FlitMeta(s)))
  private val goes  = (0 until n).map(i => choose(word(i), picks(i).index(s.indexBits)))
  private val wants = (0 until n).map(i => Guarded(valid(i), s.portOf(goes(i))))

  // stage 2: one input port for each output port. Keys are compared only if two input ports want the same one
  private val (asked, contested) = wants.foldLeft((0.U(n.W), 0.U(n.W))) { case ((once, twice), want) =>
    (once | want, twice | (once & want))
  }
  private def compared(value: UInt): UInt = Mux(contested.orR, value, 0.U)
  private val reference = compared(PriorityMux(valid, stamp)) // the last one when nothing requests
  private val keys: Seq[UInt] = (0 until n).map { i =>
    val age = stamp(i) -% reference + (1 << (structure.stampBits - 1)).U
    compared(keyed(age(structure.stampBits - 1, 0) ## (portBehind(i) & wants(i)).orR))
  }
  private val beaten = compared {
    val matches = for (low <- 0 until n; high <- low + 1 until n) yield {
      val conflict = (wants(low) & wants(high)).orR
      val highWins = keys(high) < keys(low)
      Mux(conflict, Mux(highWins, (1 << low).U(n.W), (1 << high).U(n.W)), 0.U(n.W))
    }
    matches.reduce(_ | _)
  }
  private val granted = (0 until n).map(i => valid(i) && !beaten(i))
  private val taken   = (0 until n).map(i => Mux(granted(i), wants(i), 0.U))
  private val busy    = asked

  // connections
  for (i <- 0 until n) {
    path(i) := Mux(word(i).tail || io.ageless, 0.U, if (role == Allocation.Vcs) 0.U else taken(i))
    when(granted(i)) {
      pathVc(i)    := index(i)
      pathPlace(i) := goes(i)
    }
  }

  for (i <- 0 until n) io.connections.holder(i) := holder(i)
  io.connections.held := held

  // pointers
  for (i <- 0 until n) {
    if (s.vcsOf(i) > 1) when(valid(i)) {
      val oneHot = UIntToOH(index(i), s.vcsOf(i))
      vcBehind(i) := Mux(passes(granted(i)), RoundRobin.after(oneHot), RoundRobin.on(oneHot))
    }
    val atOrAfter = taken.drop(i).reduce(_ | _) // outputs whose winner is i or comes after it: their pointers pass i
    when(busy.orR) { portBehind(i) := portBehind(i) & ~busy | atOrAfter }
  }
  protected def passes(granted: Bool): Bool = granted // the pointer of an input port moves behind the VC that is picked

  // what each output port takes: a flit that is granted fills the lane of its output port
  private def lanes(bits: Int)(of: Int => UInt): Seq[UInt] = {
    val all = Lanes(n, bits)
    val word = (0 until n).map { i =>
      Mux(granted(i), Cat(wants(i).asBools.reverse.map(Fill(bits, _) & of(i))), 0.U(all.width.W))
    }.reduce(_ | _)
    (0 until n).map(all(word, _))
  }
  private val marks = lanes(s.indexBits + 2)(i => goes(i)(s.indexBits - 1, 0) ## word(i).head ## word(i).tail)
  private val froms = lanes(s.portBits)(_.U(s.portBits.W))

  for (i <- 0 until n) {
    io.pick(i)         := index(i)
    io.bind(i)         := 0.U.asTypeOf(new FlitMeta(s))
    io.bind(i).stamp   := word(i).stamp
    io.bind(i).out     := goes(i)
    io.tail(i)         := word(i).tail
    io.granted(i)      := granted(i)
    io.winner(i).valid := busy(i)
    io.winner(i).head  := marks(i)(1)
    io.winner(i).tail  := marks(i)(0)
    io.winner(i).vc    := (if (s.isLink(i)) marks(i) >> 2 else 0.U)
    io.winner(i).from  := froms(i)
    io.winner(i).grant.foreach(_ := Cat(taken.reverse.map(_(i))))
  }
  io.requests := busy.orR

  layer.block(layers.Verification) {
    def always(holds: FlitMeta => Bool): Bool = // of the front flit of each VC that has one
      fronts.zip(io.waiting).flatMap { case (front, waits) =>
        front.zipWithIndex.map { case (f, v) => !waits(v) || holds(f) }
      }
        .reduce(_ && _)
    assert(excused("PSW_A") || always(_.out < s.places.U), "PSW_A1: a flit wants an output port that does not exist")
    assert(
      excused("PSW_A") || always(f =>
        f.first < 3.U && (f.adaptive === 0.U || io.adaptive && f.head && f.out < s.linkPlaces.U)
      ),
      "PSW_A2: a body, or a packet that has arrived, is adaptive"
    )
    assert(excused("PSW_A") || (io.spare & ~io.credits) === 0.U, "PSW_A3: two credits and not one")
    if (role != Allocation.Switch) assert(
      excused("PSW_A") || always(f => !(f.head && f.out < s.linkPlaces.U && s.number(f.out(s.indexBits - 1, 0))(1))),
      "PSW_A4: the escape output of a head is an adaptive VC"
    )
    for (i <- 0 until n) {
      val heads = Cat(fronts(i).reverse.map(_.head)) & io.waiting(i)
      val here  = if (s.vcsOf(i) == 1) heads(0) else heads(pathVc(i))
      assert(excused("PSW_A") || !(path(i).orR && here),
        "PSW_A5: a head stands behind a flit that is not the last of its packet")
    }
    for (o <- 0 until n) assert(PopCount(taken.map(_(o))) <= 1.U, "RT_P4: an output port takes from two input ports")
    assert(taken.reduce(_ | _) === busy, "RT_P5: an output port has a request and grants nothing")
    assert(PopCount(granted) === PopCount(busy), "RT_P6: grants and departures differ")
    for (i <- 0 until n; v <- 0 until s.vcsOf(i)) {
      val waits   = RegInit(0.U(8.W)) // consecutive cycles in which this VC requested and was not granted
      val refused = asks(i)(v)(1) && !(granted(i) && index(i) === v.U)
      waits := Mux(refused && io.ageless && !word(i).adaptive.orR, waits + 1.U, 0.U)
      assert(waits < (s.vcsOf(i) * n).U, "RT_P12: round robin has passed over a VC that keeps requesting")
    }
  }
}
