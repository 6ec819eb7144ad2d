// SPDX-License-Identifier: Apache-2.0
package fairlead.ports

import chisel3._
import fairlead.words.LinkCtl
import fairlead.params.{Fixed, Structure, WriteOp}

/** A flit on a torus link. Registered at the sender; `ctl.valid` low means idle. The sender needs one credit of (link,
  * VC) a flit.
  */
class LinkFlit extends Bundle {
  val ctl = UInt(LinkFlit.ctlBits.W) // a packed LinkCtl
  val w0  = UInt(64.W)
  val w1  = UInt(64.W)
}

object LinkFlit {
  val ctlBits: Int = (new LinkCtl).getWidth
}

/** A flit between router and NIC; one VC a port, so no VC field. Registered at the sender; one credit a flit. */
class LocalFlit extends Bundle {
  val valid = Bool()
  val head  = Bool()
  val tail  = Bool()
  val w0    = UInt(64.W)
  val w1    = UInt(64.W)
}

/** One direction of the router boundary: flits one way, one-bit credits the other, all registered. `credit` frees one
  * slot of the receiver's buffer of LOCAL_DEPTH flits.
  */
class LocalLink extends Bundle {
  val flit   = Output(new LocalFlit)
  val credit = Input(Bool())
}

/** A command at the host port: held for one cycle; never stalled. */
class Cmd extends Bundle {
  val valid = Bool()
  val op    = UInt(8.W)
  val w     = Vec(4, UInt(64.W))
}

/** A command with the task in whose name it comes: 0 to 15, or with the highest bit the system. */
class OwnedCmd extends Cmd {
  val owner = UInt(Fixed.ownerBits.W)

  /** The command alone. */
  def bare: Cmd = {
    val cmd = Wire(new Cmd)
    cmd.valid := valid
    cmd.op    := op
    cmd.w     := w
    cmd
  }
}

/** A configuration write, only while reset is high. */
class CfgWrite extends Bundle {
  val valid = Bool()
  val reg   = UInt(8.W)
  val data  = UInt(64.W)
}

/** One event port; registered at its unit, so an event is visible one cycle after its cause. */
class EventPort extends Bundle {
  val valid = Bool()
  val kind  = UInt(8.W)
  val a     = UInt(64.W)
  val b     = UInt(64.W)
}

/** Memory read request: up to 16 bytes at any alignment. `ctx` comes back with the reply; replies of one port are in
  * request order. Bytes past `len` of the reply are zero.
  */
class ReadReq(implicit structure: Structure) extends Bundle {
  val valid = Bool()
  val ctx   = UInt(1.W) // 0 request packetiser, 1 response packetiser
  val len   = UInt(5.W)
  val addr  = UInt(structure.addressBits.W)
}
class ReadReply extends Bundle {
  val valid = Bool()
  val ctx   = UInt(1.W)
  val d0    = UInt(64.W)
  val d1    = UInt(64.W)
}

/** Memory write or atomic. Acknowledged in order per port when it is visible in memory; `old` is the earlier 64-bit
  * value for the atomics.
  */
class WriteReq(implicit structure: Structure) extends Bundle {
  val valid = Bool()
  val op    = UInt(WriteOp.bits.W)
  val len   = UInt(5.W)
  val addr  = UInt(structure.addressBits.W)
  val d0    = UInt(64.W)
  val d1    = UInt(64.W)
}
class WriteAck extends Bundle {
  val valid = Bool()
  val old   = UInt(64.W)
}
