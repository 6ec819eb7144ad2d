// SPDX-License-Identifier: Apache-2.0
package fairlead.prove

import chisel3._
import chisel3.util._
import fairlead.dma.ServiceOrder
import fairlead.params.Structure

/** ServiceOrder with heads that want something the FIFOs share. What is shared is refused at times, but not for ever,
  * and goes to the oldest. FIFOs that want nothing are served at any time.
  */
class ServiceOrderProof(implicit structure: Structure) extends Harness {
  private val dut    = Module(new ServiceOrder)
  private val n      = structure.injectionFifos
  private val older  = dut.io.older
  private val wants  = RegInit(0.U(n.W))
  private val oldest = wants & ~VecInit(older.map(o => (o & wants).orR)).asUInt
  private val grants = freeBit("grants")
  private val served = Mux(grants, oldest, 0.U) | free("others", UInt(n.W)) & ~wants
  dut.io.served := served
  wants         := wants & ~served | free("more", UInt(n.W))

  private val watch  = symbolic("watch", UInt(structure.injectionBits.W))
  private val waits  = wants(watch)
  private val passed = RegInit(0.U(n.W)) // FIFOs that were served while the watched one waited
  passed := Mux(waits && !served(watch), passed | served, 0.U)
  assert((passed & older(watch)) === 0.U, "PSO_P1: a FIFO that was served stays older than one that waited")
  assert((passed & served & wants) === 0.U || !waits, "PSO_P2: a FIFO that wants is passed twice by another")
  assert(PopCount(oldest) === wants.orR, "PSO_P3: of the FIFOs that want, none or several are the oldest")
  live("PSO_L1", served(watch) || !waits, grants)
  reachable(waits && served(watch) && PopCount(passed) === (n - 1).U, "PSO_C1")
}
