// SPDX-License-Identifier: Apache-2.0
package fairlead.dma

import chisel3._
import chisel3.util.{Cat, UIntToOH, log2Ceil}
import fairlead.ports._
import fairlead.words._
import fairlead.params._

/** The byte counters of a node. One is idle (0), of a get (loaded by its first packet, lowered by DATA and NACK), or of
  * puts (its balance: bytes announced by COUNTER_SET less bytes that have come). Beside it each has an account of the
  * puts that came while it was idle; it is nobody's, and the next COUNTER_SET takes it over.
  *
  * Contract: loads, then the command, then the fall take effect in their own cycle, none waits. A load finds an idle
  *           counter or is told `busy`. Nothing but its own DATA or NACK changes the counter of a get, and nothing but
  *           its commands and the puts of the nodes that they name the balance of puts.
  * Timing:   visible from the next cycle; answers to `load`, `ask` and `fall` in the same cycle, `event` one later.
  * Reset:    all are idle.
  * Spec:     docs/spec/dma-engine-rx.md
  */
class ByteCounters(physical: Boolean = false)(implicit structure: Structure) extends Module {
  val io = IO(new Bundle {
    val cmd   = Input(new Cmd)
    val load  = Vec(structure.localPorts, Flipped(new CounterLoad))
    val ask   = Vec(structure.localPorts, Flipped(new CounterAsk))
    val fall  = Flipped(new CounterFall)
    val event = Output(new EventPort)
  })

  // an id beyond the counters of the structure names the one that its low bits are
  private val idBits = log2Ceil(structure.counters)
  private def known(id: UInt): UInt = if (id.getWidth == idBits) id else id(idBits - 1, 0)

  private val values = new Table("values", structure.counters, SInt(32.W), physical)
  private val early  = new Table("early", structure.counters, SInt(32.W), physical) // the accounts of early puts
  // whose puts count; above: whose have come
  private val senders = new Table("senders", 2 * structure.counters, new PutSender, physical)
  private val used    = RegInit(0.U(structure.counters.W)) // the others are 0, whatever their word holds
  private val gets    = RegInit(0.U(structure.counters.W)) // of those in use: those of a get
  private val ahead   = RegInit(0.U(structure.counters.W)) // their account is not 0
  private def place(isUsed: Bool, id: UInt): UInt = Cat(!isUsed, id)
  private def has(id: UInt): Bool                 = used(id) || ahead(id)

  // gets that leave; port 0 goes first
  private val loads = io.load.map(load => known(load.id))
  io.load.zipWithIndex.foreach { case (load, r) =>
    val taken = (0 until r).map(other => io.load(other).valid && loads(other) === loads(r))
    load.busy := taken.foldLeft(used(loads(r)) || ahead(loads(r)) && earlyHolds)(_ || _)
  }
  protected def earlyHolds: Bool = false.B
  private def isLoaded(id: UInt): Bool =
    io.load.zip(loads).map { case (load, at) => load.valid && at === id }.reduce(_ || _)
  protected def shares: Bool          = false.B
  private def isOfGet(id: UInt): Bool = (gets(id) || isLoaded(id) && !used(id)) && !shares

  // puts of this node do not count for it
  private def bars(sender: PutSender, origin: Coord): Bool =
    sender.only && sender.node.asUInt =/= origin.asUInt && !anySender
  protected def anySender: Bool = false.B
  io.ask.foreach { ask =>
    val id    = known(ask.id)
    val isPut = used(id) && !gets(id)
    ask.refuses := Mux(isPut, bars(GatedRead(isPut, senders, place(true.B, id)), ask.origin), gets(id) && !shares)
  }

  // the command
  private def asks(code: Code): Bool = io.cmd.valid && io.cmd.op === code.value.U
  private val clears = asks(TileCommand.CounterClear)
  private val asked  = asks(TileCommand.CounterSet) || clears
  private val exists = io.cmd.w(0) < structure.counters.U
  private val setId  = known(io.cmd.w(0))
  private val word1  = io.cmd.w(1).asTypeOf(new CounterBytes)
  private val strays = (io.cmd.w(1) >> word1.getWidth).orR || word1.spare || !word1.only && word1.node.asUInt.orR
  private val whose  = Wire(new PutSender)
  whose.node := word1.node
  whose.only := word1.only
  // all that may be there is read at once: the balance of puts, the account of early ones, and whose they are
  private val balance = values(setId)
  private val account = early(setId)
  private def its(isUsed: Bool): Bool = senders(place(isUsed, setId)).asUInt === whose.asUInt
  private val more = word1.bytes.zext
  // what is there is of the same puts
  private val joins = Mux(used(setId), its(true.B), its(false.B) || !whose.only) || anySender
  private val fits  = !strays && (!used(setId) || joins && (balance < 0.S || Sum(balance, more) >= 0.S))
  protected def overwrites: Bool = false.B
  private val legal = asked && exists && (overwrites || !isOfGet(setId) && (clears || fits))
  private val set   = legal && (clears || word1.bytes.orR || overwrites)
  private val adds  = joins && !overwrites
  private val finds = Words(adds && used(setId), adds && ahead(setId), balance, account)
  private val sum   = finds(Sum(_, more))
  private val zero  = clears || finds(Sum.isZero(_, more))

  // the fall: by DATA or NACK of a get, by a put
  private val fall   = io.fall
  private val id     = known(fall.id)
  private val amount = fall.amount.zext
  private val same   = set && setId === id
  private val stays  = Words(used(id), ahead(id), GatedRead(fall.valid, values, id), GatedRead(fall.valid, early, id))

  /** What a word falls to behind an announcement is the sum of two terms, which do not wait for its own sum. */
  private def falling[T <: Data](join: (SInt, SInt) => T): SInt => T = { word =>
    val terms = Seq(word, more, ~amount.pad(32))
    val carry = terms.combinations(2).map(_.reduce(_ & _)).reduce(_ | _)(30, 0) ## 1.U(1.W)
    join(terms.reduce(_ ^ _), carry.asSInt)
  }
  private val total =
    Mux(same, Mux(clears, -amount, finds(falling(Sum(_, _)))), stays(Sum(_, (-amount).pad(32))))
  private val none = Mux(same, Mux(clears, amount === 0.S, finds(falling(Sum.isZero))), stays(_ === amount)) // as total
  private val taken  = Mux(same, !zero, used(id)) // else a put goes to the account
  private val owner  = GatedRead(fall.valid && has(id), senders, place(used(id), id))
  private val alien  = taken && Mux(same, bars(whose, fall.origin), bars(owner, fall.origin))
  private val isOwed = Mux(same, !clears && sum < 0.S, stays(_ < 0.S)) // it was below 0
  private val wraps  = isOwed && total >= 0.S
  private val lost   = Mux(fall.ofGet, !gets(id) && !shares, isOfGet(id) || alien || wraps)
  private val falls  = fall.valid && !lost
  fall.lost := lost
  // a put that finds the counter idle completes nothing, also if it has no bytes
  fall.zero  := !lost && none && (taken || emptyCounts)
  fall.below := !lost && !fall.ofGet && !isOwed && total < 0.S
  fall.short := 0.U - total(fall.amount.getWidth - 1, 0) // below 0 by less than the amount, or by it
  protected def emptyCounts: Bool = false.B

  io.load.zip(loads).foreach { case (load, at) =>
    when(load.valid && !load.busy)(values(at) := load.value.asSInt)
  }
  when(set && !(falls && same && taken))(values(setId) := sum)
  when(falls && taken)(values(id)                      := total)
  when(falls && !taken)(early(id)                      := total)
  when(set)(senders(place(true.B, setId))              := whose)
  // of several nodes it is nobody's alone
  private val first = !ahead(id) || same
  private val come  = Wire(new PutSender)
  come.node := Mux(first || come.only, fall.origin, 0.U.asTypeOf(fall.origin))
  come.only := first || owner.only && owner.node.asUInt === fall.origin.asUInt
  when(falls && !taken && fall.amount.orR)(senders(place(false.B, id)) := come)

  private def bit(valid: Bool, id: UInt): UInt = Mux(valid, UIntToOH(id, structure.counters), 0.U)
  private val arms =
    io.load.zip(loads).map { case (load, at) => bit(load.valid && !load.busy, at) }.reduce(_ | _)
  private val here            = bit(set, setId)
  private val (fallen, ended) = (bit(falls, id), bit(falls && fall.zero, id))
  used  := (used & ~here | arms | bit(set && !zero, setId)) & ~ended
  gets  := (gets | arms) & ~ended
  ahead := ahead & ~here | bit(falls && !taken && !none, id)

  // what the command did that was not asked for
  private val reached = set && adds && !clears && zero
  private val dropped = set && (clears || !joins) && has(setId)
  private val refused = asked && !legal
  io.event.valid := RegNext(refused || reached || dropped, false.B)
  private def told(word: UInt): UInt = { val kept = Reg(UInt(word.getWidth.W)); when(asked) { kept := word }; kept }
  io.event.kind := told(Mux(refused, EventKind.CounterRefused.value.U(8.W),
      Mux(dropped, EventKind.CounterLost.value.U, EventKind.CounterZero.value.U)))
  io.event.a := told(io.cmd.w(0))
  io.event.b := told(Mux(refused, Mux(clears, 0.U, io.cmd.w(1)),
      Mux(dropped, Mux(used(setId), balance, account).asUInt, 0.U)))

  layer.block(layers.Verification) {
    assert(!fall.valid || !fall.ofGet || gets(id) && total >= 0.S, "BC_A2: DATA or NACK that no get waits for")
    assert(!asked || exists, "BC_A3: COUNTER_SET or COUNTER_CLEAR of an unknown counter")
    assert((gets & ~used) === 0.U, "BC_P1: an idle counter is of a get")
    assert((fallen & arms) === 0.U, "BC_P2: the counter of a get that leaves changes")
    assert((ahead & used & ~gets) === 0.U, "BC_P3: a counter of puts has an account of early puts")
  }
}

/** What a counter has: its balance, its account of early puts, or 0. What becomes of each is computed before one of
  * them is chosen.
  */
private case class Words(isUsed: Bool, isAhead: Bool, balance: SInt, account: SInt) {
  def apply[T <: Data](f: SInt => T): T = Mux(isUsed, f(balance), Mux(isAhead, f(account), f(0.S(32.W))))
}

/** The sum of two words modulo 2^32, in half the time of a chain of carries: its upper half is computed for either
  * carry.
  */
private object Sum {
  def apply(a: SInt, b: SInt): SInt = {
    val low  = a(15, 0) +& b(15, 0)
    val high = a(31, 16) + b(31, 16)
    (Mux(low(16), high + 1.U, high) ## low(15, 0)).asSInt
  }

  /** Returns whether it is 0, in less time than the sum. */
  def isZero(a: SInt, b: SInt): Bool = (a ^ b).asUInt === ((a | b).asUInt ## 0.U(1.W))(31, 0)
}
