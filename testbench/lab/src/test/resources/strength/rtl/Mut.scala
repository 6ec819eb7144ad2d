// SPDX-License-Identifier: Apache-2.0
package fairlead

import chisel3._
import chisel3.experimental.{ExtModule, IntParam}
import scala.collection.mutable
import scala.util.Try

/** High while edit `number` is the one of this simulation. */
class MutBit(number: Int) extends ExtModule(Map("K" -> IntParam(number))) {
  override def desiredName = "MutBit"
  val m = IO(Output(Bool()))
}

/** Edits of expressions, chosen at run time. What is no hardware (a number of Scala, a value outside of a module) stays
  * as it is and is not in `made`.
  */
object Mut {
  val made: mutable.Set[Int] = mutable.SortedSet[Int]()

  sys.addShutdownHook {
    sys.env.get("FAIRLEAD_EDITS_MADE").foreach { file =>
      java.nio.file.Files.writeString(java.nio.file.Path.of(file), made.mkString("\n"))
    }
  }

  def yes: Bool = true.B
  def no: Bool  = false.B
  def off(x: UInt): UInt = x match {
    case b: Bool => !b
    case _ if x.isLit => (x.litValue ^ 1).U(x.getWidth.max(1).W)
    case _            => x ^ 1.U
  }
  def zero[T](x: T): T = x match {
    case b: Bool => false.B.asInstanceOf[T]
    case u: UInt => (u.widthOption match { case Some(w) => 0.U(w.W); case None => 0.U }).asInstanceOf[T]
    case _ => x
  }

  private def bit(k: Int): Bool = { made.synchronized(made += k); Module(new MutBit(k)).m }

  private val skipped = sys.env.getOrElse("FAIRLEAD_EDITS_OUT", "").split(' ').toSet

  private def choose[T](k: Int, right: T, wrong: => Any): T =
    if (skipped(k.toString) || Module.currentModule.isEmpty) right
    else
      right match {
        case r: Bool =>
          Try(wrong).toOption match {
            case Some(w: Bool) => Mux(bit(k), w, r).asInstanceOf[T]
            case Some(w: UInt) => Mux(bit(k), w(0), r).asInstanceOf[T]
            case _ => right
          }
        case r: UInt if r.widthOption.forall(_ > 0) =>
          Try(wrong).toOption match {
            case Some(w: UInt) =>
              val fitted = r.widthOption match {
                case Some(n) => w.widthOption match {
                    case Some(m) if m >= n => w(n - 1, 0)
                    case _ => (w | 0.U(n.W))(n - 1, 0)
                  }
                case None => w
              }
              Mux(bit(k), fitted, r).asInstanceOf[T]
            case _ => right
          }
        case _ => right
      }

  final class One[A, T](x: A, val end: T) {
    def apply(k: Int, f: A => Any): One[A, T] = new One(x, choose(k, end, f(x)))
  }
  final class Two[A, B, T](l: A, r: B, val end: T) {
    def apply(k: Int, f: (A, B) => Any): Two[A, B, T] = new Two(l, r, choose(k, end, f(l, r)))
  }
  /** A register with this reset value keeps the width of the value: of what is no literal, RegInit and WireDefault
    * infer it.
    */
  def register[T <: Data](init: T): T        = RegInit(chiselTypeOf(init), init)
  def wire[T <: Data](init: T): T            = WireDefault(chiselTypeOf(init), init)

  def one[A, T](x: A)(f: A => T): One[A, T]                   = new One(x, f(x))
  def two[A, B, T](l: A, r: B)(f: (A, B) => T): Two[A, B, T] = new Two(l, r, f(l, r))
  def but(k: Int)(statement: => Unit): Unit =
    if (skipped(k.toString)) statement else when(!bit(k))(statement)
}
