// SPDX-License-Identifier: Apache-2.0
package fairlead.dma

import chisel3._
import chisel3.util._
import fairlead.ports._
import fairlead.params._

/** The DMA engine of a node: DmaTx and DmaRx, wired, and the count of this node's unfinished operations on itself.
  *
  * Contract: ports as DmaTx and DmaRx; what passes between the two halves (response slots, counter loads, message
  *           credits) stays inside.
  * Timing:   `selfOutstanding` in cycle t covers what was produced and consumed up to t - 1.
  * Clocks:   one clock with four pins, of which the module's own is that of DmaTx (DmaActs). Reset: nothing
  *           outstanding. Spec: docs/spec/dma-engine.md
  */
class DmaEngine(p: TileParams)(implicit structure: Structure) extends Module with OpenUnit {
  private val ports = structure.localPorts
  private val ways  = Fixed.classes * ports
  val sendClock     = IO(Input(Clock()))
  val replyClock    = IO(Input(Clock()))
  val receiveClock  = IO(Input(Clock()))
  val io = IO(new Bundle {
    val cfg             = Input(new NicConfig)
    val now             = Input(UInt(structure.stampBits.W)) // in units of stamps
    val cmd             = Input(new Cmd)
    val owner           = Input(UInt(Fixed.ownerBits.W)) // who gives it
    val inject          = Vec(ways, new LocalLink) // request 0, 1, response 0, 1
    val eject           = Vec(ways, Flipped(new LocalLink))
    val readReq         = Output(Vec(ports, new ReadReq))
    val readReply       = Input(Vec(ports, new ReadReply))
    val writeReq        = Output(Vec(ports, new WriteReq))
    val writeAck        = Input(Vec(ports, new WriteAck))
    val dla             = Flipped(new DlaStream)
    val dlaBusy         = Output(Bool())
    val gate            = new EpochGate
    val lookup          = Vec(ports, new EpochLookup)
    val access          = Vec(ports, new EpochAccess)
    val notice          = new EpochNotify
    val epochControl    = Flipped(new ControlPacket) // INIT, PUT_COUNT, TERM
    val epochAck        = Flipped(new ControlPacket) // ACK
    val arm             = Vec(ports, new FenceArm)
    val fenceBlocked    = Input(UInt(structure.injectionFifos.W))
    val fenceVacant     = Input(UInt(log2Ceil(Fixed.fenceEntries + 1).W))
    val fenceOwed       = Input(UInt(structure.injectionFifos.W))
    val fenceControl    = Flipped(new ControlPacket) // PING of the DLA leg
    val pong            = Output(new PongNotice)
    val unordered       = Vec(structure.injectionFifos, new UnorderedHead)
    val older           = Output(Vec(structure.injectionFifos, UInt(structure.injectionFifos.W)))
    val putAck          = Output(new AckNotice)
    val selfOutstanding = Output(Bool()) // an operation of this node on itself is not finished
    val emptyPop        = Output(Bool()) // the MSG_POP of this cycle finds no message
    val txEvent         = Output(Vec(ways, new EventPort))
    val rxEvent         = Output(Vec(ways, new EventPort))
    val issueEvent      = Output(Vec(ports, new EventPort))
    val localEvent      = Output(Vec(ports, new EventPort))
    val postEvent       = Output(new EventPort)
    val commitEvent     = Output(new EventPort)
    val acts            = Output(new DmaActs)
    val sendWaits       = Output(new SendWaits)
    val receiveWaits    = Output(Vec(ways, new ReceiverWaits)) // as eject
  })

  protected val tx = part(new DmaTx(p))
  protected val rx = withClock(receiveClock)(part(new DmaRx(p)))

  tx.io.cfg                := io.cfg
  tx.io.now                := io.now
  tx.io.cmd                := io.cmd
  tx.io.owner              := io.owner
  tx.io.fenceBlocked       := io.fenceBlocked
  tx.io.fenceVacant        := io.fenceVacant
  tx.io.fenceOwed          := io.fenceOwed
  tx.io.readReply          := io.readReply
  io.readReq               := tx.io.readReq
  io.txEvent               := tx.io.txEvent
  io.issueEvent            := tx.io.issueEvent
  io.localEvent            := tx.io.localEvent
  io.inject                <> tx.io.inject
  io.gate                  <> tx.io.gate
  io.lookup                <> tx.io.lookup
  io.arm                   <> tx.io.arm
  tx.io.dla                <> io.dla
  io.dlaBusy               := tx.io.dlaBusy
  tx.io.requestControl(0)  <> io.fenceControl
  tx.io.requestControl(1)  <> io.epochControl
  tx.io.responseControl(0) <> io.epochAck

  rx.io.cfg       := io.cfg
  rx.io.cmd       := io.cmd
  rx.io.writeAck  := io.writeAck
  io.writeReq     := rx.io.writeReq
  io.rxEvent      := rx.io.rxEvent
  io.commitEvent  := rx.io.commitEvent
  io.postEvent    := Mux(rx.io.counterEvent.valid, rx.io.counterEvent, tx.io.postEvent) // of one command
  io.pong         := rx.io.pong
  io.putAck       := rx.io.putAck
  io.unordered    <> tx.io.unordered
  io.older        := tx.io.older
  io.sendWaits    := tx.io.waits
  io.receiveWaits := rx.io.waits
  io.emptyPop     := rx.io.emptyPop
  rx.io.eject     <> io.eject
  io.access       <> rx.io.access
  io.notice       <> rx.io.notice

  // between the halves
  tx.io.responseControl(1) <> rx.io.creditSend
  tx.io.respond            <> rx.io.respond
  tx.io.creditReturn       := rx.io.creditReturn
  rx.io.counterLoad        <> tx.io.counterLoad

  // produced and not consumed; every such operation is in a queue, a buffer or the memory of this node
  private val countBits   = 16
  private val outstanding = RegInit(0.U(countBits.W))
  private val produced    = PopCount(tx.io.selfProduced)
  when(produced =/= rx.io.selfConsumed.asUInt) {
    outstanding := outstanding + produced - rx.io.selfConsumed.asUInt
  }
  io.selfOutstanding := outstanding =/= 0.U

  tx.sendClock    := sendClock
  tx.replyClock   := replyClock
  rx.replyClock   := replyClock
  io.acts.pick    := tx.io.acts.pick || rx.io.acts.pick
  io.acts.send    := tx.io.acts.send || rx.io.acts.send
  io.acts.reply   := tx.io.acts.reply || rx.io.acts.reply
  io.acts.receive := tx.io.acts.receive || rx.io.acts.receive

  layer.block(layers.Verification) {
    assert(outstanding +& produced >= rx.io.selfConsumed.asUInt,
      "DE_P1: an operation on this node itself was consumed twice")
    assert(!outstanding(countBits - 1), "DE_P2: operations on this node itself are never consumed")
  }
}
