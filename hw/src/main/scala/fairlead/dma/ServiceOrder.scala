// SPDX-License-Identifier: Apache-2.0
package fairlead.dma

import chisel3._
import fairlead.params.Structure
import fairlead.ports.OpenUnit

/** Order in which the injection FIFOs were served last, for what they share: fence entries, end-to-end credits,
  * acknowledgement counters. Of two FIFOs that want one, that which was served less recently gets it.
  *
  * Contract: `older` is a total order at all times; of FIFOs served in one cycle the lower number is the older.
  * Timing:   `older` is that of the start of the cycle.
  * Reset:    the lower number is the older.
  * Spec:     docs/spec/dma-engine-tx.md
  */
class ServiceOrder(implicit structure: Structure) extends Module with OpenUnit {
  private val n = structure.injectionFifos
  val io = IO(new Bundle {
    val served = Input(UInt(n.W)) // a packet of it is prepared, or it is armed
    val older  = Output(Vec(n, UInt(n.W))) // by FIFO: those that were served less recently
  })

  // by FIFO and each lower one: the lower is the older
  private val order = Seq.tabulate(n)(f => Seq.fill(f)(RegInit(true.B)))
  for (f <- 0 until n; g <- 0 until f) when(io.served(f) || io.served(g))(order(f)(g) := io.served(f))
  protected def isOlder(g: Int, f: Int): Bool = if (g < f) order(f)(g) else if (g > f) !order(g)(f) else false.B
  io.older := VecInit.tabulate(n)(f => VecInit.tabulate(n)(g => isOlder(g, f)).asUInt)
}
