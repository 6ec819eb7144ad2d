// SPDX-License-Identifier: Apache-2.0
package fairlead.prove

import chisel3._
import chisel3.util._
import chisel3.util.experimental.BoringUtils.bore
import fairlead.dla._
import fairlead.ports._
import fairlead.words._
import fairlead.params._

/** DlaArbiter with any commands and a network that takes words when it likes. */
class DlaArbiterProof(maxDla: Int, channels: Int)(implicit structure: Structure) extends Harness {
  private val dut = Module(new DlaArbiter(TileParams("prove").copy(maxDla = maxDla, dlaChannels = channels)))
  private val cfg = free("cfg", new CfgWrite)
  expose(dut.io)
  dut.io.cfg       := cfg
  dut.io.cfg.valid := cfg.valid && reset.asBool
  dut.io.nic       := anywhere
  dut.io.task      := 0.U
  dut.io.now       := 0.U
  dut.io.claimed   := freeBit("claimed")
  dut.io.out.ready := freeBit("ready") && dut.io.out.valid
  dut.io.statusAck := freeBit("status_ack")

  // no status event is merged, and every request needs its credits
  assert(dut.plain.get, "PDL_A1: event credits are limited, or bypassed")

  // one channel, chosen freely; commands are judged in their cycle, answered one cycle later
  private val watch   = symbolic("watch", UInt(4.W))
  private val cmd     = dut.io.cmd
  private val command = cmd.w(0).asTypeOf(new DlaCommand)
  private def is(code: Code): Bool            = cmd.valid && cmd.op === code.value.U
  private def answered(kind: EventKind): Bool = dut.io.allocEvent.valid && dut.io.allocEvent.kind === kind.value.U
  private def stored(kind: EventKind): Bool   = dut.io.storeEvent.valid && dut.io.storeEvent.kind === kind.value.U
  private def before(condition: Bool): Bool   = RegNext(condition, false.B)
  private val mine  = command.channel === watch && watch < channels.U
  private val alloc = is(TileCommand.DlaAlloc)
  private val ends  = is(TileCommand.DlaEnd)
  private val clear = is(TileCommand.DlaClear)
  private val store = is(TileCommand.DlaRequest) && cmd.w(3)(3, 0) === watch && watch < channels.U

  assert(
    !before(alloc) || answered(EventKind.DlaGranted) || answered(EventKind.DlaDenied) || answered(EventKind.DlaError),
    "PDL_P1: an allocation is not answered in the next cycle"
  )
  assert(!before(ends && mine) || answered(EventKind.DlaEnded), "PDL_P2: the end of a transaction is dropped")
  private val illegal = alloc && (command.cd === command.pr || command.credits === 0.U || command.channel >= channels.U)
  assert(!before(illegal) || answered(EventKind.DlaError), "PDL_P3: an illegal allocation is not answered by an error")

  // denied: from its cycle to the end of the transaction
  private val deniedNow = before(alloc && mine) && answered(EventKind.DlaDenied)
  private val denied    = RegInit(false.B)
  denied := (denied || deniedNow) && !((ends || clear) && mine)
  assert(!before(store && (denied || deniedNow)) || stored(EventKind.DlaDiscarded),
    "PDL_P4: a request after a denial is not dropped")

  // controlled discard: after one drop everything is dropped up to the end of the transaction
  private val grantedNow = before(alloc && mine) && answered(EventKind.DlaGranted)
  private val open       = RegInit(false.B) // an allocation with controlled discard
  private val cd         = Mux(grantedNow, before(command.cd), open)
  private val droppedNow = before(store) && stored(EventKind.DlaDiscarded)
  private val dropped    = RegInit(false.B)
  open    := cd && !((ends && command.dealloc || clear) && mine)
  dropped := (dropped || droppedNow) && !((ends || clear) && mine)
  private val hole = store && cd && (dropped || droppedNow)
  assert(!before(hole) || stored(EventKind.DlaDiscarded),
    "PDL_P5: a request enters behind one of the same transaction that was dropped")
  assert(!before(is(TileCommand.DlaRequest)) || stored(EventKind.DlaAccepted) || stored(EventKind.DlaDiscarded),
    "PDL_P6: a request is neither accepted nor reported as dropped in the next cycle")

  reachable(
    dut.io.noticeEvent.valid && dut.io.noticeEvent.kind === EventKind.DlaMarked.value.U && before(
      dut.io.drainEvent.valid
    ),
    "PDL_C4"
  )
  reachable(dut.io.drainEvent.valid && dut.io.drainEvent.kind === EventKind.DlaPurged.value.U, "PDL_C5")
  // Tile.storeActs, and none of the pins that give the part an edge
  private val idle = !dut.io.busy && !cmd.valid && !dut.io.cfg.valid && !dut.io.statusAck && !dut.io.rings
  rests("PDL_G1", idle)
  reachable(idle && denied, "PDL_C6")
  reachable(dut.io.drainEvent.valid, "PDL_C1")
  reachable(before(store && denied), "PDL_C2")
  reachable(before(hole), "PDL_C3")
}

/** The accounts of DlaArbiter against the words that are in its FIFO, one request at a time, and the half requests of
  * all channels: the statements below are proved together, each from all of them in the cycle before. The storage is
  * left out.
  */
class DlaArbiterAccountProof(maxDla: Int, channels: Int)(implicit structure: Structure) extends Harness {
  private val dut = Module(new DlaArbiter(TileParams("prove").copy(maxDla = maxDla, dlaChannels = channels)))
  private val cfg = free("cfg", new CfgWrite)
  expose(dut.io)
  dut.io.cfg       := cfg
  dut.io.cfg.valid := cfg.valid && reset.asBool
  dut.io.nic       := anywhere
  dut.io.task      := 0.U
  dut.io.now       := 0.U
  dut.io.claimed   := freeBit("claimed")
  dut.io.out.ready := freeBit("ready") && dut.io.out.valid
  dut.io.statusAck := freeBit("status_ack")
  assert(dut.plain.get, "PDA_A1: event credits are limited, or bypassed")

  private val fifo     = dut.fifo
  private val depth    = bore(fifo.io.depth)
  private val occupied = bore(fifo.occupied)
  private val push     = bore(fifo.io.push)
  private val entering = bore(fifo.io.in)
  private val pop      = bore(fifo.io.pop)
  private val leaving  = bore(fifo.io.out)
  private val phase    = bore(dut.phase)
  private val kind     = bore(dut.kind)
  private val reserved = bore(dut.reserved)
  private val consumed = bore(dut.consumed)
  private val inside   = bore(dut.inside)
  private val left     = bore(dut.assembly.left)
  private val whole    = bore(dut.assembly.whole)
  private val halfCls  = bore(dut.assembly.cls)
  private val promised = bore(dut.promised)
  private val held     = bore(dut.pool.io.held)

  private val classes = Seq(DlaClass.Lo, DlaClass.Hi, DlaClass.Pr)
  private val all     = 0 until channels

  // ---- words in the FIFO of each class and channel: those of the one request
  private val ownerCls = RegEnable(entering.cls, push)
  private val owner    = RegEnable(entering.channel, push)
  private def isLast(k: Int, c: Int): Bool = ownerCls === k.U && owner === c.U
  private def inFifo(k: Int, c: Int): UInt = Mux(isLast(k, c), occupied, 0.U)
  assert(!push || occupied === 0.U, "PDA_A2: a request is whole while another is in the FIFO")
  assert(!pop || leaving.cls === ownerCls && leaving.channel === owner, "PDA_A3: a word leaves that did not enter")

  private def half(c: Int): UInt         = Mux(left(c) === 0.U, 0.U, whole(c))
  private def half(k: Int, c: Int): UInt = Mux(halfCls(c) === k.U, half(c), 0.U)
  private def sum(of: Seq[UInt]): UInt   = of.reduce(_ +& _)

  assert(
    classes
      .map { k =>
        val spare = all.map(c => Mux(kind(c) === k.U, reserved(c), 0.U)).reduce(_ +& _)
        held(k) === (spare +& sum(all.map(inFifo(k, _))) +& sum(all.map(half(k, _))))
      }
      .reduce(_ && _),
    "PDA_P1: credits held of a class are not those reserved and those of its words in the FIFO or of half requests"
  )
  assert(
    all.map(c => consumed(c) === (inFifo(DlaClass.Pr, c) +& half(DlaClass.Pr, c))).reduce(_ && _),
    "PDA_P2: PR credits that a channel has consumed are not its PR words in the FIFO or of its half request"
  )
  assert(
    all.map(c => inside(c) === (sum(classes.map(inFifo(_, c))) +& half(c))).reduce(_ && _),
    "PDA_P3: words of a channel are not those in the FIFO and of its half request"
  )
  assert(held.reduce(_ +& _) <= depth, "PDA_P4: more credits than words")
  assert(
    (occupied === 0.U || occupied <= 5.U && owner < channels.U && ownerCls < DlaClass.count.U) &&
      promised === sum(all.map(half)) && all
        .map(c => left(c) === 0.U || left(c) < whole(c) && whole(c) <= 5.U && halfCls(c) < DlaClass.count.U)
        .reduce(_ && _),
    "PDA_P5: the words of the FIFO are not those of the request that came last, or a half request is whole"
  )
  assert(
    all
      .map { c =>
        val open    = phase(c) === DlaPhase.Open.U
        val pending = phase(c) === DlaPhase.Pending.U
        val clear   = phase(c) === DlaPhase.Clearing.U
        phase(c) <= DlaPhase.Clearing.U && kind(c) < DlaClass.count.U &&
        (reserved(c) === 0.U || open || pending) &&
        (consumed(c) === 0.U || kind(c) === DlaClass.Pr.U && (open || pending || clear)) &&
        (!pending || consumed(c) =/= 0.U)
      }
      .reduce(_ && _),
    "PDA_P6: a channel without an allocation has credits, or a release waits for nothing"
  )
  reachable(dut.io.drainEvent.valid && dut.io.drainEvent.kind === EventKind.DlaPurged.value.U, "PDA_C1")
}

/** DlaArbiter: any commands; what enters its FIFO. */
class DlaArbiterHeaderProof(words: Int)(implicit structure: Structure) extends HeaderProof {
  private val dut = Module(new DlaArbiter(TileParams("prove").copy(maxDla = words, dlaChannels = 2)))
  private val cfg = free("cfg", new CfgWrite)
  expose(dut.io)
  dut.io.cfg       := cfg
  dut.io.cfg.valid := cfg.valid && reset.asBool
  dut.io.nic       := nic
  dut.io.task      := 0.U
  dut.io.cmd       := anyCommand
  dut.io.now       := 0.U
  dut.io.claimed   := freeBit("claimed")
  dut.io.out.ready := freeBit("ready") && dut.io.out.valid
  dut.io.statusAck := freeBit("status_ack")
  private val enters = bore(dut.fifo.io.push)
  private val word   = bore(dut.fifo.io.in).w.head
  assert(!enters || sound(word.w0), "PHD_P1: a request that enters the store path names no node of the machine")
  reachable(enters && word.w0.asTypeOf(new Header0).dst.x === 15.U, "PHD_C1")
}
