// SPDX-License-Identifier: Apache-2.0
package fairlead.collective

import chisel3._
import chisel3.util._
import fairlead.params._
import fairlead.ports.{CfgWrite, OpenUnit}
import fairlead.words.{ClassRoute, CollectiveHeader}

class CollectiveRouterIO(p: CollectiveParams) extends Bundle {
  val cfg      = Input(new CfgWrite)
  val in       = Input(Vec(p.links, new TreeLinkFlit(p)))
  val credit   = Output(Vec(p.links, UInt(p.channels.W))) // registered: slots freed at the end of each link
  val out      = Output(Vec(p.links, new TreeLinkFlit(p)))
  val creditIn = Input(Vec(p.links, UInt(p.channels.W)))
  val inject   = Input(new CollectiveInject)
  val refused  = Output(new CollectiveRefused)
  val reader   = Input(UInt(Fixed.ownerBits.W)) // who takes a flit
  val foreign  = Output(UInt(p.channels.W)) // channels that are granted to another one
  val waiting  = Output(UInt(p.channels.W)) // channels with a whole packet to receive
  val read     = Input(Valid(UInt(p.channelBits.W))) // take the oldest flit of this channel's reception FIFO
  val received = Output(new CollectiveReceived) // registered: the flit that `read` took in the previous cycle, or none
  val empty    = Output(Bool()) // registered: `read` found no whole packet in the previous cycle
  val arrived  = Output(UInt(p.channels.W)) // registered: channels of which a packet has become whole
  // registered: the packet of the message channel in `arrived` was the last one of its message
  val closed = Output(Bool())
  val busy   = Output(Bool()) // the next edge changes a register although no input comes
}

/** Node of the collective network: three links, of which each class route has its own parent and children.
  *
  * Each class route has a channel for its collectives, and one channel carries the messages from point to point of all;
  * each channel has buffers, credits and FIFOs of its own, and shares nothing with others but the cycles of a link. The
  * torus and its interface share nothing with it.
  *
  * Contract: a flit on `in` spends a credit of its (link, channel); configuration is written under reset.
  * Timing:   a flit on `in` in cycle t is on `out` in t + 3, alone.
  * Reset:    nothing buffered; credits follow TREE_LINK_DEPTH.
  * Spec:     docs/spec/collective-network.md (R-SND-2, R-SND-11)
  */
class CollectiveRouter(p: CollectiveParams)(implicit structure: Structure) extends Module with OpenUnit {
  val io = IO(new CollectiveRouterIO(p))

  private def config(code: Code): UInt = RegEnable(io.cfg.data, io.cfg.valid && io.cfg.reg === code.value.U)
  private val classRoutes = config(CollectiveReg.ClassRoutes)
  private val linkDepth   = config(CollectiveReg.LinkDepth)(log2Ceil(p.linkDepth + 1) - 1, 0)
  private val countBits   = log2Ceil(p.packets + 1)
  private val injection   = config(CollectiveReg.Injection)(countBits - 1, 0)
  private val reception   = config(CollectiveReg.Reception)(countBits - 1, 0)
  private val routeBits   = (new ClassRoute).getWidth
  private val routes = VecInit(Seq.tabulate(p.routes) { r =>
    val lsb = CollectiveFixed.stride * r
    classRoutes(lsb + routeBits - 1, lsb).asTypeOf(new ClassRoute)
  })

  // ---- buffers and FIFOs, one of each a channel
  private val buffers = Seq.fill(p.links, p.channels)(part(new TreeBuffer(p.linkDepth, p.physical)))
  private val into    = Seq.tabulate(p.channels)(c => Module(new PacketFifo(p, c, cuts = true)))
  private val out     = Seq.tabulate(p.channels)(c => Module(new PacketFifo(p, c)))
  private val links   = Seq.fill(p.links)(Module(new TreeLink(p)))

  private val injector = part(new CollectiveInjector(p))
  injector.io.routes := routes
  injector.io.depth  := injection
  injector.io.inject := io.inject
  injector.io.room   := VecInit(into.map(_.io.room)).asUInt
  injector.io.reader := io.reader
  io.refused         := injector.io.refused
  io.foreign         := injector.io.foreign

  for (l <- 0 until p.links; c <- 0 until p.channels) {
    val buffer = buffers(l)(c)
    buffer.io.depth    := linkDepth
    buffer.io.in       := io.in(l).flit
    buffer.io.in.valid := io.in(l).flit.valid && io.in(l).channel === c.U
  }
  for (l <- 0 until p.links) {
    links(l).io.depth  := linkDepth
    links(l).io.credit := io.creditIn(l)
    io.out(l)          := links(l).io.out
    io.credit(l)       := VecInit(buffers(l).map(_.io.credit)).asUInt
  }
  for (c <- 0 until p.channels) {
    into(c).io.depth    := injection
    into(c).io.in       := injector.io.out
    into(c).io.in.valid := injector.io.out.valid && injector.io.channel === c.U
    into(c).io.ends     := injector.io.ends
    into(c).io.cut.foreach(_ := injector.io.cut(c))
    out(c).io.depth := reception
    out(c).io.ends  := true.B
  }

  // ---- reception: the part of a channel that comes to this node waits for room for its packet
  private def receive(c: Int, flit: TreeFlit, valid: Bool): Bool = {
    val goes = valid && (!flit.head || out(c).io.room)
    out(c).io.in       := flit
    out(c).io.in.valid := goes
    goes
  }

  private val acts = (0 until p.routes).map { r =>
    val channel = part(new CombineChannel(p))
    val route   = routes(r)
    channel.io.route := route
    channel.io.local := into(r).io.front
    into(r).io.take  := channel.io.localTake
    val down = channel.io.down
    val taken = (0 until p.links).map { l =>
      channel.io.in(l)      := buffers(l)(r).io.front
      buffers(l)(r).io.take := channel.io.take(l)
      val isUp = route.parent(l)
      links(l).io.from(r)       := Mux(isUp, channel.io.up, down)
      links(l).io.from(r).valid := Mux(isUp, channel.io.up.valid, channel.io.downTo(l))
      links(l).io.taken(r)
    }
    channel.io.upTaken   := taken.zipWithIndex.map { case (t, l) => t && route.parent(l) }.reduce(_ || _)
    channel.io.downTaken := Cat(receive(r, down, channel.io.downTo(p.links)), VecInit(taken).asUInt & ~route.parent)
    channel.io.acts || channel.io.downTaken(p.links)
  } :+ {
    val channel = part(new MessageChannel(p))
    val c       = p.messages
    channel.io.routes := routes
    channel.io.local  := into(c).io.front
    into(c).io.take   := channel.io.localTake
    val taken = (0 until p.links).map { l =>
      channel.io.in(l)      := buffers(l)(c).io.front
      buffers(l)(c).io.take := channel.io.take(l)
      links(l).io.from(c)   := channel.io.out(l)
      links(l).io.taken(c)
    }
    val home = channel.io.out(p.links)
    channel.io.taken := Cat(receive(c, home, home.valid), VecInit(taken).asUInt)
    channel.io.acts || channel.io.taken(p.links)
  }

  // ---- what software takes
  private val whole = VecInit(out.map(_.io.front.valid))
  private val front = Mux1H((0 until p.channels).map(c => (io.read.bits === c.U) -> out(c).io.front))
  private val takes = io.read.valid && front.valid
  out.zipWithIndex.foreach { case (fifo, c) => fifo.io.take := takes && io.read.bits === c.U }
  private val received = RegEnable(front, takes)
  private val answers  = RegNext(takes, false.B)
  io.received.valid := answers
  io.received.head  := received.head
  io.received.w0    := received.w0
  io.received.w1    := received.w1
  io.waiting        := whole.asUInt
  private val empty = RegNext(io.read.valid && !front.valid, false.B)
  private val arrived =
    RegNext(VecInit(out.map(fifo => fifo.io.in.valid && fifo.io.in.tail)).asUInt, 0.U(p.channels.W))
  private val home    = out(p.messages).io.in
  private val ending  = RegEnable(home.w0.asTypeOf(new CollectiveHeader).last, home.valid && home.head)
  private val closing = Mux(home.head, home.w0.asTypeOf(new CollectiveHeader).last, ending)
  io.closed  := RegEnable(closing, home.valid && home.tail)
  io.empty   := empty
  io.arrived := arrived

  io.busy := acts.reduce(_ || _) || links.map(_.io.busy).reduce(_ || _) || io.credit.map(_.orR).reduce(
    _ || _
  ) || answers || empty || arrived.orR ||
    io.refused.valid

  layer.block(layers.Verification) {
    for (l <- 0 until p.links)
      assert(!io.in(l).flit.valid || io.in(l).channel < p.channels.U, "CR_A1: a flit of a channel that does not exist")
    for (l <- 0 until p.links) {
      val uses = routes.map(route => route.parent(l) || route.children(l))
      val used =
        (uses :+ uses.reduce(_ || _)).zipWithIndex.map { case (u, c) => u && io.in(l).channel === c.U }.reduce(_ || _)
      assert(!io.in(l).flit.valid || used, "CR_A2: a flit of a class route on a link that the route does not use here")
    }
  }
}
