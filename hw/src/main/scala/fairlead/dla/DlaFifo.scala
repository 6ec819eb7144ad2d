// SPDX-License-Identifier: Apache-2.0
package fairlead.dla

import chisel3._
import chisel3.layers.Verification
import chisel3.util._
import fairlead.params.TileParams
import fairlead.ports.FrontMemory

/** One word of the DLA FIFO: a flit and whose credit it has consumed. */
class DlaEntry extends Bundle {
  val head    = Bool()
  val tail    = Bool()
  val cls     = UInt(2.W)
  val channel = UInt(4.W)
  val w0      = UInt(64.W)
  val w1      = UInt(64.W)
}

/** The one FIFO of the DLA, strict order. Words of a request become visible together, when its tail has entered: the
  * network never waits for a store. A request whose data will not come is aborted: one word without content keeps its
  * place in the order, the others are free again.
  *
  * Contract: `push` only with a credit, so that it has a place; `pop` only while `valid`; `abort` not with `push`.
  * Timing:   a tail pushed in cycle t makes its request visible in t + 1.
  * Reset:    empty. `depth` is a configuration register.
  * Spec:     docs/spec/dla-arbiter.md
  */
class DlaFifo(p: TileParams) extends Module {
  val countBits: Int = log2Ceil(p.maxDla + 1)

  val io = IO(new Bundle {
    val depth = Input(UInt(countBits.W))
    val push  = Input(Bool())
    val in    = Input(new DlaEntry)
    val words = Input(UInt(3.W)) // with the tail: words of its request
    val valid = Output(Bool())
    val out   = Output(new DlaEntry)
    val pop   = Input(Bool())
    // the last request, whose data have not all come, becomes one void word
    val abort = Input(Bool())
    val gone  = Input(UInt(3.W)) // with abort: its words that have entered
    val void  = Output(Bool()) // the word at the front is one of these
    val used  = Output(UInt(countBits.W)) // words inside
  })

  private val data0              = Option.unless(p.physical)(Mem(p.maxDla, UInt(64.W)))
  private val data1              = Option.unless(p.physical)(Mem(p.maxDla, UInt(64.W)))
  private val owners             = Option.unless(p.physical)(Mem(p.maxDla, UInt(9.W))) // as `described`
  private val write              = RegInit(0.U(log2Ceil(p.maxDla).W))
  private val read               = RegInit(0.U(log2Ceil(p.maxDla).W))
  private[fairlead] val complete = RegInit(0.U(countBits.W)) // words of whole requests

  private def after(pointer: UInt): UInt = Mux(pointer +& 1.U === io.depth, 0.U, pointer + 1.U)

  private[fairlead] val occupied = RegInit(0.U(countBits.W))
  private val first = Mux(write >= io.gone, write - io.gone, write + io.depth - io.gone) // of the last request
  private val place = Mux(io.abort, first, write)

  /** Void, head, tail, class, channel. */
  private def described: UInt =
    Cat(io.abort, io.in.head || io.abort, io.in.tail || io.abort, io.in.cls, io.in.channel)
  when(io.push) {
    data0.foreach(_.write(write, io.in.w0))
    data1.foreach(_.write(write, io.in.w1))
  }
  when(io.push || io.abort) {
    owners.foreach(_.write(place, described))
    write := after(place(log2Ceil(p.maxDla) - 1, 0))
  }
  when(io.pop) { read := after(read) }
  complete := complete + Mux(io.push && io.in.tail, io.words, 0.U) + io.abort - io.pop
  occupied := occupied + io.push - Mux(io.abort, io.gone - 1.U, 0.U) - io.pop

  private def fronts(name: String, writes: Bool, at: UInt, data: UInt): UInt =
    FrontMemory(name, p.maxDla, writes, at, data, Seq(Mux(io.pop, after(read), read)), Seq(io.pop)).head
  private val owner =
    if (p.physical) fronts("owners", io.push || io.abort, place(log2Ceil(p.maxDla) - 1, 0), described)
    else owners.get(read)
  io.valid       := complete =/= 0.U
  io.out.head    := owner(7)
  io.out.tail    := owner(6)
  io.out.cls     := owner(5, 4)
  io.out.channel := owner(3, 0)
  io.out.w0      := (if (p.physical) fronts("data0", io.push, write, io.in.w0) else data0.get(read))
  io.out.w1      := (if (p.physical) fronts("data1", io.push, write, io.in.w1) else data1.get(read))
  io.void        := owner(8)
  io.used        := occupied

  layer.block(Verification) {
    assert(!io.push || occupied < io.depth, "DF_P1: the FIFO overflows")
    assert(!io.pop || io.valid, "DF_A1: a word is taken that is not there")
    assert(!io.abort || (!io.push && io.gone =/= 0.U), "DF_A2: an abort of nothing")
    assert(complete <= occupied, "DF_P2: more words visible than stored")
  }
}
