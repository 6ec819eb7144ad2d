// SPDX-License-Identifier: Apache-2.0
package fairlead.ports

import chisel3._

/** CommitUnit -> FenceUnit: the PONG of fence entry `entry` has arrived and everything before it on its path is in
  * memory. At most one a cycle, never stalled. In a cycle without: `refusal`, a NACK of an operation has arrived, of
  * the task `entry` if there is no AckNotice.
  */
class PongNotice extends Bundle {
  val valid   = Bool()
  val entry   = UInt(6.W)
  val refusal = Bool()
}
