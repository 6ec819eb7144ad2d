// SPDX-License-Identifier: Apache-2.0
package fairlead.ports

import chisel3._
import fairlead.words.Coord
import fairlead.params.Structure

/** ResponseRx -> MessageCredits: a CREDIT packet of node `from` came back. At most one a cycle, never stalled. */
class CreditReturn(implicit structure: Structure) extends Bundle {
  val valid = Bool()
  val from  = new Coord
}
