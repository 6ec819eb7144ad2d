// SPDX-License-Identifier: Apache-2.0
package fairlead.lab.lockstep;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import fairlead.engine.Engine;
import fairlead.engine.Engine.EngineFactory;
import fairlead.engine.EventCursor;
import fairlead.engine.StopReason;
import fairlead.hw.HwLayout.EventKind;
import fairlead.lab.cases.Case;
import fairlead.lab.cases.CaseDraw;
import fairlead.lab.cases.CaseFile;
import fairlead.lab.lockstep.CaseRun.CaseOutcome;
import fairlead.lockstep.Difference;
import fairlead.lockstep.DifferenceException;
import fairlead.lockstep.LockstepFactory;
import fairlead.plan.Plans;
import fairlead.rtl.FabricLibrary;
import fairlead.rtl.RtlEngineFactory;
import fairlead.rtl.RtlOptions;
import fairlead.run.RunPlan;
import fairlead.run.RunResult;
import fairlead.run.Session;
import fairlead.support.Runs;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.UnaryOperator;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Tests lockstep itself on two libraries of the RTL: equal engines pass however their batches are cut, and each seeded
 * difference is found at its place.
 */
@Tag("M-20")
@Tag("M-23")
@Tag("M-74")
@Tag("M-523")
class LockstepEngineTest {
    private static final long BUDGET = 20_000;
    private static final long PERIOD = 61;
    private static final EngineFactory PRODUCT = new RtlEngineFactory(RtlOptions.PRODUCT);

    private static CaseDraw draw() {
        return new CaseDraw(FabricLibrary.variant("product").capabilities(), BUDGET);
    }

    private static CaseRun run(EngineFactory second) {
        return new CaseRun(new LockstepFactory(PRODUCT, second), PERIOD, 64);
    }

    private static CaseOutcome play(long seed, UnaryOperator<Engine> spoil) {
        return run(Altered.factory(PRODUCT, spoil)).play(draw().draw(seed));
    }

    private static Difference difference(CaseOutcome outcome) {
        assertNotNull(outcome.difference(), "lockstep has found nothing: " + outcome);
        return outcome.difference();
    }

    @Test
    void twoLibrariesOfTheRtlDoTheSameHoweverSmallTheBatchesOfOneAre() {
        EngineFactory lab = new RtlEngineFactory(new RtlOptions("lab", null, null, null, 2048));
        for (long seed = 1; seed <= 12; seed++) {
            CaseOutcome outcome = run(lab).play(draw().draw(seed));
            String repro = "scripts/lab lockstep --against lab --budget " + BUDGET + " --seed " + seed;
            assertFalse(outcome.differs(), () -> outcome.difference() + "\n" + repro);
            assertEquals("", outcome.failure(), repro);
        }
    }

    @Test
    void aFlippedBitOfAnyWordOfARecordIsFoundAtItsRecord() {
        for (int word = 0; word < 5; word++) {
            int spoilt = word;
            Difference d = difference(play(2, e -> new Altered.Event(e, 700, spoilt, Altered.Event.How.FLIP)));
            assertTrue(d.what().contains("differs"), d.toString());
        }
    }

    @Test
    void theFirstDifferenceHasTheCycleNodeAndUnitOfTheRecord() {
        Difference flipped = difference(play(4, e -> new Altered.Event(e, 300, 2, Altered.Event.How.FLIP)));
        Difference lost = difference(play(4, e -> new Altered.Event(e, 300, 0, Altered.Event.How.LOSE)));
        assertEquals(flipped.cycle(), lost.cycle());
        assertEquals(flipped.node(), lost.node());
        assertEquals(flipped.unit(), lost.unit());
        difference(play(4, e -> new Altered.Event(e, 300, 0, Altered.Event.How.DOUBLE)));
    }

    @Test
    void aByteOfMemoryThatNoEventTellsIsFoundAtTheEnd() {
        Difference d = difference(play(4, e -> new Altered.MemoryByte(e, 100, 1, 77)));
        assertEquals("memory", d.unit());
        assertEquals(1, d.node());
        assertEquals("byte 77", d.what());
    }

    @Test
    void aBitOfTheStateOfOneVcIsFoundAtTheDigest() {
        int index = Engine.VC_WORDS + 3 * 8 + 5;
        Difference d = difference(play(4, e -> new Altered.VcWord(e, 2, index, 17)));
        assertEquals("vc", d.unit());
        assertEquals(1, d.node());
        assertTrue(d.what().startsWith("router port 3 VC 5"), d.what());
        assertEquals(3 * PERIOD, d.cycle());
    }

    private static long resting() {
        return LongStream.iterate(1, seed -> seed + 1)
                .filter(seed -> play(seed, e -> e).ending().equals("IDLE"))
                .findFirst()
                .getAsLong();
    }

    @Test
    void anEngineThatDoesNotComeToRestIsFound() {
        long seed = resting();
        Difference d = difference(play(seed, Altered.Restless::new));
        assertEquals("rest", d.what());
    }

    /** If a busy signal of the RTL sticks, the run never comes to rest and ends at its budget. */
    @Test
    void aFirstEngineThatDoesNotComeToRestIsFound() {
        long seed = resting();
        EngineFactory stuck = Altered.factory(PRODUCT, e -> new Altered.Late(e, Long.MAX_VALUE));
        CaseRun run = new CaseRun(new LockstepFactory(stuck, PRODUCT), PERIOD, 64);
        Difference d = difference(run.play(draw().draw(seed)));
        assertEquals("rest", d.what());
        assertEquals("busy", d.first());
    }

    /** The RTL may notice its rest one cycle after the twin, and no later. */
    @Test
    void aFirstEngineThatComesToRestTwoCyclesLateIsFound() {
        long seed = resting();
        for (int late : List.of(1, 2)) {
            EngineFactory slow = Altered.factory(PRODUCT, e -> new Altered.Late(e, late));
            CaseRun run = new CaseRun(new LockstepFactory(slow, PRODUCT), PERIOD, 64);
            Difference d = run.play(draw().draw(seed)).difference();
            assertEquals(late == 1 ? null : "rest", d == null ? null : d.what());
        }
    }

    @Test
    void aScenarioInLockstepHasTheHashOfTheRunAlone() {
        RunPlan alone = Plans.of(Runs.scenario(Runs.yaml(1, "2x2x1", "kind: halo3d, iterations: 1, bytes: 300", "")));
        RunPlan both = alone.with(
                new LockstepFactory(PRODUCT, new RtlEngineFactory(RtlOptions.of("lab"))), alone.executorOptions());
        RunResult result = new Session(both).run(executor -> {});
        assertEquals("lockstep", result.report().setup().engine());
        assertEquals(
                new Session(alone).run(executor -> {}).report().eventSha256(),
                result.report().eventSha256());
        EngineFactory wrong = Altered.factory(PRODUCT, e -> new Altered.MemoryByte(e, 0, 0, 9));
        RunPlan spoilt = alone.with(new LockstepFactory(PRODUCT, wrong), alone.executorOptions());
        assertThrows(DifferenceException.class, () -> new Session(spoilt).run(executor -> {}));
    }

    /** An engine falsifies the first barrier join. The shrinker reduces a large case to the one word with the join. */
    @Test
    void aCaseShrinksToTheOneStepAndNodeThatMatterAndItsFileRepeatsIt(@TempDir Path folder) throws Exception {
        CaseRun run = run(Altered.factory(PRODUCT, WrongAfterBarrier::new));
        Case big = firstDiffering(run);
        assertTrue(big.words().size() > 50, "a big case: " + big.words().size());
        Case small = Repro.shrink(run, big);
        assertEquals(1, small.words().size(), () -> CaseFile.text(small));
        assertEquals(1, small.machine().nodes(), () -> CaseFile.text(small));
        Path file = Repro.write(small, folder, "small");
        assertTrue(CaseFile.isCase(Files.readString(file)));
        assertEquals(CaseFile.text(small), CaseFile.text(CaseFile.read(file)));
        assertTrue(run.play(CaseFile.read(file)).differs());
        Path wave = Repro.wave(small, run.play(small).difference(), folder, "small");
        assertTrue(Files.size(wave) > 0);
    }

    private static Case firstDiffering(CaseRun run) {
        for (long seed = 1; ; seed++) {
            Case one = draw().draw(seed);
            if (one.hasWords() && one.words().size() > 50 && run.play(one).differs()) {
                return one;
            }
        }
    }

    /** Flips a bit of the first BARRIER_JOINED of the run. */
    private static final class WrongAfterBarrier extends Altered {
        private boolean done;

        WrongAfterBarrier(Engine engine) {
            super(engine);
        }

        @Override
        public StopReason run(long limitCycle) {
            StopReason stop = super.run(limitCycle);
            EventCursor e = events();
            while (!done && e.next()) {
                if (e.kind() == EventKind.BARRIER_JOINED) {
                    e.data().putLong(e.offset() + 24, e.b() ^ 1);
                    done = true;
                }
            }
            e.rewind();
            return stop;
        }
    }

    @Test
    void theSameSeedIsTheSameCase() {
        for (long seed : List.of(1L, 5L, 9L)) {
            assertEquals(CaseFile.text(draw().draw(seed)), CaseFile.text(draw().draw(seed)));
        }
    }
}
