// SPDX-License-Identifier: Apache-2.0
package fairlead.dma

import chisel3._
import chisel3.util._
import fairlead.ports._
import fairlead.words._
import fairlead.params._

/** Head of one injection FIFO: its first word, and how many full packets of it are already prepared. */
class FifoHead(implicit structure: Structure) extends Bundle {
  val valid   = Bool()
  val dead    = Bool() // its task is gone: it leaves without a packet, as if it were an empty put
  val word0   = new Descriptor0
  val packets = UInt(TxFixed.packetBits.W)
  val paced   = Bool() // a get whose packets before it are still being answered, as far as this node can know
  val toFifo  = UInt(structure.receptionBits.W) // of a message, the reception FIFO
  val task    = UInt(Fixed.taskBits.W) // in whose name it was posted; of the system 0
}

/** What is kept beside the words of a descriptor: who posted it, and of a message its reception FIFO. */
class DescriptorOwner(implicit structure: Structure) extends Bundle {
  val toFifo = UInt(structure.receptionBits.W)
  val owner  = UInt(Fixed.ownerBits.W)
}

/** End-to-end credits for one target: the reception FIFOs with their own credit at home, and the common ones. */
class TargetCredits(implicit structure: Structure) extends Bundle {
  val own    = UInt(structure.receptionFifos.W)
  val common = UInt(Fixed.creditBits.W)
}

/** The other words of the descriptor that a packetiser has picked. */
class DescriptorTail(implicit structure: Structure) extends Bundle {
  val word1   = new Descriptor1
  val operand = UInt(64.W)
  val compare = UInt(64.W)
}

/** Packetiser -> PacketEmitter: one packet, in the order in which the packets of this context go out. */
class PreparedPacket(implicit structure: Structure) extends Bundle {
  val valid  = Bool()
  val head0  = UInt(64.W)
  val head1  = UInt(64.W)
  val data0  = UInt(64.W) // the payload flit of an inline packet
  val data1  = UInt(64.W)
  val source = UInt(2.W) // TxSource: where its payload flits come from
  val flits  = UInt(structure.flitBits.W) // payload flits
  val local  = Bool() // OP_LOCAL when its tail leaves
}

/** Packetiser -> PayloadReader: read `bytes` (of one packet) from `addr`, in the same cycle as the packet is prepared.
  */
class ReadRun(implicit structure: Structure) extends Bundle {
  val valid = Bool()
  val addr  = UInt(structure.addressBits.W)
  val bytes = UInt(structure.payloadBits.W)
}

/** PayloadReader -> ReadPort: at most 16 bytes. `grant` in the same cycle. */
class ReadAsk(implicit structure: Structure) extends Bundle {
  val valid = Output(Bool())
  val addr  = Output(UInt(structure.addressBits.W))
  val len   = Output(UInt(5.W))
  val grant = Input(Bool())
}

/** The word at the head of the DLA FIFO, for looking at. */
class DlaWord extends Bundle {
  val valid = Bool()
  val head  = Bool()
  val w0    = UInt(64.W)
  val w1    = UInt(64.W)
}

object TxSource {
  val None   = 0
  val Memory = 1 // reply FIFO
  val Inline = 2 // data0, data1
  val Dla    = 3 // head and payload words straight from the DLA stream
}

object TxFixed {
  // full packets of one operation
  def packetBits(implicit structure: Structure): Int = Fixed.lengthBits - log2Ceil(structure.maxPayload)
  val inlineBytes: Int = Fixed.flitBytes // GET, FADD, CAS and FADD_R carry one payload flit

  /** Its packets may overtake each other: a put or get with a mode, to another node. */
  def isUnordered(word: Descriptor0, me: Coord): Bool =
    (word.kind === OpKind.Put.value.U || word.kind === OpKind.Get.value.U) && word.mode =/= 0.U &&
      word.target.asUInt =/= me.asUInt

  /** Payload flits of `bytes`. */
  def flits(bytes: UInt)(implicit structure: Structure): UInt =
    (bytes +& (Fixed.flitBytes - 1).U)(structure.payloadBits - 1, log2Ceil(Fixed.flitBytes))
}

/** Round robin without a position: `above` masks the sources after the one served last. */
object TxPick {

  /** One-hot: the first request in `above`, else the first of all. */
  def apply(request: UInt, above: UInt): UInt = {
    val high = request & above
    val pool = Mux(high.orR, high, request)
    val n    = request.getWidth
    (pool & (~pool + 1.U)(n - 1, 0))(n - 1, 0)
  }

  /** `above` after `grant` (one-hot): the sources after it. */
  def after(grant: UInt): UInt = ~(grant | (grant - 1.U))
}

/** A registered event port: visible one cycle after `fire`. Its words move only with an event. */
object TxEvent {
  def apply(kind: EventKind, fire: Bool, a: UInt, b: UInt): EventPort = {
    val event = Wire(new EventPort)
    event.valid := RegNext(fire, false.B)
    event.kind  := kind.value.U
    event.a     := RegEnable(a.pad(64), fire)
    event.b     := RegEnable(b.pad(64), fire)
    event
  }
}
