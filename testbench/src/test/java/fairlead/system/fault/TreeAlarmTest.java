// SPDX-License-Identifier: Apache-2.0
package fairlead.system.fault;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import fairlead.plan.Plans;
import fairlead.run.RunResult;
import fairlead.support.Runs;
import fairlead.verdict.Verdict;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Drawn runs of sound machines that use the collective network, on the twin: the watch of the network never takes a
 * wait for software, a slow link or a shallow buffer for a standstill.
 */
@Tag("lab")
@Tag("M-532")
class TreeAlarmTest {
    private static final List<String> SHAPES = List.of("2x2x1", "3x2x2", "5x1x1", "4x2x2", "3x3x3");
    private static final List<String> OPS = List.of("allreduce", "reduce", "broadcast", "barrier");

    private static String machine(Random random, int software) {
        return "memory_bytes: 1048576, latency: {software: "
                + (1 + random.nextInt(random.nextBoolean() ? 64 : software))
                + ", tree: " + (1 + random.nextInt(random.nextInt(4) == 0 ? 60 : 4)) + "}, collective: {link_depth: "
                + (1 + random.nextInt(random.nextBoolean() ? 2 : 16)) + ", injection: " + (1 + random.nextInt(8))
                + ", reception: " + (1 + random.nextInt(8)) + "}";
    }

    /** Returns a scenario whose nodes are in calls of up to four groups, and are kept by transfers on the torus. */
    private static String calls(long seed) {
        Random random = new Random(seed);
        String shape = SHAPES.get(random.nextInt(SHAPES.size()));
        int nodes = Runs.scenario(Runs.yaml(1, shape, "kind: ring", ""))
                .machine()
                .shape()
                .nodes();
        List<String> groups = new ArrayList<>();
        for (int group = 0; group < 3; group++) {
            int first = random.nextInt(nodes - 1);
            groups.add("g" + group + ": [" + first + "-" + (first + 1 + random.nextInt(nodes - 1 - first)) + "]");
        }
        List<String> items = new ArrayList<>();
        for (int item = 0; item < 6; item++) {
            int group = random.nextInt(4);
            String of = group == 3 ? "" : ", group: g" + group;
            String op = OPS.get(random.nextInt(OPS.size()));
            boolean torus = random.nextInt(4) == 0;
            boolean oneWay = group == 3 && (op.equals("reduce") || op.equals("broadcast")) && random.nextBoolean();
            items.add("{collective: {op: " + (torus ? "allgather" : op) + of + ", algorithm: "
                    + (torus ? "auto" : oneWay ? "one_way" : "tree")
                    + (op.equals("barrier") && !torus ? "" : ", bytes: " + 8 * (1 + random.nextInt(200))) + "}}");
        }
        return Runs.yaml(
                        seed,
                        shape,
                        "kind: collectives, iterations: 3, routes_at_once: " + random.nextBoolean() + ", items: ["
                                + String.join(", ", items) + "]",
                        machine(random, 3000))
                .replace(", workload:", ", groups: {" + String.join(", ", groups) + "}, workload:");
    }

    /**
     * Returns a scenario in which daemons send messages to threads. With software latencies far above its time-out a
     * thread may find the lock taken for longer than the software of the run waits (docs/use/device.md).
     */
    private static String messages(long seed) {
        Random random = new Random(seed);
        return Runs.yaml(
                seed,
                random.nextBoolean() ? "2x2x2" : "4x2x1",
                "kind: device, mode: " + (random.nextBoolean() ? "smp" : "dual") + ", io_ratio: "
                        + (2 + random.nextInt(3)) + ", messages: 60, timeout: " + (20 + random.nextInt(3000)),
                machine(random, 200).replaceFirst("injection: .", "injection: 8")); // for messages of eight packets
    }

    private static void noAlarm(String yaml) {
        RunResult run = Runs.run(Plans.of(Runs.scenario(yaml, "engine=model")));
        Verdict verdict = Runs.verdicts(run).get("deadlock_freedom");
        assertNotEquals(false, verdict.holds(), () -> verdict.detail() + "\n" + Runs.repro(yaml, "engine=model"));
        assertNull(verdict.extra().get("tree_waits"), () -> Runs.repro(yaml, "engine=model"));
        assertEquals(true, run.report().holds(), () -> Runs.text(run) + "\n" + Runs.repro(yaml, "engine=model"));
    }

    private static void noAlarms(int seeds, long from) {
        for (long seed = from; seed < from + seeds; seed++) {
            noAlarm(calls(seed));
            noAlarm(messages(seed));
        }
    }

    @Test
    void soundRunsGiveNoAlarm() {
        noAlarms(8, 1);
    }

    @Tag("slow")
    @Test
    void soundRunsGiveNoAlarmInManySeeds() {
        noAlarms(200, 1000);
    }
}
