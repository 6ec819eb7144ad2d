// SPDX-License-Identifier: Apache-2.0
package fairlead.emit

import java.util.concurrent.atomic.AtomicInteger
import java.util.concurrent.{CyclicBarrier, TimeUnit}
import org.junit.jupiter.api.Assertions.{assertEquals, assertSame, assertThrows}
import org.junit.jupiter.api.Test

class SideBySideTest {
  private val ran = new AtomicInteger

  @Test def runsEveryJobOnceAndAsManyAtATimeAsItIsTold(): Unit = {
    val pair = new CyclicBarrier(2) // a lone job would wait here until the time is over
    SideBySide(Seq.fill(6)(() => { pair.await(60, TimeUnit.SECONDS); ran.incrementAndGet(): Unit }), 2)
    assertEquals(6, ran.get)
  }

  @Test def throwsWhatTheFirstJobThatFailedHasThrownAfterAllHaveEnded(): Unit = {
    val first = new IllegalStateException("first")
    val jobs  = Seq[() => Unit](() => ran.incrementAndGet(), () => throw first, () => throw new Error("second"))
    val seen  = assertThrows(classOf[IllegalStateException], () => SideBySide(jobs :+ jobs.head, 1))
    assertSame(first, seen)
    assertEquals(2, ran.get)
  }
}
