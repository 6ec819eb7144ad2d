// SPDX-License-Identifier: Apache-2.0
package fairlead.engine.threads;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The parts execute their cycles in step for any number of threads, and a failure in one part ends them all. */
@Tag("M-17")
class CrewTest {
    private static final int CYCLES = 300;

    /**
     * Plain fields that the parts read from one another: what one part writes in a cycle, the others must see in the
     * next.
     */
    private static final class Ring {
        private final long[] now;
        private final long[] next;
        private long cycles;
        private long stopAt;

        Ring(int parts) {
            now = new long[parts];
            next = new long[parts];
            for (int part = 0; part < parts; part++) {
                now[part] = part + 1;
            }
        }

        void work(int part) {
            next[part] = 31 * now[part] + now[(part + 1) % now.length] + cycles;
        }

        boolean end() {
            System.arraycopy(next, 0, now, 0, now.length);
            return ++cycles < stopAt;
        }
    }

    private static long[] alone(int parts, int cycles) {
        Ring ring = new Ring(parts);
        for (int i = 0; i < cycles; i++) {
            for (int part = 0; part < parts; part++) {
                ring.work(part);
            }
            ring.end();
        }
        return ring.now;
    }

    @ParameterizedTest(name = "{0} parts, {1} threads")
    @CsvSource({"2, 2", "3, 3", "3, 2", "7, 2", "4, 1", "1, 1"})
    void partsDoTheirCyclesInStep(int parts, int threads) {
        Ring ring = new Ring(parts);
        try (Crew crew = new Crew(parts, threads, ring::work, ring::end)) {
            for (int run = 1; run <= 3; run++) {
                ring.stopAt = run * CYCLES;
                crew.run();
                assertEquals(run * CYCLES, ring.cycles);
            }
        }
        assertArrayEquals(alone(parts, 3 * CYCLES), ring.now);
    }

    /** Between two runs a thread goes to sleep after some time, and is woken. */
    @Test
    void aRunComesAfterALongRest() {
        Ring ring = new Ring(2);
        try (Crew crew = new Crew(2, 2, ring::work, ring::end)) {
            for (int run = 1; run <= 3; run++) {
                ring.stopAt = run;
                crew.run();
                Thread other = thread("fairlead-crew-1");
                while (other.getState() != Thread.State.WAITING) {
                    LockSupport.parkNanos(100_000);
                }
            }
        }
        assertArrayEquals(alone(2, 3), ring.now);
    }

    private static Thread thread(String name) {
        return Thread.getAllStackTraces().keySet().stream()
                .filter(t -> t.getName().equals(name))
                .findFirst()
                .orElseThrow();
    }

    /**
     * Parts 1 and 2 fail in cycle 5: every part has executed that cycle, none has executed the next one, and the
     * exception is that of part 1.
     */
    @ParameterizedTest
    @CsvSource({"1", "2", "4"})
    void anExceptionOfAPartEndsTheRunWithItsCycle(int threads) {
        int[] done = new int[4];
        RuntimeException[] thrown = {null, new IllegalStateException("one"), new IllegalStateException("two")};
        try (Crew crew = new Crew(
                4,
                threads,
                part -> {
                    if (++done[part] == 5 && (part == 1 || part == 2)) {
                        throw thrown[part];
                    }
                },
                () -> true)) {
            IllegalStateException failure = assertThrows(IllegalStateException.class, crew::run);
            assertSame(thrown[1], failure.getCause());
            assertTrue(failure.getMessage().startsWith("part 1 of 4 failed"), failure.getMessage());
            assertArrayEquals(new int[] {5, 5, 5, 5}, done);
        }
    }

    @Test
    void anExceptionBetweenTwoCyclesEndsTheRun() {
        Error thrown = new AssertionError("end");
        try (Crew crew = new Crew(2, 2, part -> {}, () -> {
            throw thrown;
        })) {
            assertSame(
                    thrown, assertThrows(IllegalStateException.class, crew::run).getCause());
        }
    }

    @Test
    void aClosedCrewHasNoThreadsAndDoesNotRun() {
        Crew crew = new Crew(2, 2, part -> {}, () -> false);
        crew.run();
        Thread other = thread("fairlead-crew-1");
        crew.close();
        assertEquals(Thread.State.TERMINATED, other.getState());
        assertThrows(IllegalStateException.class, crew::run);
    }
}
