// SPDX-License-Identifier: Apache-2.0
package fairlead.ports

import chisel3._
import fairlead.params.Structure
import scala.reflect.ClassTag

/** A unit with parts, rules and assertions that a flaw of the laboratory may replace. The product has the defaults. */
trait OpenUnit extends Module {

  /** The rules of legal host commands. */
  protected def rules(implicit structure: Structure): Legal = new Legal

  /** A part of the unit. */
  protected def part[M <: Module: ClassTag](unit: => M): M = Module(unit)

  /** True while the assertion is muted. */
  protected def excused(assertion: String): Bool = false.B
}
