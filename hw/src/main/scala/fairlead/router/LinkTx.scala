// SPDX-License-Identifier: Apache-2.0
package fairlead.router

import chisel3._
import chisel3.util._
import fairlead.ports.LinkFlit
import fairlead.params.Fixed
import fairlead.words.{LinkCtl, LinkPace}

class LinkTxIO(s: RouterShape) extends Bundle {
  val pace    = Input(new LinkPace)
  val valid   = Input(Bool()) // a flit is granted this link
  val head    = Input(Bool())
  val vc      = Input(UInt(s.indexBits.W)) // on this VC
  val lane    = Option.when(s.isIslip)(Input(UInt(s.linkVcs.W))) // `vc` as the one-hot
  val in      = Input(new PortFlit(s)) // the flit in the output register
  val out     = Output(new LinkFlit)
  val starts  = Output(Bool()) // a head may be granted, on any VC
  val follows = Output(UInt(s.linkVcs.W)) // VCs on which a body may be granted
}

/** Sending end of a link: when the link takes the next flit, and flit to control word. Link retry would belong here;
  * sequence and CRC are zero.
  *
  * Contract: a link sends chunks of `pace.chunk` slots, a slot has `pace.interval` cycles. A flit that is granted while
  *           no chunk is open opens one in that cycle. In the first
  * cycle of each further slot the link takes only a body on the VC that opened the chunk; when none is granted, the
  * slot stays empty. In all other cycles of the chunk it takes nothing. So the link waits for no flit, and a chunk is
  * over after chunk * interval cycles.
  * Timing: `starts` and `follows` are of the cycle of the grant; the flit is in the output register one cycle later.
  * Reset: no chunk is open.
  * Spec: docs/spec/torus-router.md
  */
class LinkTx(s: RouterShape) extends Module {
  val io = IO(new LinkTxIO(s))

  private val rest  = RegInit(0.U(log2Ceil(Fixed.maxLinkInterval).W)) // cycles until the next slot begins
  private val slots = RegInit(0.U(log2Ceil(Fixed.maxLinkChunk).W)) // of the open chunk that have not begun
  private val vc    = Reg(UInt(s.indexBits.W)) // of the open chunk

  when(!io.pace.isFull) { // one condition for all registers: simulators then test it once
    val length = (io.pace.interval - 1.U)(rest.getWidth - 1, 0)
    val more   = (Mux(slots =/= 0.U, slots, io.pace.chunk) - 1.U)(slots.getWidth - 1, 0)
    val begins = rest === 0.U && (slots =/= 0.U || io.valid) // a slot begins
    rest  := Mux(rest =/= 0.U, rest - 1.U, Mux(begins, length, 0.U))
    slots := Mux(begins, more, slots)
    vc    := Mux(begins && slots === 0.U, io.vc, vc)
  }

  if (!s.isIslip) { // a link without a pace is asked for nothing: simulators then look at no register
    io.starts := io.pace.isFull || rest === 0.U && slots === 0.U
    io.follows := Mux(
      io.pace.isFull || rest === 0.U && slots === 0.U,
      Fill(s.linkVcs, 1.U),
      Mux(rest =/= 0.U, 0.U, UIntToOH(vc, s.linkVcs))
    )
  } else tellBeforehand()

  /** Tells from registers, which are computed one cycle before: what the link takes if no flit is granted, and if one
    * opens a chunk.
    */
  private def tellBeforehand(): Unit = {
    val every   = Fill(s.linkVcs, 1.U)
    val idle    = rest === 0.U && slots === 0.U
    val starts  = RegInit(true.B)
    val follows = RegInit(every)
    when(!io.pace.isFull) {
      val short  = io.pace.interval === 1.U
      val begins = Mux(rest === 0.U, short, rest === 1.U) // in the next cycle a slot begins, or the chunk is over
      val over   = begins && Mux(rest === 0.U, slots === 1.U, slots === 0.U)
      starts := Mux(idle, !io.valid, over)
      follows := Mux(
        idle && io.valid,
        Mux(short, io.lane.get, 0.U),
        Mux(idle || over, every, Mux(begins, UIntToOH(vc, s.linkVcs), 0.U))
      )
    }
    io.starts  := starts
    io.follows := follows
    layer.block(layers.Verification) {
      val told = Mux(idle, every, Mux(rest =/= 0.U, 0.U, UIntToOH(vc, s.linkVcs)))
      assert(starts === idle && follows === told, "RT_P16: what is told of the link is not so")
    }
  }
  io.out := LinkTx.word(s, io.in)

  layer.block(layers.Verification) {
    assert(!io.valid || Mux(io.head, io.starts, io.follows(io.vc)), "RT_P15: a flit is sent on a link that is busy")
  }
}

object LinkTx {

  /** The words of a link for a flit. */
  def word(s: RouterShape, flit: PortFlit): LinkFlit = {
    val ctl = Wire(new LinkCtl)
    ctl.crc   := 0.U
    ctl.seq   := 0.U
    ctl.vc    := s.number(flit.vc)
    ctl.tail  := flit.tail
    ctl.head  := flit.head
    ctl.valid := flit.valid
    val link = Wire(new LinkFlit)
    link.ctl := ctl.asUInt
    link.w0  := flit.w0
    link.w1  := flit.w1
    link
  }
}

/** Receiving end of a link: control word to flit. Sequence and CRC are not examined. */
object LinkRx {
  def apply(s: RouterShape, link: LinkFlit): PortFlit = {
    val ctl  = link.ctl.asTypeOf(new LinkCtl)
    val flit = Wire(new PortFlit(s))
    flit.valid := ctl.valid
    flit.vc    := s.index(ctl.vc)
    flit.head  := ctl.head
    flit.tail  := ctl.tail
    flit.w0    := link.w0
    flit.w1    := link.w1
    flit
  }
}
