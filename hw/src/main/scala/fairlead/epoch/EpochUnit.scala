// SPDX-License-Identifier: Apache-2.0
package fairlead.epoch

import chisel3._
import chisel3.util.RegEnable
import fairlead.ports._
import fairlead.params.{ConfigReg, RefusalReason, Structure}

class EpochUnitIO(implicit structure: Structure) extends Bundle {
  val cfg         = Input(new CfgWrite)
  val nic         = Input(new NicConfig)
  val cmd         = Input(new Cmd)
  val gate        = Flipped(new EpochGate)
  val lookup      = Vec(structure.localPorts, Flipped(new EpochLookup))
  val access      = Vec(structure.localPorts, Flipped(new EpochAccess))
  val notice      = Flipped(new EpochNotify) // `notify` is taken by java.lang.Object
  val control     = new ControlPacket // INIT, PUT_COUNT, TERM
  val ack         = new ControlPacket // ACK
  val originEvent = Output(new EventPort)
  val targetEvent = Output(new EventPort)
  val busy        = Output(Bool())
}

/** RMA epochs, as origin and as target (R-EPO-1 to R-EPO-8). The two halves share nothing but the notification port.
  *
  * Contract: at most one notification a cycle; `gate` and an epoch command never in one cycle (both are host commands).
  * Timing:   `gate`, `lookup`, `access` and the INIT reply answer in the same cycle from the state at its start.
  * Reset:    EPOCH_ACCESS is written under reset; no epoch open, every generation 0; the first INIT of a target entry
  *           gets generation 1.
  * Spec:     docs/spec/epoch-unit.md
  */
class EpochUnit(physical: Boolean = false)(implicit structure: Structure) extends Module with OpenUnit {
  val io = IO(new EpochUnitIO)

  protected val origin = part(new EpochOrigin(structure.originEpochs, structure.addressBits, physical))
  private val target =
    part(new EpochTarget(structure.targetEpochs, structure.addressBits, structure.keptEpochs, physical))

  private val mode = RegEnable(io.cfg.data(1, 0), io.cfg.valid && io.cfg.reg === ConfigReg.EpochAccess.value.U)
  target.io.mode := mode

  origin.io.nic             := io.nic
  origin.io.cmd             := io.cmd
  origin.io.gate            <> io.gate
  origin.io.lookup          <> io.lookup
  origin.io.notice.getDone  := io.notice.getDone
  origin.io.notice.getPart  := io.notice.getPart
  origin.io.notice.failed   := io.notice.failed
  origin.io.notice.ack      := io.notice.ack
  origin.io.notice.initAck  := io.notice.initAck
  origin.io.notice.initNack := io.notice.initNack
  origin.io.notice.reason   := io.notice.value(RefusalReason.bits - 1, 0)
  origin.io.notice.index    := io.notice.localIndex
  origin.io.notice.entry    := io.notice.entry
  origin.io.notice.gen      := io.notice.gen
  target.io.cmd             := io.cmd
  target.io.access          <> io.access
  target.io.notice          <> io.notice

  io.control     <> origin.io.control
  io.ack         <> target.io.ack
  io.originEvent := origin.io.event
  io.targetEvent := target.io.event
  io.busy        := origin.io.busy || target.io.busy

  layer.block(layers.Verification) {
    val n = io.notice
    val kinds =
      VecInit(n.putDone, n.putPart, n.count, n.term, n.init, n.getDone, n.getPart, n.ack, n.initAck, n.initNack).asUInt
    assert((kinds & (kinds - 1.U)) === 0.U, "EU_A1: more than one notification in a cycle")
  }
}
