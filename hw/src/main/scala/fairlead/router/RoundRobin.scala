// SPDX-License-Identifier: Apache-2.0
package fairlead.router

import chisel3._

/** A rotating pointer over n requesters, kept as the mask `behind` of those that the pointer has passed: bit k is set
  * iff pointer > k.
  *
  * Order of preference: the requesters at or after the pointer in index order, then those behind it. All ones (pointer
  * = n) means the same as zero.
  */
object RoundRobin {

  /** Pointer just after the one-hot `index`: that requester is last from now on. */
  def after(oneHot: UInt): UInt = ((oneHot << 1) - 1.U)(oneHot.getWidth - 1, 0)

  /** Pointer on the one-hot `index`: that requester is first from now on. */
  def on(oneHot: UInt): UInt = oneHot - 1.U
}
