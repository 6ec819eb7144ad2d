// SPDX-License-Identifier: Apache-2.0
package fairlead.prove

import chisel3._
import chisel3.util._
import fairlead.dma._
import fairlead.ports._
import fairlead.words._
import fairlead.params._

/** ResponseTx: responses to two origins into claimed slots, two control sources, an emitter with room now and then. One
  * DATA is followed, and so is one response that is pushed after it.
  */
class ResponseTxProof(depth: Int)(implicit structure: Structure) extends Harness {
  private val dut = Module(new ResponseTx(TileParams("prove").copy(maxResponse = depth)))
  private val io  = dut.io
  io.cfg   := 0.U.asTypeOf(new NicConfig)
  io.depth := depth.U
  io.now   := 0.U
  private val space = freeBit("space")
  io.space := space
  private val held = RegInit(0.U(3.W))
  private val push = freeBit("pushes") && held =/= depth.U
  held := held + push.asUInt - io.respond.freed.asUInt

  // what is pushed
  private val kind    = free("kind", UInt(2.W))
  private val isData  = kind === 0.U
  private val far     = freeBit("far") // of two origins
  private val last    = freeBit("last")
  private val drawn   = free("length", UInt(structure.payloadBits.W))
  private val length  = Mux(drawn > structure.maxPayload.U, structure.maxPayload.U, drawn)
  private val source  = symbolic("source", UInt(9.W))
  private val landing = symbolic("landing", UInt(9.W))
  private val word1   = WireInit(0.U.asTypeOf(new Header1))
  io.respond.push := push
  io.respond.op   := 0.U.asTypeOf(new ResponseOp)
  io.respond.op.ptype := Mux(isData, PacketType.Data.value.U,
    Mux(kind === 1.U, PacketType.Pong.value.U, PacketType.Nack.value.U))
  io.respond.op.dst.x  := far
  io.respond.op.length := length
  io.respond.op.source := source
  io.respond.op.last   := last
  io.respond.op.word1  := word1
  word1.addr           := landing

  // the control sources
  private val asking = RegInit(0.U(2.W))
  private val ready  = VecInit(io.control.map(_.ready)).asUInt
  asking := (asking & ~ready) | free("asks", UInt(2.W))
  io.control.zipWithIndex.foreach { case (c, i) =>
    c.valid := asking(i)
    c.ptype := PacketType.Ack.value.U
    c.dst   := 0.U.asTypeOf(new Coord)
    c.word1 := 0.U.asTypeOf(new Header1)
  }

  // the two that are followed, by their tags
  private val sent      = io.push.valid && !ready.orR
  private val tag       = io.push.head1.asTypeOf(new Header1).tag
  private val head0     = io.push.head0.asTypeOf(new Header0)
  private val getEver   = RegInit(false.B)
  private val getInside = RegInit(false.B)
  private val getLength = Reg(UInt(structure.payloadBits.W))
  private val getLast   = Reg(Bool())
  private val getMark   = push && isData && !getEver && freeBit("get")
  private val getOut    = sent && tag(0)
  private val ever      = RegInit(false.B)
  private val inside    = RegInit(false.B)
  private val behind    = Reg(Bool()) // it was pushed after the DATA
  private val mark      = push && !getMark && !ever && freeBit("mark")
  private val out       = sent && tag(1)
  private val queue     = Reg(UInt(3.W)) // responses prepared since it was pushed
  private val control   = Reg(UInt(4.W))
  word1.tag := Cat(mark, getMark)
  when(getMark) {
    getEver   := true.B
    getLength := length
    getLast   := last
  }
  getInside := (getInside || getMark) && !getOut
  when(mark) {
    ever    := true.B
    behind  := getInside && !getOut
    queue   := 0.U
    control := 0.U
  }.elsewhen(inside && !out) {
    queue   := queue + (sent && queue =/= 7.U)
    control := control + (ready.orR && control =/= 15.U)
  }
  inside := (inside || mark) && !out

  assert(!io.respond.freed || held =/= 0.U, "PRS_P1: a slot is freed that was not claimed")
  assert(!(ready.orR && io.respond.freed), "PRS_P2: two packets in one cycle")
  assert(!getOut || getInside, "PRS_P3: a packet of a response that has left, or was never pushed")
  assert(
    !getOut || head0.length === getLength && io.push.head1.asTypeOf(new Header1).addr === landing &&
      (getLength === 0.U || io.run.valid && io.run.addr === source && io.run.bytes === getLength),
    "PRS_P4: a DATA has other bytes than was asked for, or goes elsewhere"
  )
  assert(!getOut || io.respond.freed && head0.last === getLast,
    "PRS_P5: a DATA keeps its slot, or is the last of its operation and does not say so")
  assert(!(out && behind && getInside), "PRS_P6: a response passes a DATA that was pushed before it")
  assert(!inside || queue < depth.U, "PRS_P7: a response is passed by more than each slot once")
  assert(!inside || control <= (2 * depth).U,
    "PRS_P8: a response is passed by more than two control packets a slot")
  live("PRS_L1", ready(0) || !asking(0), space)
  live("PRS_L2", !inside, space)
  reachable(io.respond.freed && io.push.flits === 16.U, "PRS_C1")
  reachable(ready(0) && held === depth.U, "PRS_C2")
  reachable(getInside && inside && behind && ready(0), "PRS_C3")
  reachable(out && queue === (depth - 1).U, "PRS_C4")
  reachable(getOut && getLength === structure.maxPayload.U && !getLast, "PRS_C5")
}

/** ResponseTx: what it prepares of responses to nodes and of control packets to nodes. */
class ResponseTxHeaderProof(depth: Int)(implicit structure: Structure) extends HeaderProof {
  private val io = Module(new ResponseTx(TileParams("prove").copy(maxResponse = depth))).io
  expose(io)
  io.cfg   := nic
  io.depth := depth.U
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
