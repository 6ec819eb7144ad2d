// SPDX-License-Identifier: Apache-2.0
package fairlead.flow

import chisel3._

/** What a host command may name: one rule for POST, DLA_REQUEST and EPOCH_OPEN. Spec: docs/spec/dma-engine-tx.md, rule 2. */
object Legal {

  /** The node is one of the machine's. */
  def node(nic: NicConfig, node: Coord): Bool = node.x < nic.kx && node.y < nic.ky && node.z < nic.kz
}
