// SPDX-License-Identifier: Apache-2.0
package fairlead.flow

import chisel3._
import chisel3.layers.Verification
import chisel3.util.log2Ceil

/** Shape of one credit loop: `depth` is the number of slots in the receiver's buffer. */
final case class CreditParams(depth: Int) {
  require(depth >= 1, s"CreditParams: depth must be at least 1, got $depth")
  def countBits: Int = log2Ceil(depth + 1)
}

class CreditCounterIO(p: CreditParams) extends Bundle {
  val spend   = Input(Bool()) // a flit leaves on the link in this cycle
  val refund  = Input(Bool()) // the receiver has freed one slot
  val canSend = Output(Bool()) // from state only: no path from `refund`
  val credits = Output(UInt(p.countBits.W)) // slots known to be free
}

/** Sender's view of the free slots in a receiver's buffer.
  *
  * Contract: `spend` only while `canSend`; `refund` only while a flit is outstanding.
  * Timing:   a `refund` in cycle t raises `canSend` in t + 1.
  * Reset:    all `depth` credits are home; the receiver must be empty.
  * Spec:     docs/spec/credit-counter.md
  */
class CreditCounter(val p: CreditParams) extends Module {
  val io = IO(new CreditCounterIO(p))

  private val home = RegInit(p.depth.U(p.countBits.W))

  home       := home + io.refund - io.spend
  io.credits := home
  io.canSend := home =/= 0.U

  layer.block(Verification) {
    assert(!io.spend || io.canSend, "CC_A1: flit sent without a credit")
    assert(!io.refund || home =/= p.depth.U, "CC_A2: more credits returned than spent")
    assert(home <= p.depth.U, "CC_P1: more credits than slots")
    cover(home === 0.U && io.refund, "CC_C1: first refund after a stall")
  }
}
