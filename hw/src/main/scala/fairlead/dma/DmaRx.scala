// SPDX-License-Identifier: Apache-2.0
package fairlead.dma

import chisel3._
import chisel3.util._
import fairlead.ports._
import fairlead.params._

/** Receive half of the DMA engine: two request and two response receivers, two memory write ports, one CommitUnit, the
  * reception FIFOs and the byte counters.
  *
  * Contract: receivers of one port r share write port r, one flit a cycle; when both could go, the one that did not go
  *           last does. Nothing that a response needs depends on a request.
  * Timing:   a flit taken in cycle t is on `writeReq` in t + 1.
  * Clocks:   `replyClock` the reception FIFOs, the module's own clock the rest (DmaActs). Spec:
  *           docs/spec/dma-engine-rx.md
  */
class DmaRx(p: TileParams)(implicit structure: Structure) extends Module with OpenUnit {
  val replyClock = IO(Input(Clock()))
  val io = IO(new Bundle {
    val cfg          = Input(new NicConfig)
    val cmd          = Input(new Cmd)
    val eject        = Vec(Fixed.classes * structure.localPorts, Flipped(new LocalLink)) // request 0, 1, response 0, 1
    val access       = Vec(structure.localPorts, new EpochAccess)
    val notice       = new EpochNotify
    val respond      = Vec(structure.localPorts, new ResponsePort)
    val pong         = Output(new PongNotice)
    val putAck       = Output(new AckNotice)
    val creditReturn = Output(new CreditReturn)
    val creditSend   = new ControlPacket
    val counterLoad  = Vec(structure.localPorts, Flipped(new CounterLoad))
    val selfConsumed = Output(Bool()) // one operation of this node on itself is finished
    val emptyPop     = Output(Bool()) // the MSG_POP of this cycle finds no message
    val writeReq     = Output(Vec(structure.localPorts, new WriteReq))
    val writeAck     = Input(Vec(structure.localPorts, new WriteAck))
    val rxEvent      = Output(Vec(Fixed.classes * structure.localPorts, new EventPort))
    val commitEvent  = Output(new EventPort)
    val counterEvent = Output(new EventPort)
    val acts         = Output(new DmaActs) // as DmaTx
    val waits        = Output(Vec(Fixed.classes * structure.localPorts, new ReceiverWaits)) // as eject
  })

  protected val ports     = structure.localPorts
  protected val requests  = Seq.fill(ports)(part(new RequestRx(p)))
  protected val responses = Seq.fill(ports)(part(new ResponseRx(p)))
  protected val commit    = part(new CommitUnit(p.maxCommitSlots, structure.maxPacketFlits - 1))
  protected val reception = withClock(replyClock)(Module(new ReceptionFifos(p)))
  protected val counters  = part(new ByteCounters(p.physical))

  requests.zipWithIndex.foreach { case (rx, r) =>
    rx.io.cfg        := io.cfg
    rx.io.slots      := io.cfg.responseDepth(r)
    rx.io.eject      <> io.eject(r)
    rx.io.access     <> io.access(r)
    rx.io.freed      := io.respond(r).freed
    rx.io.commitRoom := commit.io.room(r)
    rx.io.message    <> reception.io.message(r)
    rx.io.counter    <> counters.io.ask(r)
    io.rxEvent(r)    := rx.io.event
  }
  responses.zipWithIndex.foreach { case (rx, r) =>
    rx.io.cfg             := io.cfg
    rx.io.eject           <> io.eject(ports + r)
    rx.io.commitRoom      := commit.io.room(r)
    io.rxEvent(ports + r) := rx.io.event
  }

  // one flit a cycle and port, request and response in turn
  private val tookRq = Seq.fill(ports)(RegInit(false.B))
  (0 until ports).foreach { r =>
    val request  = requests(r).io.turn
    val response = responses(r).io.turn
    request.take                                  := request.offer && (!response.offer || !tookRq(r))
    response.take                                 := response.offer && (!request.offer || tookRq(r))
    when(request.take || response.take)(tookRq(r) := request.take)
    commit.io.claim(r)                            := requests(r).io.claim || responses(r).io.claim
    commit.io.push(r) := Mux(responses(r).io.push.valid, responses(r).io.push, requests(r).io.push)
  }

  // memory write ports
  protected val writes     = (0 until ports).map(written)
  protected val writeValid = Seq.fill(ports)(RegInit(false.B))
  private def written(port: Int): WriteReq = {
    val chosen = Wire(new WriteReq)
    chosen := Mux(responses(port).io.write.valid, responses(port).io.write, requests(port).io.write)
    chosen
  }
  (0 until ports).foreach { r =>
    val issue  = WireDefault(writes(r).valid)
    val output = Reg(new WriteReq)
    writeValid(r) := issue
    when(issue) { output := writes(r) }
    io.writeReq(r)            := output
    io.writeReq(r).valid      := writeValid(r)
    commit.io.issue(r).valid  := issue
    commit.io.issue(r).atomic := writes(r).op =/= WriteOp.Write.value.U
  }

  commit.io.me    := io.cfg.me
  commit.io.limit := io.cfg.sizes.commitSlots
  commit.io.ack   := io.writeAck
  io.respond.zipWithIndex.foreach { case (respond, r) =>
    respond.push := commit.io.respond(r)
    respond.op   := commit.io.response
  }
  io.notice       <> commit.io.notice
  io.pong         := commit.io.pong
  io.putAck       := commit.io.putAck
  io.creditReturn := commit.io.creditReturn
  io.selfConsumed := commit.io.selfConsumed
  io.commitEvent  := commit.io.event

  counters.io.cmd := io.cmd
  counters.io.load.zip(io.counterLoad).foreach { case (in, out) => in <> out }
  counters.io.fall <> commit.io.counter
  io.counterEvent  := counters.io.event

  reception.io.cfg    := io.cfg
  reception.io.cmd    := io.cmd
  reception.io.stored := commit.io.stored
  commit.io.arrived   <> reception.io.arrived
  io.creditSend       <> reception.io.credit
  io.emptyPop         := reception.io.empty

  io.waits := VecInit(requests.map(_.io.waits) ++ responses.map(_.io.waits))

  private def any(bits: Seq[Bool]): Bool = bits.reduce(_ || _)
  io.acts.pick := io.creditReturn.valid || io.selfConsumed
  io.acts.send := false.B
  io.acts.reply := reception.io.busy || any(commit.io.respond) || commit.io.stored.valid ||
    any(requests.map(_.io.message.take))
  io.acts.receive := any(requests.map(_.io.busy)) || any(responses.map(_.io.busy)) || commit.io.busy ||
    counters.io.event.valid || any(writeValid) || any(io.eject.map(_.flit.valid))
}
