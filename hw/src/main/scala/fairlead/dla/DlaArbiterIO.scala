// SPDX-License-Identifier: Apache-2.0
package fairlead.dla

import chisel3._
import fairlead.ports._
import fairlead.params._

/** Phase of a channel. */
object DlaPhase {
  val Idle     = 0
  val Open     = 1
  val Pending  = 2 // release asked for, words still in the FIFO
  val Discard  = 3
  val Clearing = 4 // the process is gone, words still in the FIFO
}

class DlaArbiterIO(implicit structure: Structure) extends Bundle {
  val cfg         = Input(new CfgWrite)
  val nic         = Input(new NicConfig)
  val cmd         = Input(new Cmd) // never stalled: there is no ready
  val task        = Input(UInt(Fixed.taskBits.W)) // that gives it
  val now         = Input(UInt(structure.stampBits.W))
  val out         = new DlaStream
  val claimed     = Input(Bool()) // the request in front is being taken
  val everUsed    = Output(Bool()) // some request has been accepted since reset
  val enqueued    = Output(UInt(16.W)) // requests accepted, modulo 2^16
  val dequeued    = Output(UInt(16.W)) // requests wholly handed to the network, modulo 2^16
  val allocEvent  = Output(new EventPort)
  val storeEvent  = Output(new EventPort)
  val drainEvent  = Output(new EventPort)
  val noticeEvent = Output(new EventPort)
  val storeStall  = Output(Bool()) // DLA_BYPASS: a store would find no room
  val statusWrite = Output(new WriteReq) // its own memory port; at most one write on its way
  val statusAck   = Input(Bool())
  val alarm       = Output(UInt(16.W)) // cycles until it wants to be evaluated although nothing comes; 0: never
  val rings       = Output(Bool()) // that time is over in this cycle
  val busy        = Output(Bool())
}
