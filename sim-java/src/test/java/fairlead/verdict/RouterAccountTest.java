// SPDX-License-Identifier: Apache-2.0
package fairlead.verdict;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import fairlead.engine.CommandBuffer;
import fairlead.engine.Engine;
import fairlead.engine.EventCursor;
import fairlead.hw.HwLayout;
import fairlead.hw.HwLayout.EventKind;
import fairlead.hw.HwLayout.EventUnit;
import fairlead.hw.HwLayout.Header0;
import fairlead.hw.HwLayout.HopEvent;
import fairlead.hw.HwLayout.WaitCause;
import fairlead.machine.Shape;
import fairlead.node.CounterReading;
import fairlead.node.Executor;
import fairlead.node.Observer;
import fairlead.program.Program;
import fairlead.run.Programs;
import fairlead.scenario.Scenario;
import fairlead.scenario.ScenarioReader;
import fairlead.twin.fabric.ModelEngineFactory;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The verdict router_counters on the counters of real runs, as they are and with one of them changed. */
@Tag("M-730")
@Tag("M-840")
class RouterAccountTest {
    private static final String HALO =
            "{schema: fairlead.scenario/1, machine: {shape: [3, 2, 2]}, workload: {kind: halo3d, iterations: 2}}";
    private static final int COUNTERS = CounterReading.COUNTERS;
    private static final int BLOCKED = 1;
    private static final int CYCLES = HwLayout.CYCLES_ROW * COUNTERS; // of node 0

    private static final int HEAD_STAGES = 2;
    private static final int STAGE = BLOCKED + WaitCause.STAGE;
    private static final int INJECTION = HwLayout.LINKS * HwLayout.CLASSES; // first row of injection ports

    private static final String DEEP = "machine.buffers.link_vc=2";

    private RouterAccount account;
    private long[] counters;
    private long cycle;
    private long[] heads; // by node and row of the router

    private void play(String set) {
        play(set, HwLayout.HEAD_STAGES);
    }

    private void play(String set, int headStages) {
        Scenario scenario = ScenarioReader.parse(
                HALO, "halo", "halo", List.of("engine=model", "run.counters=true", "run.hops=true", set));
        Program program = Programs.of(scenario);
        Shape shape = scenario.machine().shape();
        account = new RouterAccount(scenario.machineFor(program), headStages);
        Checks checks = new Checks(program, scenario.machineFor(program), account);
        heads = new long[shape.nodes() * CounterReading.ROWS];
        try (Engine engine = new ModelEngineFactory().open(scenario.machineFor(program), scenario.engineOptions())) {
            new Executor(engine, program, scenario.executorOptions(), new Observer() {
                        @Override
                        public void events(EventCursor batch) {
                            checks.events(batch);
                            while (batch.next()) {
                                head(shape, batch);
                            }
                            batch.rewind();
                        }

                        @Override
                        public void commands(CommandBuffer commands) {
                            checks.commands(commands);
                        }
                    })
                    .run();
            cycle = engine.cycle();
            counters = CounterReading.of(engine);
        }
    }

    private void head(Shape shape, EventCursor e) {
        if (e.kind() == EventKind.PACKET_INJECTED) {
            heads[e.node() * CounterReading.ROWS + INJECTION + e.unit() - EventUnit.TX_REQ0]++;
        } else if (e.kind() == EventKind.HOP) {
            int link = (int) HopEvent.link(e.c());
            int row = (link ^ 1) * HwLayout.CLASSES + (int) Header0.cls(e.a());
            heads[shape.neighbour(e.node(), link) * CounterReading.ROWS + row]++;
        }
    }

    /** Plays a run, and gives its counters the cycles in stages that a divided router has. */
    private void playStaged() {
        play(DEEP, HEAD_STAGES);
        for (int row = 0; row < heads.length; row++) {
            if (row % CounterReading.ROWS < HwLayout.FIRST_SEND_ROW) {
                counters[row * COUNTERS + STAGE] = HEAD_STAGES * heads[row];
            }
        }
    }

    private Verdict judge() {
        return account.finish(counters, cycle, true);
    }

    private void fails() {
        assertEquals(false, judge().holds());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "machine.buffers.link_vc=1",
                "machine.arbitration=round_robin",
                "machine.routing.mode=adaptive",
                "machine.routing.mode=bubble",
                "machine.link_interval=5",
                "machine.link_chunk=3",
                "machine.local_ports=1",
                "machine.latency.memory=200"
            })
    void theCountersOfASoundRunHold(String set) {
        play(set);
        Verdict verdict = judge();
        assertEquals(true, verdict.holds(), verdict.detail());
        assertTrue(verdict.checked() > 12 * CounterReading.ROWS, verdict.detail());
    }

    /** One flit or packet more in any row that is used, one blocked cycle, and one cause are each seen. */
    @ParameterizedTest
    @ValueSource(ints = {0, BLOCKED, BLOCKED + 1, BLOCKED + 2, BLOCKED + 3, BLOCKED + 4, BLOCKED + 5, BLOCKED + 8})
    void aCounterThatIsWrongByOneIsFound(int which) {
        play(DEEP);
        List<Integer> used = new ArrayList<>();
        for (int at = 0; at < counters.length; at += COUNTERS) {
            if (counters[at] > 0 && at / COUNTERS % CounterReading.ROWS < HwLayout.CYCLES_ROW) {
                used.add(at + which);
            }
        }
        assertTrue(used.size() > 40, "rows with flits: " + used.size());
        for (int i = which; i < used.size(); i += 17) { // other rows for each counter
            play(DEEP);
            counters[used.get(i)]++;
            Verdict verdict = judge();
            assertEquals(false, verdict.holds(), "place " + used.get(i));
            assertTrue(verdict.detail().startsWith("node "), verdict.detail());
        }
    }

    /** Where heads pass stages of the router in their buffers, each packet has them once in each router. */
    @Test
    void aCycleInAStageThatIsWrongByOneIsFound() {
        playStaged();
        Verdict sound = judge();
        assertEquals(true, sound.holds(), sound.detail());
        for (int row = 0; row < INJECTION + HwLayout.CLASSES * HwLayout.MOST_PORTS; row += 3) {
            for (int more : new int[] {1, -1}) {
                playStaged();
                counters[row * COUNTERS + STAGE] += more;
                assertEquals(false, judge().holds(), "row " + row);
            }
        }
        playStaged(); // of another link of the same router, whose neighbour has sent nothing more
        counters[STAGE]++;
        counters[2 * COUNTERS + STAGE]--;
        fails();
        play(DEEP);
        counters[STAGE]++;
        assertEquals(false, judge().holds(), "a router without stages");
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 11})
    void aCycleThatIsNotCountedIsFound(int node) {
        play(DEEP);
        counters[node * CounterReading.ROWS * COUNTERS + CYCLES]--;
        fails();
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void whatTheNicOfAnotherNodeDidIsFound(boolean receives) {
        int row = receives ? HwLayout.FIRST_RECEIVE_ROW : HwLayout.FIRST_SEND_ROW;
        play(DEEP);
        counters[row * COUNTERS]--;
        counters[(CounterReading.ROWS + row) * COUNTERS]++;
        fails();
    }

    /** A queue of a NIC has one head, which cannot have waited and moved in the same cycle. */
    @Test
    void moreWaitsThanCyclesAreFound() {
        play(DEEP);
        int row = HwLayout.FIRST_RECEIVE_ROW;
        while (counters[row * COUNTERS] == 0) {
            row++;
        }
        int at = row * COUNTERS;
        long more = counters[CYCLES] - counters[at] - counters[at + BLOCKED];
        counters[at + BLOCKED] += more;
        counters[at + BLOCKED + 1] += more;
        Verdict most = judge();
        assertEquals(true, most.holds(), most.detail());
        play(DEEP);
        counters[at + BLOCKED] += more + 1;
        counters[at + BLOCKED + 1] += more + 1;
        fails();
    }

    /** Flits that are counted at another port of the same class are seen, and waits of a row that nothing uses. */
    @ParameterizedTest
    @ValueSource(ints = {0, 1})
    void aCounterOfAnotherRowIsFound(int cls) {
        play(DEEP);
        int from = cls * COUNTERS;
        int to = (2 + cls) * COUNTERS; // the next link
        counters[from]--;
        counters[to]++;
        fails();
        play("machine.local_ports=1");
        int idle = (12 + 2 * cls + 1) * COUNTERS; // the second local port
        assertEquals(0, counters[idle]);
        counters[idle + BLOCKED]++;
        counters[idle + BLOCKED + 1]++;
        fails();
    }

    /** Causes that a machine cannot have, and more waits than its packets were under way. */
    @ParameterizedTest
    @ValueSource(strings = {"machine.link_interval=1", "machine.arbitration=round_robin"})
    void aCauseThatTheMachineDoesNotHaveIsFound(String set) {
        play(set);
        int cause = set.contains("interval") ? 3 : 4;
        counters[BLOCKED]++;
        counters[BLOCKED + cause]++;
        fails();
        play(set);
        for (int at = 0; at < counters.length; at += COUNTERS) {
            if (counters[at] > 0 && at / COUNTERS % CounterReading.ROWS < 12) { // a row of a link has four VCs
                long more = 4 * counters[CYCLES] - counters[at + BLOCKED];
                counters[at + BLOCKED] += more;
                counters[at + BLOCKED + 2] += more;
            }
        }
        Verdict verdict = judge();
        assertTrue(verdict.detail().contains("under way"), verdict.detail());
    }
}
