// SPDX-License-Identifier: Apache-2.0
package fairlead.lab.bench;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.sun.management.ThreadMXBean;
import fairlead.engine.EventCursor;
import fairlead.lab.proofs.ProverTool;
import fairlead.node.Observer;
import fairlead.plan.Plans;
import fairlead.rtl.RtlOptions;
import fairlead.run.RunPlan;
import fairlead.run.RunResult;
import fairlead.run.Session;
import fairlead.scenario.Scenario;
import fairlead.scenario.ScenarioReader;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * What five fixed runs cost in figures that do not depend on the load of the machine: the instructions of the RTL and
 * its fabric for each tile and cycle (callgrind counts those below fl_run), and the bytes that the twin with executor
 * and all verdicts allocates for each event. A change of more than 2 % is a finding or a new line of the file, which
 * {@code -Dfairlead.write=true} writes.
 */
class InstructionBudgetTest {
    private static final Path ROOT = Path.of(System.getenv().getOrDefault("FAIRLEAD_ROOT", "../.."));
    private static final Path FILE = ROOT.resolve("testbench/lab/src/test/resources/bench/instructions.tsv");
    private static final double TOLERANCE = 0.02;
    private static final Pattern COLLECTED = Pattern.compile("Collected : (\\d+)");
    private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

    @TempDir
    private Path folder;

    private static Scenario scenario(String[] row, String engine) {
        List<String> settings = new ArrayList<>(List.of(row[1].split(" ")));
        settings.add("engine=" + engine);
        return ScenarioReader.read(ROOT.resolve(row[0]), settings);
    }

    @Test
    void aChangeOfTheCostOfATileCycleOrAnEventIsSeen() throws IOException, InterruptedException {
        assumeTrue(ProverTool.installed("valgrind"), "valgrind is not installed (scripts/setup --tests)");
        List<String> lines = Files.readAllLines(FILE);
        List<String> now = new ArrayList<>(lines.subList(0, 1));
        List<String> wrong = new ArrayList<>();
        for (String line : lines.subList(1, lines.size())) {
            String[] row = line.split("\t");
            long instructions = Math.round(instructions(scenario(row, "rtl")));
            double bytes = bytes(scenario(row, "model"));
            now.add(String.format(Locale.ROOT, "%s\t%s\t%d\t%.1f", row[0], row[1], instructions, bytes));
            if (isOff(instructions, row[2]) || isOff(bytes, row[3])) {
                wrong.add(line + " is now " + instructions + " and " + bytes);
            }
        }
        now.forEach(System.out::println);
        if (Boolean.getBoolean("fairlead.write")) {
            Files.write(FILE, now);
        } else {
            assertEquals(List.of(), wrong);
        }
    }

    @Test
    void threePercentMoreOrLessAreSeenAndOnePercentIsNot() {
        assertTrue(isOff(1030, "1000") && isOff(970, "1000"));
        assertFalse(isOff(1010, "1000") || isOff(990, "1000"));
    }

    private static boolean isOff(double measured, String budget) {
        return Math.abs(measured / Double.parseDouble(budget) - 1) > TOLERANCE;
    }

    /** Returns the instructions of a tile and cycle in a replay of the run. */
    private double instructions(Scenario scenario) throws IOException, InterruptedException {
        Path record = folder.resolve("run.rec");
        RunResult result = new Session(Plans.of(scenario, RtlOptions.PRODUCT.withRecord(record))).run(executor -> {});
        Process process = new ProcessBuilder(
                        "valgrind",
                        "--tool=callgrind",
                        "--toggle-collect=fl_run",
                        "--callgrind-out-file=/dev/null",
                        ROOT.resolve("verilator/target/bin/replay_product").toString(),
                        record.toString(),
                        "--no-hash",
                        "--threads",
                        "1")
                .redirectErrorStream(true)
                .start();
        String output = new String(process.getInputStream().readAllBytes());
        Matcher collected = COLLECTED.matcher(output);
        assertEquals(0, process.waitFor(), output);
        assertTrue(collected.find(), output);
        return Double.parseDouble(collected.group(1)) / result.report().speed().tileCycles();
    }

    /** Returns the bytes that the second of two runs allocates for each event. */
    private static double bytes(Scenario scenario) {
        long[] events = {0};
        long allocated = 0;
        for (int run = 0; run < 2; run++) {
            RunPlan plan = Plans.of(scenario);
            events[0] = 0;
            long before = THREADS.getCurrentThreadAllocatedBytes();
            new Session(plan).run(executor -> {}, new Observer() {
                @Override
                public void events(EventCursor batch) {
                    events[0] += batch.count();
                }
            });
            allocated = THREADS.getCurrentThreadAllocatedBytes() - before;
        }
        return (double) allocated / events[0];
    }
}
