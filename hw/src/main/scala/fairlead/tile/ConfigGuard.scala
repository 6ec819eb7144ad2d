// SPDX-License-Identifier: Apache-2.0
package fairlead.tile

import chisel3._
import fairlead.params._
import fairlead.ports._
import fairlead.words._

/** What ConfigGuard tells: the first register whose value was refused since ME was written. */
class ConfigError extends Bundle {
  val valid    = Bool()
  val register = UInt(8.W)
}

class ConfigGuardIO extends Bundle {
  val pins  = Input(new CfgWrite)
  val cfg   = Output(new CfgWrite) // what the units get
  val error = Output(new ConfigError)
}

/** Between the configuration port and the units: a register gets no value beyond what is built.
  *
  * Contract: a write that is refused reaches no unit, and `error` stays until ME, the first register, is written again.
  *           A register that this structure does not have takes 0.
  * Timing:   `cfg` in the cycle of `pins`; `error` from the next one on.
  * Reset:    none, because registers are written under reset: before the first write of ME, `error` is undefined.
  * Spec:     docs/spec/host-guard.md
  */
class ConfigGuard(p: TileParams)(implicit structure: Structure) extends Module with OpenUnit {
  val io = IO(new ConfigGuardIO)

  private val write = io.pins
  private val error = Reg(new ConfigError)
  private def isOf(code: Code): Bool = write.reg === code.value.U

  private val limits = ConfigGuard.limits(p)
  private val built  = limits.map { case (code, _) => isOf(code) }.reduce(_ || _)
  private val legal = isLegal(limits.map { case (code, holds) => isOf(code) && holds(write.data) }.reduce(_ || _) ||
    !built && takesZero && write.data === 0.U)
  protected def takesZero: Bool            = true.B
  protected def isLegal(legal: Bool): Bool = legal

  when(write.valid && (isOf(ConfigReg.Me) || !legal && !error.valid)) {
    error.valid    := !legal
    error.register := write.reg
  }
  io.cfg       := write
  io.cfg.valid := write.valid && legal
  io.error     := error
}

object ConfigGuard {
  private type Holds = UInt => Bool // of the data of a write

  private def upTo(most: BigInt, least: BigInt = 0): Holds = data =>
    (if (most.bitLength <= data.getWidth) data <= most.U else true.B) && (if (least > 0) data >= least.U else true.B)

  private def word[B <: Bundle](layout: B, data: UInt): B = data(layout.getWidth - 1, 0).asTypeOf(layout)

  /** The bits above the lowest `width` are 0. */
  private def within(width: Int, data: UInt): Bool = !(data >> width).orR

  /** Each register with the values that a unit of this size can take. */
  def limits(p: TileParams)(implicit structure: Structure): Seq[(Code, Holds)] = {
    val memory = BigInt(1) << structure.addressBits
    val own: Map[Code, Holds] = Map[Code, Holds](
      ConfigReg.Me            -> upTo((BigInt(1) << (new Coord).getWidth) - 1),
      ConfigReg.Shape         -> shape,
      ConfigReg.MemoryBytes   -> upTo(memory),
      ConfigReg.DlaStatusAddr -> upTo(memory - Fixed.flitBytes),
      ConfigReg.LinkPace      -> pace,
      DepthReg.Sizes          -> sizes(p)
    ) ++ depths(p)
    (p.registers ++ DepthReg.all ++ CollectiveReg.all).map(code =>
      code -> own.getOrElse(code, range(p, code.range.get))
    )
  }

  /** The range that the manifest gives. */
  private def range(p: TileParams, limits: Limits)(implicit structure: Structure): Holds = {
    val named = (p.productElementNames.zip(p.productIterator).collect { case (name, n: Int) => name -> n } ++
      structure.table ++ CollectiveFixed.table).toMap
    val most = limits.high match {
      case number if number.forall(_.isDigit) => BigInt(number)
      case "addressBits"                      => (BigInt(1) << structure.addressBits) - 1
      case "ArbitrationRule"                  => (BigInt(1) << (new ArbitrationRule).getWidth) - 1
      case name                               => BigInt(named(name))
    }
    upTo(most, limits.low)
  }

  /** 1 to 16 nodes in each dimension, or no nodes at an I/O tile. */
  private val shape: Holds = data => {
    val sizes = Seq(data(7, 0), data(15, 8), data(23, 16))
    within(24, data) && sizes.map(_ <= 16.U).reduce(_ && _) && (data === 0.U || sizes.map(_ =/= 0.U).reduce(_ && _))
  }

  private val pace: Holds = data => {
    val pace = word(new LinkPace, data)
    within(pace.getWidth, data) && upTo(Fixed.maxLinkInterval, 1)(pace.interval) &&
    upTo(Fixed.maxLinkChunk, 1)(pace.chunk)
  }

  private def sizes(p: TileParams): Holds = data => {
    val sizes = word(new NicSizes, data)
    within(sizes.getWidth, data) && Seq(
      sizes.commitSlots  -> p.maxCommitSlots,
      sizes.headerQueue  -> p.maxHeaderQueue,
      sizes.readWindow   -> p.maxReadWindow,
      sizes.fenceEntries -> p.maxFenceEntries,
      sizes.ackCounters  -> p.maxAckCounters
    ).map { case (size, most) => upTo(most)(size) }.reduce(_ && _)
  }

  /** The registers of depths: by field the greatest one, 0 where there is no such buffer. */
  private def depths(p: TileParams)(implicit structure: Structure): Map[Code, Holds] = {
    def fields(most: Int => Int, isLink: Boolean = false): Holds = data => {
      val width = (new BufferDepth).getWidth
      within(4 * width, data) && (0 until 4).map { i =>
        val field = data((i + 1) * width - 1, i * width).asTypeOf(new BufferDepth)
        val slots = if (isLink) field.slots * structure.maxPacketFlits.U <= field.depth else field.slots === 0.U
        upTo(most(i))(field.depth) && slots
      }.reduce(_ && _)
    }
    def fifos(registers: Seq[Code], n: Int, most: Int): Seq[(Code, Holds)] = registers.zipWithIndex.map {
      case (code, r) => code -> fields(i => if (4 * r + i < n) most else 0)
    }
    val hasAdaptive = structure.vcsPerClass > Fixed.escapeVcs
    (DepthReg.Links.map(
      _ -> fields(i => if (i % Fixed.classes == 0 || hasAdaptive) p.maxLinkDepth else 0, isLink = true)
    ) ++ Seq(DepthReg.Local -> fields(_ => p.maxLocalDepth)) ++
      fifos(Seq(DepthReg.Response), structure.localPorts, p.maxResponse) ++
      fifos(DepthReg.Injection +: DepthReg.MoreInjection, structure.injectionFifos, p.maxInjection) ++
      fifos(DepthReg.Reception +: DepthReg.MoreReception, structure.receptionFifos, p.maxReception)).toMap
  }
}
