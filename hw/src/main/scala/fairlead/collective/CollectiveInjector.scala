// SPDX-License-Identifier: Apache-2.0
package fairlead.collective

import chisel3._
import chisel3.util._
import fairlead.params._
import fairlead.words.{ClassRoute, CollectiveHeader}

/** What a processor of the node gives to the collective network: a head, then its payload in order; or that what it has
  * given and not ended is to be dropped, or, of the system, whose a channel is.
  */
class CollectiveInject extends Bundle {
  val valid     = Bool()
  val head      = Bool()
  val abort     = Bool()
  val processor = UInt(CollectiveFixed.processorBits.W)
  val w0        = UInt(64.W) // of a head: CollectiveHeader; of an abort: ChannelOwner
  val w1        = UInt(64.W) // of a head: tag
}

/** w0 of an abort of the system: the processor has the channel from now on, or not any more. */
class ChannelOwner extends Bundle {
  val takes   = Bool() // and drops nothing
  val gives   = Bool()
  val channel = UInt(3.W)
}

/** A packet that was not accepted, or the half message of a processor that was dropped. Registered. */
class CollectiveRefused extends Bundle {
  val valid  = Bool()
  val reason = UInt(3.W) // CollectiveRefusal
  val tag    = UInt(64.W) // of what was dropped: the processor
}

/** The port at which a node gives packets to its injection FIFOs. What passes it can be routed and combined, and a
  * message that passes it fits into its FIFO. A packet or message that is open takes nothing of another processor, and
  * a message no packet of another way; it holds up its own channel alone. A channel that is granted takes packets of
  * its owner only.
  *
  * Timing: a head of cycle t is in its FIFO in t + 1, or `refused` shows it in t + 1; payload of a refused packet is
  *         dropped.
  * Reset:  no packet open, no channel granted.
  * Spec:   docs/spec/collective-network.md
  */
class CollectiveInjector(p: CollectiveParams)(implicit structure: Structure) extends Module {
  private val countBits = log2Ceil(p.packets + 1)
  val io = IO(new Bundle {
    val routes  = Input(Vec(p.routes, new ClassRoute))
    val depth   = Input(UInt(countBits.W)) // packets of each injection FIFO
    val inject  = Input(new CollectiveInject)
    val room    = Input(UInt(p.channels.W))
    val channel = Output(UInt(p.channelBits.W)) // channel of the flit on `out`
    val out     = Output(new TreeFlit)
    val ends    = Output(Bool()) // with a tail: the FIFO of this channel may release all packets that it holds
    val cut     = Output(UInt(p.channels.W)) // the FIFOs of these channels drop what has not ended
    val refused = Output(new CollectiveRefused)
    val reader  = Input(UInt(Fixed.ownerBits.W)) // who takes a flit
    val foreign = Output(UInt(p.channels.W)) // channels that are granted to another one than the reader
  })

  private def processors = Reg(Vec(p.channels, UInt(CollectiveFixed.processorBits.W)))
  // by channel
  private val left    = RegInit(VecInit.fill(p.channels)(0.U(5.W))) // payload flits of the open packet that are missing
  private val whose   = processors // processor of the open packet
  private val granted = RegInit(0.U(p.channels.W))
  private val owners  = processors
  private val closes  = Reg(Bool()) // the open packet of a message is the last one
  private val parts   = RegInit(0.U(countBits.W)) // packets of the open message
  private val sender  = Reg(UInt(CollectiveFixed.processorBits.W)) // its processor
  private def of(all: Vec[UInt], who: UInt): UInt = VecInit(all.map(_ === who)).asUInt
  private val open = VecInit(left.map(_ =/= 0.U)).asUInt
  private val mine = open & of(whose, io.inject.processor)

  private val header = WireInit(io.inject.w0.asTypeOf(new CollectiveHeader))
  private val number = if (p.routes == 1) 0.U(1.W) else header.route
  private val known  = header.route < p.routes.U
  private val route  = io.routes(number)
  private def is(mode: Code): Bool = header.mode === mode.value.U
  private val message  = is(CollectiveMode.Message)
  private val combines = is(CollectiveMode.Combine) || is(CollectiveMode.Allreduce)
  private val to       = Mux(message, p.messages.U, number)(p.channelBits - 1, 0)

  private val bytes = (4.U << header.size)(9, 0)
  private val whole = header.length =/= 0.U && (header.length & (bytes - 1.U)) === 0.U && header.size < 7.U
  private val legal =
    header.length <= structure.treePayload.U && (!combines || whole && header.op < CollectiveOp.all.size.U)
  private val way    = Cat(header.route, header.up, header.down, header.path)
  private val itsWay = Reg(chiselTypeOf(way)) // of the open message
  private val same   = belongs(parts === 0.U || io.inject.processor === sender && way === itsWay)
  private val part =
    Mux(combines, route.member, Mux(message, route.asUInt.orR, route.parent === 0.U && route.asUInt.orR))
  private val fits    = !message || header.last || parts +& 1.U < io.depth
  private val others  = granted & ~of(owners, io.inject.processor)
  private val blocked = mine.orR || blocks(open)(to)
  protected def blocks(open: UInt): UInt = open
  private val reason = MuxCase(0.U(3.W),
    Seq(
      (message && !same)  -> CollectiveRefusal.Stray.value.U,
      blocked             -> CollectiveRefusal.Open.value.U,
      !legal              -> CollectiveRefusal.Malformed.value.U,
      !(known && part)    -> CollectiveRefusal.Route.value.U,
      isOther(others)(to) -> CollectiveRefusal.Route.value.U,
      !fits               -> CollectiveRefusal.TooLong.value.U,
      !io.room(to)        -> CollectiveRefusal.Full.value.U
    ))
  private val owner    = io.inject.w0((new ChannelOwner).getWidth - 1, 0).asTypeOf(new ChannelOwner) // of an abort
  private val offered  = io.inject.valid && io.inject.head
  private val accepted = offered && reason === 0.U
  private val aborts   = io.inject.valid && io.inject.abort
  private val drops    = aborts && !owner.takes
  private val goesOn = PriorityEncoderOH(Mux(belongs(false.B), open, mine)) // of the open packets, that of the payload
  private val body   = io.inject.valid && !io.inject.head && !aborts && goesOn.orR
  private val flits  = (header.length +& (Fixed.flitBytes - 1).U) >> log2Ceil(Fixed.flitBytes)
  when(accepted) {
    left(to)  := flits(4, 0)
    whose(to) := io.inject.processor
    when(message) {
      closes := header.last
      parts  := Mux(header.last, 0.U, parts + 1.U)
      sender := io.inject.processor
      itsWay := way
    }
  }
  left.zipWithIndex.foreach { case (l, c) => when(body && goesOn(c)) { l := l - 1.U } }

  private val cutsPacket  = drops && mine.orR
  private val cutsMessage = drops && parts =/= 0.U && sender === io.inject.processor
  private val cuts        = cutsPacket || cutsMessage
  left.zipWithIndex.foreach { case (l, c) => when(cutsPacket && mine(c)) { l := 0.U } }
  when(cutsMessage) { parts := 0.U }
  io.cut := Mux(cutsPacket, mine, 0.U) | Mux(cutsMessage, (1 << p.messages).U, 0.U)

  // whose the channels are
  private val named = UIntToOH(owner.channel, 8)(p.channels - 1, 0)
  when(aborts && owner.takes) {
    granted := granted | named
    owners.zipWithIndex.foreach { case (o, c) => when(named(c)) { o := io.inject.processor } }
  }.elsewhen(aborts && owner.gives) { granted := granted & ~(named & ~others) }
  io.foreign := Mux(io.reader(Fixed.ownerBits - 1), 0.U, isOther(granted & ~of(owners, io.reader)))

  /** The channels whose owner is another one. */
  protected def isOther(others: UInt): UInt = others

  /** Whether a flit goes on with any packet, or a packet with the message, that is open. */
  protected def belongs(same: Bool): Bool = same

  header.mixed := false.B
  io.channel   := Mux(accepted, to, OHToUInt(goesOn))
  io.out.valid := accepted || body
  io.out.head  := accepted
  io.out.tail  := Mux(accepted, flits === 0.U, Mux1H(goesOn, left) === 1.U)
  io.out.w0    := Mux(accepted, header.asUInt, io.inject.w0)
  io.out.w1    := io.inject.w1
  io.ends      := Mux(accepted, !message || header.last, !goesOn(p.messages) || closes)

  private val refuses = offered && !accepted || cuts
  io.refused.valid  := RegNext(refuses, false.B)
  io.refused.reason := RegEnable(Mux(cuts, CollectiveRefusal.Aborted.value.U, reason), refuses)
  io.refused.tag    := RegEnable(Mux(cuts, io.inject.processor, io.inject.w1), refuses)

  layer.block(layers.Verification) {
    assert(parts < io.depth, "CI_P1: a message has more packets than its FIFO")
  }
}
