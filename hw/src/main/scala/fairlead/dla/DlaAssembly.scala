// SPDX-License-Identifier: Apache-2.0
package fairlead.dla

import chisel3._
import chisel3.util._
import fairlead.params._

/** A request whose words are all there. */
class DlaWhole extends Bundle {
  val words   = UInt(3.W)
  val cls     = UInt(2.W)
  val channel = UInt(4.W)
  val w       = Vec(DlaAssembly.mostWords, new DlaFlit)
}

class DlaFlit extends Bundle {
  val w0 = UInt(64.W)
  val w1 = UInt(64.W)
}

object DlaAssembly {
  val mostWords: Int = 1 + Fixed.dlaInlineBytes / Fixed.flitBytes
}

/** The half request of each channel: words that have come, in front of the FIFO. A request leaves as a whole with its
  * last word, so a channel whose words do not come holds up nobody else.
  *
  * Contract: `begins` only while the channel has no half request; at most one of `begins`, `data`, `clears` a cycle.
  * Timing:   `out` is valid in the cycle of the last word.
  * Reset:    no half request.
  * Spec:     docs/spec/dla-arbiter.md
  */
class DlaAssembly(p: TileParams) extends Module {
  private val channels = p.dlaChannels

  val io = IO(new Bundle {
    val channel = Input(UInt(4.W)) // of the command; it exists if one of the following is high
    val stores  = Input(Bool()) // a request, accepted or not
    val begins  = Input(Bool()) // it is accepted
    val request = Input(new DlaRequest)
    val cls     = Input(UInt(2.W))
    val data    = Input(Bool())
    val flit    = Input(new DlaFlit)
    val clears  = Input(Bool())
    val half    = Output(Bool()) // the channel has a half request
    val words   = Output(UInt(3.W)) // of the half request, once it is whole
    val halfCls = Output(UInt(2.W))
    val valid   = Output(Bool())
    val out     = Output(new DlaWhole)
  })

  private val c               = io.channel(log2Up(channels) - 1, 0)
  private[fairlead] val left  = RegInit(VecInit(Seq.fill(channels)(0.U(3.W)))) // data to come
  private[fairlead] val whole = Reg(Vec(channels, UInt(3.W)))
  private[fairlead] val cls   = Reg(Vec(channels, UInt(2.W)))
  private val isGet           = Reg(Vec(channels, Bool())) // its flit is made here
  private[fairlead] val torn  = Reg(Vec(channels, Bool())) // the channel has stored another request before its data
  private val rows            = Seq.fill(DlaAssembly.mostWords - 1)(Mem(channels, new DlaFlit)) // the last goes on
  private val place           = whole(c) - left(c)
  private val follows         = io.data && io.half && !torn(c)
  private val head            = Wire(new DlaFlit)
  private val fetch           = Wire(new DlaFlit)
  head.w0  := io.request.head0
  head.w1  := io.request.head1
  fetch.w0 := io.request.getWord
  fetch.w1 := 0.U

  when(io.begins) {
    left(c)  := io.request.flits
    whole(c) := io.out.words
    cls(c)   := io.cls
    isGet(c) := io.request.isGet
    torn(c)  := false.B
  }.elsewhen(io.stores && io.half) { torn(c) := true.B }
  when(follows) { left(c) := left(c) - 1.U }
  when(io.clears) { left(c) := 0.U }
  when(io.begins) { rows(0).write(c, head) }
  when(io.begins && io.request.isGet || follows && place === 1.U && !isGet(c)) {
    rows(1).write(c, Mux(io.begins, fetch, io.flit))
  }
  for (k <- 2 until rows.size) when(follows && place === k.U) { rows(k).write(c, io.flit) }

  io.half        := left(c) =/= 0.U
  io.words       := whole(c)
  io.halfCls     := cls(c)
  io.valid       := Mux(io.begins, io.request.flits === 0.U, follows && left(c) === 1.U)
  io.out.words   := Mux(io.begins, io.request.flits + 1.U, whole(c))
  io.out.cls     := Mux(io.begins, io.cls, cls(c))
  io.out.channel := io.channel
  io.out.w(0)    := Mux(io.begins, head, rows(0).read(c))
  for (k <- 1 until rows.size) io.out.w(k) := Mux(place === k.U && !isGet(c), io.flit, rows(k).read(c))
  io.out.w.last := io.flit
}
