// SPDX-License-Identifier: Apache-2.0
package fairlead.collective

import chisel3._
import chisel3.util._
import fairlead.params._
import fairlead.words.{ClassRoute, CollectiveHeader}

/** What a processor of the node gives to the collective network: a head, then its payload in order; or that what it has
  * given and not ended is to be dropped.
  */
class CollectiveInject extends Bundle {
  val valid     = Bool()
  val head      = Bool()
  val abort     = Bool()
  val processor = UInt(CollectiveFixed.processorBits.W)
  val w0        = UInt(64.W) // of a head: CollectiveHeader
  val w1        = UInt(64.W) // of a head: tag
}

/** A packet that was not accepted, or the half message of a processor that was dropped. Registered. */
class CollectiveRefused extends Bundle {
  val valid  = Bool()
  val reason = UInt(3.W) // CollectiveRefusal
  val tag    = UInt(64.W) // of what was dropped: the processor
}

/** The port at which a node gives packets to its injection FIFOs. What passes it can be routed and combined, and a
  * message that passes it fits into its FIFO. A packet or message that is open takes nothing of another processor, and
  * a message no packet of another way.
  *
  * Timing: a head of cycle t is in its FIFO in t + 1, or `refused` shows it in t + 1; payload of a refused packet is
  *         dropped.
  * Reset:  no packet open.
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
  })

  private val left    = RegInit(0.U(5.W)) // payload flits of the open packet that are missing
  private val channel = Reg(UInt(p.channelBits.W))
  private val closes  = Reg(Bool())
  private val whose   = Reg(UInt(CollectiveFixed.processorBits.W)) // processor of the open packet
  private val parts   = RegInit(0.U(countBits.W)) // packets of the open message
  private val sender  = Reg(UInt(CollectiveFixed.processorBits.W)) // its processor

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
  private val fits = !message || header.last || parts +& 1.U < io.depth
  private val reason = MuxCase(0.U(3.W),
    Seq(
      (message && !same) -> CollectiveRefusal.Stray.value.U,
      (left =/= 0.U)     -> CollectiveRefusal.Open.value.U,
      !legal             -> CollectiveRefusal.Malformed.value.U,
      !(known && part)   -> CollectiveRefusal.Route.value.U,
      !fits              -> CollectiveRefusal.TooLong.value.U,
      !io.room(to)       -> CollectiveRefusal.Full.value.U
    ))
  private val offered  = io.inject.valid && io.inject.head
  private val accepted = offered && reason === 0.U
  private val aborts   = io.inject.valid && io.inject.abort
  private val body =
    io.inject.valid && !io.inject.head && !aborts && left =/= 0.U && belongs(io.inject.processor === whose)
  private val flits = (header.length +& (Fixed.flitBytes - 1).U) >> log2Ceil(Fixed.flitBytes)
  when(accepted) {
    left    := flits(4, 0)
    channel := to
    closes  := !message || header.last
    whose   := io.inject.processor
    when(message) {
      parts  := Mux(header.last, 0.U, parts + 1.U)
      sender := io.inject.processor
      itsWay := way
    }
  }
  when(body) { left := left - 1.U }

  private val cutsPacket  = aborts && left =/= 0.U && whose === io.inject.processor
  private val cutsMessage = aborts && parts =/= 0.U && sender === io.inject.processor
  private val cuts        = cutsPacket || cutsMessage
  when(cutsPacket) { left := 0.U }
  when(cutsMessage) { parts := 0.U }
  io.cut := Mux(cutsPacket, UIntToOH(channel, p.channels), 0.U) | Mux(cutsMessage, (1 << p.messages).U, 0.U)

  /** Whether a flit goes on with the packet, or a packet with the message, that is open. */
  protected def belongs(same: Bool): Bool = same

  header.mixed := false.B
  io.channel   := Mux(accepted, to, channel)
  io.out.valid := accepted || body
  io.out.head  := accepted
  io.out.tail  := Mux(accepted, flits === 0.U, left === 1.U)
  io.out.w0    := Mux(accepted, header.asUInt, io.inject.w0)
  io.out.w1    := io.inject.w1
  io.ends      := Mux(accepted, !message || io.inject.w0.asTypeOf(new CollectiveHeader).last, closes)

  private val refuses = offered && !accepted || cuts
  io.refused.valid  := RegNext(refuses, false.B)
  io.refused.reason := RegEnable(Mux(cuts, CollectiveRefusal.Aborted.value.U, reason), refuses)
  io.refused.tag    := RegEnable(Mux(cuts, io.inject.processor, io.inject.w1), refuses)

  layer.block(layers.Verification) {
    assert(parts < io.depth, "CI_P1: a message has more packets than its FIFO")
  }
}
