// SPDX-License-Identifier: Apache-2.0
package fairlead.lab.engine.state;

import static org.junit.jupiter.api.Assertions.assertTrue;

import fairlead.engine.EngineFactory;
import fairlead.engine.Savable;
import fairlead.engine.checkpoint.Restarting;
import fairlead.engine.state.StateReader;
import fairlead.engine.state.StateWriter;
import fairlead.lab.cases.Case;
import fairlead.lab.cases.CaseDraw;
import fairlead.lab.cases.Focus;
import fairlead.lab.lockstep.CaseRun;
import fairlead.lockstep.LockstepFactory;
import fairlead.twin.fabric.ModelEngineFactory;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.lang.reflect.Field;
import java.util.HashSet;
import java.util.Set;
import java.util.function.Predicate;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The comparison of restored with undisturbed runs notices when one piece of state is not carried. */
@Tag("M-690")
class LeftOutTest {
    private static final long BUDGET = 20_000;
    private static final int PERIOD = 61;
    private static final int MOST_CYCLES = 150;
    private static final long FIRST = 7000;
    private static final int SEEDS = 24;

    private final Set<String> seen = new HashSet<>();

    private Restarting.Saving without(final String left) {
        final Predicate<Field> leftOut = field -> {
            final String name = field.getDeclaringClass().getSimpleName() + "." + field.getName();
            seen.add(name);
            return name.matches(left);
        };
        return new Restarting.Saving() {
            @Override
            public void move(final Savable from, final Savable to) throws IOException {
                final ByteArrayOutputStream state = new ByteArrayOutputStream();
                StateWriter.write(from, state, leftOut);
                StateReader.read(to, new ByteArrayInputStream(state.toByteArray()), leftOut);
            }
        };
    }

    private static boolean differs(final Restarting.Saving saving, final Case one, final long seed) {
        final EngineFactory model = new ModelEngineFactory();
        final Restarting restarting = new Restarting(model, saving, seed, MOST_CYCLES);
        return new CaseRun(new LockstepFactory(model, restarting), PERIOD, 64)
                .play(one)
                .differs();
    }

    @ParameterizedTest
    @CsvSource({
        "DueRing.rows, NONE", // the time wheel of flits and credits
        "Router.*[.]in|Connections[.]in, NONE", // what the input VCs hold, in arrays that several classes share
        "Router.*[.]out, NONE", // credits of the output VCs
        ".*[.]outPointer, SWITCH",
        "LinkTx.opened, NONE",
        "NodeMemory.bytes, NONE",
        "DueHeap.cycle, NONE", // commands that are not yet due
        "Packets.heads, NONE",
        "WaitCauses.on, NONE", // which nodes count
        "PerfCounters.since, NONE",
        "ByteCounters.values, NONE",
        "EpochTarget.holder, NONE",
        "DlaPool.held, STORE_PATH",
        "FenceUnit.used, ORDER",
        "TreeBuffer.slots, TREE",
        "CollectiveDevice.owner, DEVICE",
        "BarrierUnit.counter, BARRIER"
    })
    void oneFieldThatIsLeftOutMakesADifference(final String left, final Focus focus) {
        final CaseDraw draw = new CaseDraw(ModelEngineFactory.capabilities(), BUDGET, focus);
        boolean found = false;
        for (long seed = FIRST; !found && seed < FIRST + SEEDS; seed++) {
            found = differs(without(left), draw.draw(seed), seed);
        }
        assertTrue(seen.stream().anyMatch(name -> name.matches(left)), () -> "no such field: " + left);
        assertTrue(found, () -> left + " is left out, and " + SEEDS + " cases from seed " + FIRST + " notice nothing");
    }
}
