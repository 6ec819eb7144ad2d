// SPDX-License-Identifier: Apache-2.0
package fairlead.prove

import chisel3._
import chisel3.util._
import fairlead.dla._
import fairlead.params._

/** DlaFifo: requests of one to five words, each pushed with a credit; the network takes what it sees. */
class DlaFifoProof(depth: Int)(implicit structure: Structure) extends Harness {
  private val dut = Module(new DlaFifo(TileParams("prove").copy(maxDla = depth)))
  dut.io.abort := false.B // aborts: harness dla
  dut.io.gone  := 1.U
  private val io    = dut.io
  private val held  = RegInit(0.U(4.W)) // words in the FIFO or promised to the request that is coming in
  private val left  = RegInit(0.U(3.W)) // words of it to come
  private val words = Reg(UInt(3.W))
  private val size  = free("size", UInt(3.W))
  private val begin = freeBit("begins") && left === 0.U && size >= 1.U && size <= 5.U && held +& size <= depth.U
  private val goes  = freeBit("goes") && left =/= 0.U
  private val takes = freeBit("takes")
  private val pop   = takes && io.valid
  io.depth      := depth.U
  io.push       := begin || goes
  io.words      := Mux(begin, size, words)
  io.in         := 0.U.asTypeOf(new DlaEntry)
  io.in.head    := begin
  io.in.tail    := Mux(begin, size === 1.U, left === 1.U)
  io.in.channel := free("channel", UInt(1.W))
  io.pop        := pop
  when(begin) { words := size; left := size - 1.U }.elsewhen(goes) { left := left - 1.U }
  held := held + Mux(begin, size, 0.U) - pop.asUInt
  private val open = RegInit(false.B) // in the middle of a request at the exit
  when(pop) { open := !io.out.tail }
  assert(!pop || io.out.head =/= open, "PDF_P1: words of a request do not leave head first, together")
  assert(!open || io.valid, "PDF_P2: the network waits in the middle of a request")
  assert(!(left === 0.U && !begin) || io.valid === (held =/= 0.U), "PDF_P3: a whole request is not seen")
  live("PDF_L1", io.valid && pop || held === 0.U || left =/= 0.U, takes)
  reachable(pop && io.out.tail && held === 1.U, "PDF_C1")
  reachable(held === depth.U && io.valid, "PDF_C2")
}

/** DlaFifo with requests that are aborted: one word is followed, chosen freely. */
class DlaFifoWordProof(depth: Int)(implicit structure: Structure) extends Harness {
  private val dut   = Module(new DlaFifo(TileParams("prove").copy(maxDla = depth)))
  private val io    = dut.io
  private val left  = RegInit(0.U(3.W)) // words to come of the request that is coming in
  private val words = Reg(UInt(3.W))
  private val size  = free("size", UInt(3.W))
  private val used  = io.used +& left
  private val begin = freeBit("begins") && left === 0.U && size >= 1.U && size <= 5.U && used +& size <= depth.U
  private val goes  = freeBit("goes") && left =/= 0.U
  private val abort = freeBit("aborts") && left =/= 0.U && !goes
  private val pop   = freeBit("takes") && io.valid
  private val entry = free("entry", new DlaEntry)
  io.depth   := depth.U
  io.push    := begin || goes
  io.words   := Mux(begin, size, words)
  io.in      := entry
  io.in.head := begin
  io.in.tail := Mux(begin, size === 1.U, left === 1.U)
  io.pop     := pop
  io.abort   := abort
  io.gone    := words - left
  when(begin) { words := size; left := size - 1.U }.elsewhen(goes) { left := left - 1.U }.elsewhen(abort) {
    left := 0.U
  }

  private val follow  = freeBit("follow")
  private val follows = RegInit(false.B)
  private val last    = RegInit(false.B) // it belongs to the request that is coming in
  private val ahead   = Reg(UInt(4.W)) // words that leave before it
  private val cls     = Reg(UInt(2.W))
  private val channel = Reg(UInt(4.W))
  private val starts  = (io.push || abort) && follow && !follows
  // an abort leaves one word, in the place of the first one of its request
  private val before = Mux(abort, io.used - io.gone, io.used) - pop
  when(starts) {
    follows := true.B
    last    := !abort && !io.in.tail
    ahead   := before
    cls     := entry.cls
    channel := entry.channel
  }.elsewhen(follows) {
    when(pop) { ahead := ahead - 1.U }
    when(pop && ahead === 0.U || abort && last) { follows := false.B }
    when(io.push && io.in.tail) { last := false.B }
  }
  private val out = follows && pop && ahead === 0.U
  assert(
    !out || !last && io.out.cls === cls && io.out.channel === channel,
    "PDW_P1: a word leaves with another class or channel than it entered with, out of order, or before its request is whole"
  )
  assert(!pop || io.used =/= 0.U, "PDW_P2: a word leaves that never entered")
  reachable(out && abort, "PDW_C1")
}

/** DlaFifo: requests come out with the words with which they went in. One word is enough to know: a word of two
  * requests is never one of them.
  */
class DlaFifoHeaderProof(depth: Int)(implicit structure: Structure) extends HeaderProof {
  private val io    = Module(new DlaFifo(TileParams("prove").copy(maxDla = depth))).io
  private val left  = RegInit(0.U(3.W)) // words to come of the request that is coming in
  private val words = Reg(UInt(3.W))
  private val size  = free("size", UInt(3.W))
  private val used  = io.used +& left
  private val begin = freeBit("begins") && left === 0.U && size >= 1.U && size <= 5.U && used +& size <= depth.U
  private val goes  = freeBit("goes") && left =/= 0.U
  private val abort = freeBit("aborts") && left =/= 0.U && !goes
  private val entry = free("entry", new DlaEntry)
  io.depth   := depth.U
  io.push    := begin || goes
  io.words   := Mux(begin, size, words)
  io.in      := entry
  io.in.head := begin
  io.in.tail := Mux(begin, size === 1.U, left === 1.U)
  io.pop     := freeBit("takes") && io.valid
  io.abort   := abort
  io.gone    := words - left
  when(begin) { words := size; left := size - 1.U }.elsewhen(goes) { left := left - 1.U }.elsewhen(abort) {
    left := 0.U
  }
  assert(!begin || sound(entry.w0), "PHW_A1: a head enters that names no node of the machine")
  assert(!(io.valid && io.out.head && !io.void) || sound(io.out.w0),
    "PHW_P1: a request in front of the store path names no node of the machine")
  reachable(io.valid && io.out.head && !io.void && io.used === depth.U, "PHW_C1")
}
