// SPDX-License-Identifier: Apache-2.0
package fairlead.ports

import chisel3._

/** Combinational read of a memory whose word counts only while `wanted`; 0 otherwise. Hardware may ignore the
  * condition; a simulator leaves the memory alone.
  */
object GatedRead {
  def apply[T <: Data](wanted: Bool, memory: Mem[T], address: UInt): T = {
    val word = WireDefault(memory.t.cloneType, 0.U.asTypeOf(memory.t))
    when(wanted)(word := memory(address))
    word
  }

  def apply[T <: Data](wanted: Bool, table: Table[T], at: UInt): T = {
    val word = WireDefault(table.word.cloneType, 0.U.asTypeOf(table.word))
    when(wanted)(word := table(at))
    word
  }
}
