// SPDX-License-Identifier: Apache-2.0
package fairlead.barrier

import chisel3._
import chisel3.layers.Verification
import chisel3.util._
import fairlead.ports._
import fairlead.words._
import fairlead.params._

class BarrierUnitIO extends Bundle {
  val cfg          = Input(new CfgWrite)
  val cmd          = Input(new Cmd) // BAR_ENTER, BAR_LEAVE, BAR_ADD, BAR_READ
  val giOut        = Output(UInt(3.W)) // 100 -> 010 -> 001 -> 100, one step an instance
  val giIn         = Input(UInt(3.W)) // OR of all nodes' giOut of one earlier cycle; 000 before the first has arrived
  val joinEvent    = Output(new EventPort)
  val releaseEvent = Output(new EventPort)
  val busy         = Output(Bool())
}

/** Single local barrier of a node's tasks, and its leg of the global one.
  *
  * One counter C of w bits advances by exactly P, the smallest power of two >= N, an instance: every task but the
  * master adds 1 as it joins; the master waits for C - B = N - 1, joins the global barrier, and when that is complete
  * adds P - N + 1. A task waits until bit p of C differs from what it was before its join. Nobody waits for a task that
  * has left, and what it would have added is added with the padding.
  *
  * Contract: a task joins when it is not waiting; its index is below N; one task an instance is the master, and a
  *           second one joins as the others. BAR_ADD only while no task is in the barrier, and a first join only while
  *           C is a multiple of P. Anything else is BARRIER_REFUSED.
  * Timing:   a join of cycle t is in C in t + 1; the master's gate opens in t + 1, giOut steps in t + 2. giIn is
  *           registered; a complete pattern on giIn in cycle t is in C in t + 2 and BARRIER_RELEASED is visible in t +
  *           3.
  * Reset:    C = 0, nobody waits, giOut = 100. TASKS and BARRIER_WIDTH are written under reset.
  * Spec:     docs/spec/barrier-unit.md (R-BAR-1 to R-BAR-9)
  */
class BarrierUnit(p: TileParams) extends Module with OpenUnit {
  val io = IO(new BarrierUnitIO)

  protected val maxTasks  = 16
  protected val maxBits   = 16
  protected val stateZero = "b100".U(3.W)

  private def config(code: Code): UInt =
    RegEnable(io.cfg.data(4, 0), io.cfg.valid && io.cfg.reg === code.value.U)
  protected val tasks = config(ConfigReg.Tasks) // N
  private val width   = config(ConfigReg.BarrierWidth) // w

  protected val counter  = RegInit(0.U(maxBits.W)) // C
  protected val waiting  = RegInit(0.U(maxTasks.W))
  private val sampled    = RegInit(0.U(maxTasks.W)) // epoch bit before the task's own join
  protected val masterIn = RegInit(false.B)
  private val inGlobal   = RegInit(false.B)
  protected val pattern  = RegInit(stateZero)
  protected val seen     = RegNext(io.giIn, 0.U(3.W))

  // ---- P = 2^p, base and epoch bit by masks: no divide, no modulo (R-BAR-2, R-BAR-5)
  protected val last      = tasks - 1.U
  protected val padMask   = Cat(last(3), last(3, 2).orR, last(3, 1).orR, last(3, 0).orR) // P - 1
  protected val power     = padMask +& 1.U // P, one hot
  protected val widthMask = ~(~0.U(maxBits.W) << width)(maxBits - 1, 0)
  protected val counterOk = keptBits
  protected def keptBits: UInt = widthMask // the low w bits
  protected val arrived = fromBase
  protected def fromBase: UInt = counter(3, 0) & padMask // C - B
  private val epochBit = (counter & power).orR

  // ---- tasks that have left, until they join again
  private val gone     = RegInit(0.U(maxTasks.W))
  protected val absent = lacking(gone & ~waiting)
  protected def lacking(tasks: UInt): UInt = tasks
  private val missing = PopCount(absent)
  private val known   = arrived +& missing // that are in, without the master, or do not come
  // all others are in, and none of them is the master
  private val stands   = !masterIn && absent.orR && known === tasks
  protected val others = (last - missing + stands)(3, 0) // joins of others that come

  // ---- a task joins
  protected val command = io.cmd.w(0).asTypeOf(new BarrierCommand)
  private val enter     = io.cmd.valid && io.cmd.op === TileCommand.BarEnter.value.U
  protected val task    = joiner
  protected def joiner: UInt = command.task
  protected val one   = UIntToOH(task, maxTasks)
  private val aligned = waiting.orR || (counter & padMask) === 0.U // a first join finds C at a multiple of P
  private val starts  = mayStart(aligned) && !(inGlobal && (absent & one).orR)
  protected def mayStart(aligned: Bool): Bool = aligned
  private val expects = task < tasks && !(waiting & one).orR && starts
  private val late    = isLate
  protected def isLate: Bool = false.B // the task's instance was completed without it
  private val leads   = command.master && !masterIn
  protected val joins = enter && expects && (leads || Mux(command.master, maySecond, mayFollow))
  protected def mayFollow: Bool = known =/= last || absent.orR && (!masterIn || (absent & one).orR)
  protected def maySecond: Bool = mayFollow // a second master joins as the others, so a false one holds up nobody
  private val adds    = joins && !leads && !late
  private val padding = paddingAtJoin
  protected def paddingAtJoin: UInt = 0.U

  // ---- the master's gate (R-BAR-6), then the global leg
  private val mayPass = (masterIn || stands) && !inGlobal && othersAreIn && isCalled
  protected val gate  = mayPass && !joins
  protected def othersAreIn: Bool = stands || known === last
  // a node of which nobody is left follows the others
  private def isCalled: Bool = waiting.orR || missing === tasks && (seen & Cat(pattern(0), pattern(2, 1))).orR
  private val former     = Cat(pattern(1, 0), pattern(2)) // the pattern before this node's entry
  protected val complete = inGlobal && !(seen & former).orR && (seen & pattern).orR
  private val advance    = advanceNow
  protected def advanceNow: UInt = Mux(complete, power - tasks + missing + !stands, 0.U)
  when(gate) {
    inGlobal := true.B
    pattern  := Cat(pattern(0), pattern(2, 1))
  }
  when(complete) {
    inGlobal := false.B
    masterIn := false.B
  }
  when(joins && leads) { masterIn := true.B }

  // ---- the counter by itself: fetch-add of k while no task is in the barrier, and a read (R-BAR-1)
  private val count   = io.cmd.w(0).asTypeOf(new BarrierCount)
  protected val add   = io.cmd.valid && io.cmd.op === TileCommand.BarAdd.value.U
  private val leave   = io.cmd.valid && io.cmd.op === TileCommand.BarLeave.value.U
  private val read    = leave || io.cmd.valid && io.cmd.op === TileCommand.BarRead.value.U
  private val free    = !waiting.orR && !masterIn && !inGlobal
  private val refused = (add && !free) || (enter && !joins)
  private val tells   = add || read || refused
  private val fetched = beforeAdd
  protected def beforeAdd: UInt = counter

  private val nextCounter =
    Mux(add && free, fetched + count.k, counter + adds + padding + advance) & counterOk
  counter := nextCounter

  // ---- release: all whose sampled epoch bit is not the present one
  private val leaving = waiting & mayLeave
  protected def mayLeave: UInt = sampled ^ Fill(maxTasks, epochBit)
  waiting := (waiting & ~leaving) | Mux(joins, one, 0.U)
  when(joins) { sampled := (sampled & ~one) | Mux(epochBit ^ late, one, 0.U) }
  when(leave && task < tasks) { gone := gone | one }
  when(joins) { gone := gone & ~one }

  // ---- events
  private def event(port: EventPort, valid: Bool, kind: UInt, a: UInt): Unit = {
    port.valid := RegNext(valid, false.B)
    port.kind  := RegEnable(kind, valid)
    port.a     := RegEnable(a, valid)
  }
  private def code(k: EventKind): UInt = k.value.U(8.W)
  private val answer  = Mux(refused, code(EventKind.BarRefused), code(EventKind.BarCounter))
  private val onJoin  = tells && !gate // no release is due in the cycle of the gate
  private val onLeave = tells && gate && !leaving.orR
  event(io.joinEvent, joins || gate || onJoin,
    Mux(joins, code(EventKind.BarJoined), Mux(gate, code(EventKind.BarGlobal), answer)),
    Mux(joins || onJoin, task, 0.U))
  event(io.releaseEvent, leaving.orR || onLeave, Mux(leaving.orR, code(EventKind.BarReleased), answer),
    Mux(leaving.orR, leaving, command.task))
  io.joinEvent.b :=
    RegEnable(Mux(onJoin, fetched, counter + adds + padding) & counterOk, joins || gate || onJoin)
  io.releaseEvent.b := RegEnable(counter, leaving.orR || onLeave)

  io.giOut := pattern
  io.busy  := mayPass || complete || leaving.orR || io.joinEvent.valid || io.releaseEvent.valid

  layer.block(Verification) {
    val configured = tasks >= 1.U && tasks <= p.maxTasks.U && width <= maxBits.U && (1.U << width) > power
    assert(!enter || configured, "BU_A1: TASKS or BARRIER_WIDTH is illegal: w must be at least p + 1")
    assert(!enter || command.task < tasks, "BU_A2: a task index of N or more joins")
    assert(!enter || !(waiting & one).orR, "BU_A3: a task joins that is still waiting")
    assert(!enter || !expects || joins, "BU_A4: no master: N tasks joined as others")
    assert(!gate || excused("BU_P1") || PopCount(waiting) +& missing === tasks,
      "BU_P1: the master enters the global barrier before all tasks have joined (R-BAR-6)")
    assert(PopCount(pattern) === 1.U, "BU_P2: the pattern is not one-hot")
    assert((counter & ~counterOk) === 0.U, "BU_P4: the counter exceeds its width")
    assert(!inGlobal || masterIn || stands, "BU_P3: in the global barrier without a master")
    assert(!(waiting.orR || masterIn) || arrived +& masterIn === PopCount(waiting & ~leaving),
      "BU_P5: arrivals and waiting tasks differ")
    assert(!(gate && leaving.orR), "BU_P7: the gate opens in the cycle of a release: an answer would be lost")
    val base = counter & ~padMask.pad(maxBits)
    assert(
      !complete || ((counter + advance) & counterOk) === ((base + power) & counterOk),
      "BU_P6: an instance does not advance C by P (R-BAR-3)"
    )
  }
}
