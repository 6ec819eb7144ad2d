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

/** The accounts of DlaArbiter against the words that are in its FIFO, one request at a time: the statements below are
  * proved together, each from all of them in the cycle before. The storage is left out.
  */
class DlaArbiterAccountProof(maxDla: Int, channels: Int)(implicit structure: Structure) extends Harness {
  private val dut = Module(new DlaArbiter(TileParams("prove").copy(maxDla = maxDla, dlaChannels = channels)))
  private val cfg = free("cfg", new CfgWrite)
  expose(dut.io)
  dut.io.cfg       := cfg
  dut.io.cfg.valid := cfg.valid && reset.asBool
  dut.io.nic       := anywhere
  dut.io.now       := 0.U
  dut.io.claimed   := freeBit("claimed")
  dut.io.out.ready := freeBit("ready") && dut.io.out.valid
  dut.io.statusAck := freeBit("status_ack")
  assert(dut.plain.get, "PDA_A1: event credits are limited, or bypassed")

  private val fifo     = dut.fifo
  private val depth    = bore(fifo.io.depth)
  private val occupied = bore(fifo.occupied)
  private val complete = bore(fifo.complete)
  private val pop      = bore(fifo.io.pop)
  private val leaving  = bore(fifo.io.out)
  private val phase    = bore(dut.phase)
  private val kind     = bore(dut.kind)
  private val reserved = bore(dut.reserved)
  private val consumed = bore(dut.consumed)
  private val inside   = bore(dut.inside)
  private val left     = bore(dut.left)
  private val whole    = bore(dut.whole)
  private val owner    = bore(dut.owner)
  private val ownerCls = bore(dut.ownerCls)
  private val held     = bore(dut.pool.io.held)

  private val classes = Seq(DlaClass.Lo, DlaClass.Hi, DlaClass.Pr)
  private val all     = 0 until channels
  private val entered = Mux(left === 0.U, 0.U, whole - left) // words of the last request that are in the FIFO

  // ---- words in the FIFO of each class and channel: those of the one request
  private def isLast(k: Int, c: Int): Bool = ownerCls === k.U && owner === c.U
  private def inFifo(k: Int, c: Int): UInt = Mux(isLast(k, c), occupied, 0.U)
  private val cmd = dut.io.cmd
  assert(
    !(cmd.valid && cmd.op === TileCommand.DlaRequest.value.U) || occupied === 0.U && left === 0.U,
    "PDA_A2: a request is given while another is inside"
  )
  assert(!pop || leaving.cls === ownerCls && leaving.channel === owner, "PDA_A3: a word leaves that did not enter")

  private def toCome(is: Bool): UInt   = Mux(is, left, 0.U)
  private def sum(of: Seq[UInt]): UInt = of.reduce(_ +& _)

  assert(
    classes
      .map { k =>
        val spare = all.map(c => Mux(kind(c) === k.U, reserved(c), 0.U)).reduce(_ +& _)
        held(k) === (spare +& sum(all.map(inFifo(k, _))) +& toCome(ownerCls === k.U))
      }
      .reduce(_ && _),
    "PDA_P1: credits held of a class are not those reserved and those of its words in the FIFO or to come"
  )
  assert(
    all
      .map(c =>
        consumed(c) === (inFifo(DlaClass.Pr, c) +& toCome(ownerCls === DlaClass.Pr.U && owner === c.U))
      )
      .reduce(_ && _),
    "PDA_P2: PR credits that a channel has consumed are not its PR words in the FIFO or to come"
  )
  assert(
    all.map(c => inside(c) === (sum(classes.map(inFifo(_, c))) +& toCome(owner === c.U))).reduce(_ && _),
    "PDA_P3: words of a channel are not those in the FIFO and to come"
  )
  assert(held.reduce(_ +& _) <= depth, "PDA_P4: more credits than words")
  assert(
    complete +& entered === occupied && (occupied === 0.U && left === 0.U || whole >= 1.U && whole <= 5.U &&
      occupied +& left <= whole && owner < channels.U && ownerCls < DlaClass.count.U) &&
      (left === 0.U || left < whole && complete === 0.U),
    "PDA_P5: the words of the FIFO are not those of the request that came last"
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
  dut.io.cmd       := anyCommand
  dut.io.now       := 0.U
  dut.io.claimed   := freeBit("claimed")
  dut.io.out.ready := freeBit("ready") && dut.io.out.valid
  dut.io.statusAck := freeBit("status_ack")
  private val push   = bore(dut.fifo.io.push)
  private val word   = bore(dut.fifo.io.in)
  private val enters = push && word.head
  assert(!enters || sound(word.w0), "PHD_P1: a request that enters the store path names no node of the machine")
  reachable(enters && word.w0.asTypeOf(new Header0).dst.x === 15.U, "PHD_C1")
}
