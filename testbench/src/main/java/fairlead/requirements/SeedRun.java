// SPDX-License-Identifier: Apache-2.0
package fairlead.requirements;

import fairlead.check.Verdict;
import fairlead.engine.api.MachineConfig;
import fairlead.program.Result;
import fairlead.run.RunResult;
import fairlead.run.report.RunReport;
import fairlead.software.EndReason;
import fairlead.software.ExecutionReport;
import java.util.Map;

/**
 * A run of a script: its events, the end of each operation, and what the checkers say of its memory.
 *
 * @param ops operations that the script has named
 * @param muted failed assertions that ended nothing
 * @param besideTwin the twin did the same, event by event
 * @param failure of commands without a program: the assertion that ended them, or empty
 */
record SeedRun(
        MachineConfig machine,
        Events events,
        RunResult result,
        Map<String, Integer> ops,
        String failure,
        long muted,
        boolean besideTwin) {

    boolean completed() {
        return result.execution().reason() == EndReason.COMPLETED;
    }

    ExecutionReport execution() {
        return result.execution();
    }

    private RunReport.OpRow row(final String name) {
        return result.report().operations().get(ops.get(name));
    }

    boolean has(final String name) {
        return ops.containsKey(name);
    }

    Result end(final String name) {
        return result.execution().table().isDone(ops.get(name))
                ? result.execution().table().result(ops.get(name))
                : null;
    }

    long value(final String name) {
        return result.execution().table().value(ops.get(name));
    }

    /** Cycle in which it went to the NIC, or -1. */
    long posted(final String name) {
        return row(name).posted();
    }

    /** Cycle of its end, or -1. */
    long done(final String name) {
        return row(name).completed();
    }

    /** Cycle in which its last byte was in memory, or -1. */
    long lastCommit(final String name) {
        return row(name).lastCommit();
    }

    long firstCommit(final String name) {
        return row(name).firstCommit();
    }

    Verdict verdict(final String name) {
        return result.report().verdicts().stream()
                .filter(v -> v.name().equals(name))
                .findFirst()
                .orElseThrow();
    }

    /** The verdict holds and has looked at something. */
    boolean holds(final String name) {
        final Verdict verdict = verdict(name);
        return Boolean.TRUE.equals(verdict.holds()) && verdict.checked() > 0;
    }

    /** First line of what a verdict says. */
    String headline(final String name) {
        return verdict(name).detail().lines().findFirst().orElse("");
    }

    String ending() {
        return result.report().ending();
    }
}
