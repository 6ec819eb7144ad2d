// SPDX-License-Identifier: Apache-2.0
package fairlead.tile

import chisel3._
import chisel3.util._
import fairlead.collective.ChannelOwner
import fairlead.ports._
import fairlead.words._
import fairlead.params._

class HostGuardIO(implicit structure: Structure) extends Bundle {
  val pins  = Input(new OwnedCmd)
  val cmd   = Output(new Cmd) // what the units get
  val empty = Input(Bool()) // `cmd` is a MSG_POP and finds no message
  val error = Input(new ConfigError)
  val told  = Input(Vec(HostGuard.heard.size, new EventPort)) // as HostGuard.heard
  val lanes = Output(UInt(structure.injectionFifos.W)) // injection FIFOs that are granted
  val event = Output(new EventPort)
  val busy  = Output(Bool()) // its next edge changes a register without a command
}

/** Between the host port and the units: a command reaches its unit when nobody else has what it names.
  *
  * What a task has is the task's from the first command that names it until an event tells the host that it has come
  * back. So the guard knows what the host knows, and no unit has anything of owners.
  *
  * Contract: `told` are the event ports of the tile as the host sees them. `empty` depends on `cmd`, and `cmd` not on
  *           it.
  * Timing:   `cmd` in the cycle of `pins`; `event` one cycle later. What an event gives back is free in its cycle.
  * Reset:    nobody has anything.
  * Spec:     docs/spec/host-guard.md
  */
class HostGuard(implicit structure: Structure) extends Module with OpenUnit {
  val io = IO(new HostGuardIO)

  private val pins   = io.pins
  private val system = HostGuard.isOfSystem(pins)
  private def is(codes: Code*): Bool                     = HostGuard.is(pins, codes)
  private def tells(port: String): EventPort             = io.told(HostGuard.heard.indexOf(port))
  private def tells(port: String, kind: EventKind): Bool = tells(port).valid && tells(port).kind === kind.value.U
  private def word[B <: Bundle](layout: B): B            = HostGuard.word(pins, layout)

  private val stray    = isStray(Meant.strays(pins))
  private val closed   = pins.valid && io.error.valid
  private val resets   = is(TileCommand.TaskReset) && !stray && !closed
  private val grants   = is(TileCommand.TaskGrant) && !stray && !closed
  private val resource = word(new HostResource)
  private val post     = word(new Descriptor0)
  private val passes   = Wire(Bool()) // the command reaches its unit as it is
  protected def isStray(stray: Bool): Bool = stray

  /** Things of one kind, `most` of them.
    *
    * @param named the command names number `number`
    * @param takes whoever gives it has the thing from then on
    * @param gives whoever gives it has the thing no more
    * @param frees events that say which number has come back
    */
  private class Things(kind: Code, most: Int, named: Bool, number: UInt, takes: Bool, gives: Bool = false.B)(
      frees: (Bool, UInt)*
  ) {
    // TASK_RESET frees it
    private val atOnce = Seq(ResourceKind.Counter, ResourceKind.Reception, ResourceKind.Injection).contains(kind)
    private val owners = Mem(most, UInt(Fixed.ownerBits.W))
    private val taken  = RegInit(0.U(most.W))
    val kept           = RegInit(0.U(most.W)) // those that the system has granted
    private val asked  = (resets || grants) && system && resource.kind === kind.value.U
    private val which  = Mux(asked, resource.number, number)
    private val at     = which(log2Up(most) - 1, 0)
    private def bit(valid: Bool, which: UInt) = Mux(valid, UIntToOH(which(log2Up(most) - 1, 0), most), 0.U(most.W))

    private val here = (asked || named) && which < most.U
    private val had  = taken & (~frees.map { case (freed, free) => bit(freed, free) }.reduce(_ | _) | kept)
    private val its  = (had & bit(here, which)).orR
    private val own  = GatedRead(its, owners, at) === Mux(asked, resource.task, pins.owner)
    val foreign      = its && !own
    val hears        = frees.map(_._1).reduce(_ || _)
    val back         = asked && resets && its && own // TASK_RESET takes it back
    val granted      = asked && grants && which < most.U && (!its || own)
    val taking       = here && takes && passes && !its || granted
    when(taking) { owners(at) := Mux(grants, resource.task, pins.owner) }
    taken := had & ~(bit(here && gives && passes, which) & ~kept | bit(back && atOnce.B, which)) | bit(taking, which)
    kept  := kept & ~bit(back, which) | bit(granted && keeps, which)
  }

  protected def keeps: Bool = true.B

  /** A number of a word: the bits above those that `most` things need are not looked at. */
  private def low(number: UInt, most: Int): UInt = number(log2Up(most) - 1, 0)

  private val stores = is(TileCommand.DlaRequest, TileCommand.DlaData)
  private val onDla  = Seq(TileCommand.DlaAlloc, TileCommand.DlaEnd, TileCommand.DlaRelease, TileCommand.DlaMark)
  private val channels = Option.when(structure.hasDla)(
    new Things(ResourceKind.Channel, structure.dlaChannels, stores || is(onDla :+ TileCommand.DlaClear: _*),
      Mux(stores, pins.w(3)(3, 0), word(new DlaCommand).channel), takes = true.B)(clears -> tells("dlaNotice").a)
  )
  protected def clears: Bool = tells("dlaNotice", EventKind.DlaCleared)

  private val posts  = is(TileCommand.Post) && post.epoch
  private val epoch  = tells("epochOrigin")
  private val unused = Seq(EpochState.None, EpochState.NoTarget).map(epoch.b === _.value.U).reduce(_ || _)
  private val epochs = new Things(ResourceKind.Epoch, structure.originEpochs,
    posts || is(TileCommand.EpochOpen, TileCommand.EpochClose),
    low(Mux(posts, post.index, word(new EpochCommand).index), structure.originEpochs), is(TileCommand.EpochOpen))(
    (Seq(EventKind.EpochEnded, EventKind.EpochDenied).map(tells("epochOrigin", _)).reduce(_ || _) ||
      tells("epochOrigin", EventKind.EpochError) && unused) -> epoch.a
  )

  private val sets   = is(TileCommand.CounterSet)
  private val clear  = is(TileCommand.CounterClear)
  private val gets   = is(TileCommand.Post, TileCommand.DlaRequest) && post.kind === OpKind.Get.value.U
  private val failed = Wire(Bool()) // the COUNTER_SET of the cycle before, which took its counter
  private val counters = new Things(ResourceKind.Counter, structure.counters,
    gets || (sets || clear) && pins.w(0) < structure.counters.U,
    low(Mux(gets, pins.w(1).asTypeOf(new Descriptor1).ctr, pins.w(0)), structure.counters),
    sets && pins.w(1).asTypeOf(new CounterBytes).bytes =/= 0.U, clear)(
    tells("commit", EventKind.CounterZero)           -> tells("commit").a,
    (tells("post", EventKind.CounterZero) || failed) -> tells("post").a
  )
  failed := tells("post", EventKind.CounterRefused) && RegEnable(counters.taking, false.B, pins.valid)

  private val pops  = is(TileCommand.MsgPop)
  private val empty = isEmpty(io.empty)
  protected def isEmpty(empty: Bool): Bool = empty
  private val fifos =
    new Things(ResourceKind.Reception, structure.receptionFifos, pops, pins.w(0), takes = !empty)(false.B -> 0.U)

  private val lanes = new Things(ResourceKind.Injection, structure.injectionFifos, isPost, post.number,
    takes = false.B)(false.B -> 0.U)
  protected def isPost: Bool = is(TileCommand.Post)
  io.lanes := lanes.kept

  private val things = channels.toSeq ++ Seq(epochs, counters, fifos, lanes)
  private val privileged =
    is(TileCommand.TaskReset, TileCommand.TaskGrant, TileCommand.MsgCredit, TileCommand.DlaEventCredit,
      TileCommand.CountControl, TileCommand.BarAdd, TileCommand.EpochAdmit)
  private val forged  = HostGuard.forges(pins)
  private val foreign = forged || things.map(_.foreign).reduce(_ || _)

  // ---- regions of fences, by task
  private val regions = RegInit(0.U((1 << Fixed.taskBits).W))
  private val strict  = RegInit(false.B) // fences need one
  private val region  = is(TileCommand.FenceRegion)
  private val inside  = regions(pins.owner(Fixed.taskBits - 1, 0))
  private val fences  = is(TileCommand.Post) && post.kind >= OpKind.Flush.value.U && post.kind <= OpKind.Fence.value.U
  private val outside = isOutside(Mux(region, pins.w(0)(0) === inside, strict && fences && !inside))
  protected def isOutside(outside: Bool): Bool = outside
  private val refused = closed || stray || pins.valid && !system && (privileged || isForeign(foreign) || outside)
  private val moves   = region && !refused
  private val mover   = UIntToOH(Mux(resets, resource.task, pins.owner)(Fixed.taskBits - 1, 0))
  when(moves && system) { strict := pins.w(0)(0) }
  private val ends = resets && system && resource.kind === ResourceKind.Injection.value.U &&
    !resource.task(Fixed.taskBits)
  when(moves && !system || ends) {
    regions := Mux(region && pins.w(0)(0), regions | mover, regions & ~mover)
  }
  protected def isForeign(other: Bool): Bool = other
  passes := pins.valid && !refused && !resets && !grants && !region

  // ---- what goes to the units: the command, or what gives back what TASK_RESET names
  private val apart = HostGuard.apart.map(resource.kind === _.value.U).reduce(_ || _)
  private val bound = HostGuard.bound(pins, true.B).bare
  private val back  = resets && system && apart && bound.op =/= 0.U || things.map(_.back).reduce(_ || _)
  io.cmd       := bound
  io.cmd.valid := passes || back && resource.kind =/= ResourceKind.Reception.value.U

  // ---- answers
  private val rejects = refused || empty
  private val onTree  = resource.kind === ResourceKind.Tree.value.U && resource.number <= CollectiveFixed.routes.U
  private val granted = things.map(_.granted).reduce(_ || _) || grants && system && onTree && bound.op =/= 0.U
  private val answers = rejects || resets || grants
  private val reason = MuxCase(
    GuardReason.Empty.value.U,
    Seq(
      closed                          -> GuardReason.Configuration.value.U,
      stray                           -> GuardReason.Malformed.value.U,
      privileged                      -> GuardReason.Privileged.value.U,
      forged                          -> GuardReason.Forged.value.U,
      (!system && isForeign(foreign)) -> GuardReason.Owned.value.U,
      refused                         -> GuardReason.Region.value.U
    )
  )
  private val event = Packed(new GuardEvent)(f =>
    Seq(f.reason -> Mux(rejects, reason, 0.U), f.task -> Mux(rejects, pins.owner, resource.task), f.command -> pins.op)
  )
  io.event.valid := RegNext(answers, false.B)
  io.event.kind  := RegEnable(Mux(rejects, EventKind.Refused.value.U, EventKind.Returns.value.U), answers)
  io.event.a     := RegEnable(event.pad(64), answers)
  io.event.b := RegEnable(Mux(closed, io.error.register, Mux(rejects, pins.w(0), Mux(grants, granted, back))), answers)
  io.busy    := io.event.valid || things.map(_.hears).reduce(_ || _)
}

object HostGuard {

  /** Event ports that tell what has come back. */
  val heard: Seq[String] = Seq("commit", "post", "epochOrigin", "dlaNotice")

  /** What the units keep by the name of the task. */
  private val apart = Seq(ResourceKind.Device, ResourceKind.Tree, ResourceKind.Injection, ResourceKind.Barrier)

  private def is(cmd: Cmd, codes: Seq[Code]): Bool      = cmd.valid && codes.map(cmd.op === _.value.U).reduce(_ || _)
  private def word[B <: Bundle](cmd: Cmd, layout: B): B = cmd.w(0)(layout.getWidth - 1, 0).asTypeOf(layout)
  private def isOfSystem(cmd: OwnedCmd): Bool           = cmd.owner(Fixed.ownerBits - 1)

  private def processor(cmd: Cmd): UInt = cmd.w(2)(CollectiveFixed.processorBits - 1, 0)

  /** A task gives the command in the name of another one, or a BAR_ADD, which only the system gives: what keeps no
    * owners goes by the name in the words.
    */
  def forges(cmd: OwnedCmd)(implicit structure: Structure): Bool = {
    val names = Seq(
      Seq(TileCommand.BarEnter, TileCommand.BarLeave, TileCommand.BarAdd, TileCommand.BarRead) ->
        word(cmd, new BarrierCommand).task,
      Seq(TileCommand.TreeGive, TileCommand.TreeBody, TileCommand.TreeAbort) -> processor(cmd),
      Seq(TileCommand.DeviceLock, TileCommand.DeviceUnlock, TileCommand.DeviceReadHeader, TileCommand.DeviceDrain) ->
        word(cmd, new DeviceCommand).processor
    )
    !isOfSystem(cmd) &&
    (is(cmd, Seq(TileCommand.BarAdd)) || names.map { case (codes, task) =>
      is(cmd, codes) && task =/= cmd.owner
    }.reduce(
      _ || _
    ))
  }

  /** The command as it goes to a unit if it `passes`: in place of TASK_RESET the command that gives back its thing, and
    * in place of a TASK_GRANT of the collective network what makes a channel the task's.
    */
  def bound(cmd: OwnedCmd, passes: Bool)(implicit structure: Structure): OwnedCmd = {
    val resource = word(cmd, new HostResource)
    val channel  = WireDefault(0.U.asTypeOf(new DlaCommand))
    channel.channel := resource.number
    channel.dealloc := true.B
    val epoch = WireDefault(0.U.asTypeOf(new EpochCommand))
    epoch.index := resource.number
    val device = WireDefault(0.U.asTypeOf(new DeviceCommand))
    device.processor := resource.task
    val barrier = WireDefault(0.U.asTypeOf(new BarrierCommand))
    barrier.task    := resource.task
    barrier.barrier := resource.number
    val tree = Wire(new ChannelOwner)
    tree.channel := Mux(resource.number > CollectiveFixed.routes.U, 7.U, resource.number)
    val beyond = (resource.number >> barrier.barrier.getWidth).orR
    def named(
        code: Code,
        task: UInt,
        not: Bool = false.B
    ): UInt = // a task that the words cannot name has nothing there
      Mux((resource.task >> task.getWidth).orR || not, 0.U(8.W), code.value.U)
    val backs = Seq(
      (ResourceKind.Channel, TileCommand.DlaClear.value.U, channel.asUInt),
      (ResourceKind.Epoch, TileCommand.EpochClose.value.U, epoch.asUInt),
      (ResourceKind.Counter, TileCommand.CounterClear.value.U, resource.number),
      (ResourceKind.Device, named(TileCommand.DeviceUnlock, device.processor), device.asUInt),
      (ResourceKind.Tree, named(TileCommand.TreeAbort, processor(cmd)), tree.asUInt),
      (ResourceKind.Injection, named(TileCommand.TaskReset, barrier.task), cmd.w(0)),
      (ResourceKind.Barrier, named(TileCommand.BarLeave, barrier.task, beyond), barrier.asUInt)
    )
    val bound  = WireDefault(cmd)
    val grants = is(cmd, Seq(TileCommand.TaskGrant)) && resource.kind === ResourceKind.Tree.value.U
    val resets = is(cmd, Seq(TileCommand.TaskReset)) || grants
    tree.takes  := grants
    tree.gives  := !grants
    bound.valid := cmd.valid && passes && (!resets || isOfSystem(cmd))
    when(resets && isOfSystem(cmd)) {
      bound.op   := MuxLookup(resource.kind, 0.U(8.W))(backs.map { case (kind, op, _) => kind.value.U -> op })
      bound.w(0) := MuxLookup(resource.kind, 0.U)(backs.map { case (kind, _, word) => kind.value.U -> word })
      bound.w(2) := resource.task
    }
    bound
  }
}
