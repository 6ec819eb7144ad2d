// SPDX-License-Identifier: Apache-2.0
package fairlead.fence

import chisel3._
import chisel3.util._
import fairlead.ports._
import fairlead.words._
import fairlead.params._

class FenceUnitIO(places: Int, counts: Int)(implicit structure: Structure) extends Bundle {
  val entries         = Input(UInt(places.W)) // those that are used; the lowest ones
  val counters        = Input(UInt(counts.W)) // acknowledgement counters that are used; the lowest ones
  val arm             = Vec(structure.localPorts, Flipped(new FenceArm))
  val blocked         = Output(UInt(structure.injectionFifos.W)) // injection FIFOs that a FENCE holds
  val dlaEverUsed     = Input(Bool()) // sticky: a request has entered the DLA since reset
  val dlaEnqueued     = Input(UInt(16.W)) // requests that entered the DLA FIFO, modulo 2^16
  val dlaDequeued     = Input(UInt(16.W)) // requests handed to the network, modulo 2^16
  val selfOutstanding = Input(Bool()) // something directed at this node has left its FIFO and is not complete
  val unordered       = Vec(structure.injectionFifos, Flipped(new UnorderedHead))
  val older     = Input(Vec(structure.injectionFifos, UInt(structure.injectionFifos.W))) // those that go before a FIFO
  val granted   = Input(UInt(structure.injectionFifos.W)) // injection FIFOs that the system has granted
  val ack       = Input(new AckNotice)
  val control   = new ControlPacket // PING of the DLA leg
  val pong      = Input(new PongNotice)
  val cmd       = Input(new Cmd) // FAULT_ARM only
  val armEvent  = Output(new EventPort)
  val doneEvent = Output(new EventPort)
  val busy      = Output(Bool())
  val vacant    = Output(UInt(log2Ceil(places + 1).W)) // entries that are free
  val owed      = Output(UInt(structure.injectionFifos.W)) // granted FIFOs for which one of them is kept
}

/** FLUSH and FENCE as counted legs (R-FEN-1 to R-FEN-9). A leg is a ping after earlier traffic of one ordered path;
  * unordered traffic is in acknowledgement counters, those of the target being sealed at arming.
  *
  * Contract: `arm(r)` holds its request until `ready`; every ping that was handed out comes back as exactly one pong.
  * Timing:   `arm` and `unordered` are answered in the same cycle; at most one of the two ports is accepted. Events are
  *           visible in the cycle after their cause.
  * Reuse:    an entry is free only when all its legs are home, so no pong of an earlier use can exist.
  * Reset:    all entries free, nothing blocked.
  * Spec:     docs/spec/fence-unit.md
  */
class FenceUnit(
    n: Int = Fixed.fenceEntries,
    counters: Int = Fixed.ackCounters,
    countBits: Int = 10,
    physical: Boolean = false
)(implicit structure: Structure) extends Module with OpenUnit {
  val io = IO(new FenceUnitIO(n, counters))

  private val entryBits = log2Ceil(n)

  private class Held extends Bundle { // written at arm
    val fence = Bool()
    val task  = UInt(Fixed.taskBits.W)
    val tag   = UInt(Fixed.tagBits.W)
  }
  private class Leg extends Bundle { // a DLA leg in arm order
    val snapshot = UInt(16.W)
    val entry    = UInt(entryBits.W)
    val tag      = UInt(Fixed.tagBits.W)
    val target   = new Coord
  }

  private val used      = RegInit(0.U(n.W))
  private val oneLeg    = RegInit(0.U(n.W)) // exactly one leg is away
  private val twoLegs   = RegInit(0.U(n.W))
  private val open      = RegInit(0.U(n.W)) // entries that wait for legs or counters
  private val done      = RegInit(0.U(n.W)) // complete entries whose event has not been sent yet
  protected val blocked = RegInit(0.U(structure.injectionFifos.W))
  protected val fences  = RegInit(0.U(n.W)) // entries that hold their FIFO
  private val fifos     = Reg(Vec(n, UInt(structure.injectionBits.W)))
  // by entry: acknowledgement counters that have not come home
  private val waits = RegInit(VecInit.fill(n)(0.U(counters.W)))
  private val holds = Mem(n, UInt((new Held).getWidth.W))

  // ring: at most one leg an entry, so it never overflows
  private val legs      = new Table("legs", n, UInt((new Leg).getWidth.W), physical)
  private val legHead   = RegInit(0.U(entryBits.W))
  private val legCount  = RegInit(0.U((entryBits + 1).W))
  private val reached   = RegInit(0.U((entryBits + 1).W)) // the oldest legs, whose requests are known to have left
  private val offer     = Reg(new Leg)
  private val offered   = RegInit(false.B)
  private val favourite = RegInit(false.B) // port that wins when both ports arm
  private val nextDone  = RegInit(0.U(entryBits.W))
  // by task: its packets that were refused since it was told
  private val refusals = RegInit(VecInit.fill(1 << Fixed.taskBits)(0.U(16.W)))

  private val armEvent  = Reg(new EventPort)
  private val armValid  = RegInit(false.B)
  private val doneEvent = Reg(new EventPort)
  private val doneValid = RegInit(false.B)

  // ---- arm: at most one of the two ports is accepted in a cycle
  private val port =
    if (io.arm.size == 1) false.B else Mux(io.arm(0).valid && io.arm(1).valid, favourite, io.arm(1).valid)
  private val asks = io.arm.map(_.valid).reduce(_ || _)
  private def from[T <: Data](field: FenceArm => T): T =
    io.arm.tail.foldLeft(field(io.arm(0)))((first, other) => Mux(port, field(other), first))
  protected val isFence = from(_.fence)
  private val fifo      = from(_.fifo)
  private val tag       = from(_.tag)
  private val free      = io.entries & ~used
  private val vacant    = RotatingPick.lowest(free)
  io.vacant := PopCount(free)
  io.owed   := OwnShare.owed(keepsOwn(io.granted), fifoBits(used), io.entries)
  protected def keepsOwn(granted: UInt): UInt = granted
  protected val accepts = asks && free.orR
  private val quiet     = from(_.self) && isOwnQuiet
  protected def isOwnQuiet: Bool = !io.selfOutstanding && io.dlaEnqueued === io.dlaDequeued
  protected val noLegs = quiet || (isFence && !io.dlaEverUsed && !from(_.loose))
  private val both     = !noLegs && needsDlaLeg
  protected def needsDlaLeg: Bool = io.dlaEverUsed
  protected val armBit = Mux(accepts, UIntToOH(vacant, n), 0.U(n.W))
  private val legTotal = Mux(noLegs, 0.U(2.W), Mux(both, 2.U, 1.U))
  for ((a, i) <- io.arm.zipWithIndex) {
    a.ready := accepts && port === (i == 1).B
    a.ping  := !noLegs
    a.entry := vacant
  }

  // unordered traffic: the target's counters are sealed before any leg is launched (R-FEN-4)
  protected val acks = part(new AckCounters(counters, countBits))
  acks.io.usable  := io.counters
  acks.io.heads   <> io.unordered
  acks.io.older   := io.older
  acks.io.granted := io.granted
  acks.io.ack     := io.ack
  acks.io.seal    := accepts && !from(_.self)
  acks.io.target  := from(_.target)
  private val covers = acks.io.covers

  private val fill = Wire(new Held)
  fill.fence := isFence
  fill.task  := from(_.task)
  fill.tag   := tag
  when(accepts) {
    holds(vacant) := fill.asUInt
    fifos(vacant) := fifo
    favourite     := !port
    armEvent.kind := EventKind.FlushArmed.value.U
    armEvent.a    := tag
    armEvent.b    := Packed(new FlushEvent)(f => Seq(f.counters -> covers, f.legs -> legTotal, f.entry -> vacant))
  }
  armValid          := accepts
  io.armEvent       := armEvent
  io.armEvent.valid := armValid

  // ---- DLA legs: in arm order, each when the requests before it have left the DLA
  private val legIn  = accepts && both
  private val legNew = Wire(new Leg)
  legNew.snapshot := io.dlaEnqueued
  legNew.entry    := vacant
  legNew.tag      := tag
  legNew.target   := from(_.target)
  when(legIn) { legs((legHead + legCount)(entryBits - 1, 0)) := legNew.asUInt }
  private val leg  = legs(legHead).asTypeOf(new Leg)
  private val next = legs((legHead + reached)(entryBits - 1, 0)).asTypeOf(new Leg)
  // modular: dequeued has reached the snapshot. A leg that waits to be sent is not compared again, because DLA_CLEAR
  // drops any number of requests while the network takes none.
  private val reaches = legCount =/= reached && !(io.dlaDequeued - next.snapshot)(15)
  private val due     = reached =/= 0.U || reaches
  private val legOut  = due && (!offered || io.control.ready)
  reached := Mux(isKept, reached + reaches - legOut, 0.U)
  protected def isKept: Bool = true.B
  when(legOut) {
    legHead := legHead + 1.U
    offer   := leg
  }
  legCount := legCount + legIn - legOut
  when(legOut || io.control.ready) { offered := legOut }
  io.control.valid       := offered
  io.control.ptype       := PacketType.Ping.value.U
  io.control.dst         := offer.target
  io.control.word1       := 0.U.asTypeOf(new Header1)
  io.control.word1.entry := offer.entry
  io.control.word1.slot  := 1.U
  io.control.word1.tag   := offer.tag

  // ---- pongs
  private val pongEntry = io.pong.entry(entryBits - 1, 0)
  private val pongBit = Mux(io.pong.valid && io.pong.entry < n.U, UIntToOH(pongEntry, n), 0.U(n.W)) & (oneLeg | twoLegs)
  private val home    = pongBit & oneLeg
  private val away    = (oneLeg & ~home) | twoLegs | Mux(noLegs, 0.U, armBit) // legs away after this cycle
  oneLeg  := (oneLeg & ~home) | (pongBit & twoLegs) | Mux(legTotal === 1.U, armBit, 0.U)
  twoLegs := (twoLegs & ~pongBit) | Mux(legTotal === 2.U, armBit, 0.U)

  // ---- an entry is complete when its legs and counters are home
  private val waitsNow   = waits.zipWithIndex.map { case (w, e) => (w | Mux(armBit(e), covers, 0.U)) & ~acks.io.home }
  private val openNow    = open | armBit
  protected val complete = openNow & ~away & ~VecInit(waitsNow.map(_.orR)).asUInt
  protected val ends     = complete & fences // FENCEs that held their FIFO
  private val holdsOn    = accepts && isFence && (complete & armBit) === 0.U
  protected def fifoBits(entries: UInt): UInt =
    fifos.zipWithIndex.map { case (f, e) => Mux(entries(e), UIntToOH(f, structure.injectionFifos), 0.U) }.reduce(_ | _)
  waits      := VecInit(waitsNow)
  open       := openNow & ~complete
  fences     := (fences & ~complete) | Mux(holdsOn, armBit, 0.U)
  blocked    := (blocked & ~fifoBits(ends)) | Mux(holdsOn, UIntToOH(fifo, structure.injectionFifos), 0.U)
  io.blocked := blocked

  // ---- events: a rotating choice among the entries that are complete
  private val doneAll = done | toTell(complete)
  protected def toTell(complete: UInt): UInt = complete
  private val tells    = doneAll =/= 0.U
  private val teller   = RotatingPick(doneAll, nextDone)
  private val tellBit  = Mux(tells, UIntToOH(teller, n), 0.U(n.W))
  private val tellHeld = Mux((tellBit & armBit) =/= 0.U, fill.asUInt, holds(teller)).asTypeOf(new Held)
  // of a refused packet that is unordered, only its counter is known
  private def refusedTasks: UInt =
    Mux(io.ack.valid, acks.io.tasks, UIntToOH(io.pong.entry(Fixed.taskBits - 1, 0), refusals.size))
  private val refused = Mux(io.pong.refusal, counted(refusedTasks), 0.U)
  protected def counted(tasks: UInt): UInt       = tasks
  private def more(count: UInt, bit: Bool): UInt = count + (bit && !count.andR)
  private val untold = more(refusals(tellHeld.task), refused(tellHeld.task))
  when(io.pong.refusal) {
    refusals.zipWithIndex.foreach { case (count, task) => count := more(count, refused(task)) }
  }
  when(tells) { refusals(tellHeld.task) := 0.U }
  done := doneAll & ~tellBit
  used := (openNow & ~complete) | (doneAll & ~tellBit)
  when(tells) {
    nextDone       := teller + 1.U
    doneEvent.kind := Mux(tellHeld.fence, EventKind.FenceDone.value.U, EventKind.FlushDone.value.U)
    doneEvent.a    := tellHeld.tag
    doneEvent.b :=
      Packed(new DoneEvent)(f => Seq(f.refused -> untold, f.entry -> Mux(tellHeld.fence, 0.U, teller)))
  }
  doneValid          := tells
  io.doneEvent       := doneEvent
  io.doneEvent.valid := doneValid

  io.busy := done =/= 0.U || armValid || doneValid || offered || due

  layer.block(layers.Verification) {
    assert(io.entries =/= 0.U && (io.entries & (io.entries + 1.U)) === 0.U,
      "FU_A3: fenceEntries of NIC_SIZES out of range")
    assert(!io.pong.valid || pongBit =/= 0.U, "FU_A1: PONG for an entry without a leg away")
    for (a <- io.arm) assert(!(a.valid && blocked(a.fifo)), "FU_A2: arm from a FIFO that a FENCE holds")
    assert((oneLeg & twoLegs) === 0.U, "FU_P1: an entry with one leg and with two")
    val waiting = oneLeg | twoLegs | VecInit(waits.map(_.orR)).asUInt
    assert((used & ~(waiting | done)) === 0.U, "FU_P2: an entry in use that waits for nothing")
    assert(((waiting | done) & ~used) === 0.U, "FU_P3: a free entry with legs, counters or an event")
    assert(open === waiting, "FU_P6: open entries differ from those with legs away or counters not home")
    // conservation: legs away = pings handed out - pongs + DLA legs not yet handed out
    val pings  = RegInit(0.U(8.W))
    val unsent = legCount +& offered
    pings := pings + (accepts && !noLegs) + (offered && io.control.ready) - (pongBit =/= 0.U)
    assert(PopCount(oneLeg) +& Cat(PopCount(twoLegs), 0.U(1.W)) === pings + unsent,
      "FU_P4: legs away differ from pings without pong")
    assert(blocked === fifoBits(fences) && PopCount(blocked) === PopCount(fences),
      "FU_P5: blocked FIFOs differ from FENCEs that wait")
  }
}
