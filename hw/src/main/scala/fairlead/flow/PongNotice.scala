// SPDX-License-Identifier: Apache-2.0
package fairlead.flow

import chisel3._

/** CommitUnit -> FenceUnit: a PONG is home, behind every write that was pending when it arrived. At most one a cycle, never stalled. */
class PongNotice extends Bundle {
  val valid = Bool()
  val entry = UInt(6.W)
}
