// SPDX-License-Identifier: Apache-2.0
package fairlead.run.record;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import fairlead.engine.Engine;
import fairlead.engine.EventCursor;
import fairlead.hw.HwLayout.EventKind;
import fairlead.hw.HwLayout.Header0;
import fairlead.hw.HwLayout.HopEvent;
import fairlead.hw.HwLayout.VcState;
import fairlead.node.Observer;
import fairlead.program.Program;
import fairlead.run.Programs;
import fairlead.run.RunPlan;
import fairlead.run.RunResult;
import fairlead.run.Session;
import fairlead.run.record.TimeAxis.Series;
import fairlead.scenario.Scenario;
import fairlead.scenario.ScenarioReader;
import fairlead.twin.fabric.ModelEngineFactory;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What a recording says of a run agrees with the statistics of the engine and with snapshots of another observer. */
@Tag("M-267")
class RecordingTest {
    private static final int PORTS = 10;
    private static final int VCS = 8;

    private Engine engine;

    private RunPlan plan(String example, String... overrides) {
        List<String> all = new ArrayList<>(List.of(overrides));
        all.add("engine=model");
        Scenario scenario = ScenarioReader.read(Path.of("../examples", example + ".yaml"), all);
        Program program = Programs.of(scenario);
        return new RunPlan(
                scenario.name(),
                program,
                scenario.machineFor(program),
                (machine, options) -> engine = new ModelEngineFactory().open(machine, options),
                scenario.engineOptions(),
                scenario.executorOptions(),
                scenario.effective());
    }

    @ParameterizedTest
    @ValueSource(strings = {"1", "3"})
    void theFlitsOfAllChannelsAreThoseOfTheRun(String interval) {
        RunPlan plan = plan("halo3d", "machine.shape=[3,3,2]", "machine.link_interval=" + interval);
        Recording record = new Recording(plan.machine());
        RunResult result = new Session(plan).record(record).run(executor -> {});
        long links = 0;
        long in = 0;
        long out = 0;
        for (int channel = 0; channel < 18 * Channels.PER_NODE; channel++) {
            int index = channel % Channels.PER_NODE;
            long flits = record.flits.whole(channel);
            links += index < Channels.INJECT ? flits : 0;
            in += index >= Channels.INJECT && index < Channels.EJECT ? flits : 0;
            out += index >= Channels.EJECT ? flits : 0;
            int each = index < Channels.INJECT ? plan.machine().linkInterval() : 1;
            for (int bin = 0; bin < record.axis.used(result.report().cycles()); bin++) {
                assertTrue(
                        record.flits.at(channel, bin) * each <= record.axis.width() + each - 1,
                        "channel " + channel + " carries more than it can in bin " + bin);
            }
        }
        assertEquals(engine.stats().flitHops(), links);
        assertEquals(result.report().metrics().flits(), in);
        assertEquals(result.report().metrics().flits(), out);
    }

    @Test
    void aRecordingChangesNoEvent() {
        RunPlan plan = plan("random");
        String alone = new Session(plan).run(executor -> {}).report().eventSha256();
        Recording record = new Recording(plan.machine());
        assertEquals(
                alone,
                new Session(plan).record(record).run(executor -> {}).report().eventSha256());
    }

    /** Takes snapshots of its own and follows the hops of every link, without any class of the recording. */
    private final class Second implements Observer {
        private final long[] words;
        private final long[] occupied;
        private final long[] full;
        private final long[] heads;
        private final int nodes;

        Second(int nodes) {
            this.nodes = nodes;
            words = new long[nodes * Engine.VC_WORDS];
            occupied = new long[nodes * PORTS];
            full = new long[nodes * PORTS];
            heads = new long[nodes * 6];
        }

        @Override
        public void events(EventCursor batch) {
            batch.rewind();
            while (batch.next()) {
                if (batch.kind() == EventKind.HOP) {
                    int link = batch.node() * 6 + (int) HopEvent.link(batch.c());
                    heads[link] += 1 + (Header0.length(batch.a()) + 15) / 16;
                }
            }
            batch.rewind();
        }

        @Override
        public void batch(long cycle, int open) {
            if (cycle % 32 != 0) {
                return;
            }
            engine.vcStates(words);
            for (int place = 0; place < nodes * PORTS; place++) {
                boolean none = false;
                for (int vc = 0; vc < VCS; vc++) {
                    occupied[place] += VcState.occupancy(words[place * VCS + vc]);
                    none |= VcState.credits(words[place * VCS + vc]) == 0;
                }
                full[place] += none ? 1 : 0;
            }
        }
    }

    @Test
    void buffersAreAsFullAsAnotherObserverSeesThem() {
        RunPlan plan = plan("alltoall", "machine.shape=[3,2,2]", "machine.buffers.link_vc=2");
        Recording record = new Recording(plan.machine());
        Second second = new Second(12);
        new Session(plan).record(record).run(executor -> {}, second);
        long some = 0;
        for (int node = 0; node < 12; node++) {
            for (int link = 0; link < 6; link++) {
                int channel = node * Channels.PER_NODE + link;
                int behind = plan.machine().shape().neighbour(node, link) * PORTS + (link ^ 1);
                assertEquals(second.occupied[behind], record.buffered.whole(channel), "flits behind " + channel);
                assertEquals(second.full[node * PORTS + link], record.full.whole(channel), "no credit " + channel);
                assertEquals(second.heads[node * 6 + link], record.flits.whole(channel), "flits over " + channel);
                some += record.full.whole(channel);
            }
            for (int port = 0; port < 4; port++) {
                int place = node * PORTS + 6 + port;
                int channel = node * Channels.PER_NODE + Channels.INJECT + port;
                assertEquals(second.occupied[place], record.buffered.whole(channel), "injection " + channel);
            }
        }
        assertTrue(some > 0, "no buffer was ever full");
        assertTrue(record.samples.whole(0) > 10);
    }

    @ParameterizedTest(name = "seed {0}")
    @ValueSource(longs = {1, 2, 3})
    void everyBinHoldsWhatFellIntoItsCycles(long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        TimeAxis axis = new TimeAxis(64);
        Series sums = axis.sums(2);
        Series peaks = axis.peaks(1);
        int count = 5000;
        long[] cycles = new long[count];
        long[] values = new long[count];
        long cycle = 0;
        for (int i = 0; i < count; i++) {
            cycle += random.nextInt(40);
            cycles[i] = cycle;
            values[i] = random.nextInt(100);
            sums.add(cycle, 1, values[i]);
            peaks.add(cycle, 0, values[i]);
        }
        long end = cycle + 1;
        assertTrue(axis.width() > TimeAxis.PERIOD, "no bins were joined");
        for (int bin = 0; bin < axis.used(end); bin++) {
            long sum = 0;
            long peak = 0;
            for (int i = 0; i < count; i++) {
                if (cycles[i] / axis.width() == bin) {
                    sum += values[i];
                    peak = Math.max(peak, values[i]);
                }
            }
            assertEquals(sum, sums.at(1, bin), "bin " + bin);
            assertEquals(peak, peaks.at(0, bin), "bin " + bin);
            assertEquals(0, sums.at(0, bin), "another row");
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 64, 512, 4096})
    void cyclesOfAnIntervalAreEachInTheirBin(int nodes) {
        TimeAxis axis = new TimeAxis(nodes);
        Series series = axis.sums(1);
        series.addCycles(10, 10_010, 0);
        assertEquals(10_000, series.whole(0));
        assertEquals(axis.width() - 10, series.at(0, 0));
        assertEquals(axis.width(), series.at(0, 1));
        assertEquals(10_010 - axis.width() * (axis.used(10_010) - 1), axis.cyclesOf(axis.used(10_010) - 1, 10_010));
    }
}
