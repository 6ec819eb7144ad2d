// SPDX-License-Identifier: Apache-2.0
package fairlead.prove

import chisel3._
import chisel3.util._
import fairlead.dla.{DlaEntry, DlaFifo}
import fairlead.dma._
import fairlead.ports._
import fairlead.words._
import fairlead.params._

/** ReadPort: two contexts that ask until they are served. */
class ReadPortProof extends Harness {
  private val dut     = Module(new ReadPort)
  private val io      = dut.io
  private val more    = free("more", UInt(2.W))
  private val asking  = RegInit(0.U(2.W))
  private val granted = VecInit(io.ask.map(_.grant)).asUInt
  asking := (asking & ~granted) | more
  io.ask.zipWithIndex.foreach { case (ask, c) =>
    ask.valid := asking(c)
    ask.addr  := free(s"addr$c", UInt(1.W))
    ask.len   := 1.U
  }
  private val before = RegInit(0.U(2.W)) // cycles in which context 1 asked and was not served
  before := Mux(asking(1) && !granted(1), before + 1.U, 0.U)
  assert(before <= 1.U, "PRP_P1: a context that asks is passed over twice")
  assert((granted & ~asking) === 0.U, "PRP_P2: a context is served that did not ask")
  assert(io.req.valid === RegNext(asking =/= 0.U, false.B), "PRP_P3: a read is lost or invented")
  live("PRP_L1", granted(1) || !asking(1), true.B)
  reachable(asking === 3.U && granted(1), "PRP_C1")
}

/** InjectionFifos: any descriptors, any packetisers. */
class InjectionProof(depth: Int) extends Harness {
  private val dut   = Module(new InjectionFifos(TileParams(variant = "prove", maxInjection = depth)))
  private val io    = dut.io
  private val watch = symbolic("watch", UInt(2.W))
  io.cfg                := 0.U.asTypeOf(new NicConfig)
  io.cfg.kx             := 1.U
  io.cfg.ky             := 1.U
  io.cfg.kz             := 1.U
  io.cfg.injectionDepth := depth.U
  private val word = WireInit(0.U.asTypeOf(new Descriptor0))
  word.kind    := OpKind.Put.value.U
  word.fifo    := free("fifo", UInt(2.W))
  word.tag     := free("tag", UInt(1.W))
  word.epoch   := freeBit("epoch")
  io.cmd       := 0.U.asTypeOf(new Cmd)
  io.cmd.valid := freeBit("posts")
  io.cmd.op    := TileCommand.Post.value.U
  io.cmd.w(0)  := word.asUInt
  io.gate.open := freeBit("open")
  io.select.foreach(_ := 0.U)
  io.step := 0.U
  private val valid = VecInit(io.heads.map(_.valid)).asUInt
  private val takes = free("takes", UInt(4.W))
  private val pops  = takes & valid
  io.pop := pops

  private val held   = RegInit(0.U(3.W)) // of the FIFO that is watched
  private val mine   = io.cmd.valid && word.fifo === watch
  private val enters = mine && held =/= depth.U && (!word.epoch || io.gate.open)
  private val leaves = pops(watch)
  held := held + enters.asUInt - leaves.asUInt
  private val chosen = freeBit("chosen")
  private val ever   = RegInit(false.B)
  private val inside = RegInit(false.B)
  private val ahead  = Reg(UInt(3.W))
  private val tag    = Reg(Bool())
  private val mark   = enters && chosen && !ever
  private val out    = inside && leaves && ahead === 1.U
  when(mark) {
    ever  := true.B
    tag   := word.tag(0)
    ahead := held + (!leaves).asUInt
  }.elsewhen(inside && leaves) { ahead := ahead - 1.U }
  inside := (inside || mark) && !out
  assert(!out || io.heads(watch).word0.tag === tag.asUInt,
    "PIJ_P1: descriptors of a FIFO do not leave in the order of their posting")
  assert(io.heads(watch).valid === (held =/= 0.U), "PIJ_P2: a posted descriptor is lost, or one was never posted")
  private val rejected = RegNext(io.cmd.valid && word.fifo === watch && !enters, false.B)
  assert(!rejected || io.event.valid, "PIJ_P4: a descriptor is refused in silence")
  live("PIJ_L1", !inside, takes(watch))
  reachable(out && held === depth.U, "PIJ_C1")
  reachable(rejected && held =/= depth.U, "PIJ_C2")
}

/** DlaFifo: requests of one to five words, each pushed with a credit; the network takes what it sees. */
class DlaFifoProof(depth: Int) extends Harness {
  private val dut = Module(new DlaFifo(TileParams(variant = "prove", maxDla = depth)))
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
class DlaWordProof(depth: Int) extends Harness {
  private val dut   = Module(new DlaFifo(TileParams(variant = "prove", maxDla = depth)))
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
