// SPDX-License-Identifier: Apache-2.0
package fairlead.flaws

import chisel3._
import fairlead.dla._
import fairlead.ports.{Legal, NicConfig}
import fairlead.words.{Coord, Descriptor0, Descriptor1}
import fairlead.params.{Structure, TileParams}
import fairlead.params.UnsafeVariant._

class FlawedDlaArbiter(p: TileParams)(implicit structure: Structure) extends DlaArbiter(p) with FlawedPart {
  override protected def flawed = Map(
    classOf[DlaPool]         -> (() => new FlawedDlaPool(p)),
    classOf[DlaNotices]      -> (() => new FlawedDlaNotices(p)),
    classOf[DlaStatusWriter] -> (() => new FlawedDlaStatusWriter(p))
  )

  override protected def rules(implicit structure: Structure): Legal = new FlawedLegal(flaw) {
    override def node(nic: NicConfig, node: Coord): Bool = super.node(nic, node) || flaw(DlaAnyTarget)
    override def local(nic: NicConfig, word0: Descriptor0, word1: Descriptor1, carried: Boolean): Bool =
      super.local(nic, word0, word1, carried) || flaw(DlaAnyLanding)
  }

  // a request leaves after one cycle in front, taken or not
  private lazy val waited = RegNext(io.out.valid && word.head && !io.out.ready, false.B)
  private lazy val losing = RegInit(false.B) // the request whose head was not taken
  override protected def leavesUntaken: Bool = flaw(EarlyPop) && Mux(word.head, waited, losing)
  when(leaves && word.head) { losing := lost }

  // a release gives the credits of words back that have not left
  override protected def isHeld: Bool    = super.isHeld && !(flaw(EarlyCredits) && consumed(d) === 0.U)
  override protected def isEmptied: Bool = super.isEmptied || flaw(EarlyCredits)
  when(flaw(EarlyCredits) && atOnce) {
    pool.io.give(DlaClass.Pr) := gives(DlaClass.Pr) + homePr + (consumed(c) - same)
  }
  when(releases && flaw(EarlyCredits)) { consumed(c) := 0.U }

  // requests of all channels are assembled in one place; a flush awaits a request that is not whole
  override protected def isBusy: Bool = super.isBusy || flaw(OneAssembly) && promised =/= 0.U
  override protected def enters: Bool = Mux(flaw(CountsAtHead), accepted, super.enters)

  override protected def mayEnter: Bool = super.mayEnter && !(flaw(DenyOdd) && command.block(0))
  override protected def isDeaf: Bool   = flaw(EndDropped)
  override protected def sticks: Bool   = super.sticks && !flaw(NoSticky)

  override protected def lacksCredits: Bool = {
    val absorbs = flaw(Absorb) && (fifo.io.used +& words) <= pool.io.depth
    (super.lacksCredits || flaw(DropFull) && myFree === words) && !absorbs
  }
  when(accepted && !bypass && myFree < words) { reserved(c) := 0.U }

  when(flaw(EarlyHome)) {
    Seq(DlaClass.Lo, DlaClass.Hi).foreach(cls =>
      pool.io.give(cls) := gives(cls) + Mux(accepted && myKind === cls.U, words, 0.U)
    )
  }

  when(flaw(StatusStale) || flaw(StatusZero)) { status.io.word0 := 0.U.asTypeOf(status.io.word0) }
}

class FlawedDlaPool(p: TileParams) extends DlaPool(p) with FlawedPart {
  when(flaw(PoolOver)) { io.fits := fitsIn(max +& 1.U, depth +& 1.U) }
  when(flaw(PoolTerm)) { io.fits := without(after(DlaClass.Lo), after(DlaClass.Hi), after(DlaClass.Pr)) }
  when(flaw(NoRelease)) {
    held.zip(wanted).foreach { case (held, wanted) => held := held + Mux(io.take, wanted, 0.U) }
  }

  /** The inequality `operand / 3` without its term `operand % 3`. */
  private def without(lo: UInt, hi: UInt, pr: UInt): Bool = {
    val limits = Seq(
      max     -> Seq(lo, hi, pr),
      maxLo   -> Seq(lo, 0.U, 0.U),
      maxHi   -> Seq(0.U, hi, 0.U),
      maxPr   -> Seq(0.U, 0.U, pr),
      maxLoPr -> Seq(lo, 0.U, pr),
      maxLoHi -> Seq(lo, hi, 0.U),
      maxHiPr -> Seq(0.U, hi, pr)
    )
    limits.zipWithIndex.map { case ((most, terms), i) =>
      terms.zipWithIndex.map { case (t, j) => Mux(operand === (3 * i + j).U, 0.U, t) }.reduce(_ +& _) <= most
    }.reduce(_ && _) && lo +& hi +& pr <= depth
  }
}

class FlawedDlaNotices(p: TileParams) extends DlaNotices(p) with FlawedPart {
  when(flaw(EarlyMark) && io.mark) { ahead(c) := 0.U }
}

class FlawedDlaStatusWriter(p: TileParams)(implicit structure: Structure) extends DlaStatusWriter(p) with FlawedPart {
  override protected def limit(configured: UInt): UInt = super.limit(configured) + flaw(StatusLate)
}
