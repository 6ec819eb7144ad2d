// SPDX-License-Identifier: Apache-2.0
package fairlead.node;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import fairlead.machine.Shape;
import fairlead.node.NodeHost.Tags;
import fairlead.program.Ops;
import fairlead.program.ProgramBuilder;
import fairlead.program.ProgramException;
import fairlead.program.Result;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** A tag names one operation until its request has left the machine, whatever the store path discards. */
class TagsTest {
    private static final int OPERATIONS = 70;
    private static final int TAGS = 128; // twice the power of two below 70
    private final OpTable table = table();
    private final Tags tags = new Tags(table, OPERATIONS);

    private static OpTable table() {
        ProgramBuilder builder = new ProgramBuilder("tags", new Shape(2, 1, 1), List.of(1, 1), 1 << 16);
        for (int i = 0; i < OPERATIONS; i++) {
            builder.task(0, 0).add(Ops.quiet());
        }
        return new OpTable(builder.build());
    }

    private int done(int id) {
        int tag = tags.take(id);
        table.finish(id, 1, Result.DONE, 0);
        return tag;
    }

    @Test
    void discardedRequestsCostNoTagThatAnOperationHad() {
        Set<Integer> used = new HashSet<>();
        for (int id = 0; id < OPERATIONS; id++) {
            for (int discarded = 0; discarded < 3; discarded++) {
                tags.giveBack(tags.take(id));
            }
            assertTrue(used.add(done(id)), "operation " + id + " has the tag of an earlier one");
        }
    }

    @Test
    void aTagIsUsedAgainWhenAllHaveBeenUsedAndItsOperationIsDone() {
        for (int i = 0; i < TAGS - 1; i++) {
            assertEquals(i, done(0));
        }
        assertEquals(TAGS - 1, tags.take(1));
        assertEquals(0, tags.take(1));
        assertEquals(1, tags.owner(0));
    }

    @Test
    void moreOperationsInFlightThanTagsAreAnError() {
        for (int i = 0; i < TAGS; i++) {
            tags.take(1);
        }
        assertThrows(ProgramException.class, () -> tags.take(2));
    }

    @Test
    void aTagIsGivenBackOnceAndNoneThatDoesNotExist() {
        int tag = tags.take(1);
        tags.giveBack(tag);
        tags.giveBack(tag);
        tags.giveBack(TAGS);
        assertEquals(-1, tags.owner(tag));
        for (int i = 0; i < TAGS; i++) {
            tags.take(1);
        }
        assertThrows(ProgramException.class, () -> tags.take(1));
    }
}
