// SPDX-License-Identifier: Apache-2.0
package fairlead.tile

import chisel3._
import chisel3.util._
import fairlead.ports._
import fairlead.words._
import fairlead.params._

/** The configuration registers that the NIC units share. Written while reset is high; no reset value: a register that
  * is never written is undefined.
  */
class NicConfigRegs(p: TileParams)(implicit structure: Structure) extends Module {
  val io = IO(new Bundle {
    val cfg       = Input(new CfgWrite)
    val nic       = Output(new NicConfig)
    val stampUnit = Output(UInt(new ArbitrationRule().unit.getWidth.W)) // logarithm of the cycles of a stamp's unit
  })

  private def held[T <: Data](code: Code, shape: T)(slice: UInt => T): T =
    RegEnable(slice(io.cfg.data), io.cfg.valid && io.cfg.reg === code.value.U)

  private val depths = new DepthRegs("local", io.cfg, ConfigReg.LocalDepth, DepthReg.Local, 0 until 2 * Fixed.classes)
  private val locals = Wire(new LocalDepths)
  locals.inject := VecInit(depths.depth.take(Fixed.classes))
  locals.eject  := VecInit(depths.depth.drop(Fixed.classes))

  private def fifos(name: String, all: Code, each: Code, n: Int, more: Seq[Code] = Seq.empty): Vec[UInt] =
    VecInit(new DepthRegs(name, io.cfg, all, each, 0 until n, more = more).depth)

  /** The number of used places of `most`, from a field of NIC_SIZES. */
  private def size(field: UInt, most: Int): UInt  = Mux(field === 0.U, most.U, field)
  private def mask(size: UInt, places: Int): UInt = ((1.U << size) - 1.U)(places - 1, 0)
  private val sizes = held(DepthReg.Sizes, new TableSizes) { data =>
    val given = data(new NicSizes().getWidth - 1, 0).asTypeOf(new NicSizes)
    val used  = Wire(new TableSizes)
    used.commitSlots  := size(given.commitSlots, p.maxCommitSlots)
    used.headerQueue  := size(given.headerQueue, p.maxHeaderQueue)
    used.readWindow   := size(given.readWindow, p.maxReadWindow)
    used.fenceEntries := mask(size(given.fenceEntries, p.maxFenceEntries), Fixed.fenceEntries)
    used.ackCounters  := mask(size(given.ackCounters, p.maxAckCounters), Fixed.ackCounters)
    used
  }

  private val shape = held(ConfigReg.Shape, UInt(24.W))(_(23, 0))

  io.stampUnit      := held(ConfigReg.Arbitration, new ArbitrationRule)(_(4, 0).asTypeOf(new ArbitrationRule)).unit
  io.nic.me         := held(ConfigReg.Me, new Coord)(_(11, 0).asTypeOf(new Coord))
  io.nic.kx         := shape(4, 0)
  io.nic.ky         := shape(12, 8)
  io.nic.kz         := shape(20, 16)
  io.nic.localPorts := held(ConfigReg.LocalPorts, UInt(2.W))(_(1, 0))
  io.nic.localDepth := locals
  io.nic.injectionDepth :=
    fifos("injection", ConfigReg.Injection, DepthReg.Injection, structure.injectionFifos, DepthReg.MoreInjection)
  io.nic.receptionDepth :=
    fifos("reception", ConfigReg.Reception, DepthReg.Reception, structure.receptionFifos, DepthReg.MoreReception)
  io.nic.receptionSlots := held(ConfigReg.Reception, UInt(9.W))(_(8, 0))
  io.nic.responseDepth  := fifos("response", ConfigReg.Response, DepthReg.Response, structure.localPorts)
  io.nic.sizes          := sizes
  io.nic.memoryBytes    := held(ConfigReg.MemoryBytes, UInt((structure.addressBits + 1).W))(_(structure.addressBits, 0))
  io.nic.messageBase    := held(ConfigReg.MessageBase, UInt(structure.addressBits.W))(_(structure.addressBits - 1, 0))
  // adaptive packets without cut-through could block each other in a ring (D8(c))
  io.nic.barredModes := held(ConfigReg.Routing, UInt(2.W))(word => word(5, 4) | !word(0))
}
