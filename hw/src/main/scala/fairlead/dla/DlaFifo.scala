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

/** The one FIFO of the DLA, strict order. It has whole requests only: all words of one enter in a cycle, so the network
  * never waits for a store. They go into as many of eight banks, where one place follows the other.
  *
  * Contract: `push` only with credits, so that the words have places; `pop` only while `valid`.
  * Timing:   a request pushed in cycle t is visible in t + 1.
  * Reset:    empty. `depth` is a configuration register.
  * Spec:     docs/spec/dla-arbiter.md
  */
class DlaFifo(p: TileParams) extends Module {
  val countBits: Int = log2Ceil(p.maxDla + 1)

  val io = IO(new Bundle {
    val depth = Input(UInt(countBits.W))
    val push  = Input(Bool())
    val in    = Input(new DlaWhole)
    val valid = Output(Bool())
    val out   = Output(new DlaEntry)
    val pop   = Input(Bool())
    val used  = Output(UInt(countBits.W)) // words inside
  })

  private val banks   = 8 // no two words of a request share one
  private val rowsOf  = (p.maxDla + banks - 1) / banks
  private val rowBits = log2Ceil(rowsOf).max(1)

  /** The bank of a place, and its row. */
  private class Place extends Bundle {
    val row  = UInt(rowBits.W)
    val bank = UInt(3.W)
  }
  private val write              = RegInit(0.U.asTypeOf(new Place))
  private val read               = RegInit(0.U.asTypeOf(new Place))
  private[fairlead] val occupied = RegInit(0.U(countBits.W))
  private val lastRow            = ((io.depth -& 1.U) >> 3)(rowBits - 1, 0)
  private def below(row: UInt): UInt = Mux(row === lastRow, 0.U, row + 1.U)

  /** The row of the first place in a bank that is not in front of `from`. */
  private def row(bank: Int, from: Place): UInt = Mux(bank.U < from.bank, below(from.row), from.row)
  private def after(from: Place, words: UInt): Place = {
    val next = Wire(new Place)
    val sum  = from.bank +& words
    next.bank := sum(2, 0)
    next.row  := Mux(sum(3), below(from.row), from.row)
    next
  }
  private val next = Mux(io.pop, after(read, 1.U), read)
  when(io.push) { write := after(write, io.in.words) }
  read     := next
  occupied := occupied + Mux(io.push, io.in.words, 0.U) - io.pop

  /** Head, tail, class, channel; then the flit. */
  private val fronts = Seq.tabulate(banks) { bank =>
    val index  = bank.U - write.bank // of the word that the bank gets
    val enters = io.push && index < io.in.words
    val flit   = VecInit(io.in.w ++ Seq.fill(banks - io.in.w.size)(io.in.w.last))(index)
    val data = Seq(
      Cat(index === 0.U, index +& 1.U === io.in.words, io.in.cls, io.in.channel),
      flit.w0,
      flit.w1
    )
    data.zip(Seq("owners", "data0", "data1")).map { case (data, name) =>
      if (p.physical)
        FrontMemory(s"${name}_$bank", rowsOf, enters, row(bank, write), data, Seq(row(bank, next)),
          Seq(io.pop && read.bank === bank.U)).head
      else {
        val words = Mem(rowsOf, chiselTypeOf(data)).suggestName(s"${name}_$bank")
        when(enters) { words.write(row(bank, write), data) }
        words.read(read.row)
      }
    }
  }
  private def front(i: Int): UInt = VecInit(fronts.map(_(i)))(read.bank)
  private val owner = front(0)
  io.valid       := occupied =/= 0.U
  io.out.head    := owner(7)
  io.out.tail    := owner(6)
  io.out.cls     := owner(5, 4)
  io.out.channel := owner(3, 0)
  io.out.w0      := front(1)
  io.out.w1      := front(2)
  io.used        := occupied

  layer.block(Verification) {
    assert(!io.push || (occupied +& io.in.words) <= io.depth, "DF_P1: the FIFO overflows")
    assert(!io.pop || io.valid, "DF_A1: a word is taken that is not there")
    assert(!io.push || (io.in.words =/= 0.U && io.in.words <= DlaAssembly.mostWords.U), "DF_A2: a request of no words")
  }
}
