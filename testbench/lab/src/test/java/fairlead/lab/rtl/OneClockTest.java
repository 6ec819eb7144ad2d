// SPDX-License-Identifier: Apache-2.0
package fairlead.lab.rtl;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import fairlead.engine.Capabilities;
import fairlead.engine.Engine.EngineFactory;
import fairlead.engine.EngineOptions;
import fairlead.engine.StopReason;
import fairlead.lab.cases.CaseDraw;
import fairlead.lab.cases.Focus;
import fairlead.lab.lockstep.CaseRun;
import fairlead.lab.lockstep.CaseRun.CaseOutcome;
import fairlead.lockstep.LockstepFactory;
import fairlead.machine.MachineConfig;
import fairlead.rtl.FabricLibrary;
import fairlead.rtl.FabricTraffic;
import fairlead.rtl.RtlEngine;
import fairlead.rtl.RtlEngineFactory;
import fairlead.rtl.RtlOptions;
import fairlead.verdict.EventHash;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The tile with one clock, gates of its own and memories with a synchronous read gives the events of the product, cycle
 * for cycle (decision 21). The tests are slow because their libraries are not part of a normal build.
 */
@Tag("slow")
@Tag("M-860")
class OneClockTest {
    private static final String ONE_CLOCK = "one_clock";
    private static final long PERIOD = 61;
    private static final long BUDGET = 60_000;

    private static CaseRun against(EngineFactory first, EngineFactory second) {
        return new CaseRun(
                new LockstepFactory(first, second),
                PERIOD,
                FabricLibrary.variant("product").capabilities().most().linkVc());
    }

    private static EngineFactory library(String variant) {
        return new RtlEngineFactory(RtlOptions.of(variant));
    }

    /**
     * Returns the tile-cycles that the first engine has evaluated in the cases, in none of which the second differs.
     */
    private static long evaluated(CaseRun run, Focus focus, long budget, long first, long last) {
        Capabilities limits = FabricLibrary.variant(ONE_CLOCK).capabilities();
        CaseDraw draw = new CaseDraw(limits, budget, focus);
        long sum = 0;
        for (long seed = first; seed <= last; seed++) {
            CaseOutcome outcome = run.play(draw.draw(seed));
            String where = "seed " + seed + " " + focus;
            assertTrue(!outcome.differs(), () -> where + ": " + outcome.difference());
            assertEquals("", outcome.failure(), where);
            sum += outcome.stats().tilesEvaluated();
        }
        return sum;
    }

    /** The first engine leaves out edges as the fabric does, and whole tiles that are at rest. */
    @ParameterizedTest(name = "focus {0}")
    @EnumSource
    void everyEventIsThatOfTheProduct(Focus focus) {
        CaseRun run = against(library("product"), library(ONE_CLOCK));
        long sum = evaluated(run, focus, BUDGET, 1, 40);
        assertTrue(sum > 200_000, focus + ": " + sum + " evaluated tile-cycles");
    }

    /** Both engines are reset in the middle of some traffic before they play the case. */
    @ParameterizedTest(name = "after {0} cycles")
    @ValueSource(ints = {40, 150, 400})
    void everyEventIsThatOfTheProductAfterAReset(int cycles) {
        List<Long> busy = new ArrayList<>();
        CaseRun run =
                against(used(library("product"), cycles, busy), used(library(ONE_CLOCK), cycles, new ArrayList<>()));
        evaluated(run, Focus.NONE, BUDGET / 3, 301, 330);
        assertTrue(busy.size() > 10, busy.size() + " machines were in the middle of something");
    }

    /** Engines on which some traffic has been for some cycles, and which then have been reset. */
    private static EngineFactory used(EngineFactory engines, int cycles, List<Long> busy) {
        return (config, options) -> {
            var engine = engines.open(config, options);
            if (config.memoryBytes() >= FabricTraffic.GOT + FabricTraffic.BYTES) {
                FabricTraffic traffic = new FabricTraffic(config);
                EventHash hash = new EventHash();
                StopReason stop = StopReason.LIMIT;
                while (engine.cycle() < cycles && stop != StopReason.IDLE) {
                    stop = traffic.step(engine, cycles - engine.cycle(), hash);
                }
                if (engine.stats().flitHops() > 0) {
                    busy.add(engine.cycle());
                }
                engine.reset();
            }
            return engine;
        };
    }

    @Test
    void skippingTilesAtRestChangesNothing() {
        List<String> hashes = new ArrayList<>();
        for (boolean skips : new boolean[] {true, false}) {
            for (String variant : List.of("product", ONE_CLOCK)) {
                EngineOptions options = new EngineOptions(skips, true, 1, false);
                try (RtlEngine engine =
                        new RtlEngineFactory(RtlOptions.of(variant)).open(FabricTraffic.machine(3, 2, 2), options)) {
                    hashes.add(new FabricTraffic(engine.config()).run(engine, 64));
                    assertTrue(engine.stats().flitHops() > 500, "flits moved");
                }
            }
        }
        assertEquals(1, Set.copyOf(hashes).size(), hashes.toString());
    }

    /** A machine that is saved with flits under way goes on from the file as if nothing had been. */
    @Test
    void aRestoredMachineGoesOnAsTheSavedOne() throws IOException {
        MachineConfig config = FabricTraffic.machine(3, 2, 2);
        EngineFactory engines = library(ONE_CLOCK);
        ByteArrayOutputStream state = new ByteArrayOutputStream();
        List<String> rests = new ArrayList<>();
        try (RtlEngine saved = (RtlEngine) engines.open(config, EngineOptions.DEFAULT);
                RtlEngine restored = (RtlEngine) engines.open(config, EngineOptions.DEFAULT)) {
            FabricTraffic traffic = new FabricTraffic(config);
            while (saved.cycle() < 120) {
                traffic.step(saved, 120 - saved.cycle(), new EventHash());
            }
            saved.save(state);
            restored.restore(new ByteArrayInputStream(state.toByteArray()));
            for (RtlEngine engine : List.of(saved, restored)) {
                EventHash rest = new EventHash();
                while (engine.run(FabricTraffic.LAST_CYCLE) != StopReason.IDLE) {
                    rest.add(engine.events());
                }
                rest.add(engine.events());
                assertTrue(engine.stats().flitHops() > 500, "flits moved");
                rests.add(rest.finish());
            }
        }
        assertEquals(rests.get(0), rests.get(1));
    }

    /** Power: a part that misses an edge of one cause is noticed. */
    @Test
    void aCauseThatDoesNotOpenItsGateIsNoticed() {
        Set<Integer> unnoticed = new TreeSet<>();
        for (int cause = 0; cause <= Causes.LAST + 1; cause++) {
            if (!isNoticed(cause)) {
                unnoticed.add(cause);
            }
        }
        assertEquals(Causes.WITHOUT_EFFECT, unnoticed);
    }

    /** The causes that open gates, numbered from 1 in the order of OneClockTile. Other numbers leave out none. */
    private static final class Causes {
        static final int LAST = 29;
        static final Set<Integer> WITHOUT_EFFECT = new TreeSet<>(Set.of(0, LAST + 1));
    }

    private static boolean isNoticed(int cause) {
        EngineFactory spoiled = (config, options) -> {
            RtlEngine engine = new RtlEngineFactory(RtlOptions.of("one_clock_lab")).open(config, options);
            for (int node = 0; node < config.nodes(); node++) {
                engine.poke(node, "missing", 0, cause);
            }
            return engine;
        };
        CaseRun run = against(library("product"), spoiled);
        Capabilities limits = FabricLibrary.variant(ONE_CLOCK).capabilities();
        for (Focus focus : Focus.values()) {
            CaseDraw draw = new CaseDraw(limits, BUDGET / 3, focus);
            for (long seed = 1; seed <= 12; seed++) {
                if (run.play(draw.draw(seed)).differs()) {
                    return true;
                }
            }
        }
        return false;
    }
}
