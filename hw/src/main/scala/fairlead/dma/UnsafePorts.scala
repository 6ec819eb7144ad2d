// SPDX-License-Identifier: Apache-2.0
package fairlead.dma

import chisel3._
import fairlead.params.UnsafeVariant

/** Faults build: the unsafe variant of this node, and what a flawed engine waits for that a sound one does not. */
class UnsafeWaits extends Bundle {
  val variant = UInt(UnsafeVariant.bits.W)
  val closing = Bool() // an epoch of this node is closing and not acknowledged
}

/** Faults build: pins of DmaTx. */
class UnsafeTx extends Bundle {
  val variant    = Input(UInt(UnsafeVariant.bits.W))
  val full       = Output(Bool()) // request packetiser 0 has no room for a packet
  val descriptor = Output(Bool()) // a descriptor waits for a request packetiser without room
}

/** Faults build: pins of DmaRx. */
class UnsafeRx extends Bundle {
  val variant    = Input(UInt(UnsafeVariant.bits.W))
  val closing    = Input(Bool())
  val full       = Input(Bool())
  val descriptor = Input(Bool())
}
