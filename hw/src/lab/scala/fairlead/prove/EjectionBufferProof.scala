// SPDX-License-Identifier: Apache-2.0
package fairlead.prove

import chisel3._
import chisel3.util._
import fairlead.dma.EjectionBuffer
import fairlead.router.{OutputUnit, RouterShape}
import fairlead.params.{Structure, TileParams}

/** The credit loop of an ejection port, wired as in the tile: OutputUnit, EjectionBuffer. Any sender, any receiver. */
class EjectionBufferProof(depth: Int)(implicit structure: Structure) extends Harness {
  private val shape  = RouterShape(TileParams("prove").copy(maxLocalDepth = depth))
  private val sender = Module(new OutputUnit(shape, 1, depth))
  private val buffer = Module(new EjectionBuffer(depth))
  buffer.io.depth   := depth.U
  sender.io.depth   := VecInit(depth.U)
  sender.io.packets := false.B

  private val wants   = freeBit("wants")
  private val takes   = freeBit("takes")
  private val payload = freeBit("payload")
  private val send    = wants && sender.io.credits(0)
  private val take    = takes && buffer.io.front.valid
  sender.io.take       := 0.U.asTypeOf(sender.io.take)
  sender.io.take.valid := send
  sender.io.take.head  := true.B
  sender.io.take.tail  := true.B
  sender.io.take.w0    := payload
  sender.io.from       := 0.U

  private val flying = sender.io.out.valid
  buffer.io.in.flit.valid := flying
  buffer.io.in.flit.head  := sender.io.out.head
  buffer.io.in.flit.tail  := sender.io.out.tail
  buffer.io.in.flit.w0    := sender.io.out.w0
  buffer.io.in.flit.w1    := sender.io.out.w1
  buffer.io.take          := take
  private val homing = buffer.io.in.credit
  sender.io.credit := homing

  // flits in the buffer, counted outside it
  private val inside = RegInit(0.U(3.W))
  inside := inside + flying.asUInt - take.asUInt
  private val away = flying +& inside +& homing
  assert(sender.io.credits(0) === (away < depth.U) && sender.io.spare(0) === (away + 1.U < depth.U),
    "PCR_P1: credits at home, flits on the link and in the buffer, and credits on their way are not the depth")
  assert(away <= depth.U, "PCR_P2: more flits and credits are away than the buffer has slots")
  assert(!flying || inside =/= depth.U, "PCR_P3: a flit arrives in a full buffer")
  assert(buffer.io.front.valid === (inside =/= 0.U),
    "PCR_P4: a flit in the buffer is not at its front, or one is that never came")
  assert(!(RegNext(flying && inside === 0.U, false.B)) || buffer.io.front.valid,
    "PCR_P5: a flit that arrives in an empty buffer is not in front one cycle later")

  // one flit, chosen freely, followed through the buffer
  private val chosen  = freeBit("chosen")
  private val marked  = RegInit(false.B) // chosen and not yet taken
  private val ever    = RegInit(false.B)
  private val content = Reg(Bool())
  private val ahead   = Reg(UInt(3.W)) // flits that leave before it, itself included
  private val mark    = flying && chosen && !ever
  when(mark) {
    ever    := true.B
    content := buffer.io.in.flit.w0(0)
    ahead   := inside + (!take).asUInt
  }.elsewhen(marked && take) { ahead := ahead - 1.U }
  private val leaves = marked && take && ahead === 1.U
  marked := (marked || mark) && !leaves
  assert(!leaves || buffer.io.front.w0(0) === content, "PCR_P6: a flit leaves with other contents or out of order")
  assert(!marked || (ahead =/= 0.U && ahead <= inside), "PCR_P7: a flit is lost inside the buffer")

  live("PCR_L1", sender.io.credits(0).asBool, takes)
  live("PCR_L2", !marked, takes)

  reachable(!sender.io.credits(0) && homing, "PCR_C1")
  reachable(leaves, "PCR_C2")
  reachable(RegNext(flying && inside === 0.U, false.B), "PCR_C3")
  reachable(inside === depth.U, "PCR_C4")
}
