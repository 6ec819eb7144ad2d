// SPDX-License-Identifier: Apache-2.0
package fairlead.prove

import chisel3._
import fairlead.dma.{PacketEmitter, TxSource}
import fairlead.router.{FlitMeta, InputUnit, RouterShape}
import fairlead.params.{Structure, TileParams}

/** The credit loop of an injection port, wired as in the tile: PacketEmitter, InputUnit. Packets all of one flit or all
  * of two, whose words are at hand; any number of packets ahead; any allocator.
  */
class PacketEmitterProof(depth: Int)(implicit structure: Structure) extends Harness {
  private val shape  = RouterShape(TileParams("prove").copy(maxLocalDepth = depth))
  private val sender = Module(new PacketEmitter)
  private val buffer = Module(new InputUnit(shape, false))
  sender.io.localDepth := depth.U
  sender.io.limit      := symbolic("limit", UInt(2.W)) +& 1.U
  buffer.io.cfg        := 0.U.asTypeOf(buffer.io.cfg)
  buffer.io.lasts      := (depth - 1).U
  buffer.io.port       := 6.U
  buffer.io.cls        := 0.U
  sender.io.load.busy  := false.B
  sender.io.reply      := 0.U.asTypeOf(sender.io.reply)
  sender.io.dla.valid  := false.B
  sender.io.dla.head   := false.B
  sender.io.dla.tail   := false.B
  sender.io.dla.w0     := 0.U
  sender.io.dla.w1     := 0.U

  private val push = freeBit("pushes") && sender.io.space
  private val two  = symbolic("two", Bool()) // flits of each packet
  private val head = freeBit("head")
  private val body = freeBit("body")
  sender.io.push        := 0.U.asTypeOf(sender.io.push)
  sender.io.push.valid  := push
  sender.io.push.source := Mux(two, TxSource.Inline.U, TxSource.None.U)
  sender.io.push.flits  := two
  sender.io.push.head0  := head ## 0.U(40.W) // above the fields that a route looks at
  sender.io.push.data0  := body ## 0.U(40.W)

  private val flit = sender.io.link.flit
  buffer.io.in.valid := flit.valid
  buffer.io.in.vc    := 0.U
  buffer.io.in.head  := flit.head
  buffer.io.in.tail  := flit.tail
  buffer.io.in.w0    := flit.w0
  buffer.io.in.w1    := flit.w1
  private val homing = buffer.io.credit(0)
  sender.io.link.credit := homing
  private val serves = freeBit("serves")
  private val take   = serves && buffer.io.waiting(0)
  buffer.io.pick    := 0.U
  buffer.io.granted := take
  buffer.io.refund  := take
  buffer.io.tail    := buffer.io.front(0).asTypeOf(new FlitMeta(shape)).tail
  buffer.io.bind    := 0.U.asTypeOf(buffer.io.bind)

  // counted outside both units: flits pushed and not on the link, flits in the buffer
  private val queued = RegInit(0.U(6.W))
  private val inside = RegInit(0.U(4.W))
  private val fresh  = Mux(push, Mux(two, 2.U, 1.U), 0.U)
  queued := queued + fresh - flit.valid
  inside := inside + flit.valid - take
  private val away   = flit.valid +& inside +& homing
  private val unsent = queued - flit.valid
  assert(away <= depth.U, "PIL_P1: more flits and credits are away than the buffer has slots")
  assert(flit.valid === RegNext(unsent =/= 0.U && away =/= depth.U, false.B),
    "PIL_P2: credits at home, flits on the link and in the buffer, and credits on their way are not the depth")
  assert(buffer.io.waiting(0) === (inside =/= 0.U), "PIL_P3: a flit in the buffer is lost, or one is that never came")

  // one flit, chosen freely, followed to where it leaves the buffer
  private val chosen  = freeBit("chosen")
  private val later   = freeBit("later") // of its packet
  private val ever    = RegInit(false.B)
  private val marked  = RegInit(false.B)
  private val content = Reg(Bool())
  private val first   = Reg(Bool())
  private val ahead   = Reg(UInt(6.W)) // flits that leave before it, itself included
  private val mark    = push && chosen && !ever && (two || !later)
  private val out     = marked && take && ahead === 1.U
  when(mark) {
    ever    := true.B
    content := Mux(later, body, head)
    first   := !later
    ahead   := queued + inside + Mux(later, 2.U, 1.U) - take
  }.elsewhen(marked && take) { ahead := ahead - 1.U }
  marked := (marked || mark) && !out
  assert(!out || buffer.io.w0(40) === content, "PIL_P4: a flit leaves with other contents or out of order")
  live("PIL_L1", flit.valid || queued === 0.U, serves)
  reachable(away === depth.U && homing, "PIL_C1")
  reachable(out && !first, "PIL_C2")
}
