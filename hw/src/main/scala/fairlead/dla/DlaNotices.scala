// SPDX-License-Identifier: Apache-2.0
package fairlead.dla

import chisel3._
import chisel3.layers.Verification
import chisel3.util._
import fairlead.ports._
import fairlead.words._
import fairlead.params._

/** DlaArbiter -> DlaNotices: a status event of this cycle. `direct` answers in the same cycle: it goes out by itself.
  */
class DlaAnswer extends Bundle {
  val valid   = Output(Bool())
  val granted = Output(Bool())
  val denied  = Output(Bool())
  val ended   = Output(Bool())
  val lost    = Output(Bool()) // something of the block was dropped
  val channel = Output(UInt(4.W))
  val block   = Output(UInt(20.W))
  val direct  = Input(Bool())
}

/** Events of the DLA later than in the cycle of their cause: markers, status events for which there was no credit,
  * clears that have finished.
  *
  * A status event takes an event credit, software gives it back. Without one it joins the record of its channel: the
  * newest block replaces the older ones. Nothing waits for a credit but these records, so events never hold up the
  * FIFO.
  *
  * Contract: `words` is what the channel of `mark` has in the FIFO, a word that leaves in this cycle not counted.
  * Timing:   a record, marker or clear that is complete at the start of a cycle, chosen in turn over the channels, has
  *           its event one cycle later.
  * Reset:    nothing pending, all event credits home. DLA_EVENT_CREDITS is a configuration register.
  * Spec:     docs/spec/dla-arbiter.md (R-DLA-11, R-DLA-13)
  *
  * @param countBits
  *   of what a record or marker counts; proofs have fewer
  */
class DlaNotices(p: TileParams, countBits: Int = (new DlaMergedEvent).events.getWidth) extends Module {
  private val channels = p.dlaChannels
  private val wordBits = log2Ceil(p.maxDla + 1)

  val io = IO(new Bundle {
    val cfg     = Input(new CfgWrite)
    val answer  = Flipped(new DlaAnswer)
    val mark    = Input(Bool())
    val clear   = Input(Bool()) // forget the marker and the record of `channel`
    val channel = Input(UInt(4.W)) // of mark and clear
    val id      = Input(UInt(20.W))
    val words   = Input(UInt(wordBits.W))
    val leaves  = Input(Bool()) // a word of channel `from` leaves
    val from    = Input(UInt(4.W))
    val back    = Input(UInt(16.W)) // event credits that software returns
    val empty   = Input(Vec(channels, Bool())) // a clear of this channel has finished
    val purged  = Input(Vec(channels, Bool())) // it has dropped requests
    val told    = Output(UInt(channels.W)) // one bit: its DLA_CLEARED is on its way
    val merged  = Output(UInt(20.W))
    val event   = Output(new EventPort)
    val busy    = Output(Bool())
  })

  private val index = log2Up(channels)
  private def perChannel[T <: Data](zero: T): Vec[T] = RegInit(VecInit(Seq.fill(channels)(zero)))
  private val limit =
    RegEnable(io.cfg.data(15, 0), io.cfg.valid && io.cfg.reg === ConfigReg.DlaEvents.value.U)
  private val free            = limit === 0.U // no limit
  val unlimited: Option[Bool] = Option.when(p.variant == "prove")(IO(Output(Bool()))) // for the proofs alone
  unlimited.foreach(_ := free)
  private val out = RegInit(0.U(16.W)) // events that software has not given back

  // by channel: the record of status events, and the marker
  private val pending = perChannel(false.B)
  private val count   = perChannel(0.U(countBits.W))
  private val block   = Reg(Vec(channels, UInt(20.W)))
  private val granted = Reg(Vec(channels, Bool()))
  private val denied  = Reg(Vec(channels, Bool()))
  private val ended   = Reg(Vec(channels, Bool()))
  private val lost    = Reg(Vec(channels, Bool()))
  private val marked  = perChannel(false.B)
  private val older   = perChannel(0.U(countBits.W)) // older markers that this one replaces
  private val marker  = Reg(Vec(channels, UInt(20.W)))
  protected val ahead = Reg(Vec(channels, UInt(wordBits.W))) // words that must leave first

  // ---- credits: events of this cycle first, unless older ones wait
  io.answer.direct := free || (!pending.reduce(_ || _) && out < limit)
  private val direct = io.answer.valid && io.answer.direct
  private val credit = free || (out +& direct) < limit

  // ---- one notice a cycle, channels in turn: a clear, else the record, else the marker
  private val due         = VecInit((0 until channels).map(i => marked(i) && ahead(i) === 0.U))
  private val wants       = VecInit((0 until channels).map(i => io.empty(i) || (credit && (pending(i) || due(i)))))
  private val next        = RegInit(0.U(index.W))
  private val tells       = wants.reduce(_ || _)
  private val pick        = RotatingPick(wants.asUInt, next)(index - 1, 0)
  private val tellsClear  = tells && io.empty(pick)
  private val tellsRecord = tells && !io.empty(pick) && pending(pick)
  private val tellsMark   = tells && !io.empty(pick) && !pending(pick)
  when(tells) { next := pick + 1.U }
  when(tellsRecord) { pending(pick) := false.B }
  when(tellsMark) { marked(pick) := false.B }
  io.told := Mux(tellsClear, UIntToOH(pick, channels), 0.U)

  private val sum = out +& direct +& (tellsRecord || tellsMark)
  when(!free) { out := Mux(io.back > sum, 0.U, sum - io.back)(15, 0) }

  /** The largest count means this number or more: a record of 0 events would be none. */
  private def oneMore(n: UInt): UInt = n + !n.andR

  // ---- a status event without a credit joins its channel's record
  private val a      = io.answer.channel(index - 1, 0)
  private val joins  = io.answer.valid && !io.answer.direct
  private val behind = pending(a) && !(tellsRecord && pick === a)
  private val same   = behind && block(a) === io.answer.block
  when(joins) {
    pending(a) := true.B
    count(a)   := Mux(behind, oneMore(count(a)), 1.U)
    block(a)   := io.answer.block
    granted(a) := io.answer.granted || (same && granted(a))
    denied(a)  := io.answer.denied || (same && denied(a))
    ended(a)   := io.answer.ended || (same && ended(a))
    lost(a)    := io.answer.denied || io.answer.lost || (behind && lost(a))
  }

  // ---- markers
  protected val c     = io.channel(index - 1, 0)
  private val replace = marked(c) && !(tellsMark && pick === c)
  when(io.leaves) {
    val d = io.from(index - 1, 0)
    when(ahead(d) =/= 0.U) { ahead(d) := ahead(d) - 1.U }
  }
  when(io.mark) {
    marked(c) := true.B
    marker(c) := io.id
    older(c)  := Mux(replace, oneMore(older(c)), 0.U)
    ahead(c)  := io.words
  }
  when(io.clear) {
    pending(c) := false.B
    marked(c)  := false.B
  }

  private val merges = RegInit(0.U(20.W))
  when((joins && behind) || (io.mark && replace)) { merges := merges + 1.U }
  io.merged := merges

  // ---- the event
  private val flags = Packed(new DlaMergedEvent)(f =>
    Seq(
      f.events    -> count(pick),
      f.granted   -> granted(pick),
      f.denied    -> denied(pick),
      f.ended     -> ended(pick),
      f.discarded -> lost(pick)
    )
  )
  io.event.valid := RegNext(tells, false.B)
  io.event.kind := RegEnable(
    Mux(
      tellsClear,
      EventKind.DlaCleared.value.U(8.W),
      Mux(tellsRecord, EventKind.DlaMerged.value.U(8.W), EventKind.DlaMarked.value.U(8.W))
    ),
    tells
  )
  io.event.a := RegEnable(
    Mux(
      tellsClear,
      pick.pad(64),
      Packed(new DlaBlockEvent)(f =>
        Seq(f.channel -> pick, f.block -> Mux(tellsRecord, block(pick), marker(pick)))
      ).pad(64)
    ),
    tells
  )
  io.event.b := RegEnable(Mux(tellsClear, io.purged(pick), Mux(tellsRecord, flags, older(pick))).pad(64), tells)
  io.busy    := tells || io.event.valid

  layer.block(Verification) {
    assert(free || out <= limit, "DN_P1: more status events than event credits")
    val truth = Reg(Vec(channels, UInt(wordBits.W)))
    when(io.leaves) {
      val d = io.from(index - 1, 0)
      when(truth(d) =/= 0.U) { truth(d) := truth(d) - 1.U }
    }
    when(io.mark) { truth(c) := io.words }
    assert(!tellsMark || truth(pick) === 0.U, "DN_P3: a marker is told before the requests in front of it have left")
    assert(!io.mark || !io.clear, "DN_A1: one command a cycle")
    val empties = VecInit(count.zip(pending).map { case (n, is) => !is || n =/= 0.U })
    assert(empties.reduce(_ && _), "DN_P2: a record of no event")
  }
}
