// SPDX-License-Identifier: Apache-2.0
package fairlead.words

import chisel3._
import chisel3.util.log2Ceil
import fairlead.params.{AtomicFunction, Fixed, Structure}
import fairlead.ports.Cmd

/** The frozen words. Every Bundle here is a packed layout: first field in the most significant bits, as in `asUInt`.
  * The manifest carries offsets and widths.
  */

/** A node's place in the torus, 12 bits. */
class Coord(isSource: Boolean = false)(implicit structure: Structure) extends Bundle {
  private val bits = if (isSource) 8 - structure.coordinateBits else structure.coordinateBits
  val z            = UInt(bits.W)
  val y            = UInt(bits.W)
  val x            = UInt(bits.W)
}

/** First word of a head flit: all that a router needs. 64 bits. */
class Header0(implicit structure: Structure) extends Bundle {
  val stamp =
    UInt(structure.stampBits.W) // low bits of the time when the packet was prepared, in units of ArbitrationRule
  val last   = Bool() // last packet of its operation
  val length = UInt(structure.payloadBits.W) // payload bytes, 0 to 256, or 512
  val ptype  = UInt(5.W) // PacketType
  val eport  = UInt(1.W) // ejection port at the destination
  val cross  = UInt(3.W) // per dimension: the path crosses the wrap link (for vc_rule static)
  val dir    = UInt(3.W) // per dimension: 0 plus, 1 minus
  val mode   = UInt(2.W) // PacketMode
  val cls    = UInt(1.W) // 0 request, 1 response
  val src    = new Coord(isSource = true) // no bits with wide coordinates: a router does not read it
  val dst    = new Coord
}

/** Second word of a head flit: the endpoint protocol. 64 bits. Use of each field by packet type: PacketType. */
class Header1(implicit structure: Structure) extends Bundle {
  val epoch = Bool() // entry and gen name the target's epoch entry
  // ctr names a byte counter at the destination; of a FADD or CAS: it acts on 4 bytes
  val ctrValid = Bool()
  val ctr      = UInt(structure.indexBits.W)
  val entry    = UInt(structure.indexBits.W)
  val slot     = UInt(4.W)
  val gen      = UInt(Fixed.generationBits.W)
  val tag      = UInt(Fixed.tagBits.W) // the origin's operation
  val addr     = UInt(structure.addressBits.W)
}

/** Header1 of a PUT_COUNT: the packets of the unordered puts beyond one each, and the origin's epoch index, are in the
  * bits of ctrValid, ctr and tag.
  */
class PutCount1(implicit structure: Structure) extends Bundle {
  val epoch     = Bool()
  val partsHigh = UInt((structure.indexBits + 1).W)
  val entry     = UInt(structure.indexBits.W)
  val slot      = UInt(4.W)
  val gen       = UInt(Fixed.generationBits.W)
  val partsLow  = UInt((Fixed.tagBits - structure.indexBits).W)
  val index     = UInt(structure.indexBits.W)
  val puts      = UInt(structure.addressBits.W)

  def parts: UInt = partsHigh ## partsLow
}

/** First payload word of a GET. 64 bits. */
class GetPayload(implicit structure: Structure) extends Bundle {
  val unarmed    = Bool() // the counter had another user as the GET left: it is refused
  val spare      = UInt((if (structure.largeTables) 3 else 1).W)
  val localEpoch = UInt(structure.indexBits.W) // origin's epoch index, meaningful with Header1.epoch
  val spare1     = UInt((8 - structure.indexBits).W)
  val ctr        = UInt(structure.indexBits.W) // origin's byte counter
  val length     = UInt(Fixed.lengthBits.W)
  val landing    = UInt(structure.addressBits.W) // where DATA is written at the origin
}

/** Second payload word of a FADD. 64 bits. */
class FetchPayload extends Bundle {
  val spare    = UInt((64 - AtomicFunction.bits).W)
  val function = UInt(AtomicFunction.bits.W)
}

/** First word of a descriptor (command word w0). 64 bits. */
class Descriptor0(allFields: Boolean = false)(implicit structure: Structure) extends Bundle {
  private val wide      = allFields || structure.injectionFifos > 4
  private val spareBits = if (structure.largeTables) 2 else 3
  val spare             = UInt((if (wide) spareBits - 2 else spareBits).W)
  val fifoHigh = Option.when(wide)(UInt(2.W)) // with more than four injection FIFOs: the upper bits of the number
  val mode     = UInt(2.W) // routing mode of its data packets
  val epoch    = Bool() // part of the origin's epoch `index`
  val index    = UInt(structure.indexBits.W)
  val length   = UInt(Fixed.lengthBits.W) // bytes, 0 to 1048575
  val tag      = UInt(Fixed.tagBits.W)
  val target   = new Coord
  val fifo     = UInt(2.W) // lower bits of the number of its injection FIFO
  val kind     = UInt((if (structure.largeTables) 3 else 4).W) // OpKind

  /** An atomic, of 4 or 8 bytes, acts on 4. */
  def half: Bool = length(2)

  /** The number of its injection FIFO: as many bits as this structure needs. */
  def number: UInt = FifoNumber(fifoHigh.fold(fifo)(_ ## fifo), structure.injectionFifos)
}

/** The number of a FIFO among `fifos`, as a word has it: the bits above those that a structure needs are not looked at.
  */
object FifoNumber {
  def apply(word: UInt, fifos: Int): UInt = if (fifos == 1) 0.U(1.W) else word(log2Ceil(fifos) - 1, 0)

  /** There is such a FIFO. Of a power of two there is each that the bits can name. */
  def exists(number: UInt, fifos: Int): Bool = if ((fifos & (fifos - 1)) == 0) true.B else number < fifos.U
}

/** Second word of a descriptor (command word w1). 64 bits. */
class Descriptor1(implicit structure: Structure) extends Bundle {
  val spare    = UInt((if (structure.largeTables) 7 else 1).W)
  val ctrValid = Bool() // put: decrement counter ctr at the target; get: ctr is the origin's counter (always used)
  val ctr      = UInt(structure.indexBits.W)
  val remote   = UInt(structure.addressBits.W)
  val local    = UInt(structure.addressBits.W)
}

/** EPOCH_OPEN, EPOCH_CLOSE (w0). */
class EpochCommand(implicit structure: Structure) extends Bundle {
  val id     = UInt(16.W) // given by the application
  val target = new Coord
  val index  = UInt(structure.indexBits.W) // the origin's epoch index, chosen by software, free before
}

/** EPOCH_ADMIT (w0): an epoch is admitted if its id has the bits of `key` in the places that `mask` has. */
class EpochAdmission extends Bundle {
  val mask = UInt(16.W)
  val key  = UInt(16.W)
}

/** BAR_ENTER (w0). */
class BarrierCommand extends Bundle {
  val barrier = UInt(3.W) // 0: that of all nodes; 1 + r: that of class route r
  val spare   = UInt(15.W)
  val master  = Bool()
  val task    = UInt(4.W)
}

object BarrierCommand {

  /** The barrier that a command of the barrier units names. */
  def number(cmd: Cmd): UInt = cmd.w(0).asTypeOf(new BarrierCommand).barrier
}

/** BAR_ADD, BAR_READ (w0). */
class BarrierCount extends Bundle {
  val barrier = UInt(3.W) // as in a BarrierCommand, and in its place
  val k       = UInt(16.W) // modulo 2^w
  val task    = UInt(4.W) // echoed in the answer
}

/** DLA_ALLOC, DLA_END, DLA_RELEASE, DLA_MARK, DLA_CLEAR (w0). */
class DlaCommand extends Bundle {
  val chain   = Bool() // DLA_ALLOC: denied when the channel's last block was denied or lost a request
  val block   = UInt(20.W) // echoed in the status event
  val credits = UInt(16.W)
  val dealloc = Bool() // DLA_END: also close a CD allocation; DLA_CLEAR: also drop requests that have not left
  val high    = Bool()
  val pr      = Bool()
  val cd      = Bool()
  val channel = UInt(4.W)
}

/** First word that the DLA writes to DLA_STATUS_ADDR: a hint, old when it is read. */
class DlaStatus0 extends Bundle {
  val consumed = UInt(16.W) // credits of requests that have not left
  val pr       = UInt(16.W) // credits held by each class
  val hi       = UInt(16.W)
  val lo       = UInt(16.W)
}

/** Second word that the DLA writes, in the same 16 bytes. */
class DlaStatus1 extends Bundle {
  val spare  = UInt(8.W)
  val merged = UInt(20.W) // status events and markers merged into another, modulo 2^20
  val open   = UInt(16.W) // one bit a channel: it has an allocation
  val writes = UInt(20.W) // number of this write, modulo 2^20
}

/** Control word that travels next to the two data words of a flit on a link. 38 bits; the fabric moves it as 64. */
class LinkCtl extends Bundle {
  val crc   = UInt(24.W) // sideband for link retry: passed through, zero for now
  val seq   = UInt(8.W) // sideband for link retry: passed through, zero for now
  val vc    = UInt(3.W) // class << 2 | VC of the class (0, 1 dateline pair; 2, 3 adaptive)
  val tail  = Bool()
  val head  = Bool()
  val valid = Bool()
}

/** Register ARBITRATION: the order of the flits at a switch. 5 bits. */
class ArbitrationRule extends Bundle {
  val unit       = UInt(4.W) // a stamp counts units of 2^unit cycles
  val roundRobin = Bool() // in place of age
}

/** Register LINK_PACE: how often a torus link takes a flit ([torus router](torus-router.md), RT_R10). 14 bits. */
class LinkPace extends Bundle {
  val chunk    = UInt(log2Ceil(Fixed.maxLinkChunk + 1).W) // flits of a chunk
  val interval = UInt(log2Ceil(Fixed.maxLinkInterval + 1).W) // cycles of a flit

  /** The link takes a flit in every cycle. */
  def isFull: Bool = interval === 1.U && chunk === 1.U
}

/** One field of a register of depths (DepthReg): the depth of one kind of buffer. 13 bits. */
class BufferDepth extends Bundle {
  val slots = UInt(4.W) // of a link VC under cut-through: packets that it holds, depth / 17; else 0
  val depth = UInt(9.W) // flits; 0: the field says nothing
}

/** Value of NIC_SIZES: how much of each table of the NIC is used. A field of 0 means the whole table. 25 bits.
  */
class NicSizes extends Bundle {
  val ackCounters  = UInt(5.W) // acknowledgement counters of unordered puts and gets
  val fenceEntries = UInt(4.W) // fences and flushes under way
  val readWindow   = UInt(7.W) // flits of read data that a packetiser may have asked for and not sent
  val headerQueue  = UInt(3.W) // packets that a packetiser may prepare ahead
  val commitSlots  = UInt(6.W) // places of the commit queue behind each memory write port
}

/** State of one VC of one router port, as the engines report it for digests and deadlock detection; no word of the RTL.
  * 41 bits.
  */
class VcState extends Bundle {
  // input VC: its oldest flit is a head that enters a bubble ring: its escape VC needs room for two packets
  val enters = Bool()
  // input VC: its oldest flit is a head that also takes an adaptive VC of its class on these links
  val adaptive  = UInt(6.W)
  val ownerVc   = UInt(3.W) // output VC: VC number of the input that owns it
  val ownerPort = UInt(4.W) // output VC: port of the input that owns it
  val owned     = Bool() // output VC: a packet owns it
  val credits   = UInt(9.W) // output VC
  val wantVc    = UInt(3.W) // input VC: output VC number that the oldest flit wants
  val wantPort  = UInt(4.W) // input VC: output port that the oldest flit wants
  val head      = Bool() // input VC: the oldest flit is a head
  val occupancy = UInt(9.W) // input VC: flits buffered; with 0 the wants are 0
}

/** w0 of COUNT_CONTROL. 2 bits. */
class CounterControl extends Bundle {
  val clear = Bool() // all counters become 0
  val on    = Bool() // they count from the next cycle on, else they stop
}

/** Which two counters of a node: w0 of COUNT_READ, and b of its answer. 9 bits. */
class CounterIndex(allRows: Boolean = false)(implicit structure: Structure) extends Bundle {
  val row  = UInt((if (allRows) 6 else structure.rowBits).W) // a row of docs/spec/perf-counters.md
  val part = UInt(3.W) // counters 2 * part and 2 * part + 1 of it: 0 moved, 1 blocked, 1 + c for cause c
}

/** w0 of TASK_RESET and TASK_GRANT: something that a task may have. 15 bits. */
class HostResource extends Bundle {
  val number = UInt(8.W)
  val kind   = UInt(3.W) // ResourceKind
  val task   = UInt(Fixed.ownerBits.W)
}

/** Whose puts a byte counter counts: of `node` only, or of every node. */
class PutSender(implicit structure: Structure) extends Bundle {
  val only = Bool()
  val node = new Coord
}

/** w1 of COUNTER_SET. 45 bits. */
class CounterBytes(implicit structure: Structure) extends Bundle {
  val only  = Bool() // the puts are those of `node`, else of any node, and `node` is 0
  val node  = new Coord
  val spare = Bool()
  val bytes = UInt(31.W)
}

object Words {

  /** Layouts for the manifest, by name. */
  def layouts(implicit structure: Structure): Seq[(String, Bundle)] = Seq(
    "Coord"           -> new Coord,
    "Header0"         -> new Header0,
    "Header1"         -> new Header1,
    "GetPayload"      -> new GetPayload,
    "FetchPayload"    -> new FetchPayload,
    "Descriptor0"     -> new Descriptor0(allFields = true),
    "Descriptor1"     -> new Descriptor1,
    "EpochCommand"    -> new EpochCommand,
    "EpochAdmission"  -> new EpochAdmission,
    "BarrierCommand"  -> new BarrierCommand,
    "BarrierCount"    -> new BarrierCount,
    "DlaCommand"      -> new DlaCommand,
    "DlaStatus0"      -> new DlaStatus0,
    "DlaStatus1"      -> new DlaStatus1,
    "LinkCtl"         -> new LinkCtl,
    "ArbitrationRule" -> new ArbitrationRule,
    "LinkPace"        -> new LinkPace,
    "BufferDepth"     -> new BufferDepth,
    "NicSizes"        -> new NicSizes,
    "VcState"         -> new VcState,
    "HostResource"    -> new HostResource,
    "CounterBytes"    -> new CounterBytes,
    "CounterControl"  -> new CounterControl,
    "CounterIndex"    -> new CounterIndex(allRows = true)
  )
}
