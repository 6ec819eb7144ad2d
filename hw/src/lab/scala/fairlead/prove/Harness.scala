// SPDX-License-Identifier: Apache-2.0
package fairlead.prove

import chisel3._
import chisel3.util._
import fairlead.collective.TreeFlit
import fairlead.ports.NicConfig
import fairlead.params.Structure

/** A unit at small parameters with a free environment: the top of a proof, never part of a library.
  *
  * The statements are assertions, those of the unit itself and those made here, distinguished by their identifier
  * (docs/lab/proofs.md): `XX_P1` is to be proved, `XX_A1` restricts the environment, `XX_C1` is asserted never to
  * happen and must be refuted: it shows that the situation is reachable. A liveness statement `XX_L1` is a pair of
  * outputs: `live_XX_L1` is to be true again and again if every `fair_XX_L1_<i>` is. `XX_G1` is an output `rest_XX_G1`:
  * while it is high, no register of the instance `dut` changes.
  *
  * Reset: high in the first two cycles and never again.
  */
abstract class Harness(implicit structure: Structure) extends Module {

  /** An input that may have any value in any cycle. */
  protected def free[T <: Data](name: String, shape: T): T = IO(Input(shape)).suggestName(name)
  protected def freeBit(name: String): Bool                = free(name, Bool())

  /** Every input of a unit may have any value in any cycle; single pins can be connected again after this. */
  protected def expose(io: Data, name: String = "pins"): Unit = IO(chiselTypeOf(io)).suggestName(name) <> io

  /** Any value, the same in every cycle: a constant that the prover chooses. */
  protected def symbolic[T <: Data](name: String, shape: T): T = RegEnable(free(name, shape), reset.asBool)

  /** Any value, as [[symbolic]], that registers of the unit take at reset too: both see it in each cycle of reset. */
  protected def configured(name: String): Bool = {
    val value = freeBit(name)
    Mux(reset.asBool, value, RegEnable(value, reset.asBool))
  }

  /** One or all of the `n` lowest places of a table, as a mask, the same in every cycle. */
  protected def someOf(name: String, n: Int): UInt = Mux(symbolic(name, Bool()), 1.U(n.W), ((1 << n) - 1).U(n.W))

  /** Any order of the injection FIFOs, another one in each cycle: by FIFO, those that are older. */
  protected def anyOrder: Vec[UInt] = {
    val n     = structure.injectionFifos
    val ranks = Seq.tabulate(n)(f => free(s"rank$f", UInt(structure.injectionBits.W)))
    VecInit.tabulate(n)(f => VecInit.tabulate(n)(g => ranks(g) < ranks(f) || (g < f).B && ranks(g) === ranks(f)).asUInt)
  }

  /** A machine of the largest shape and memory, in which every target and address is legal. */
  protected def anywhere: NicConfig = {
    val nic = WireInit(0.U.asTypeOf(new NicConfig))
    Seq(nic.kx, nic.ky, nic.kz).foreach(_ := structure.maxK.U)
    nic.memoryBytes := (BigInt(1) << structure.addressBits).U
    nic
  }

  protected def reachable(condition: Bool, id: String): Unit = assert(!condition, s"$id: is reached")

  /** True when the unit `dut` needs no clock edge: it rests, and its inputs are idle. Then none of its registers may
    * change.
    */
  protected def rests(id: String, idle: Bool): Unit = IO(Output(Bool())).suggestName(s"rest_$id") := idle

  protected def live(id: String, goal: Bool, fair: Bool*): Unit = {
    IO(Output(Bool())).suggestName(s"live_$id") := goal
    fair.zipWithIndex.foreach { case (f, i) => IO(Output(Bool())).suggestName(s"fair_${id}_$i") := f }
  }
}

/** Packets at a front, a flit at a time, of any length. A flit that is not taken stays, but its contents may change. */
class PacketSource(val flit: TreeFlit, taken: Bool, header: UInt, tag: UInt, tail: Bool, valid: Bool) {
  val mid = RegInit(false.B)
  flit.valid := valid
  flit.head  := !mid
  flit.tail  := tail
  flit.w0    := header
  flit.w1    := tag
  val leaves: Bool = taken && valid
  val begins: Bool = leaves && !mid
  val ends: Bool   = leaves && tail
  when(leaves) { mid := !tail }
}
