// SPDX-License-Identifier: Apache-2.0
package fairlead.lab.system.verdict;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import fairlead.engine.EngineOptions;
import fairlead.lab.cases.CaseDraw.DrawnPlans;
import fairlead.machine.Arbitration;
import fairlead.machine.EpochAccess;
import fairlead.machine.MachineConfig;
import fairlead.machine.Shape;
import fairlead.node.ExecutionReport.EndReason;
import fairlead.rtl.RtlEngineFactory;
import fairlead.rtl.RtlOptions;
import fairlead.run.RunPlan;
import fairlead.run.RunResult;
import fairlead.run.Session;
import fairlead.twin.fabric.ModelEngineFactory;
import fairlead.verdict.Verdict;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Plays drawn programs on drawn machines without a fault, on the twin. No verdict may be false and no run may stop at a
 * violation, but for two ends. Nodes of a program may wait for epochs that they hold from each other, and the verdict
 * must say so. With round robin, which bounds no wait for an output VC (docs/spec/torus-router.md), a packet may
 * starve, and progress_fairness may say so: one of 20,000 draws, seed 19337. Some draws again: {@code scripts/test
 * -Dtest=SoundDrawsTest -Dfairlead.draws=2000:500}, which are the first seed and the number.
 */
@Tag("M-721")
class SoundDrawsTest {
    private static final long BUDGET = 200_000; // nodes times cycles of a run

    /** What progress_fairness says of each class of waits: the largest share of its bound; `passed` has the bound 1. */
    private static final List<String> SHARES =
            List.of("closest", "passed", "stores_closest", "epochs_closest", "credits_closest", "device_closest");

    private final Map<String, Double> worst = new TreeMap<>();
    private long tileCycles;

    private final DrawnPlans plans = new DrawnPlans(
            new RtlEngineFactory(RtlOptions.of("lab"))
                    .capabilities(MachineConfig.of(new Shape(2, 1, 1)).build(), EngineOptions.DEFAULT),
            BUDGET);

    @Test
    void fewDrawsRaiseNoAlarm() {
        String asked = System.getProperty("fairlead.draws", "1:240");
        play(Long.parseLong(asked.split(":")[0]), Integer.parseInt(asked.split(":")[1]));
    }

    @Test
    @Tag("slow")
    void manyDrawsRaiseNoAlarm() {
        play(100_000, 10_000);
    }

    private void play(long first, int count) {
        Map<EndReason, Integer> ends = new EnumMap<>(EndReason.class);
        List<String> wrong = new ArrayList<>();
        for (long seed = first; seed < first + count; seed++) {
            RunPlan plan = plans.draw(seed, seed, new ModelEngineFactory());
            RunResult result = new Session(plan, true).run(executor -> {});
            ends.merge(result.execution().reason(), 1, Integer::sum);
            String alarm = alarm(plan, result);
            tileCycles += result.execution().cycles() * plan.machine().nodes();
            boolean isBound = plan.machine().arbitration() == Arbitration.AGE;
            result.report().verdicts().stream()
                    .filter(v -> v.name().equals("progress_fairness") && isBound)
                    .forEach(v -> SHARES.forEach(
                            key -> worst.merge(key, ((Number) v.extra().get(key)).doubleValue(), Math::max)));
            if (!alarm.isEmpty()) {
                wrong.add("seed " + seed + ": " + alarm + " (scripts/lab test -Dtest=SoundDrawsTest -Dfairlead.draws="
                        + seed + ":1)");
            }
        }
        System.out.println(count + " draws from seed " + first + ": " + ends + "; tile-cycles " + tileCycles
                + ", largest shares of the bounds: " + worst);
        assertTrue(worst.values().stream().allMatch(share -> share <= 1), worst::toString);
        assertEquals(List.of(), wrong);
        assertTrue(ends.getOrDefault(EndReason.COMPLETED, 0) > count / 2 || count < 20, ends::toString);
    }

    /** Returns what is wrong with the end of a run on a sound machine, or an empty text. */
    private static String alarm(RunPlan plan, RunResult result) {
        boolean starves = plan.machine().arbitration() == Arbitration.ROUND_ROBIN;
        if (result.report().firstViolation() >= 0 && !starves) {
            return "a violation in cycle " + result.report().firstViolation();
        }
        boolean held =
                result.execution().reason() == EndReason.STUCK && plan.machine().epochAccess() == EpochAccess.QUEUE;
        for (Verdict verdict : result.report().verdicts()) {
            if (Boolean.FALSE.equals(verdict.holds())
                    && !(starves && verdict.name().equals("progress_fairness"))
                    && !(held
                            && verdict.name().equals("deadlock_freedom")
                            && verdict.detail().contains("epochs are held: node "))) {
                return verdict.name() + ": " + verdict.detail();
            }
        }
        return "";
    }
}
