// SPDX-License-Identifier: Apache-2.0
package fairlead.ports

import chisel3._
import fairlead.words.Coord
import fairlead.params.Structure

/** CommitUnit -> MessageCredits: a CREDIT packet of node `from` came back, for a message to its reception FIFO `fifo`.
  * At most one a cycle, never stalled.
  */
class CreditReturn(implicit structure: Structure) extends Bundle {
  val valid = Bool()
  val from  = new Coord
  val fifo  = UInt(structure.receptionBits.W)
}
