// SPDX-License-Identifier: Apache-2.0
package fairlead.lab.engine.checkpoint;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import fairlead.engine.Engine.EngineFactory;
import fairlead.engine.EngineOptions;
import fairlead.engine.checkpoint.Restarting;
import fairlead.engine.checkpoint.State;
import fairlead.lab.cases.Case;
import fairlead.lab.cases.CaseDraw;
import fairlead.lab.cases.Focus;
import fairlead.lab.lockstep.CaseRun;
import fairlead.lab.lockstep.CaseRun.CaseOutcome;
import fairlead.lockstep.LockstepFactory;
import fairlead.rtl.FabricLibrary;
import fairlead.rtl.RtlEngineFactory;
import fairlead.rtl.RtlOptions;
import fairlead.twin.fabric.ModelEngineFactory;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.lang.reflect.Field;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.NoSuchElementException;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Drawn cases on two engines in lockstep, of which one is saved and restored again and again in drawn cycles: in
 * mid-packet, with tiles at rest, between two batches. The other one is undisturbed, and no event, byte of memory or VC
 * may differ.
 */
@Tag("M-690")
class CheckpointTest {
    private static final long BUDGET = 20_000; // tile cycles of a case
    private static final long WHOLE = 8_000; // of a case that must not differ
    private static final int PERIOD = 61;
    private static final int MOST_CYCLES = 300; // between two restarts
    private static final int MOST_LEFT_OUT = 150;
    private static final int SEEDS = 24;

    @TempDir
    private Path folder;

    private static Stream<Arguments> cases() {
        return Stream.of(Focus.values())
                .flatMap(focus -> Stream.of(
                        Arguments.of(focus, "product", 1, 7001),
                        Arguments.of(focus, "product", 2, 7002),
                        Arguments.of(focus, "lab", 1, 7003)));
    }

    private static EngineFactory on(int threads, EngineFactory engines) {
        return (config, options) -> engines.open(
                config, new EngineOptions(options.hopEvents(), options.skipQuiescent(), threads, options.faults()));
    }

    private int restarts(EngineFactory undisturbed, EngineFactory saved, Case one, long seed) {
        Restarting restarting = new Restarting(saved, Restarting.over(folder.resolve("state")), seed, MOST_CYCLES);
        CaseOutcome outcome = play(undisturbed, restarting, one);
        assertNull(outcome.difference(), () -> "seed " + seed + ": " + outcome.difference());
        assertEquals("", outcome.failure());
        return restarting.restarts();
    }

    @ParameterizedTest
    @MethodSource("cases")
    void aRestoredRunIsTheUndisturbedOne(Focus focus, String variant, int threads, long seed) {
        EngineFactory rtl = new RtlEngineFactory(RtlOptions.of(variant));
        EngineFactory model = new ModelEngineFactory();
        Case one = new CaseDraw(FabricLibrary.variant("product").capabilities(), WHOLE, focus).draw(seed);
        int saved = restarts(rtl, on(threads, model), one, seed) + restarts(rtl, on(threads, rtl), one, seed + 1);
        assertTrue(saved > 0, () -> "seed " + seed + ": never saved");
    }

    private static CaseOutcome play(EngineFactory undisturbed, Restarting restarting, Case one) {
        return new CaseRun(new LockstepFactory(undisturbed, restarting), PERIOD, 64).play(one);
    }

    /** The comparison of restored with undisturbed runs notices when one piece of state is not carried. */
    @ParameterizedTest
    @CsvSource({
        "DueRing.rows, NONE, 7000", // the time wheel of flits and credits
        "Router.*[.]in|Connections[.]in, NONE, 7000", // what the input VCs hold, in arrays that several classes share
        "Router.*[.]out, NONE, 7000", // credits of the output VCs
        ".*[.]outPointer, SWITCH, 7015",
        "LinkTx.opened, NONE, 7000",
        "NodeMemory.bytes, NONE, 7000",
        "DueHeap.queue, NONE, 7000", // commands that are not yet due
        "Packets.heads, NONE, 7000",
        "WaitCauses.on, NONE, 7000", // which nodes count
        "PerfCounters.since, NONE, 7000",
        "ByteCounters.values, NONE, 7000",
        "EpochTarget.holder, NONE, 7000",
        "DlaPool.held, STORE_PATH, 7000",
        "FenceUnit.used, ORDER, 7000",
        "TreeBuffer.slots, TREE, 7000",
        "CollectiveDevice.owner, DEVICE, 7000",
        "BarrierUnit.counter, BARRIER, 7000"
    })
    void oneFieldThatIsLeftOutMakesADifference(String left, Focus focus, long first) {
        Set<String> seen = new HashSet<>();
        Predicate<Field> leftOut = field -> {
            String name = field.getDeclaringClass().getSimpleName() + "." + field.getName();
            seen.add(name);
            return name.matches(left);
        };
        Restarting.Saving without = (from, to) -> {
            ByteArrayOutputStream state = new ByteArrayOutputStream();
            State.write(from, state, leftOut);
            State.read(to, new ByteArrayInputStream(state.toByteArray()), leftOut);
        };
        EngineFactory model = new ModelEngineFactory();
        CaseDraw draw = new CaseDraw(ModelEngineFactory.capabilities(), BUDGET, focus);
        boolean found = LongStream.range(first, first + SEEDS)
                .anyMatch(seed -> notices(model, new Restarting(model, without, seed, MOST_LEFT_OUT), draw.draw(seed)));
        assertTrue(seen.stream().anyMatch(name -> name.matches(left)), () -> "no such field: " + left);
        assertTrue(found, () -> left + " is left out, and " + SEEDS + " cases from seed " + first + " notice nothing");
    }

    private static boolean notices(EngineFactory model, Restarting restarting, Case one) {
        try {
            return play(model, restarting, one).differs();
        } catch (NoSuchElementException e) {
            return true; // a queue of which something is due has lost it
        }
    }
}
