// SPDX-License-Identifier: Apache-2.0
package fairlead.router

import chisel3._
import fairlead.ports.LinkFlit
import fairlead.words.LinkCtl

/** Sending end of a link: flit to control word. Link retry would belong here; sequence and CRC are zero. */
object LinkTx {
  def apply(s: RouterShape, flit: PortFlit): LinkFlit = {
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
