// SPDX-License-Identifier: Apache-2.0
package fairlead.collective

import chisel3._
import chisel3.util._
import fairlead.params._
import fairlead.ports.{EventPort, WriteReq}
import fairlead.words.{CollectiveHeader, DeviceCommand, DeviceEvent}

class CollectiveDeviceIO(implicit structure: Structure) extends Bundle {
  val command = Input(Valid(UInt(2.W))) // DEVICE_LOCK to DEVICE_DRAIN, their low bits
  val word    = Input(UInt(64.W)) // DeviceCommand

  val memoryBytes = Input(UInt((structure.addressBits + 1).W)) // MEMORY_BYTES of the node

  // the message channel of CollectiveRouter
  val arrived = Input(Bool()) // a packet has become whole in the reception FIFO
  val closed  = Input(Bool()) // with `arrived`: it is the last one of its message
  val waiting = Input(Bool()) // the reception FIFO shows a packet
  val others  = Input(Valid(Bool())) // TREE_READ uses the read port in this cycle; true: for this channel
  val read    = Output(Bool()) // take the oldest flit
  val flit    = Input(new CollectiveReceived) // the flit that was read one cycle ago
  val theirs  = Output(Bool()) // registered: TREE_READ asked for `flit`

  val write   = Output(new WriteReq)
  val ack     = Input(Bool())
  val answer  = Output(new EventPort)
  val engaged = Output(Bool()) // a processor has the lock, so TREE_READ must not take packets
  val busy    = Output(Bool()) // the next edge changes a register although no input comes
}

/** The reception side that the processors of a node share: a lock, the packet at the head, and a way for its payload
  * straight to memory.
  *
  * LOCK and UNLOCK are a test-and-set with an owner. READ_HEADER takes one packet, whatever it is, and keeps the first
  * word of its payload. DRAIN takes packets up to the one that ends its message and writes their payload to memory; no
  * flit is copied on the way. Both are done for the processor that has the lock, and the lock stays until they end.
  *
  * Contract: a command while the engine works is answered BUSY; MEMORY_BYTES does not change while it works; nobody
  * else reads
  *           the channel while `engaged`.
  * Timing:   a command that needs no packet is answered in its cycle; one flit a cycle, and one cycle between packets.
  * Reset:    lock free, no packet, a header is expected.
  * Spec:     docs/spec/collective-device.md (R-SND-1, R-SND-3 to R-SND-6, R-SND-9, R-SND-11)
  */
class CollectiveDevice(p: CollectiveParams)(implicit structure: Structure) extends Module {
  val io                = IO(new CollectiveDeviceIO)
  private val countBits = log2Ceil(p.packets + 1)

  // ---- the packet that is being read, also by TREE_READ
  private val follows = RegNext(io.read || io.others.valid && io.others.bits, false.B)
  private val rest    = RegInit(0.U(9.W)) // payload bytes of this packet that have not been read
  private val closes  = Reg(Bool()) // this packet is the last one of its message
  // payload is at the head: a packet of its message has been read, and the last one has not
  private val open = RegInit(false.B)
  private val flit = follows && io.flit.valid
  io.theirs := RegNext(io.others.valid, false.B)
  private val body   = flit && !io.flit.head
  private val header = io.flit.w0.asTypeOf(new CollectiveHeader)
  // number of payload bytes in the present flit
  private val some  = Mux(rest < Fixed.flitBytes.U, rest, Fixed.flitBytes.U)(4, 0)
  private val after = Mux(flit, Mux(io.flit.head, header.length, rest - some), rest)
  private val last  = Mux(io.flit.head, header.last, closes)
  private val ends  = flit && after === 0.U
  rest := after
  when(flit) { closes := last }
  when(ends) { open := !last }

  // ---- counts of what the FIFO holds
  private val packets = RegInit(0.U(countBits.W))
  private val headers = RegInit(0.U(countBits.W))
  private val expects = RegInit(true.B) // the next packet that arrives begins a message
  private def count(register: UInt, up: Bool, down: Bool): Unit =
    when(up =/= down) { register := Mux(up, register + 1.U, register - 1.U) }
  count(packets, io.arrived, ends)
  count(headers, io.arrived && expects, ends && !open)
  when(io.arrived) { expects := io.closed }

  /** The buffer of a DEVICE_DRAIN is within the memory of the node. */
  protected def lands(drain: DeviceCommand): Bool = drain.address +& drain.limit <= io.memoryBytes

  // ---- lock
  private val command = io.word((new DeviceCommand).getWidth - 1, 0).asTypeOf(new DeviceCommand)
  private val locked  = RegInit(false.B)
  private val owner   = Reg(UInt(2.W))
  private def is(code: Code): Bool = io.command.valid && io.command.bits === CollectiveDevice.low(code)
  private val holds = locked && owner === command.processor

  /** The device takes packets for the processor of a command. */
  protected def obeys(holds: Bool): Bool = holds

  private val idle :: takes :: drains :: answers :: Nil = Enum(4) // the engine: READ_HEADER and DRAIN
  private val state                                     = RegInit(idle)

  private val locks   = is(TileCommand.DeviceLock) && !locked
  private val unlocks = is(TileCommand.DeviceUnlock) && holds && state === idle
  when(locks) { owner := command.processor }
  when(locks || unlocks) { locked := locks }

  // ---- engine
  private val begun     = RegInit(false.B) // a flit of this packet has been asked for
  private val processor = Reg(UInt(2.W)) // processor whose command the engine executes
  private val drain     = Reg(Bool())
  private val saved     = Reg(UInt(64.W)) // first word of the payload of the packet that READ_HEADER took last
  private val fresh     = Reg(Bool()) // this first word has not arrived yet
  private val address   = Reg(UInt(structure.addressBits.W))
  private val limit     = Reg(UInt(16.W)) // bytes that may still be stored
  private val total     = Reg(UInt(16.W)) // bytes of payload that were taken
  private val onWay     = RegInit(0.U(8.W)) // writes that memory has not acknowledged

  private val works  = state === takes || state === drains
  private val wishes = works && Mux(begun, after =/= 0.U, io.waiting) && !onWay(7)
  private val reads  = wishes && !io.others.valid
  private val wants  = is(TileCommand.DeviceReadHeader) || is(TileCommand.DeviceDrain)
  private val there  = io.waiting || is(TileCommand.DeviceDrain) && open
  private val strays = is(TileCommand.DeviceDrain) && !lands(command)
  private val starts = wants && obeys(holds) && state === idle && there && !strays
  private val stores = state === drains && body && limit =/= 0.U
  private val stored = Mux(limit < some, limit, some)(4, 0)
  private val ready  = state === answers && onWay === 0.U
  private val tells  = ready && !io.command.valid

  when(reads) { begun := true.B }
  when(works && ends) {
    begun := false.B
    when(state === takes || last) { state := answers }
  }
  when(tells) { state := idle }
  when(starts) {
    state     := Mux(is(TileCommand.DeviceDrain), drains, takes)
    drain     := is(TileCommand.DeviceDrain)
    processor := command.processor
    begun     := false.B
    address   := command.address
    limit     := command.limit
    total     := 0.U
    fresh     := true.B
  }
  when(starts && is(TileCommand.DeviceReadHeader)) { saved := 0.U }
  when(body && state === takes && fresh) {
    saved := io.flit.w0
    fresh := false.B
  }
  when(stores) {
    address := address + stored
    limit   := limit - stored
  }
  when(state === drains && body) { total := total + some }
  when(stores =/= io.ack) { onWay := Mux(stores, onWay + 1.U, onWay - 1.U) }

  io.read        := reads
  io.write.valid := stores
  io.write.op    := WriteOp.Write.value.U
  io.write.len   := stored
  io.write.addr  := address
  io.write.d0    := io.flit.w0
  io.write.d1    := io.flit.w1
  io.engaged     := works || locked

  // ---- answers: those that need no packet first
  private val now = io.command.valid && !starts
  private val result = MuxCase(DeviceResult.Done.value.U(3.W),
    Seq(
      (is(TileCommand.DeviceLock) && locked)                             -> DeviceResult.Held.value.U,
      (is(TileCommand.DeviceUnlock) && !holds || wants && !obeys(holds)) -> DeviceResult.NotOwner.value.U,
      (!is(TileCommand.DeviceLock) && state =/= idle)                    -> DeviceResult.Busy.value.U,
      strays                                                             -> DeviceResult.Outside.value.U,
      wants                                                              -> DeviceResult.Empty.value.U
    ))
  private val told  = RegNext(now || tells, false.B)
  private val whose = RegEnable(Mux(now, command.processor, processor), now || tells)
  private val action = RegEnable(
    Mux(now, io.command.bits,
      Mux(drain, CollectiveDevice.low(TileCommand.DeviceDrain), CollectiveDevice.low(TileCommand.DeviceReadHeader))),
    now || tells
  )
  private val outcome = RegEnable(Mux(now, result, DeviceResult.Done.value.U), now || tells)
  private val event   = Wire(new DeviceEvent)
  event.headers   := headers
  event.packets   := packets
  event.payload   := open
  event.owner     := Mux(locked, owner +& 1.U, 0.U)
  event.result    := outcome
  event.command   := Cat((TileCommand.DeviceLock.value >> 2).U(6.W), action)
  event.processor := whose
  io.answer.valid := told
  io.answer.kind  := EventKind.DeviceAnswer.value.U
  io.answer.a := MuxCase(0.U,
    Seq(
      (outcome =/= DeviceResult.Done.value.U)                         -> 0.U,
      (action === CollectiveDevice.low(TileCommand.DeviceReadHeader)) -> saved,
      (action === CollectiveDevice.low(TileCommand.DeviceDrain))      -> total
    ))
  io.answer.b := event.asUInt
  io.busy     := told || follows || wishes || ready

  layer.block(layers.Verification) {
    assert(!io.ack || onWay =/= 0.U, "CD_A1: memory acknowledges a write that was not made")
    assert(!io.arrived || packets < p.packets.U, "CD_A2: more packets arrive than the FIFO holds")
    assert(headers <= packets, "CD_P1: more headers than packets")
    assert(!(locks && unlocks), "CD_P2: the lock is taken and let go in one cycle")
    assert(state =/= drains || address +& limit <= io.memoryBytes,
      "CD_P3: what is left of the buffer of a drain is not within the memory")
  }
}

object CollectiveDevice {

  /** The bits that distinguish the four commands of the device. */
  def low(command: Code): UInt = (command.value & 3).U(2.W)
}
