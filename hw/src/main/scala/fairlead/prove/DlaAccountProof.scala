// SPDX-License-Identifier: Apache-2.0
package fairlead.prove

import chisel3._
import chisel3.util._
import chisel3.util.experimental.BoringUtils.bore
import fairlead.dla._
import fairlead.flow._
import fairlead.params._

/** The accounts of DlaArbiter against the words that are in its FIFO: the statements below hold together, each cycle because of all of them in the one before.
  * The storage is left out: a word that leaves is any of those inside.
  */
class DlaAccountProof(maxDla: Int, channels: Int) extends Harness {
  private val dut = Module(new DlaArbiter(TileParams(variant = "prove", maxDla = maxDla, dlaChannels = channels)))
  private val cfg = free("cfg", new CfgWrite)
  expose(dut.io)
  dut.io.cfg       := cfg
  dut.io.cfg.valid := cfg.valid && reset.asBool
  dut.io.nic       := 0.U.asTypeOf(new NicConfig)
  dut.io.now       := 0.U
  dut.io.claimed   := freeBit("claimed")
  dut.io.out.ready := freeBit("ready") && dut.io.out.valid
  dut.io.statusAck := freeBit("status_ack")
  assert(dut.plain.get, "PDA_A1: event credits are limited, or bypassed")

  private val fifo     = dut.fifo
  private val depth    = bore(fifo.io.depth)
  private val occupied = bore(fifo.occupied)
  private val complete = bore(fifo.complete)
  private val push     = bore(fifo.io.push)
  private val entering = bore(fifo.io.in)
  private val pop      = bore(fifo.io.pop)
  private val leaving  = bore(fifo.io.out)
  private val abort    = bore(fifo.io.abort)
  private val gone     = bore(fifo.io.gone)
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

  // ---- words in the FIFO of each class and channel, counted as they enter and leave
  private val words = classes.map { k =>
    all.map { c =>
      val n = RegInit(0.U(log2Ceil(maxDla + 1).W))
      def of(entry: DlaEntry): Bool = entry.cls === k.U && entry.channel === c.U
      val lasts = ownerCls === k.U && owner === c.U
      n := n + (push && of(entering)) + (abort && of(entering)) - (pop && of(leaving)) - Mux(abort && lasts, gone, 0.U)
      (n, of(leaving) && n > Mux(lasts, entered, 0.U), lasts)
    }
  }
  private def inFifo(k: Int, c: Int): UInt = words(k)(c)._1
  assert(!pop || words.flatten.map(_._2).reduce(_ || _), "PDA_A2: a word leaves that is in no whole request in the FIFO")

  private def toCome(is: Bool): UInt = Mux(is, left, 0.U)
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
  assert(
    held.reduce(_ +& _) <= depth && occupied === sum(words.flatten.map(_._1)),
    "PDA_P4: more credits than words, or words in the FIFO that no class and channel has"
  )
  assert(
    complete +& entered === occupied && (left === 0.U || left < whole && whole <= 5.U && owner < channels.U &&
      ownerCls < DlaClass.count.U && words.flatten.map { case (n, _, lasts) => !lasts || n >= entered }.reduce(_ && _)),
    "PDA_P5: the last words of the FIFO are not those of the request that waits for its data"
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
