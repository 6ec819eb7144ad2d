// SPDX-License-Identifier: Apache-2.0
package fairlead.verdict;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.LinkedHashMap;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Who waits for the lock of a shared network device with a message at the head, and how long. */
@Tag("M-447")
class LockWaitsTest {
    private static final int LIMIT = 1000; // cycles

    private final LockWaits waits = new LockWaits(3, 4, LIMIT);

    private String longest() {
        Map<String, Object> extra = new LinkedHashMap<>();
        waits.tell(extra);
        return extra.get("longest_lock_wait") + ": " + extra.get("lock_waiter");
    }

    @Test
    void anAddresseeThatGetsTheLockInTimeIsMeasured() {
        assertEquals("0: ", longest());
        waits.pending(100, 1, 2);
        assertEquals("", waits.asked(150, 1, 2, false));
        assertEquals("", waits.asked(160, 1, 0, true));
        assertEquals("", waits.asked(100 + LIMIT, 1, 2, true));
        assertEquals("1000: node 1 thread 2, refused 1 times", longest());
        waits.pending(2000, 0, 1);
        assertEquals("", waits.asked(2010, 0, 1, true));
        assertEquals("1000: node 1 thread 2, refused 1 times", longest(), "a shorter wait changes nothing");
        assertEquals("", waits.atRest(9000));
    }

    @Test
    void anAddresseeThatGetsItLateIsNamedWithThoseWhoHadIt() {
        waits.pending(100, 1, 2);
        waits.asked(200, 1, 0, true);
        waits.asked(250, 1, 2, false);
        waits.asked(300, 1, 3, true);
        waits.asked(400, 1, 0, true);
        waits.asked(500, 0, 1, true); // another node
        assertEquals(
                "thread 2 waits for the lock for 1001 cycles, bound 1000, with its message at the head: it was refused"
                        + " 1 times, and meanwhile thread 0 had it 2 times, thread 3 had it 1 times",
                waits.asked(101 + LIMIT, 1, 2, true));
    }

    @Test
    void atTheEndAnAddresseeIsNamedThatWasRefusedAndNoOther() {
        waits.pending(100, 0, 1); // has not asked
        waits.pending(100, 2, 3);
        waits.asked(150, 2, 3, false);
        assertEquals(
                "node 2 thread 3 waits for the lock for 400 cycles, bound 1000, with its message at the head: it was"
                        + " refused 1 times",
                waits.atRest(500));
        waits.asked(600, 2, 3, true);
        assertEquals("", waits.atRest(700));
        waits.asked(800, 2, 3, false); // its message is no longer at the head
        assertEquals("", waits.atRest(900));
    }
}
