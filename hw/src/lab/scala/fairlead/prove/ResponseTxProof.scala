// SPDX-License-Identifier: Apache-2.0
package fairlead.prove

import chisel3._
import chisel3.util._
import fairlead.dma._
import fairlead.ports._
import fairlead.words._
import fairlead.params._

/** ResponseTx: responses to two origins into claimed slots, two control sources, an emitter with room now and then. One
  * DATA is followed packet by packet, and so is one response that is pushed after it.
  *
  * @param whole lengths are whole packets, at most three, all from and to address 0: their order is judged, not their
  *     bytes
  */
class ResponseTxProof(depth: Int, whole: Boolean = false)(implicit structure: Structure) extends Harness {
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
  private val isPong  = kind === 1.U
  private val far     = freeBit("far") // of two origins
  private val length  = if (whole) Cat(free("packets", UInt(2.W)), 0.U(8.W)) else free("length", UInt(10.W))
  private val source  = if (whole) 0.U(9.W) else symbolic("source", UInt(9.W))
  private val landing = if (whole) 0.U(9.W) else symbolic("landing", UInt(9.W))
  private val word1   = WireInit(0.U.asTypeOf(new Header1))
  io.respond.push := push
  io.respond.op   := 0.U.asTypeOf(new ResponseOp)
  io.respond.op.ptype := Mux(isData, PacketType.Data.value.U,
    Mux(isPong, PacketType.Pong.value.U, PacketType.Nack.value.U))
  io.respond.op.dst.x  := far
  io.respond.op.length := length
  io.respond.op.source := source
  io.respond.op.last   := true.B
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
  private val getFar    = Reg(Bool())
  private val getLength = Reg(UInt(10.W))
  private val done      = Reg(UInt(10.W)) // bytes of the DATA that are in packets
  private val getMark   = push && isData && !getEver && freeBit("get")
  private val getOut    = sent && tag(0)
  private val getLeaves = getOut && io.respond.freed
  private val ever      = RegInit(false.B)
  private val inside    = RegInit(false.B)
  private val behind    = Reg(Bool()) // it is a PONG after the DATA of its origin
  private val short     = Reg(Bool()) // it waits for no other response
  private val mark      = push && !getMark && !ever && freeBit("mark")
  private val out       = sent && tag(1)
  private val leaves    = out && io.respond.freed
  private val queue     = Reg(UInt(3.W)) // packets prepared since it was pushed
  private val control   = Reg(UInt(4.W))
  word1.tag := Cat(mark, getMark)
  when(getMark) {
    getEver   := true.B
    getFar    := far
    getLength := length
    done      := 0.U
  }.elsewhen(getOut) { done := done + head0.length }
  getInside := (getInside || getMark) && !getLeaves
  when(mark) {
    ever    := true.B
    behind  := isPong && getInside && getFar === far
    short   := !isPong && !(isData && length > structure.maxPayload.U)
    queue   := 0.U
    control := 0.U
  }.elsewhen(inside && !out) {
    queue   := queue + (sent && queue =/= 7.U)
    control := control + (ready.orR && control =/= 15.U)
  }
  inside := (inside || mark) && !leaves

  private val left = getLength - done
  assert(!io.respond.freed || held =/= 0.U, "PRS_P1: a slot is freed that was not claimed")
  assert(!(ready.orR && io.respond.freed), "PRS_P2: two packets in one cycle")
  assert(!getOut || getInside, "PRS_P3: a packet of a response that has left, or was never pushed")
  assert(
    !getOut || head0.length === Mux(left > structure.maxPayload.U, structure.maxPayload.U, left) &&
      io.push.head1.asTypeOf(new Header1).addr === landing +& done &&
      (head0.length === 0.U || io.run.valid && io.run.addr === source +& done && io.run.bytes === head0.length),
    "PRS_P4: packets of a DATA overlap, leave a gap or go elsewhere"
  )
  assert(!getOut || io.respond.freed === (head0.length === left) && head0.last === (head0.length === left),
    "PRS_P5: a DATA leaves before its last packet, or stays after it")
  assert(!(out && behind && getInside), "PRS_P6: a PONG passes a get of its origin")
  assert(!(inside && short) || queue < depth.U,
    "PRS_P7: a response that waits for none of its origin is passed by a packet of each slot and one more")
  assert(!(inside && short) || control <= (2 * depth).U,
    "PRS_P8: a response that waits for none of its origin is passed by more than two control packets a slot")
  live("PRS_L1", ready(0) || !asking(0), space)
  live("PRS_L2", !inside, space)
  reachable(io.respond.freed && io.push.flits === 16.U, "PRS_C1")
  reachable(ready(0) && held === depth.U, "PRS_C2")
  reachable(sent && !getOut && !out && getInside && done =/= 0.U && inside && behind, "PRS_C3")
  reachable(leaves && short && queue === (depth - 1).U, "PRS_C4")
  reachable(getLeaves && done === 512.U, "PRS_C5")
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
