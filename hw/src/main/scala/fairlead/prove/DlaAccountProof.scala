// SPDX-License-Identifier: Apache-2.0
package fairlead.prove

import chisel3._
import chisel3.util._
import chisel3.util.experimental.BoringUtils.bore
import fairlead.dla._
import fairlead.ports._
import fairlead.params._

/** The accounts of DlaArbiter against the words that are in its FIFO, one request at a time: the statements below hold together, each cycle because of all of
  * them in the one before. The storage is left out.
  */
class DlaAccountProof(maxDla: Int, channels: Int) extends Harness {
  private val dut = Module(new DlaArbiter(TileParams(variant = "prove", maxDla = maxDla, dlaChannels = channels)))
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
