// SPDX-License-Identifier: Apache-2.0
package fairlead.prove

import chisel3._
import chisel3.util._
import fairlead.router._
import fairlead.params.{Structure, TileParams}

/** The credit loop of a link: OutputUnit, wires of one or two cycles each way, InputUnit. Two VCs are used.
  *
  * With `packets` a credit is room for one packet, and a packet has one flit or two; else it is room for a flit, and a
  * packet is as long as it likes.
  */
class LinkProof(slots: Int, cutThrough: Boolean)(implicit structure: Structure) extends Harness {
  private val s       = RouterShape(TileParams("prove").copy(maxLinkDepth = slots))
  private val n       = s.linkVcs
  private val sender  = Module(new OutputUnit(s, n, slots))
  private val buffer  = Module(new InputUnit(s, true))
  private val packets = cutThrough.B
  private val depth   = (if (cutThrough) slots / 2 else slots).U
  private val watch   = symbolic("watch", UInt(1.W)) // the VC that is counted
  sender.io.depth          := VecInit.fill(s.linkKinds)(depth)
  sender.io.packets        := packets
  buffer.io.cfg            := 0.U.asTypeOf(buffer.io.cfg)
  buffer.io.cfg.cutThrough := packets
  buffer.io.lasts          := Fill(s.linkKinds, (slots - 1).U(s.linkPtrBits.W))
  buffer.io.port           := 0.U
  buffer.io.cls            := 0.U

  /** A wire of one or two cycles, the output register included: its end, and the values on their way. */
  private def wire[T <: Data](in: T, name: String): (T, Seq[T]) = {
    val late  = symbolic(name, Bool())
    val none  = 0.U.asTypeOf(in)
    val first = RegNext(Mux(late, in, none), none)
    (Mux(late, first, in), Seq(in, first))
  }

  // the sending router: any legal grants
  private val vc     = free("vc", UInt(1.W)).pad(s.indexBits)
  private val head   = sender.io.unowned(vc)
  private val spends = head || !packets
  private val take   = freeBit("wants") && (!spends || sender.io.credits(vc))
  sender.io.take       := 0.U.asTypeOf(sender.io.take)
  sender.io.take.valid := take
  sender.io.take.vc    := vc
  sender.io.take.head  := head
  sender.io.take.tail  := freeBit("ends") || packets && !head
  sender.io.from       := 0.U

  // over the wire and into the buffer, which any legal allocator empties
  private val (arrives, flits) = wire(LinkTx.word(s, sender.io.out), "forth")
  buffer.io.in := LinkRx(s, arrives)
  private val pick    = free("pick", UInt(1.W)).pad(s.indexBits)
  private val serves  = freeBit("serves")
  private val granted = serves && buffer.io.waiting(pick)
  private val tail    = buffer.io.front(pick).asTypeOf(new FlitMeta(s)).tail
  private val refund  = granted && (tail || !packets)
  buffer.io.pick    := pick
  buffer.io.granted := granted
  buffer.io.tail    := tail
  buffer.io.bind    := 0.U.asTypeOf(buffer.io.bind)
  buffer.io.refund  := refund
  private val (returns, credits) = wire(buffer.io.credit, "back")
  sender.io.credit := returns

  // counted outside both units, in credits of the VC that is watched
  private def mine(at: UInt): Bool = at === watch
  private val home    = RegInit(0.U(4.W)) // spent less returned
  private val room    = RegInit(0.U(4.W)) // slots in use at the buffer
  private val held    = RegInit(0.U(4.W)) // flits in the buffer
  private val landing = buffer.io.in.valid && mine(buffer.io.in.vc)
  home := home + (take && spends && mine(vc)).asUInt - returns(watch)
  room := room + (landing && (buffer.io.in.head || !packets)).asUInt - (refund && mine(pick)).asUInt
  held := held + landing.asUInt - (granted && mine(pick)).asUInt
  private val onWire = PopCount(flits.map { link =>
    val flit = LinkRx(s, link)
    flit.valid && mine(flit.vc) && (flit.head || !packets)
  })
  private val homing = PopCount(credits.map(_(watch)))
  assert(onWire +& room +& homing === home,
    "PLK_P1: credits spent are not flits on the wire, slots in use and credits on their way")
  assert(sender.io.credits(watch) === (home =/= depth) && home <= depth,
    "PLK_P2: credits at home and credits spent are not the depth")
  assert(held <= slots.U, "PLK_P3: a flit arrives in a full buffer")
  assert(buffer.io.waiting(watch) === (held =/= 0.U), "PLK_P4: a flit in the buffer is lost, or one is that never came")
  live("PLK_L1", sender.io.credits(0), serves && pick === 0.U || !buffer.io.waiting(0))
  reachable(home === depth && homing =/= 0.U, "PLK_C1")
  reachable(held === slots.U, "PLK_C2")
}
