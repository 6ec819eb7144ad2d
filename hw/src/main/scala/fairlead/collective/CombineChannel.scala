// SPDX-License-Identifier: Apache-2.0
package fairlead.collective

import chisel3._
import chisel3.util._
import fairlead.params.{CollectiveFixed, CollectiveMode}
import fairlead.words.{ClassRoute, CollectiveHeader}
import fairlead.ports.OpenUnit

class CombineChannelIO(p: CollectiveParams) extends Bundle {
  val route     = Input(new ClassRoute)
  val in        = Input(Vec(p.links, new TreeFlit)) // fronts of the links' buffers
  val take      = Output(UInt(p.links.W))
  val local     = Input(new TreeFlit) // front of the injection FIFO
  val localTake = Output(Bool())
  val up        = Output(new TreeFlit) // towards the parent
  val upTaken   = Input(Bool())
  val down      = Output(new TreeFlit)
  val downTo    = Output(UInt((p.links + 1).W)) // outputs that have not taken `down` yet: links, then reception
  val downTaken = Input(UInt((p.links + 1).W)) // outputs that take `down` in this cycle
  val acts      = Output(Bool()) // a flit moves in
}

/** The collective channel of one class route: combines upwards, copies downwards.
  *
  * A combine starts when the fronts of all children and the own contribution are there, and takes a flit of each at a
  * time, so a result leaves once and never before its last contribution. What comes down is copied to all children and
  * to the reception FIFO.
  *
  * Contract: flits of each front are head, body, tail of one packet after the other; `upTaken`, `downTaken` only of
  *           what is offered.
  * Timing:   fronts of cycle t are on `up` or `down` in t + 1; both are kept until they are taken, and are loaded again
  *           in the cycle in which they are.
  * Reset:    nothing offered.
  * Spec:     docs/spec/collective-network.md
  */
class CombineChannel(p: CollectiveParams) extends Module with OpenUnit {
  val io              = IO(new CombineChannelIO(p))
  private val sources = p.links + 1 // links, then the own node

  private val isRoot                  = io.route.parent === 0.U
  protected val fronts: Seq[TreeFlit] = io.in :+ io.local
  private val there                   = present
  private val heads                   = fronts.map(_.w0.asTypeOf(new CollectiveHeader))
  private val own                     = (BigInt(1) << p.links).U(sources.W)
  private val bcast                   = io.local.valid && heads.last.mode === CollectiveMode.Broadcast.value.U

  // ---- upwards: one packet of every source at a time
  protected def present: UInt      = VecInit(fronts.map(_.valid)).asUInt // sources with something to take
  protected def contributors: UInt = Cat(io.route.member, io.route.children) // whose packets a combine has
  private val inside = RegInit(false.B) // in the middle of a packet
  private val left   = RegInit(0.U(sources.W)) // sources whose tail has not arrived
  private val mode   = Reg(new CollectiveHeader)
  private val flits  = RegInit(0.U(4.W)) // number of payload flits that have left, modulo 16

  private val needs  = Mux(inside, left, Mux(bcast, own, contributors))
  private val ready  = needs =/= 0.U && (needs & ~there) === 0.U
  private val upFree = Wire(Bool())
  private val joins  = ready && upFree
  private val ends   = (needs & ~VecInit(fronts.map(_.tail)).asUInt) === 0.U

  // ---- head: that of the lowest source, with the longest length; mixed if the contributions have more than payload of
  // their own
  private val first = PriorityMux(needs.asBools.zip(heads))
  private val tag   = PriorityMux(needs.asBools.zip(fronts.map(_.w1)))
  private def kind(h: CollectiveHeader): UInt = Cat(h.isSigned, h.size, h.op, h.mode, h.route, h.length)
  private val differ = heads.zip(fronts).zipWithIndex.map { case ((h, f), i) =>
    needs(i) && (kind(h) =/= kind(first) || f.w1 =/= tag || h.mixed)
  }
  private val lengths = heads.zipWithIndex.map { case (h, i) => Mux(needs(i), h.length, 0.U) }
  private val header  = WireInit(first)
  header.length := lengths.reduce((x, y) => Mux(x > y, x, y))
  header.mixed  := differ.reduce(_ || _)

  when(joins) {
    inside := !ends
    left   := needs & ~VecInit(fronts.map(_.tail)).asUInt
    flits  := Mux(inside, flits + 1.U, 0.U)
    when(!inside) { mode := header }
  }

  // ---- payload: at most two children, then the own contribution
  // flits of an operand, minus 1
  private val flitMask = Mux(mode.size > 2.U, (1.U << (mode.size - 2.U)) - 1.U, 0.U)(3, 0)
  private val begins   = (flits & flitMask) === 0.U
  private def payload(i: Int): UInt = Cat(fronts(i).w1, fronts(i).w0)
  private def alu(a: UInt, b: UInt): UInt = {
    val unit = part(new CombineAlu(CollectiveFixed.wordBits))
    unit.io.a        := a.asTypeOf(unit.io.a)
    unit.io.b        := b.asTypeOf(unit.io.b)
    unit.io.op       := mode.op
    unit.io.size     := mode.size
    unit.io.isSigned := mode.isSigned
    unit.io.first    := begins
    unit.io.advance  := joins && inside
    unit.io.out.asUInt
  }
  private val children = needs(p.links - 1, 0)
  private val lowest   = PriorityEncoderOH(children)
  private val other    = children & ~lowest
  private val one      = Mux1H(lowest, (0 until p.links).map(payload))
  private val two      = Mux1H(other, (0 until p.links).map(payload))
  private val combined = Mux(other.orR, alu(one, two), one)
  private val ownToo   = alu(combined, payload(p.links))
  private val withOwn  = Mux(!children.orR, payload(p.links), Mux(needs(p.links), ownToo, combined))

  private val joined = Wire(new TreeFlit)
  joined.valid := joins
  joined.head  := !inside
  joined.tail  := ends
  joined.w0    := Mux(inside, withOwn(63, 0), header.asUInt)
  joined.w1    := Mux(inside, withOwn(127, 64), tag)

  protected val upValid = RegInit(false.B)

  // ---- downwards: from the parent, or at the root what was joined there
  private val fromParent = Mux1H(io.route.parent, io.in)
  private val downFree   = Wire(Bool())
  private val copies     = !isRoot && fromParent.valid && mayDescend
  protected def mayDescend: Bool = downFree // what comes from the parent has a place
  private val result = Mux(inside, mode.mode, header.mode)
  private val stays  = isRoot && result === CollectiveMode.Combine.value.U // the result is for the root alone
  // the root of a broadcast already has the data
  private val goes     = isRoot && result === CollectiveMode.Broadcast.value.U
  private val copiesTo = Mux(stays, 0.U, io.route.children)
  private val receives = stays || io.route.member && !goes

  // ---- what is offered
  private val up        = Reg(new TreeFlit)
  private val down      = Reg(new TreeFlit)
  private val downTo    = RegInit(0.U(sources.W))
  private val downLoads = copies || isRoot && joins
  protected def taken: UInt = Mux(joins, needs(p.links - 1, 0), 0.U) | Mux(copies, io.route.parent, 0.U) // links
  upFree   := Mux(isRoot, downFree, !upValid || io.upTaken)
  downFree := (downTo & ~io.downTaken) === 0.U
  upValid  := !isRoot && joins || upValid && !io.upTaken
  when(!isRoot && joins) { up := joined }
  downTo := Mux(downLoads, Cat(receives, copiesTo), downTo & ~io.downTaken)
  when(downLoads) { down := Mux(isRoot, joined, fromParent) }

  io.take       := taken
  io.localTake  := joins && needs(p.links)
  io.up         := up
  io.up.valid   := upValid
  io.down       := down
  io.down.valid := downTo.orR
  io.downTo     := downTo
  io.acts       := joins || copies

  layer.block(layers.Verification) {
    assert(
      PopCount(io.route.children) <= 2.U && PopCount(
        io.route.parent
      ) <= 1.U && (io.route.children & io.route.parent) === 0.U,
      "CC_A1: a class route has more than one parent or two children, or a link to both"
    )
    assert(!io.upTaken || upValid, "CC_A2: a flit is taken towards the parent that is not offered")
    assert((io.downTaken & ~downTo) === 0.U, "CC_A3: a flit is taken downwards that is not offered there")
    val framed = needs.asBools.zip(fronts).map { case (n, f) => !n || !f.valid || f.head =/= inside }.reduce(_ && _)
    assert(framed, "CC_A4: flits of a source are not head, body, tail of one packet")
    assert(!inside || left =/= 0.U, "CC_P1: a combine goes on without a source")
  }
}
