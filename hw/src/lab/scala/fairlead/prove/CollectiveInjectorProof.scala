// SPDX-License-Identifier: Apache-2.0
package fairlead.prove

import chisel3._
import chisel3.util._
import fairlead.collective._
import fairlead.words.{ClassRoute, CollectiveHeader}
import fairlead.params.{CollectiveFixed, Structure}

/** CollectiveInjector and its two FIFOs for one class route. Any flits of software, any departures. */
class CollectiveInjectorProof(implicit structure: Structure) extends Harness {
  private val p        = CollectiveParams(routes = 1, packets = 2, packetFlits = 2, flits = 3)
  private val injector = Module(new CollectiveInjector(p))
  private val fifos    = Seq.tabulate(p.channels)(c => Module(new PacketFifo(p, c, cuts = true)))
  private val depth    = symbolic("depth", UInt(2.W))
  assert(depth =/= 0.U && depth <= p.packets.U, "PTI_A1: TREE_INJECTION_DEPTH out of range")
  injector.io.routes(0) := symbolic("route", new ClassRoute)
  injector.io.depth     := depth
  injector.io.reader    := 0.U
  private val any    = free("inject", new CollectiveInject)
  private val inject = WireInit(any)
  inject.head        := any.head && !any.abort // the host port has one command a cycle
  injector.io.inject := inject
  assert(inject.w0.asTypeOf(new CollectiveHeader).length <= 16.U, "PTI_A2: packets of more than two flits")
  injector.io.room := VecInit(fifos.map(_.io.room)).asUInt
  private val takes = Seq.tabulate(p.channels)(c => freeBit(s"takes$c") && fifos(c).io.front.valid)
  for (c <- 0 until p.channels) {
    fifos(c).io.depth    := depth
    fifos(c).io.in       := injector.io.out
    fifos(c).io.in.valid := injector.io.out.valid && injector.io.channel === c.U
    fifos(c).io.ends     := injector.io.ends
    fifos(c).io.cut.foreach(_ := injector.io.cut(c))
    fifos(c).io.take := takes(c)
  }
  private val message = fifos(1)
  private val within  = RegInit(false.B) // a message has begun to leave
  private val ending  = RegInit(false.B)
  private val isLast  = Mux(message.io.front.head, message.io.front.w0.asTypeOf(new CollectiveHeader).last, ending)
  when(takes(1)) {
    ending := isLast
    within := !(message.io.front.tail && isLast)
  }
  assert(!within || message.io.front.valid, "PTI_P1: a message has begun to leave and the rest of it is not there")
  private val stuck = !message.io.front.valid && !message.io.room
  private val last  = Reg(Bool()) // of the message packet that was given last
  when(injector.io.out.valid && injector.io.out.head && injector.io.channel === 1.U) {
    last := injector.io.out.w0.asTypeOf(new CollectiveHeader).last
  }
  assert(!stuck || last, "PTI_P2: a message that is not whole fills its FIFO, so that its last packet finds no room")

  // what enters the FIFO of messages goes on with what is open there
  private val enters = injector.io.out.valid && injector.io.channel === 1.U
  private val given  = inject.w0.asTypeOf(new CollectiveHeader)
  private val open   = RegInit(false.B) // a message
  private val mid    = RegInit(VecInit.fill(p.channels)(false.B)) // a packet of a channel
  private val sender = Reg(UInt(CollectiveFixed.processorBits.W))
  private val author = Reg(Vec(p.channels, UInt(CollectiveFixed.processorBits.W))) // of the packet
  private val at     = injector.io.channel
  private val way    = Reg(Vec(4, UInt(31.W)))
  private val itsWay = VecInit(Seq(given.route, given.up, given.down, given.path).map(_.pad(31)))
  when(injector.io.out.valid) { mid(at) := !injector.io.out.tail }
  when(injector.io.out.valid && inject.head) { author(at) := inject.processor }
  when(enters && inject.head) {
    open   := !given.last
    sender := inject.processor
    way    := itsWay
  }
  private val grants = inject.w0(4)
  private val aborts = inject.valid && inject.abort && !grants
  for (c <- 0 until p.channels) when(aborts && author(c) === inject.processor) { mid(c) := false.B }
  when(aborts && sender === inject.processor) { open := false.B }
  assert(!(enters && inject.head && open) || inject.processor === sender && itsWay.asUInt === way.asUInt,
    "PTI_P3: a packet goes on with a message of another processor or another way")
  assert(!injector.io.out.valid || inject.head || mid(at) && inject.processor === author(at),
    "PTI_P4: payload enters that is not of the processor of the open packet")

  // one processor, chosen freely, to which the channel of the class route is granted
  private val mine   = symbolic("owner", UInt(CollectiveFixed.processorBits.W))
  private val its    = RegInit(false.B)
  private val gives  = inject.w0(3) && inject.w0(2, 0) === 0.U && inject.processor === mine
  private val passes = inject.valid && inject.abort && grants && inject.w0(2, 0) === 0.U
  when(passes) { its := inject.processor === mine }.elsewhen(aborts && gives) { its := false.B }
  private val enters0 = injector.io.out.valid && injector.io.channel === 0.U
  assert(!(its && enters0 && inject.head) || inject.processor === mine,
    "PTI_P5: a packet enters a channel that is granted to another processor")
  reachable(its && enters0 && inject.head && RegNext(mid(1), false.B), "PTI_C5")
  reachable(enters && inject.head && open, "PTI_C4")
  reachable(within && message.io.front.head, "PTI_C1")
  reachable(stuck, "PTI_C2")
  reachable(injector.io.refused.valid, "PTI_C3")
}
