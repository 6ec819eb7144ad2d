// SPDX-License-Identifier: Apache-2.0
package fairlead.tile

import chisel3._
import chisel3.experimental.noPrefix
import fairlead.params.{Code, Structure, TileCommand, TileParams}
import fairlead.words.BarrierCommand
import fairlead.ports.OwnedCmd
import scala.collection.immutable.SeqMap

/** The pins of a tile with one clock: those of [[TileIO]] without what only tells a fabric which clocks it may leave
  * out.
  *
  * @param events whether completion is told on event pins
  */
class OneClockIO(events: Boolean)(implicit structure: Structure) extends Record {
  val tile: TileIO = new TileIO
  val elements: SeqMap[String, Data] =
    SeqMap.from(tile.elements.toSeq.reverse.filterNot { case (name, _) =>
      OneClockIO.hints(name) || !events && OneClockIO.told(name)
    })
}

object OneClockIO {
  private val parts      = Seq("router", "pick", "send", "reply", "receive", "order", "store", "tree", "count")
  val hints: Set[String] = parts.map(_ + "Acts").toSet + "counting"
  val told: Set[String]  = Set("events", "eventMask")
}

/** The tile whose command pins are wires: what comes with a command is evaluated in the cycle of the command, as any
  * other input is.
  */
class WiredTile(p: TileParams)(implicit structure: Structure) extends Tile(p) {
  override def desiredName                   = "Tile"
  override protected def command(): OwnedCmd = io.cmd

  /** A time that the store path waits for is over in this cycle. */
  val rings = IO(Output(Bool()))
  rings := dla.fold(false.B)(_.io.rings)
}

/** The tile as it can be built: one clock pin, and each part behind a clock gate that opens when the part has something
  * to do.
  *
  * Contract: inputs are stable before the rising edge; configuration is written while reset is high. Every cycle has an
  *           edge.
  * Timing:   cycle for cycle [[Tile]] under its fabric: the same outputs in the same cycles.
  * Reset:    opens every gate, and so does the first cycle without it.
  * Spec:     docs/spec/tile.md
  */
class OneClockTile(p: TileParams)(implicit structure: Structure) extends Module {
  protected def events: Boolean = true

  val io = IO(new OneClockIO(events))

  /** Opens every gate, so that a scan chain reaches each register. */
  val testEnable = IO(Input(Bool()))

  private val tile = Module(new WiredTile(p))
  private val pins = tile.io
  io.elements.foreach { case (name, pin) => pin <> pins.elements(name) }

  private val begins   = RegNext(reset.asBool, true.B) // the first cycle after reset
  private val patterns = RegNext(io.tile.giIn) =/= io.tile.giIn // one is not that of the cycle before

  /** The clock of a part in the cycles in which it has one of its causes to act, and under reset. */
  private def gated(part: String, causes: Seq[Bool]): Clock = noPrefix {
    val gate = Module(new ClockGate).suggestName(s"${part}Gate")
    gate.io.clock  := clock
    gate.io.test   := testEnable
    gate.io.enable := causes.map(opens).foldLeft(begins || reset.asBool)(_ || _)
    gate.io.gated
  }
  protected def opens(cause: Bool): Bool   = cause
  private def commands(codes: Code*): Bool = pins.cmd.valid && codes.map(pins.cmd.op === _.value.U).reduce(_ || _)
  private def between(first: Code, last: Code): Bool =
    pins.cmd.valid && pins.cmd.op >= first.value.U && pins.cmd.op <= last.value.U
  private def replies(sends: Boolean): Bool =
    pins.readReply.map(r => r.valid && (r.ctx === 0.U) === sends.B).reduce(_ || _)

  private val command = pins.cmd.valid
  private val flits   = pins.linkIn.map(_.ctl(0)).reduce(_ || _)
  private val credits = pins.creditIn.map(_.orR).reduce(_ || _)
  private val acks    = pins.writeAck.map(_.valid).reduce(_ || _)
  private val onTree  = pins.treeIn.map(_.flit.valid).reduce(_ || _)
  private val toTree  = pins.treeCreditIn.map(_.orR).reduce(_ || _)
  private val gives =
    between(TileCommand.TreeGive, TileCommand.TreeAbort) || commands(TileCommand.TaskReset, TileCommand.TaskGrant)
  private val shares = between(TileCommand.DeviceLock, TileCommand.DeviceDrain)
  private val joins =
    commands(TileCommand.BarEnter, TileCommand.BarLeave, TileCommand.BarAdd, TileCommand.BarRead) &&
      BarrierCommand.number(pins.cmd) =/= 0.U
  private val counts = commands(TileCommand.CountControl, TileCommand.CountRead)

  private val counted = Seq( // parts whose waits are counted
    ("router", tile.clock, Seq(pins.routerActs, flits, credits)),
    ("pick", tile.pickClock, Seq(pins.pickActs, command)),
    ("send", tile.sendClock, Seq(pins.sendActs, replies(sends = true))),
    ("reply", tile.replyClock, Seq(pins.replyActs, replies(sends = false), command)),
    ("receive", tile.receiveClock, Seq(pins.receiveActs, acks, command)),
    ("order", tile.orderClock, Seq(pins.orderActs, command)),
    ("store", tile.storeClock, Seq(pins.storeActs, command, pins.statusAck, tile.rings, patterns))
  )
  counted.foreach { case (part, clock, causes) => clock := gated(part, causes) }
  tile.treeClock := gated("tree", Seq(pins.treeActs, onTree, toTree, gives, shares, joins, patterns, pins.deviceAck))
  tile.countClock := gated("count",
    Seq(pins.countActs, counts, pins.counting && counted.flatMap(_._3).foldLeft(begins)(_ || _)))
  tile.cfgClock  := gated("cfg", Seq.empty)
  tile.hostClock := clock // nothing has it: the command pins are wires
}

/** The same without event pins, and without what only drives them. */
class SilentTile(p: TileParams)(implicit structure: Structure) extends OneClockTile(p) {
  override def desiredName               = "OneClockTile"
  override protected def events: Boolean = false
}
