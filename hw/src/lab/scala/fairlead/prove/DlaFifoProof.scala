// SPDX-License-Identifier: Apache-2.0
package fairlead.prove

import chisel3._
import chisel3.util._
import fairlead.dla._
import fairlead.params._

/** DlaFifo: requests of one to five words, each pushed with its credits; the network takes what it sees. */
class DlaFifoProof(depth: Int)(implicit structure: Structure) extends Harness {
  private val io    = Module(new DlaFifo(TileParams("prove").copy(maxDla = depth))).io
  private val held  = RegInit(0.U(5.W)) // words that have entered and not left
  private val size  = free("size", UInt(3.W))
  private val push  = freeBit("pushes") && size >= 1.U && size <= 5.U && held +& size <= depth.U
  private val takes = freeBit("takes")
  private val pop   = takes && io.valid
  io.depth      := depth.U
  io.push       := push
  io.in         := 0.U.asTypeOf(new DlaWhole)
  io.in.words   := size
  io.in.channel := free("channel", UInt(1.W))
  io.pop        := pop
  held          := held + Mux(push, size, 0.U) - pop.asUInt
  private val open = RegInit(false.B) // in the middle of a request at the exit
  when(pop) { open := !io.out.tail }
  assert(!pop || io.out.head =/= open, "PDF_P1: words of a request do not leave head first, together")
  assert(!open || io.valid, "PDF_P2: the network waits in the middle of a request")
  assert(io.valid === (held =/= 0.U) && io.used === held, "PDF_P3: a request is not seen")
  live("PDF_L1", pop || held === 0.U, takes)
  reachable(pop && io.out.tail && held === 1.U, "PDF_C1")
  reachable(held === depth.U && io.valid, "PDF_C2")
}

/** DlaFifo: one word is followed, chosen freely. */
class DlaFifoWordProof(depth: Int)(implicit structure: Structure) extends Harness {
  private val io    = Module(new DlaFifo(TileParams("prove").copy(maxDla = depth))).io
  private val entry = free("entry", new DlaWhole)
  private val size  = entry.words
  private val pop   = freeBit("takes") && io.valid
  io.depth := depth.U
  io.push  := freeBit("pushes") && size >= 1.U && size <= 5.U && io.used +& size <= depth.U
  io.in    := entry
  io.pop   := pop

  private val which   = free("which", UInt(3.W)) // word of the request
  private val follows = RegInit(false.B)
  private val ahead   = Reg(UInt(5.W)) // words that leave before it
  private val starts  = io.push && which < size && freeBit("follow") && !follows
  when(starts) {
    follows := true.B
    ahead   := io.used +& which - pop
  }.elsewhen(follows && pop) {
    ahead   := ahead - 1.U
    follows := ahead =/= 0.U
  }
  private def flit(w0: UInt, w1: UInt): UInt = Cat(w0(0), w1(63)) // one bit stands for all
  private val word = entry.w(which)
  private val kept =
    RegEnable(Cat(which === 0.U, which + 1.U === size, entry.cls, entry.channel, flit(word.w0, word.w1)), starts)
  private val out = follows && pop && ahead === 0.U
  assert(!out || kept === Cat(io.out.head, io.out.tail, io.out.cls, io.out.channel, flit(io.out.w0, io.out.w1)),
    "PDW_P1: a word leaves with another class, channel or flit than it entered with, or out of order")
  assert(!pop || io.used =/= 0.U, "PDW_P2: a word leaves that never entered")
  reachable(out && io.out.tail && !io.out.head, "PDW_C1")
}

/** DlaFifo: requests come out with the words with which they went in. One word is enough to know: a word of two
  * requests is never one of them.
  */
class DlaFifoHeaderProof(depth: Int)(implicit structure: Structure) extends HeaderProof {
  private val io    = Module(new DlaFifo(TileParams("prove").copy(maxDla = depth))).io
  private val entry = free("entry", new DlaWhole)
  private val size  = entry.words
  io.depth := depth.U
  io.push  := freeBit("pushes") && size >= 1.U && size <= 5.U && io.used +& size <= depth.U
  io.in    := entry
  io.pop   := freeBit("takes") && io.valid
  assert(!io.push || sound(entry.w.head.w0), "PHW_A1: a head enters that names no node of the machine")
  assert(!(io.valid && io.out.head) || sound(io.out.w0),
    "PHW_P1: a request in front of the store path names no node of the machine")
  reachable(io.valid && io.out.head && io.used === depth.U, "PHW_C1")
}
