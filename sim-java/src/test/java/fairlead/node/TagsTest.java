// SPDX-License-Identifier: Apache-2.0
package fairlead.node;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import fairlead.machine.Shape;
import fairlead.node.NodeHost.Tags;
import fairlead.program.Ops;
import fairlead.program.Program;
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
    private final Program program = program();
    private final OpTable table = new OpTable(program);
    private final Tags tags = new Tags(table, OPERATIONS);

    private static Program program() {
        ProgramBuilder builder = new ProgramBuilder("tags", new Shape(2, 1, 1), List.of(1, 1), 1 << 16);
        for (int i = 0; i < OPERATIONS; i++) {
            builder.task(0, 0).add(Ops.quiet());
        }
        return builder.build();
    }

    private int take(int id) {
        return tags.take(program.operation(id));
    }

    private int done(int id) {
        int tag = take(id);
        table.finish(id, 1, Result.DONE, 0);
        return tag;
    }

    @Test
    void discardedRequestsCostNoTagThatAnOperationHad() {
        Set<Integer> used = new HashSet<>();
        for (int id = 0; id < OPERATIONS; id++) {
            for (int discarded = 0; discarded < 3; discarded++) {
                tags.giveBack(take(id));
            }
            assertTrue(used.add(done(id)), "operation " + id + " has the tag of an earlier one");
        }
    }

    @Test
    void aTagIsUsedAgainWhenAllHaveBeenUsedAndItsOperationIsDone() {
        for (int i = 0; i < TAGS - 1; i++) {
            assertEquals(i, done(0));
        }
        assertEquals(TAGS - 1, take(1));
        assertEquals(0, take(1));
        assertEquals(1, tags.owner(0).id());
    }

    @Test
    void moreOperationsInFlightThanTagsAreAnError() {
        for (int i = 0; i < TAGS; i++) {
            take(1);
        }
        assertThrows(ProgramException.class, () -> take(2));
    }

    @Test
    void aTagIsGivenBackOnceAndNoneThatDoesNotExist() {
        int tag = take(1);
        tags.giveBack(tag);
        tags.giveBack(tag);
        tags.giveBack(TAGS);
        assertNull(tags.owner(tag));
        for (int i = 0; i < TAGS; i++) {
            take(1);
        }
        assertThrows(ProgramException.class, () -> take(1));
    }
}
