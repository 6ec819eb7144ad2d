// SPDX-License-Identifier: Apache-2.0
package fairlead.emit

import java.util.concurrent.{ExecutionException, Executors}

/** Runs elaborations side by side, because each keeps only one processor busy. An elaboration has its state in its
  * thread (Chisel's builder) and in a process of its own (firtool), so that the emitted text does not depend on what
  * runs next to it.
  */
object SideBySide {

  /** The jobs begin in their order. The call returns when all have ended.
    *
    * @param width how many run at a time
    * @throws Throwable what the first job in this order that failed has thrown
    */
  def apply(jobs: Seq[() => Unit], width: Int = Runtime.getRuntime.availableProcessors): Unit = {
    val pool = Executors.newFixedThreadPool(width)
    try {
      val running = jobs.map(job => pool.submit[Unit](() => job(): Unit))
      pool.shutdown()
      val failed = running.flatMap { result =>
        try { result.get(); None }
        catch { case e: ExecutionException => Some(e.getCause) }
      }
      failed.headOption.foreach(throw _)
    } finally pool.shutdownNow()
  }
}
