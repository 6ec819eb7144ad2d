// SPDX-License-Identifier: Apache-2.0
package fairlead.prove

import chisel3._
import chisel3.util._
import fairlead.collective._
import fairlead.params.{CollectiveMode, CollectiveRefusal, CollectiveReg, Structure}
import fairlead.words.CollectiveHeader

/** CollectiveRouter at any place in any tree: one class route, packets of at most two flits, one packet a FIFO and one
  * flit a buffer. The neighbours keep to their credits, and software does what it likes.
  */
class CollectiveRouterProof(implicit structure: Structure) extends CollectiveLiveProof {
  private val small = CollectiveParams(routes = 1, packets = 1, linkDepth = 1, packetFlits = 2, flits = 2)
  private val dut   = Module(new CollectiveRouter(small))
  private val route = place

  // the configuration is written under a reset that is longer than that of the harness
  private val written = RegInit(0.U(3.W))
  private val boots   = !written(2)
  when(boots) { written := written + 1.U }
  dut.reset := reset.asBool || boots
  private val regs =
    Seq(CollectiveReg.LinkDepth, CollectiveReg.Injection, CollectiveReg.Reception, CollectiveReg.ClassRoutes)
  dut.io.cfg.valid := boots
  dut.io.cfg.reg   := VecInit(regs.map(_.value.U(8.W)))(written(1, 0))
  dut.io.cfg.data  := Mux(written(1, 0) === 3.U, route.asUInt, 1.U)

  // ---- neighbours: of each link and channel one flit at a time, which is away until its credit comes back
  private val uses = route.children | route.parent
  private val away = Seq.tabulate(p.links, small.channels)((l, c) => RegInit(false.B))
  private val mid  = Seq.tabulate(p.links, small.channels)((l, c) => RegInit(false.B)) // in the middle of a packet
  private val open = Seq.fill(p.links)(RegInit(false.B)) // of a message
  private val last = Seq.fill(p.links)(RegInit(false.B)) // the packet is its last one
  for (l <- 0 until p.links) {
    val channel = free(s"channel$l", UInt(1.W))
    val sent    = WireInit(free(s"header$l", UInt(64.W)).asTypeOf(new CollectiveHeader))
    when(channel === 0.U) {
      sent.mode := Mux(freeBit(s"mode$l"), CollectiveMode.Allreduce.value.U, CollectiveMode.Combine.value.U)
    }
    val within = VecInit(mid(l))(channel)
    val tail   = within || freeBit(s"tail$l")
    val sends  = freeBit(s"sends$l") && uses(l) && !VecInit(away(l))(channel) && !boots
    dut.io.in(l).channel    := channel
    dut.io.in(l).flit.valid := sends
    dut.io.in(l).flit.head  := !within
    dut.io.in(l).flit.tail  := tail
    dut.io.in(l).flit.w0    := sent.asUInt
    dut.io.in(l).flit.w1    := 0.U
    for (c <- 0 until small.channels) {
      val mine = sends && channel === c.U
      when(mine) { mid(l)(c) := !tail }
      when(mine || dut.io.credit(l)(c)) { away(l)(c) := mine }
    }
    when(sends && channel === 1.U) {
      val ends = Mux(within, last(l), sent.last)
      last(l) := ends
      open(l) := !(tail && ends)
    }
  }

  // what leaves is away until its credit comes back
  private val owed = Seq.tabulate(p.links, small.channels) { (l, c) =>
    val spent   = RegInit(false.B)
    val sent    = dut.io.out(l).flit.valid && dut.io.out(l).channel === c.U
    val returns = freeBit(s"returns${l}_$c") && spent
    when(sent || returns) { spent := sent }
    (spent, returns)
  }
  for (l <- 0 until p.links) dut.io.creditIn(l) := VecInit(owed(l).map(_._2)).asUInt

  // ---- software
  private val inject = free("inject", new CollectiveInject)
  private val header = inject.w0.asTypeOf(new CollectiveHeader)
  dut.io.inject       := inject
  dut.io.inject.valid := inject.valid && !boots
  dut.io.inject.w1    := 0.U
  assert(header.length <= 16.U, "PCO_A1: packets of more than two flits")
  dut.io.read.valid := freeBit("reads") && !boots
  dut.io.read.bits  := free("channel", UInt(1.W))
  dut.io.reader     := 0.U
  private val gives = RegNext(dut.io.inject.valid && inject.head, false.B)
  private val given = RegNext(header.mode === CollectiveMode.Message.value.U)
  private val tries = gives && (!dut.io.refused.valid || dut.io.refused.reason === CollectiveRefusal.Full.value.U)

  // ---- every flit that comes leaves again
  private val link = symbolic("link", UInt(2.W))
  private val of   = symbolic("of", UInt(1.W))
  private val sits = VecInit(away.map(VecInit(_)(of)))
  private val fair = Seq.tabulate(p.links, small.channels)((l, c) => away(l)(c) || !uses(l)).flatten ++
    open.map(!_) ++ Seq(tries && !given || !route.member, tries && given || !route.asUInt.orR) ++
    owed.flatten.map { case (spent, _) => !spent } ++
    Seq.tabulate(small.channels)(c => dut.io.read.valid && dut.io.read.bits === c.U || !dut.io.waiting(c))
  live("PCO_L1", link === 3.U || !sits(link), fair: _*)

  // ---- the clock may rest
  private val idle = !dut.io.busy && !boots && !dut.io.inject.valid && !dut.io.read.valid &&
    dut.io.creditIn.map(!_.orR).reduce(_ && _) && dut.io.in.map(!_.flit.valid).reduce(_ && _) && !reset.asBool
  rests("PCO_G1", idle)
  reachable(idle && dut.io.waiting.andR && RegNext(dut.io.busy), "PCO_C1")
  reachable(
    link === 0.U && RegNext(VecInit(away.head)(of)) && !VecInit(away.head)(of) && route.parent(0) && route.member,
    "PCO_C2"
  )
}
