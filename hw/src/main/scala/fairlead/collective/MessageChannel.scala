// SPDX-License-Identifier: Apache-2.0
package fairlead.collective

import chisel3._
import chisel3.util._
import fairlead.ports.RotatingPick
import fairlead.words.{ClassRoute, CollectiveHeader}

class MessageChannelIO(p: CollectiveParams) extends Bundle {
  val routes    = Input(Vec(p.routes, new ClassRoute))
  val in        = Input(Vec(p.links, new TreeFlit)) // fronts of the links' buffers
  val take      = Output(UInt(p.links.W))
  val local     = Input(new TreeFlit) // front of the injection FIFO
  val localTake = Output(Bool())
  val out       = Output(Vec(p.links + 1, new TreeFlit)) // links, then reception
  val taken     = Input(UInt((p.links + 1).W))
  val acts      = Output(Bool()) // a flit moves in
}

/** The point-to-point channel: up, then down, as the first header of a message says, in the class route that it names.
  *
  * An output that has begun a message goes on with it until the tail of its last packet (R-SND-2); then the sources
  * that wait for it get it in turn. A message enters the network only whole, so nothing but the flits before it and the
  * receiver delays its tail (R-SND-11).
  *
  * Contract: flits of each front are head, body, tail of one packet after the other; `taken` only of what is offered.
  * Timing:   a front of cycle t is on `out` in t + 1 and is kept there until it is taken; it is loaded again in the
  *           cycle in which it is.
  * Reset:    nothing offered, no output held.
  * Spec:     docs/spec/collective-network.md (R-SND-2, R-SND-11)
  */
class MessageChannel(p: CollectiveParams) extends Module {
  val io                 = IO(new MessageChannelIO(p))
  private val ends       = p.links + 1 // links, then the own node: as sources and as outputs
  private val numberBits = log2Ceil(ends)
  private val home       = p.links

  private val fronts = io.in :+ io.local

  // by source
  private val within = RegInit(0.U(ends.W)) // in the middle of a message
  private val mid    = RegInit(0.U(ends.W)) // in the middle of a packet
  private val ending = RegInit(0.U(ends.W)) // the open packet is the last one of its message
  private val bound  = Reg(Vec(ends, UInt(numberBits.W))) // output of the message

  // by output
  private val held  = RegInit(0.U(ends.W))
  private val owner = Reg(Vec(ends, UInt(numberBits.W)))
  private val turn  = RegInit(VecInit(Seq.fill(ends)(0.U(numberBits.W)))) // the source that is asked first
  private val valid = RegInit(0.U(ends.W))
  private val stage = Reg(Vec(ends, new TreeFlit))

  // ---- where a head goes, and what its header is then
  private class Step(front: TreeFlit) {
    private val header = front.w0.asTypeOf(new CollectiveHeader)
    private val route  = if (p.routes == 1) io.routes.head else io.routes(header.route)
    private val parent = OHToUInt(route.parent)
    private val lower  = PriorityEncoder(route.children)
    private val upper  = OHToUInt(route.children & ~PriorityEncoderOH(route.children))
    private val isRoot = route.parent === 0.U
    private val many   = PopCount(route.children)
    private val climbs = header.up =/= 0.U
    private val sinks  = !climbs && header.down =/= 0.U
    private val leaves =
      Mux(climbs, isRoot,
        sinks && many <= header.path(0)) // the node has no such link, so it receives the message itself
    val last   = header.last
    val output = Mux(leaves || !climbs && !sinks, home.U, Mux(climbs, parent, Mux(header.path(0), upper, lower)))
    val next   = WireInit(header)
    next.mixed := header.mixed || leaves
    when(climbs && !leaves) { next.up := header.up - 1.U }
    when(sinks && !leaves) {
      next.down := header.down - 1.U
      next.path := header.path >> 1
    }
  }
  private val steps   = fronts.map(new Step(_))
  private val outputs = steps.zipWithIndex.map { case (step, s) => Mux(within(s), bound(s), step.output) }

  // ---- each output takes a flit of its message's source, or of a source that begins one
  private val free = ~valid | io.taken
  private val picks = Seq.tabulate(ends) { o =>
    val starts = VecInit(Seq.tabulate(ends)(s => fronts(s).valid && !within(s) && steps(s).output === o.U)).asUInt
    val from   = Mux(held(o), owner(o), RotatingPick(starts, turn(o)))
    val some   = Mux(held(o), VecInit(fronts.map(_.valid))(owner(o)), starts.orR)
    (some && free(o), from)
  }
  private val takes = Seq.tabulate(ends)(s => picks.map { case (fires, from) => fires && from === s.U }.reduce(_ || _))
  private val done =
    Seq.tabulate(ends)(s =>
      fronts(s).tail && letsGo(Mux(mid(s), ending(s), steps(s).last))
    ) // the flit is the last one of its message

  /** Whether the output is free after a packet, the last one of its message or not. */
  protected def letsGo(last: Bool): Bool = last

  within := VecInit(Seq.tabulate(ends)(s => Mux(takes(s), !done(s), within(s)))).asUInt
  mid    := VecInit(Seq.tabulate(ends)(s => Mux(takes(s), !fronts(s).tail, mid(s)))).asUInt
  ending := VecInit(Seq.tabulate(ends)(s => Mux(takes(s) && !mid(s), steps(s).last, ending(s)))).asUInt
  bound.zipWithIndex.foreach { case (to, s) => when(takes(s) && !within(s)) { to := outputs(s) } }

  held := VecInit(
    picks.zipWithIndex.map { case ((fires, from), o) => Mux(fires, !VecInit(done)(from), held(o)) }
  ).asUInt
  valid := VecInit(picks.zipWithIndex.map { case ((fires, _), o) => fires || valid(o) && !io.taken(o) }).asUInt
  picks.zipWithIndex.foreach { case ((fires, from), o) =>
    when(fires) {
      owner(o) := from
      stage(o) := VecInit(fronts)(from)
      when(!VecInit(mid.asBools)(from)) { stage(o).w0 := VecInit(steps.map(_.next.asUInt))(from) }
      when(!held(o)) { turn(o) := from + 1.U }
    }
    io.out(o)       := stage(o)
    io.out(o).valid := valid(o)
  }

  io.take      := VecInit(takes.take(p.links)).asUInt
  io.localTake := takes(home)
  io.acts      := picks.map(_._1).reduce(_ || _)

  layer.block(layers.Verification) {
    assert((io.taken & ~valid) === 0.U, "TM_A1: a flit is taken that is not offered")
    for (s <- 0 until ends)
      assert(!fronts(s).valid || fronts(s).head =/= mid(s),
        "TM_A2: flits of a source are not head, body, tail of one packet")
    assert(PopCount(held) === PopCount(within), "TM_P1: messages under way and outputs held differ")
    for (o <- 0 until ends)
      assert(!held(o) || VecInit(within.asBools)(owner(o)) && bound(owner(o)) === o.U,
        "TM_P2: an output is held for a source that has no message for it")
  }
}
