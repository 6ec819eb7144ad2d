// SPDX-License-Identifier: Apache-2.0
package fairlead.words

import chisel3._
import chisel3.util._
import fairlead.params.{Fixed, Structure}

/** The words of events that hold more than one field, named by EventKind. Packed as in Words; fields begin at whole
  * bytes, so that a dump can be read.
  */

/** a of LOADED, STORED, POLLED, TIMED. */
class HostEvent extends Bundle {
  val task     = UInt(32.W)
  val sequence = UInt(32.W) // of the command that it answers
}

/** a of COMMITTED. */
class CommitEvent extends Bundle {
  val operation = UInt(16.W) // of the write port: WriteOp
  val port      = UInt(8.W) // write port; after the local ports those of the DLA's status and of the shared device
  val bytes     = UInt(8.W) // 0 to 16; 0 for a compare-and-swap that found another value
  val address   = UInt(32.W)
}

/** c of HOP. */
class HopEvent extends Bundle {
  val link = UInt(8.W) // direction, X+ X- Y+ Y- Z+ Z-
  val vc   = UInt(8.W)
}

/** a of OP_DONE, OP_RESULT, OP_REFUSED, OP_REJECTED and of the events of FenceUnit. */
class OpEvent extends Bundle {
  val goesOn  = Bool() // OP_REFUSED of a get: other packets of it are under way, the operation ends with one of them
  val reason  = UInt(8.W) // OP_REFUSED: RefusalReason, else 0
  val counter = UInt(8.W) // OP_DONE: the origin's byte counter, else 0
  val tag     = UInt(16.W)
}

/** a of MSG_ARRIVED. */
class MessageEvent(implicit structure: Structure) extends Bundle {
  val origin = new Coord
  val bytes  = UInt(16.W)
  val slot   = UInt(8.W)
  val fifo   = UInt(8.W)
}

/** b of FLUSH_ARMED. */
class FlushEvent extends Bundle {
  val counters = UInt(Fixed.ackCounters.W) // acknowledgement counters of the target, closed for what comes later
  val legs     = UInt(8.W)
  val entry    = UInt(8.W) // fence entry
}

/** b of EPOCH_OPENED, a of EPOCH_EXPOSED, EPOCH_QUEUED and EPOCH_FREED; of EPOCH_COUNTED and EPOCH_ACKED the entry
  * only.
  */
class EpochEvent(implicit structure: Structure) extends Bundle {
  val origin     = new Coord // at the target
  val generation = UInt(8.W)
  val entry      = UInt(8.W) // the target's
}

/** b of FLUSH_DONE, FENCE_DONE. */
class DoneEvent extends Bundle {
  // packets of the node that were refused since the last FLUSH_DONE or FENCE_DONE of this injection FIFO, at most 65535
  val refused = UInt(16.W)
  val entry   = UInt(8.W) // FLUSH_DONE: fence entry
}

/** a of the DLA's status events. */
class DlaBlockEvent extends Bundle {
  val block   = UInt(20.W) // or marker
  val channel = UInt(8.W)
}

/** a of the events of the barrier units. */
class BarrierEvent extends Bundle {
  val barrier = UInt(3.W) // as in BarrierCommand
  val tasks   = UInt(BarrierEvent.taskBits.W) // the task; of BARRIER_RELEASED a mask of tasks; 0 of BARRIER_GLOBAL
}

object BarrierEvent {
  val taskBits = 16
}

/** a of the DLA's events of one request. */
class DlaTagEvent extends Bundle {
  val tag     = UInt(16.W)
  val channel = UInt(8.W)
}

/** b of DLA_MERGED. */
class DlaMergedEvent extends Bundle {
  val discarded = Bool() // of any of them
  val ended     = Bool() // of the newest block, as are granted and denied
  val denied    = Bool()
  val granted   = Bool()
  val events    = UInt(16.W)
}

/** a of COMMAND_REFUSED and of TASK_RETURNS, of which `task` is the task that is gone. */
class GuardEvent extends Bundle {
  val reason  = UInt(8.W) // GuardReason, or 0
  val task    = UInt(8.W) // in whose name the command came: HostResource.task
  val command = UInt(8.W) // TileCommand
}

object EventWords {

  /** Layouts for the manifest, by name. */
  def layouts(implicit structure: Structure): Seq[(String, Bundle)] = Seq(
    "HostEvent"      -> new HostEvent,
    "CommitEvent"    -> new CommitEvent,
    "HopEvent"       -> new HopEvent,
    "OpEvent"        -> new OpEvent,
    "MessageEvent"   -> new MessageEvent,
    "FlushEvent"     -> new FlushEvent,
    "DoneEvent"      -> new DoneEvent,
    "EpochEvent"     -> new EpochEvent,
    "BarrierEvent"   -> new BarrierEvent,
    "DlaBlockEvent"  -> new DlaBlockEvent,
    "DlaTagEvent"    -> new DlaTagEvent,
    "DlaMergedEvent" -> new DlaMergedEvent,
    "GuardEvent"     -> new GuardEvent
  )
}

object Packed {

  /** A word from all its fields; a value may be narrower than its field, never wider. What is above the last bit of the
    * uppermost is left to the reader's width.
    */
  def apply[B <: Bundle](layout: B)(fields: B => Seq[(Data, UInt)]): UInt = {
    val given = fields(layout)
    val most  = layout.elements.values.toSeq.reverse // most significant first
    require(given.size == most.size, s"${layout.className}: ${given.size} of ${most.size} fields")
    Cat(most.zipWithIndex.flatMap { case (field, i) =>
      val value = given.find(_._1 eq field).get._2
      val spare = field.getWidth - value.getWidth
      require(spare >= 0, s"${layout.className}: ${value.getWidth} bits for ${field.getWidth}")
      if (i == 0) Seq(value) else Seq(0.U(spare.W), value)
    })
  }
}
