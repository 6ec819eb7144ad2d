// SPDX-License-Identifier: Apache-2.0
package fairlead.ports

import chisel3._
import chisel3.util.log2Ceil
import fairlead.words.Coord
import fairlead.params.{Fixed, Structure}

/** DmaTx -> FenceUnit, one for each injection FIFO: its head is an unordered put or get, each packet of which is
  * counted. Same cycle.
  */
class UnorderedHead(implicit structure: Structure) extends Bundle {
  val valid  = Output(Bool())
  val target = Output(new Coord)
  val task   = Output(UInt(Fixed.taskBits.W))
  val take   = Output(Bool()) // a packet of it is prepared in this cycle; only with ready
  val ready  = Input(Bool()) // a counter is there for it
  val index  = Input(UInt(log2Ceil(Fixed.ackCounters).W)) // of that counter
  val gen    = Input(UInt(Fixed.generationBits.W)) // its generation, never 0
}

/** CommitUnit -> FenceUnit: a packet of an unordered put is in the target's memory, a get with an unordered request is
  * complete, or either was refused. At most one a cycle, never stalled.
  */
class AckNotice extends Bundle {
  val valid = Bool()
  val index = UInt(log2Ceil(Fixed.ackCounters).W)
  val gen   = UInt(Fixed.generationBits.W)
  val epoch = Bool() // gen is the epoch's, not the counter's
}
