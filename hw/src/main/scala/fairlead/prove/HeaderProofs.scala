// SPDX-License-Identifier: Apache-2.0
package fairlead.prove

import chisel3._
import chisel3.util._
import chisel3.util.experimental.BoringUtils.bore
import fairlead.dla._
import fairlead.dma._
import fairlead.epoch._
import fairlead.fence.FenceUnit
import fairlead.ports._
import fairlead.words._
import fairlead.params._

/** Every header that leaves a packetiser names a node of the machine, whatever commands the host gives. One step of the way is proved in each class below: what goes in names a
  * node, or is judged by Legal; then so does what comes out. A response goes to the source of a request, which HeaderBuilder has written.
  *
  * The shape is any, the same in all cycles.
  */
abstract class HeaderProof extends Harness {
  protected val nic: NicConfig = WireInit(0.U.asTypeOf(new NicConfig))
  private val shape            = Seq("kx", "ky", "kz").map(symbolic(_, UInt(5.W)))
  nic.kx          := shape(0)
  nic.ky          := shape(1)
  nic.kz          := shape(2)
  nic.me          := symbolic("me", new Coord)
  nic.localPorts  := 2.U
  nic.memoryBytes := symbolic("memory", UInt((Fixed.addressBits + 1).W))
  assert(shape.map(k => k >= 1.U && k <= Fixed.maxK.U).reduce(_ && _), "PHN_A1: a shape that no machine has")
  assert(inside(nic.me), "PHN_A2: the node is outside its own machine")

  protected def inside(node: Coord): Bool =
    Seq(node.x, node.y, node.z).zip(shape).map { case (place, k) => place < k }.reduce(_ && _)

  /** A header that its packetiser has built for this node. */
  protected def sound(word0: UInt): Bool = {
    val header = word0.asTypeOf(new Header0)
    val stays  = Cat(shape.map(_ === 1.U).reverse)
    inside(header.dst) && header.src.asUInt === nic.me.asUInt && (header.dir & stays) === 0.U
  }

  protected def anyCommand: Cmd = free("cmd", new Cmd)
}

/** InjectionFifos: any words in any command. */
class PostHeaders(depth: Int) extends HeaderProof {
  private val io = Module(new InjectionFifos(TileParams(variant = "prove", maxInjection = depth))).io
  nic.injectionDepth := depth.U
  nic.cutThrough     := freeBit("cut_through")
  io.cfg             := nic
  io.cmd             := anyCommand
  io.gate.open       := freeBit("open")
  io.select.foreach(_ := 0.U)
  io.step := 0.U
  private val valid = VecInit(io.heads.map(_.valid)).asUInt
  io.pop := free("takes", UInt(Fixed.injectionFifos.W)) & valid
  assert(io.heads.map(h => !h.valid || inside(h.word0.target)).reduce(_ && _),
    "PHP_P1: a descriptor that was taken names no node of the machine")
  reachable(io.heads(1).valid && io.heads(1).word0.target.x === 15.U, "PHP_C1")
}

/** DlaArbiter: any commands; what enters its FIFO. */
class StoreHeaders(words: Int) extends HeaderProof {
  private val dut = Module(new DlaArbiter(TileParams(variant = "prove", maxDla = words, dlaChannels = 2)))
  private val cfg = free("cfg", new CfgWrite)
  expose(dut.io)
  dut.io.cfg       := cfg
  dut.io.cfg.valid := cfg.valid && reset.asBool
  dut.io.nic       := nic
  dut.io.cmd       := anyCommand
  dut.io.now       := 0.U
  dut.io.claimed   := freeBit("claimed")
  dut.io.out.ready := freeBit("ready") && dut.io.out.valid
  dut.io.statusAck := freeBit("status_ack")
  private val push   = bore(dut.fifo.io.push)
  private val word   = bore(dut.fifo.io.in)
  private val enters = push && word.head
  assert(!enters || sound(word.w0), "PHD_P1: a request that enters the store path names no node of the machine")
  reachable(enters && word.w0.asTypeOf(new Header0).dst.x === 15.U, "PHD_C1")
}

/** DlaFifo: requests come out with the words with which they went in. One word is enough to know: a word of two requests is never one of them. */
class StoredHeaders(depth: Int) extends HeaderProof {
  private val io    = Module(new DlaFifo(TileParams(variant = "prove", maxDla = depth))).io
  private val left  = RegInit(0.U(3.W)) // words to come of the request that is coming in
  private val words = Reg(UInt(3.W))
  private val size  = free("size", UInt(3.W))
  private val used  = io.used +& left
  private val begin = freeBit("begins") && left === 0.U && size >= 1.U && size <= 5.U && used +& size <= depth.U
  private val goes  = freeBit("goes") && left =/= 0.U
  private val abort = freeBit("aborts") && left =/= 0.U && !goes
  private val entry = free("entry", new DlaEntry)
  io.depth   := depth.U
  io.push    := begin || goes
  io.words   := Mux(begin, size, words)
  io.in      := entry
  io.in.head := begin
  io.in.tail := Mux(begin, size === 1.U, left === 1.U)
  io.pop     := freeBit("takes") && io.valid
  io.abort   := abort
  io.gone    := words - left
  when(begin) { words := size; left := size - 1.U }.elsewhen(goes) { left := left - 1.U }.elsewhen(abort) {
    left := 0.U
  }
  assert(!begin || sound(entry.w0), "PHW_A1: a head enters that names no node of the machine")
  assert(!(io.valid && io.out.head && !io.void) || sound(io.out.w0),
    "PHW_P1: a request in front of the store path names no node of the machine")
  reachable(io.valid && io.out.head && !io.void && io.used === depth.U, "PHW_C1")
}

/** EpochOrigin: any commands, any notifications. */
class EpochHeaders(entries: Int) extends HeaderProof {
  private val io = Module(new EpochOrigin(n = entries, countBits = 2)).io
  expose(io)
  io.nic           := nic
  io.cmd           := anyCommand
  io.control.ready := freeBit("ready") && io.control.valid
  assert(!io.control.valid || inside(io.control.dst), "PHE_P1: a packet of an epoch goes to no node of the machine")
  reachable(io.control.valid && io.control.ptype === PacketType.Term.value.U && io.control.dst.x === 15.U, "PHE_C1")
}

/** FenceUnit: the pings of the store path's legs. */
class FenceHeaders(entries: Int) extends HeaderProof {
  private val io = Module(new FenceUnit(entries, 2, 2)).io
  expose(io)
  io.control.ready := freeBit("leaves") && io.control.valid
  assert(io.arm.map(a => !a.valid || inside(a.target)).reduce(_ && _), "PHF_A1: a fence to no node of the machine")
  assert(!io.control.valid || inside(io.control.dst), "PHF_P1: a ping goes to no node of the machine")
  reachable(io.control.valid && io.control.dst.x === 15.U, "PHF_C1")
}

/** RequestTx: what it prepares of descriptors, requests of the store path and control packets that name nodes. */
class RequestHeaders extends HeaderProof {
  private val io = Module(new RequestTx).io
  expose(io)
  io.cfg := nic
  assert(io.heads.map(h => !h.valid || inside(h.word0.target)).reduce(_ && _), "PHQ_A1: PHP_P1 of the FIFOs")
  assert((io.ready & ~VecInit(io.heads.map(_.valid)).asUInt) === 0.U, "PHQ_A2: a head is ready that is not there")
  assert(io.control.map(c => !c.valid || inside(c.dst)).reduce(_ && _), "PHQ_A3: PHE_P1, PHF_P1 of the sources")
  assert(!(io.dla.valid && io.dla.head) || sound(io.dla.w0), "PHQ_A4: PHW_P1 of the store path")
  assert(!io.push.valid || sound(io.push.head0), "PHQ_P1: a request leaves for no node of the machine")
  private val header = io.push.head0.asTypeOf(new Header0)
  reachable(io.push.valid && header.dst.asUInt === 0xfff.U && header.ptype === PacketType.PutCount.value.U, "PHQ_C1")
}

/** ResponseTx: what it prepares of responses to nodes and of control packets to nodes. */
class ResponseHeaders(depth: Int) extends HeaderProof {
  private val io = Module(new ResponseTx(TileParams(variant = "prove", maxResponse = depth))).io
  nic.responseDepth := depth.U
  expose(io)
  io.cfg := nic
  private val held = RegInit(0.U(3.W))
  private val push = freeBit("pushes") && held =/= depth.U
  held            := held + push.asUInt - io.respond.freed.asUInt
  io.respond.push := push
  assert(!push || inside(io.respond.op.dst), "PHR_A1: a response to a source that is no node of the machine")
  assert(io.control.map(c => !c.valid || inside(c.dst)).reduce(_ && _), "PHR_A2: PHA_P1, PHM_P1 of the sources")
  assert(!io.push.valid || sound(io.push.head0), "PHR_P1: a response leaves for no node of the machine")
  private val header = io.push.head0.asTypeOf(new Header0)
  reachable(io.push.valid && header.dst.asUInt === 0xfff.U && header.ptype === PacketType.Pong.value.U, "PHR_C1")
}

/** EpochTarget: ACK and late INIT_ACK go to where an INIT came from. */
class AckHeaders(entries: Int) extends HeaderProof {
  private val io = Module(new EpochTarget(entries, 2)).io
  expose(io)
  io.ack.ready := freeBit("leaves") && io.ack.valid
  assert(!io.notice.init || inside(io.notice.origin), "PHA_A1: an INIT from no node of the machine")
  assert(!io.ack.valid || inside(io.ack.dst), "PHA_P1: an ACK goes to no node of the machine")
  reachable(io.ack.valid && io.ack.dst.x === 15.U && io.ack.ptype === PacketType.InitAck.value.U, "PHA_C1")
}

/** ReceptionFifos: CREDIT goes to where a message came from. */
class MessageHeaders(depth: Int) extends HeaderProof {
  private val io = Module(new ReceptionFifos(TileParams(variant = "prove", maxReception = depth))).io
  nic.receptionDepth := depth.U
  expose(io)
  io.cfg := nic
  io.cmd := anyCommand
  io.message.zipWithIndex.foreach { case (m, r) => m.take := freeBit(s"take$r") && m.want && m.room }
  io.arrived.ready := freeBit("announces") && io.arrived.valid
  io.credit.ready  := freeBit("leaves") && io.credit.valid
  assert(io.message.map(m => !m.want || inside(m.origin)).reduce(_ && _), "PHM_A1: a message from no node")
  assert(!io.credit.valid || inside(io.credit.dst), "PHM_P1: a CREDIT goes to no node of the machine")
  reachable(io.credit.valid && io.credit.dst.x === 15.U, "PHM_C1")
}
