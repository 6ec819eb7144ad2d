// SPDX-License-Identifier: Apache-2.0
package fairlead.prove

import chisel3._
import chisel3.util._
import fairlead.dma._
import fairlead.fence.FenceUnit
import fairlead.ports._
import fairlead.words._
import fairlead.params._

/** RequestTx behind InjectionFifos and MessageCredits: legal descriptors of any kind to one target, an emitter with
  * room now and then, a FenceUnit that refuses as it likes, credits that come back.
  */
class RequestTxProof(depth: Int)(implicit structure: Structure) extends Harness {
  private val fifos = Module(new InjectionFifos(TileParams("prove").copy(maxInjection = depth)))
  private val tx    = Module(new RequestTx)
  private val cfg   = WireInit(0.U.asTypeOf(new NicConfig))
  cfg.kx         := 1.U
  cfg.ky         := 1.U
  cfg.kz         := 1.U
  cfg.localPorts := 1.U
  cfg.injectionDepth.foreach(_ := depth.U)
  cfg.memoryBytes := 4096.U
  fifos.io.cfg    := cfg
  tx.io.cfg       := cfg
  tx.io.now       := 0.U

  // descriptors
  private val drawn     = free("kind", UInt(3.W))
  private val kind      = Mux(drawn > OpKind.Fence.value.U, OpKind.Put.value.U, drawn)
  private val isAtomic  = kind === OpKind.FetchAdd.value.U || kind === OpKind.CompSwap.value.U
  private val bytes     = free("length", UInt(10.W))
  private val isMessage = kind === OpKind.Message.value.U
  private val isFenced  = kind >= OpKind.Flush.value.U
  private val half      = freeBit("half") // an atomic of 4 bytes
  private val local     = symbolic("local", UInt(9.W))
  private val remote    = symbolic("remote", UInt(9.W))
  private val word0     = WireInit(0.U.asTypeOf(new Descriptor0))
  private val word1     = WireInit(0.U.asTypeOf(new Descriptor1))
  word0.kind := kind
  word0.fifo := free("fifo", UInt(2.W))
  word0.fifoHigh.foreach(_ := free("fifo_high", UInt(2.W)))
  word0.length := Mux(isAtomic, Mux(half, 4.U, 8.U), Mux(isMessage, bytes(7, 0), Mux(isFenced, 0.U, bytes)))
  word1.local  := Mux(isAtomic || isFenced, 0.U, local)
  // what is named is legal: a word for an atomic, a reception FIFO for a message
  word1.remote := Mux(isFenced || isMessage, 0.U, Mux(isAtomic, Cat(remote(8, 3), half && remote(2), 0.U(2.W)), remote))
  fifos.io.owner     := 0.U
  fifos.io.cmd       := 0.U.asTypeOf(new Cmd)
  fifos.io.cmd.valid := freeBit("posts")
  fifos.io.cmd.op    := TileCommand.Post.value.U
  fifos.io.cmd.w(0)  := word0.asUInt
  fifos.io.cmd.w(1)  := word1.asUInt
  fifos.io.gate.open := true.B
  fifos.io.select(0) := tx.io.select
  fifos.io.select.tail.foreach(_ := 0.U)
  fifos.io.moves := tx.io.moves
  fifos.io.pop   := tx.io.pop
  fifos.io.answer.foreach(_ := tx.io.answer)
  tx.io.heads            := fifos.io.heads
  tx.io.tail             := fifos.io.tails(0)
  tx.io.lookup.entry     := 0.U
  tx.io.lookup.gen       := 0.U
  tx.io.counter          := 0.U
  tx.io.counterGen       := 0.U
  tx.io.dla              := 0.U.asTypeOf(new DlaWord)
  tx.io.dlaDone          := false.B
  tx.io.counterLoad.busy := freeBit("used")

  // those that let it go on
  private val calm    = symbolic("calm", Bool()) // liveness: nobody refuses
  private val space   = freeBit("space")
  private val allowed = free("allowed", UInt(structure.injectionFifos.W)) | Fill(structure.injectionFifos, calm)
  tx.io.space := space
  private val live_    = VecInit(fifos.io.heads.map(h => h.valid && !h.paced)).asUInt & allowed
  private val messages = VecInit(fifos.io.heads.map(_.word0.kind === OpKind.Message.value.U)).asUInt
  private val letters  = Module(new MessageCredits)
  private val taken    = Mux(calm, 0.U, tx.io.pop & messages) // calm: there is always a credit
  private val away     = RegInit(0.U(2.W)) // messages whose credit has not come back
  private val back     = freeBit("backs") && away =/= 0.U
  private val preset   = freeBit("presets") && away === 0.U
  away                  := away + taken.orR - back
  letters.io.cmd        := 0.U.asTypeOf(new Cmd)
  letters.io.cmd.valid  := preset
  letters.io.cmd.op     := TileCommand.MsgCredit.value.U
  letters.io.cmd.w(1)   := free("credits", UInt(2.W))
  letters.io.back.valid := back
  letters.io.back.from  := 0.U.asTypeOf(new Coord)
  letters.io.back.fifo  := 0.U
  letters.io.waiting    := live_ & messages
  letters.io.targets.foreach(_ := 0.U.asTypeOf(new Coord))
  letters.io.toFifos.foreach(_ := 0.U)
  letters.io.older  := anyOrder
  letters.io.second := 0.U
  letters.io.can    := VecInit(Seq(space, false.B).take(structure.localPorts))
  letters.io.take   := taken
  tx.io.ready       := (live_ & ~messages) | Mux(calm, live_ & messages, letters.io.offer)
  tx.io.arm.ready   := freeBit("arms") || calm
  tx.io.arm.ping    := freeBit("pings")
  tx.io.arm.entry   := 0.U
  private val asking = RegInit(0.U(2.W))
  private val ready  = VecInit(tx.io.control.map(_.ready)).asUInt
  asking := (asking & ~ready) | free("asks", UInt(2.W))
  tx.io.control.zipWithIndex.foreach { case (c, i) =>
    c.valid := asking(i)
    c.ptype := PacketType.Ping.value.U
    c.dst   := 0.U.asTypeOf(new Coord)
    c.word1 := 0.U.asTypeOf(new Header1)
  }

  // one descriptor is followed, by its tag
  private val watch  = AnyFifo(symbolic("watch", UInt(structure.injectionBits.W)), structure.injectionFifos)
  private val count  = RegInit(0.U(3.W)) // in its FIFO
  private val enters = fifos.io.cmd.valid && word0.number === watch && count =/= depth.U
  private val pop    = tx.io.pop(watch)
  count := count + enters - pop
  private val ever   = RegInit(false.B)
  private val inside = RegInit(false.B)
  private val ahead  = Reg(UInt(3.W))
  private val mine   = Reg(UInt(3.W)) // its kind
  private val length = Reg(UInt(10.W))
  private val there  = Reg(UInt(9.W)) // its remote address
  private val done   = Reg(UInt(10.W)) // its bytes in packets
  private val mark   = enters && !ever && freeBit("mark")
  word0.tag := mark
  private val header0   = tx.io.push.head0.asTypeOf(new Header0)
  private val header1   = tx.io.push.head1.asTypeOf(new Header1)
  private val out       = tx.io.push.valid && !ready.orR && header1.tag(0)
  private val leaves    = inside && pop && ahead === 1.U
  private val isPut     = mine === OpKind.Put.value.U
  private val isGet     = mine === OpKind.Get.value.U
  private val isMsg     = mine === OpKind.Message.value.U
  private val wasAtomic = mine === OpKind.FetchAdd.value.U || mine === OpKind.CompSwap.value.U
  private val isFence   = mine >= OpKind.Flush.value.U
  private val left      = length - done
  private val asked     = tx.io.push.data0.asTypeOf(new GetPayload)
  private val isCut     = isPut || isGet && !asked.unarmed
  private val size      = Mux(isCut && left > structure.maxPayload.U, structure.maxPayload.U, left)
  when(mark) {
    ever   := true.B
    ahead  := count + 1.U - pop
    mine   := kind
    length := word0.length
    there  := word1.remote
    done   := 0.U
  }.otherwise {
    when(inside && pop) { ahead := ahead - 1.U }
    when(out) { done := done + Mux(isGet, size, header0.length) }
  }
  inside := (inside || mark) && !leaves
  assert(!out || inside && ahead === 1.U, "PRQ_P1: a packet of an operation that has left, or is not in front")
  assert(
    !(out && (isPut || isMsg)) || header0.length === size && header1.addr === there +& done &&
      (size === 0.U || tx.io.run.valid && tx.io.run.addr === local +& done && tx.io.run.bytes === size),
    "PRQ_P2: packets of a put or message overlap, leave a gap or go elsewhere"
  )
  assert(!(leaves && !isFence) || out && (!(isCut || isMsg) || size === left) && header0.last,
    "PRQ_P3: an operation leaves without its last packet")
  assert(!out || leaves || isCut && size =/= left && !header0.last, "PRQ_P4: an operation stays behind its last packet")
  assert(!(out && wasAtomic) || header1.ctrValid === (length === 4.U), "PRQ_P5: an atomic leaves with another width")
  assert(
    !(out && isGet) || header1.addr === there +& done && asked.length === left && asked.landing === local +& done &&
      tx.io.counterLoad.valid === (done === 0.U) && (done === 0.U || !asked.unarmed),
    "PRQ_P6: packets of a get overlap, leave a gap, go elsewhere, or take its counter again"
  )
  live("PRQ_L1", !inside, space && calm)
  reachable(leaves && isPut && done === 512.U, "PRQ_C1")
  reachable(leaves && isFence, "PRQ_C2")
  reachable(leaves && isGet && done === 512.U, "PRQ_C5")
  reachable(taken.orR && away === 2.U, "PRQ_C3")
  reachable(out && wasAtomic && header1.ctrValid, "PRQ_C4")
}

/** RequestTx: what it prepares of descriptors, requests of the store path and control packets that name nodes. */
class RequestTxHeaderProof(implicit structure: Structure) extends HeaderProof {
  private val io = Module(new RequestTx).io
  expose(io)
  io.cfg := nic
  assert(io.heads.map(h => !h.valid || inside(h.word0.target)).reduce(_ && _), "PHQ_A1: PHP_P1 of the FIFOs")
  assert((io.ready & ~VecInit(io.heads.map(_.valid)).asUInt) === 0.U, "PHQ_A2: a head is ready that is not there")
  assert(io.control.map(c => !c.valid || inside(c.dst)).reduce(_ && _), "PHQ_A3: PHE_P1, PHF_P1 of the sources")
  assert(!(io.dla.valid && io.dla.head) || sound(io.dla.w0), "PHQ_A4: PHW_P1 of the store path")
  assert(!io.push.valid || sound(io.push.head0), "PHQ_P1: a request leaves for no node of the machine")
  private val header = io.push.head0.asTypeOf(new Header0)
  reachable(io.push.valid && header.dst.asUInt === 0xfff.U && header.ptype === PacketType.PutCount.value.U, "PHQ_C1")
}
