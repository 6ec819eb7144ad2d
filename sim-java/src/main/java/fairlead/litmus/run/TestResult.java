// SPDX-License-Identifier: Apache-2.0
package fairlead.litmus.run;

import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The result of all schedules of one test.
 *
 * @param needs features that the machine lacks for this test or one of its points
 * @param missing conditions that must be seen and were not
 * @param histogram number of runs by their outcome
 * @param unjudged reason why the memory model gives no judgement, or an empty string
 * @param counted number of runs that the condition of {@link LitmusRunner#counting} describes
 */
public record TestResult(
        String file,
        String name,
        String doc,
        Set<String> needs,
        List<Finding> forbidden,
        List<String> missing,
        List<String> notApplicable,
        List<Finding> errors,
        Map<String, Long> histogram,
        String unjudged,
        int points,
        long counted) {
    /**
     * A forbidden outcome.
     *
     * @param repro the command line of the first run that showed the outcome
     */
    public record Finding(String condition, String outcome, long count, String repro) {
        Finding oneMore() {
            return new Finding(condition, outcome, count + 1, repro);
        }
    }

    /** Returns the number of runs over all points. */
    public int schedules() {
        return histogram.values().stream().mapToInt(Long::intValue).sum();
    }

    public boolean fails() {
        return !forbidden.isEmpty() || !missing.isEmpty() || !errors.isEmpty();
    }

    /** Returns whether no schedule was run, which is neither a pass nor a failure. */
    public boolean isNotRun() {
        return schedules() == 0 && !fails();
    }
}
