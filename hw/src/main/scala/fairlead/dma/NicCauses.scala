// SPDX-License-Identifier: Apache-2.0
package fairlead.dma

import chisel3._
import chisel3.util._
import fairlead.params._

/** What the emitter of a port sends next. */
class EmitterWaits extends Bundle {
  val credits = UInt(9.W) // free slots known in the router
  val replies = UInt(log2Ceil(Fixed.readWindow + 1).W) // flits that have come from memory
  val payload = Bool() // its next flit is none of a header
  val source  = UInt(2.W) // TxSource of its front packet
}

/** What decides, in a cycle, which heads of injection FIFOs wait for what; by FIFO unless it says more. */
class SendWaits(implicit structure: Structure) extends Bundle {
  private val n = structure.injectionFifos
  val heads     = UInt(n.W) // a descriptor is there
  val fenced    = UInt(n.W) // a FENCE holds it
  val poor      = UInt(n.W) // it is a FLUSH or FENCE for which no fence entry is free
  val uncounted = UInt(n.W) // it is unordered, without an acknowledgement counter
  val messages  = UInt(n.W) // it is a message,
  val funded    = UInt(n.W) // with a credit
  val second    = UInt(n.W) // it uses port 1
  val prepared  = UInt(n.W) // a packet of it is prepared, or it is armed
  val dla       = Bool() // a request of the store path is there, of which nothing is prepared
  val dlaGoes   = Bool() // its packet is prepared
  val space     = UInt(structure.localPorts.W) // by port: a packet can be prepared
  val emitters  = Vec(structure.localPorts, new EmitterWaits)
}

/** What decides, in a cycle, whether the oldest flit at the end of an ejection link is consumed. */
class ReceiverWaits extends Bundle {
  val some  = Bool()
  val head  = Bool()
  val slots = UInt(9.W) // free response slots, or 1 if it needs none
  val room  = Bool() // the commit queue has a place
  val taken = Bool()
}

/** Input of the performance counters for one row of the NIC in a cycle. */
class NicWait extends Bundle {
  val moved = Bool() // a packet is prepared, a flit is consumed
  val cause = UInt(SendCause.bits.W) // SendCause or ReceiveCause; not 0: it is blocked
}

object NicWait {
  def rows(implicit structure: Structure): Int = structure.cyclesRow - Fixed.firstSendRow
}

class NicCausesIO(implicit structure: Structure) extends Bundle {
  val counting = Input(Bool())
  val send     = Input(new SendWaits)
  val receive  = Input(Vec(Fixed.classes * structure.localPorts, new ReceiverWaits)) // request, response
  val rows     = Output(Vec(NicWait.rows, new NicWait)) // of the cycle of the last edge; all 0 if it was not counted
}

/** The one cause for which a head of the NIC waits, for the performance counters: heads of the injection FIFOs, the
  * store path, flits at the end of the ejection links.
  *
  * Contract: as WaitCauses: each edge takes the state of its cycle into registers, and the outputs follow from these.
  * Reset:    nothing was counted.
  * Spec:     docs/spec/perf-counters.md
  */
class NicCauses(implicit structure: Structure) extends Module {
  val io = IO(new NicCausesIO)

  // state
  private val counted = RegNext(io.counting, false.B)
  private val send    = RegEnable(io.send, io.counting)
  private val receive = RegEnable(io.receive, io.counting)

  private def code(cause: Code): UInt = cause.value.U(SendCause.bits.W)

  /** Returns the row of what is there, moves or waits for a cause. */
  private def row(there: Bool, moves: Bool, cause: UInt): NicWait = {
    val row = Wire(new NicWait)
    row.moved := counted && moves
    row.cause := Mux(counted && there && !moves, cause, code(SendCause.None))
    row
  }

  /** Why a port prepares no packet for a source that could go. */
  private def port(r: Int): UInt = {
    val emitter = send.emitters(r)
    val hungry  = emitter.source === TxSource.Memory.U && emitter.payload && emitter.replies === 0.U
    val sends =
      Mux(emitter.source === TxSource.Dla.U, code(SendCause.Dla), code(SendCause.Port))
    val prepares = if (r == 0) Mux(send.dlaGoes, code(SendCause.Dla), code(SendCause.Port)) else code(SendCause.Port)
    Mux(
      send.space(r),
      prepares,
      Mux(emitter.credits === 0.U, code(SendCause.Router), Mux(hungry, code(SendCause.Memory), sends))
    )
  }
  private val ports = (0 until structure.localPorts).map(port)

  private val sends = (0 until structure.injectionFifos).map { f =>
    val unfunded = send.messages(f) && !send.funded(f)
    val cause = MuxCase(
      ports.tail.foldLeft(ports.head)((first, other) => Mux(send.second(f), other, first)),
      Seq(
        send.fenced(f)    -> code(SendCause.Fence),
        send.poor(f)      -> code(SendCause.Entry),
        send.uncounted(f) -> code(SendCause.AckCounter),
        unfunded          -> code(SendCause.MessageCredit)
      )
    )
    row(send.heads(f), send.prepared(f), cause)
  } :+ row(send.dla, send.dlaGoes, ports(0))

  private val receives = receive.map { link =>
    val cause = Mux(
      link.head && link.slots === 0.U,
      code(ReceiveCause.Response),
      Mux(link.head && !link.room, code(ReceiveCause.Commit), code(ReceiveCause.Arbitration))
    )
    row(link.some, link.taken, cause)
  }
  private val absent = row(false.B, false.B, code(ReceiveCause.None))
  io.rows := VecInit(sends ++ receives.grouped(structure.localPorts).flatMap(_.padTo(Fixed.mostPorts, absent)))
}
