// SPDX-License-Identifier: Apache-2.0
package fairlead.dma

import chisel3._

/** Who of the DMA engine needs the next edge of the clock: without input at the pins of the tile, a part whose bit is
  * low changes nothing. A sum may be high in vain.
  */
class DmaActs extends Bundle {
  val pick    = Bool() // injection FIFOs, message credits, request packetisers
  val send    = Bool() // reads and emitters of requests, memory read ports
  val reply   = Bool() // response packetisers, their reads and emitters, reception FIFOs
  val receive = Bool() // receivers, memory write ports, commit unit, byte counters
}
