// SPDX-License-Identifier: Apache-2.0
package fairlead.prove

import chisel3._
import chisel3.util._
import fairlead.collective._
import fairlead.words.{ClassRoute, CollectiveHeader}
import fairlead.params.Structure

/** CollectiveInjector and its two FIFOs for one class route. Any flits of software, any departures. */
class CollectiveInjectorProof(implicit structure: Structure) extends Harness {
  private val p        = CollectiveParams(routes = 1, packets = 2, packetFlits = 2, flits = 3)
  private val injector = Module(new CollectiveInjector(p))
  private val fifos    = Seq.tabulate(p.channels)(c => Module(new PacketFifo(p, c)))
  private val depth    = symbolic("depth", UInt(2.W))
  assert(depth =/= 0.U && depth <= p.packets.U, "PTI_A1: TREE_INJECTION_DEPTH out of range")
  injector.io.routes(0) := symbolic("route", new ClassRoute)
  injector.io.depth     := depth
  private val inject = free("inject", new CollectiveInject)
  injector.io.inject := inject
  assert(inject.w0.asTypeOf(new CollectiveHeader).length <= 16.U, "PTI_A2: packets of more than two flits")
  injector.io.room := VecInit(fifos.map(_.io.room)).asUInt
  private val takes = Seq.tabulate(p.channels)(c => freeBit(s"takes$c") && fifos(c).io.front.valid)
  for (c <- 0 until p.channels) {
    fifos(c).io.depth    := depth
    fifos(c).io.in       := injector.io.out
    fifos(c).io.in.valid := injector.io.out.valid && injector.io.channel === c.U
    fifos(c).io.ends     := injector.io.ends
    fifos(c).io.take     := takes(c)
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
  reachable(within && message.io.front.head, "PTI_C1")
  reachable(stuck, "PTI_C2")
  reachable(injector.io.refused.valid, "PTI_C3")
}
