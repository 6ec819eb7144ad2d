// SPDX-License-Identifier: Apache-2.0
package fairlead.prove

import chisel3._
import chisel3.util._
import fairlead.dma._
import fairlead.ports._
import fairlead.words._
import fairlead.params._

/** RequestRx: legal request packets, commit places and reception slots that come and go, response slots that come home.
  */
class RequestRxProof(depth: Int)(implicit structure: Structure) extends Harness {
  private val local = 2
  private val dut   = Module(new RequestRx(TileParams("prove").copy(maxLocalDepth = local, maxResponse = depth)))
  private val io    = dut.io
  io.cfg                     := 0.U.asTypeOf(new NicConfig)
  io.cfg.localDepth.eject(0) := local.U
  io.slots                   := depth.U
  io.cfg.memoryBytes         := 256.U
  io.access.allowed          := freeBit("allowed")
  io.counter.refuses         := freeBit("get")
  private val room = freeBit("room")
  private val slot = freeBit("slot")
  private val turn = freeBit("turn")
  private val take = turn && io.turn.offer
  io.commitRoom   := room
  io.message.room := slot
  io.message.full := !slot && freeBit("full")
  io.message.slot := 0.U
  io.message.base := 0.U
  io.turn.take    := take

  // the sender
  private val credits = RegInit(local.U(2.W))
  private val open    = RegInit(0.U(2.W)) // payload flits to come
  private val send    = freeBit("sends") && credits =/= 0.U
  private val head    = open === 0.U
  private val drawn   = free("ptype", UInt(4.W))
  private val ptype   = Mux(drawn > PacketType.Term.value.U, PacketType.Ping.value.U, drawn)
  private def is(codes: Code*) = codes.map(ptype === _.value.U).reduce(_ || _)
  private val long     = is(PacketType.Put, PacketType.Message)
  private val one      = is(PacketType.Get, PacketType.FetchAdd, PacketType.CompSwap)
  private val flits    = Mux(long, free("flits", UInt(2.W)), one.asUInt)
  private val header0  = WireInit(0.U.asTypeOf(new Header0))
  private val header1  = WireInit(0.U.asTypeOf(new Header1))
  private val payload  = WireInit(0.U.asTypeOf(new GetPayload))
  private val function = free("function", UInt(64.W)) // the second word of a payload flit
  header0.ptype    := ptype
  header0.length   := Cat(flits, 0.U(4.W))
  header0.mode     := is(PacketType.Put) && freeBit("mode")
  header1.ctrValid := one && freeBit("half")
  header1.addr     := Mux(freeBit("outside"), 256.U, 0.U)
  payload.length   := Mux(freeBit("beyond"), 257.U, 0.U)
  credits          := credits - send + io.eject.credit
  when(send) { open := Mux(head, flits, open - 1.U) }
  io.eject.flit       := 0.U.asTypeOf(new LocalFlit)
  io.eject.flit.valid := send
  io.eject.flit.head  := head
  io.eject.flit.tail  := Mux(head, flits === 0.U, open === 1.U)
  io.eject.flit.w0    := Mux(head, header0.asUInt, payload.asUInt)
  io.eject.flit.w1    := Mux(head, header1.asUInt, function)

  // what is taken, and what is owed
  private val buffered = RegInit(0.U(2.W))
  private val busy     = RegInit(false.B) // a head is taken, its tail is not
  private val owed     = RegInit(0.U(4.W)) // requests that are answered, whose response has not left
  private val acted    = io.push.word0.asTypeOf(new Header0)
  private def acts(codes: Code*) = codes.map(acted.ptype === _.value.U).reduce(_ || _)
  private val answers = io.push.valid &&
    (acts(PacketType.Get, PacketType.FetchAdd, PacketType.CompSwap, PacketType.Ping, PacketType.Init) ||
      acts(PacketType.Put, PacketType.Message) && io.push.refused || acts(PacketType.Put) && acted.mode =/= 0.U)
  private val frees = freeBit("frees") && owed =/= 0.U
  io.freed := frees
  buffered := buffered + send - take
  busy     := (busy || io.claim) && !io.push.valid
  owed     := owed + answers - frees
  assert(owed <= depth.U, "PRX_P1: more requests are accepted that are answered than there are response slots")
  assert(!io.push.valid || busy || io.claim, "PRX_P2: a request acts that was not accepted, or twice")
  assert(!io.claim || !busy, "PRX_P3: a head is accepted before the tail of another")
  live("PRX_L1", take || buffered === 0.U, room && slot && turn && owed === 0.U)

  // what the port is to do for the function of a FADD; no write means a value that is no function
  private val wanted = MuxLookup(io.write.d1.asTypeOf(new FetchPayload).function, WriteOp.Write.value.U)(
    Seq(
      AtomicFunction.Add  -> WriteOp.FetchAdd,
      AtomicFunction.And  -> WriteOp.FetchAnd,
      AtomicFunction.Or   -> WriteOp.FetchOr,
      AtomicFunction.Xor  -> WriteOp.FetchXor,
      AtomicFunction.Swap -> WriteOp.Swap
    ).map { case (function, write) => function.value.U -> write.value.U }
  )
  private val adds = io.push.valid && acts(PacketType.FetchAdd)
  private val writes = io.write.valid && io.write.op === wanted &&
    io.write.len === Mux(io.push.word1.asTypeOf(new Header1).ctrValid, 4.U, 8.U)
  private val known = wanted =/= WriteOp.Write.value.U
  assert(
    !adds || Mux(known && !io.push.refused, writes, io.push.refused && !io.write.valid),
    "PRX_P4: a FADD does something else than its function, or has none and is not refused"
  )
  reachable(adds && writes && wanted === WriteOp.Swap.value.U, "PRX_C3")
  reachable(owed === depth.U && buffered === local.U, "PRX_C1")
  reachable(answers && acts(PacketType.Put) && io.push.refused, "PRX_C2")
}
