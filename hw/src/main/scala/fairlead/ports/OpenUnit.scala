// SPDX-License-Identifier: Apache-2.0
package fairlead.ports

import chisel3._
import fairlead.params.Structure
import scala.reflect.ClassTag

/** A unit in whose parts and assertions the laboratory may put flaws. What is shipped is what the unit says. */
trait OpenUnit extends Module {

  /** What a host command may name. */
  protected def rules(implicit structure: Structure): Legal = new Legal

  /** A part of the unit. */
  protected def part[M <: Module: ClassTag](unit: => M): M = Module(unit)

  /** Whether the assertion is not to be judged now. */
  protected def excused(assertion: String): Bool = false.B
}
