// SPDX-License-Identifier: Apache-2.0
package fairlead.flow

import chisel3._

/** CommitUnit -> RequestTx: a CREDIT packet of node `from` has arrived: one more message may be sent to it. At most one a cycle, never stalled. */
class CreditReturn extends Bundle {
  val valid = Bool()
  val from  = new Coord
}
