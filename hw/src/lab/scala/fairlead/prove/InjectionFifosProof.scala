// SPDX-License-Identifier: Apache-2.0
package fairlead.prove

import chisel3._
import chisel3.util._
import fairlead.dma._
import fairlead.ports._
import fairlead.words._
import fairlead.params._

/** FIFOs whose number is free. */
object AnyFifo {

  /** One of the FIFOs; a number without a FIFO means the first. */
  def apply(number: UInt, fifos: Int): UInt =
    if (fifos == 1) 0.U(1.W)
    else if ((fifos & (fifos - 1)) == 0) number
    else Mux(number < fifos.U, number, 0.U)
}

/** InjectionFifos: any descriptors, any packetisers. */
class InjectionFifosProof(depth: Int)(implicit structure: Structure) extends Harness {
  private val dut   = Module(new InjectionFifos(TileParams("prove").copy(maxInjection = depth)))
  private val io    = dut.io
  private val n     = structure.injectionFifos
  private val watch = AnyFifo(symbolic("watch", UInt(structure.injectionBits.W)), n)
  io.cfg    := 0.U.asTypeOf(new NicConfig)
  io.cfg.kx := 1.U
  io.cfg.ky := 1.U
  io.cfg.kz := 1.U
  private val depths = VecInit.tabulate(n)(f => Mux(symbolic(s"single$f", Bool()), 1.U, depth.U))
  io.cfg.injectionDepth := depths
  private val word = WireInit(0.U.asTypeOf(new Descriptor0))
  word.kind := OpKind.Put.value.U
  word.fifo := free("fifo", UInt(2.W))
  word.fifoHigh.foreach(_ := free("fifo_high", UInt(2.W)))
  word.tag     := free("tag", UInt(1.W))
  word.epoch   := freeBit("epoch")
  io.owner     := 0.U
  io.cmd       := 0.U.asTypeOf(new Cmd)
  io.cmd.valid := freeBit("posts")
  io.cmd.op    := TileCommand.Post.value.U
  io.cmd.w(0)  := word.asUInt
  io.gate.open := freeBit("open")
  io.select.foreach(_ := 0.U)
  io.answer.foreach(_ := 0.U)
  private val valid = VecInit(io.heads.map(_.valid)).asUInt
  private val takes = free("takes", UInt(n.W))
  private val pops  = takes & valid
  io.pop   := pops
  io.moves := pops

  private val held   = RegInit(0.U(3.W)) // of the FIFO that is watched
  private val mine   = io.cmd.valid && word.number === watch
  private val enters = mine && held =/= depths(watch) && (!word.epoch || io.gate.open)
  private val leaves = pops(watch)
  held := held + enters.asUInt - leaves.asUInt
  private val chosen = freeBit("chosen")
  private val ever   = RegInit(false.B)
  private val inside = RegInit(false.B)
  private val ahead  = Reg(UInt(3.W))
  private val tag    = Reg(Bool())
  private val mark   = enters && chosen && !ever
  private val out    = inside && leaves && ahead === 1.U
  when(mark) {
    ever  := true.B
    tag   := word.tag(0)
    ahead := held + (!leaves).asUInt
  }.elsewhen(inside && leaves) { ahead := ahead - 1.U }
  inside := (inside || mark) && !out
  assert(!out || io.heads(watch).word0.tag === tag.asUInt,
    "PIJ_P1: descriptors of a FIFO do not leave in the order of their posting")
  assert(io.heads(watch).valid === (held =/= 0.U), "PIJ_P2: a posted descriptor is lost, or one was never posted")
  private val rejected = RegNext(io.cmd.valid && word.number === watch && !enters, false.B)
  assert(!rejected || io.event.valid, "PIJ_P4: a descriptor is refused in silence")
  live("PIJ_L1", !inside, takes(watch))
  reachable(out && held === depth.U, "PIJ_C1")
  reachable(rejected && held =/= depths(watch), "PIJ_C2")
}

/** InjectionFifos: any words in any command. */
class InjectionFifosHeaderProof(depth: Int)(implicit structure: Structure) extends HeaderProof {
  private val io = Module(new InjectionFifos(TileParams("prove").copy(maxInjection = depth))).io
  nic.injectionDepth.foreach(_ := depth.U)
  nic.barredModes := free("barred", UInt(2.W))
  io.cfg          := nic
  io.cmd          := anyCommand
  io.owner        := free("owner", UInt(Fixed.ownerBits.W))
  io.gate.open    := freeBit("open")
  io.select.foreach(_ := 0.U)
  io.answer.foreach(_ := 0.U)
  private val valid = VecInit(io.heads.map(_.valid)).asUInt
  io.pop   := free("takes", UInt(structure.injectionFifos.W)) & valid
  io.moves := io.pop
  assert(io.heads.map(h => !h.valid || inside(h.word0.target)).reduce(_ && _),
    "PHP_P1: a descriptor that was taken names no node of the machine")
  private val second = io.heads(1.min(structure.injectionFifos - 1))
  reachable(second.valid && second.word0.target.x === 15.U, "PHP_C1")
}
