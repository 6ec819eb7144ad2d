// SPDX-License-Identifier: Apache-2.0
package fairlead.router

import chisel3._

/** A value while `present`, else 0. A module of its own keeps the condition in one place: a compiler that sees through
  * it would use the value without the condition, and simulators would compute it in every cycle.
  */
class Guarded(bits: Int) extends RawModule {
  val present = IO(Input(Bool()))
  val value   = IO(Input(UInt(bits.W)))
  val out     = IO(Output(UInt(bits.W)))
  out := Mux(present, value, 0.U)
}

object Guarded {
  def apply(present: Bool, value: UInt): UInt = {
    val guard = Module(new Guarded(value.getWidth))
    guard.present := present
    guard.value   := value
    guard.out
  }
}
