// SPDX-License-Identifier: Apache-2.0
package fairlead.prove

import chisel3._
import chisel3.util._
import chisel3.util.experimental.BoringUtils.bore
import fairlead.dla._
import fairlead.flow._
import fairlead.params._

/** The accounts of DlaArbiter against what is really in its FIFO, word by word: the statements below hold together, each cycle because of all of them in
  * the one before.
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

  private val depth    = bore(dut.fifo.io.depth)
  private val read     = bore(dut.fifo.read)
  private val write    = bore(dut.fifo.write)
  private val occupied = bore(dut.fifo.occupied)
  private val complete = bore(dut.fifo.complete)
  private val words    = bore(dut.fifo.view.get)
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

  // ---- the words of the FIFO: place in the order, class, channel
  private val place = Seq.tabulate(maxDla)(i => Mux(i.U >= read, i.U +& 0.U - read, i.U +& depth - read))
  private val valid = place.zipWithIndex.map { case (at, i) => i.U < depth && at < occupied }
  private def count(is: Int => Bool): UInt = PopCount((0 until maxDla).map(i => valid(i) && is(i)))
  private def cls(i: Int): UInt            = words(i)(5, 4)
  private def channel(i: Int): UInt        = words(i)(3, 0)
  private def toCome(is: Bool): UInt       = Mux(is, left, 0.U)

  private val classes = Seq(DlaClass.Lo, DlaClass.Hi, DlaClass.Pr)
  private val all     = 0 until channels

  assert(
    classes
      .map { k =>
        val spare = all.map(c => Mux(kind(c) === k.U, reserved(c), 0.U)).reduce(_ +& _)
        held(k) === (spare +& count(cls(_) === k.U) +& toCome(ownerCls === k.U))
      }
      .reduce(_ && _),
    "PDA_P1: credits held of a class are not those reserved and those of its words in the FIFO or to come"
  )
  assert(
    all
      .map(c =>
        consumed(c) === (count(i => cls(i) === DlaClass.Pr.U && channel(i) === c.U) +&
          toCome(ownerCls === DlaClass.Pr.U && owner === c.U))
      )
      .reduce(_ && _),
    "PDA_P2: PR credits that a channel has consumed are not its PR words in the FIFO or to come"
  )
  assert(
    all.map(c => inside(c) === (count(channel(_) === c.U) +& toCome(owner === c.U))).reduce(_ && _),
    "PDA_P3: words of a channel are not those in the FIFO and to come"
  )
  assert(
    held.reduce(_ +& _) <= depth && count(cls(_) === DlaClass.count.U) === 0.U,
    "PDA_P4: more credits than words, or a word without a class"
  )
  private val end = read +& occupied
  assert(
    (depth <= maxDla.U || held.reduce(_ +& _) === 0.U) && occupied <= depth && (depth === 0.U ||
      read < depth && write === Mux(end >= depth, end - depth, end)),
    "PDA_P5: the pointers do not enclose the words"
  )
  private val entered = whole - left // words of the last request that are in the FIFO
  assert(
    Mux(
      left === 0.U,
      complete === occupied,
      left < whole && whole <= 5.U && owner < channels.U && ownerCls < DlaClass.count.U && complete +& entered === occupied
    ) && (0 until maxDla)
      .map(i =>
        !(valid(i) && left =/= 0.U && place(i) >= complete) || cls(i) === ownerCls && channel(i) === owner
      )
      .reduce(_ && _) && count(channel(_) >= channels.U) === 0.U,
    "PDA_P6: the last words of the FIFO are not those of the request that waits for its data"
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
    "PDA_P7: a channel without an allocation has credits, or a release waits for nothing"
  )
  reachable(dut.io.drainEvent.valid && dut.io.drainEvent.kind === EventKind.DlaPurged.value.U, "PDA_C1")
}
