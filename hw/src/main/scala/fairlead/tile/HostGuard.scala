// SPDX-License-Identifier: Apache-2.0
package fairlead.tile

import chisel3._
import chisel3.util._
import fairlead.ports._
import fairlead.words._
import fairlead.params._

class HostGuardIO extends Bundle {
  val pins  = Input(new OwnedCmd)
  val cmd   = Output(new Cmd) // what the units get
  val told  = Input(Vec(HostGuard.heard.size, new EventPort)) // as HostGuard.heard
  val event = Output(new EventPort)
  val busy  = Output(Bool()) // its next edge changes a register without a command
}

/** Between the host port and the units: a command reaches its unit when nobody else has what it names.
  *
  * What a task has is the task's from the first command that names it until an event tells the host that it has come
  * back. So the guard knows what the host knows, and no unit has anything of owners.
  *
  * Contract: `told` are the event ports of the tile as the host sees them.
  * Timing:   `cmd` in the cycle of `pins`; `event` one cycle later. What an event gives back is free in its cycle.
  * Reset:    nobody has anything.
  * Spec:     docs/spec/host-guard.md
  */
class HostGuard(implicit structure: Structure) extends Module with OpenUnit {
  val io = IO(new HostGuardIO)

  private val pins   = io.pins
  private val system = pins.owner(Fixed.ownerBits - 1)
  private def is(codes: Code*): Bool                     = pins.valid && codes.map(pins.op === _.value.U).reduce(_ || _)
  private def tells(port: String): EventPort             = io.told(HostGuard.heard.indexOf(port))
  private def tells(port: String, kind: EventKind): Bool = tells(port).valid && tells(port).kind === kind.value.U
  private def word[B <: Bundle](layout: B): B            = pins.w(0)(layout.getWidth - 1, 0).asTypeOf(layout)

  private val resets   = is(TileCommand.TaskReset)
  private val resource = word(new HostResource)
  private val post     = word(new Descriptor0)
  private val passes   = Wire(Bool()) // the command reaches its unit as it is

  /** Things of one kind, `most` of them.
    *
    * @param named the command names number `number`
    * @param takes whoever gives it has the thing from then on
    * @param gives whoever gives it has the thing no more
    * @param freed an event says that number `free` has come back
    */
  private class Things(kind: Code, most: Int, named: Bool, number: UInt, takes: Bool, gives: Bool = false.B)(
      freed: Bool,
      free: UInt
  ) {
    private val owners = Mem(most, UInt(Fixed.ownerBits.W))
    private val taken  = RegInit(0.U(most.W))
    private val asked  = resets && system && resource.kind === kind.value.U
    private val which  = Mux(asked, resource.number, number)
    private val at     = which(log2Up(most) - 1, 0)
    private def bit(valid: Bool, which: UInt) = Mux(valid, UIntToOH(which(log2Up(most) - 1, 0), most), 0.U(most.W))

    private val here = (asked || named) && which < most.U
    private val had  = taken & ~bit(freed, free)
    private val its  = (had & bit(here, which)).orR
    private val own  = GatedRead(its, owners, at) === Mux(asked, resource.task, pins.owner)
    val foreign      = its && !own
    val hears        = freed
    val back         = asked && its && own // TASK_RESET takes it back
    val taking       = here && takes && passes && !its
    when(taking) { owners(at) := pins.owner }
    taken := had & ~bit(here && gives && passes || back && (kind == ResourceKind.Counter).B, which) | bit(taking, which)
  }

  /** A number of a word: the bits above those that `most` things need are not looked at. */
  private def low(number: UInt, most: Int): UInt = number(log2Up(most) - 1, 0)

  private val stores = is(TileCommand.DlaRequest, TileCommand.DlaData)
  private val onDla  = Seq(TileCommand.DlaAlloc, TileCommand.DlaEnd, TileCommand.DlaRelease, TileCommand.DlaMark)
  private val channels = Option.when(structure.hasDla)(
    new Things(ResourceKind.Channel, structure.dlaChannels, stores || is(onDla :+ TileCommand.DlaClear: _*),
      Mux(stores, pins.w(3)(3, 0), word(new DlaCommand).channel), takes = true.B)(clears, tells("dlaNotice").a)
  )
  protected def clears: Bool = tells("dlaNotice", EventKind.DlaCleared)

  private val posts  = is(TileCommand.Post) && post.epoch
  private val epoch  = tells("epochOrigin")
  private val unused = Seq(EpochState.None, EpochState.NoTarget).map(epoch.b === _.value.U).reduce(_ || _)
  private val epochs = new Things(ResourceKind.Epoch, structure.originEpochs,
    posts || is(TileCommand.EpochOpen, TileCommand.EpochClose),
    low(Mux(posts, post.index, word(new EpochCommand).index), structure.originEpochs), is(TileCommand.EpochOpen))(
    Seq(EventKind.EpochEnded, EventKind.EpochDenied).map(tells("epochOrigin", _)).reduce(_ || _) ||
      tells("epochOrigin", EventKind.EpochError) && unused,
    epoch.a
  )

  private val sets  = is(TileCommand.CounterSet)
  private val gets  = is(TileCommand.Post, TileCommand.DlaRequest) && post.kind === OpKind.Get.value.U
  private val value = pins.w(1)(31, 0)
  private val counters = new Things(ResourceKind.Counter, structure.counters,
    gets || sets && pins.w(0) < structure.counters.U,
    low(Mux(gets, pins.w(1).asTypeOf(new Descriptor1).ctr, pins.w(0)), structure.counters),
    sets && value =/= 0.U, sets && value === 0.U)(tells("commit", EventKind.CounterZero), tells("commit").a)

  private val things  = channels.toSeq ++ Seq(epochs, counters)
  private val foreign = things.map(_.foreign).reduce(_ || _)
  private val refused = pins.valid && !system && (resets || isForeign(foreign))
  protected def isForeign(other: Bool): Bool = other
  passes := pins.valid && !refused && !resets

  // ---- what goes to the units: the command, or what gives back what TASK_RESET names
  private val back = things.map(_.back).reduce(_ || _)
  private def giveBack(kind: Code): (Code, UInt) = kind match {
    case ResourceKind.Channel =>
      val clear = WireDefault(0.U.asTypeOf(new DlaCommand))
      clear.channel        := resource.number
      clear.dealloc        := true.B
      TileCommand.DlaClear -> clear.asUInt
    case ResourceKind.Epoch =>
      val close = WireDefault(0.U.asTypeOf(new EpochCommand))
      close.index            := resource.number
      TileCommand.EpochClose -> close.asUInt
    case ResourceKind.Counter => TileCommand.CounterSet -> resource.number
  }
  private def of(word: ((Code, UInt)) => UInt): Seq[(UInt, UInt)] =
    ResourceKind.all.map(kind => kind.value.U -> word(giveBack(kind)))
  io.cmd.valid := passes || back
  io.cmd.op    := Mux(resets, MuxLookup(resource.kind, 0.U(8.W))(of(_._1.value.U)), pins.op)
  io.cmd.w     := pins.w
  when(resets) {
    io.cmd.w(0) := MuxLookup(resource.kind, 0.U)(of(_._2))
    io.cmd.w(1) := 0.U
  }

  // ---- answers
  private val answers = refused || resets
  private val reason  = Mux(resets, GuardReason.Privileged.value.U, GuardReason.Owned.value.U)
  private val event = Packed(new GuardEvent)(f =>
    Seq(f.reason -> Mux(refused, reason, 0.U), f.task -> Mux(refused, pins.owner, resource.task), f.command -> pins.op)
  )
  io.event.valid := RegNext(answers, false.B)
  io.event.kind  := RegEnable(Mux(refused, EventKind.Refused.value.U, EventKind.Returns.value.U), answers)
  io.event.a     := RegEnable(event.pad(64), answers)
  io.event.b     := RegEnable(Mux(refused, pins.w(0), back), answers)
  io.busy        := io.event.valid || things.map(_.hears).reduce(_ || _)
}

object HostGuard {

  /** Event ports that tell what has come back. */
  val heard: Seq[String] = Seq("commit", "epochOrigin", "dlaNotice")
}
