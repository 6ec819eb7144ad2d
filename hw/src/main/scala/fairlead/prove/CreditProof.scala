// SPDX-License-Identifier: Apache-2.0
package fairlead.prove

import chisel3._
import chisel3.util._
import fairlead.dma.EjectionBuffer
import fairlead.flow._

/** One credit loop: CreditCounter, a link of one register, the EjectionBuffer, a register for the credit. Any sender, any receiver. */
class CreditProof(depth: Int) extends Harness {
  private val sender = Module(new CreditCounter(CreditParams(depth)))
  private val buffer = Module(new EjectionBuffer(depth))
  buffer.io.depth := depth.U

  private val wants   = freeBit("wants")
  private val takes   = freeBit("takes")
  private val payload = freeBit("payload")
  private val send    = wants && sender.io.canSend
  private val take    = takes && buffer.io.front.valid

  private val flying = RegNext(send, false.B)
  buffer.io.in.flit.valid := flying
  buffer.io.in.flit.head  := true.B
  buffer.io.in.flit.tail  := true.B
  buffer.io.in.flit.w0    := RegNext(payload)
  buffer.io.in.flit.w1    := 0.U
  buffer.io.take          := take
  private val homing = RegNext(buffer.io.in.credit, false.B)
  sender.io.spend  := send
  sender.io.refund := homing

  // flits in the buffer, counted outside it
  private val inside = RegInit(0.U(3.W))
  inside := inside + flying.asUInt - take.asUInt
  assert(sender.io.credits +& flying +& inside +& buffer.io.in.credit +& homing === depth.U,
    "PCR_P1: credits at home, flits on the link and in the buffer, and credits on their way are not the depth")
  assert(!send || sender.io.credits =/= 0.U, "PCR_P2: sent without a credit")
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

  live("PCR_L1", sender.io.canSend, takes)
  live("PCR_L2", !marked, takes)

  reachable(sender.io.credits === 0.U && homing, "PCR_C1")
  reachable(leaves, "PCR_C2")
  reachable(RegNext(flying && inside === 0.U, false.B), "PCR_C3")
  reachable(inside === depth.U, "PCR_C4")
}
