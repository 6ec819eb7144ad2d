// SPDX-License-Identifier: Apache-2.0
package fairlead.support;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import fairlead.plan.Plans;
import fairlead.run.RunResult;
import fairlead.run.Session;
import fairlead.scenario.Scenario;
import java.util.List;

/** A run with all its records, those of hops too, for the comparison with another run of the scenario. */
public record WholeRun(RunResult result, EventBytes events) {
    /** Runs a scenario. If a rule of its machine can deadlock, both engines must stop in the same state. */
    public static WholeRun of(Scenario scenario) {
        EventBytes events = new EventBytes();
        return new WholeRun(new Session(Plans.of(scenario), true).run(executor -> {}, events), events);
    }

    /**
     * Returns all verdicts without the number of sums of `conservation`: links are summed whenever an engine is at
     * rest, which the RTL notices a few cycles later.
     */
    private List<String> verdicts() {
        return result.report().verdicts().stream()
                .map(v -> v.name() + " " + v.holds() + ("conservation".equals(v.name()) ? "" : " " + v.detail()))
                .toList();
    }

    /** Asserts that the other run has the same records and reports the same. */
    public void assertSame(WholeRun other, String repro) {
        assertEquals("", other.events.difference(events), repro);
        assertTrue(events.count() > 0, repro);
        assertEquals(result.report().eventSha256(), other.result.report().eventSha256(), repro);
        assertEquals(verdicts(), other.verdicts(), repro);
        assertEquals(result.report().ending(), other.result.report().ending(), repro);
        assertEquals(result.report().metrics(), other.result.report().metrics(), repro);
    }
}
