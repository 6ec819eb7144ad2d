// SPDX-License-Identifier: Apache-2.0
package fairlead.lab.requirements;

import fairlead.machine.MachineConfig;
import fairlead.node.EndReason;
import fairlead.node.ExecutionReport;
import fairlead.program.Result;
import fairlead.run.RunResult;
import fairlead.run.report.RunReport;
import fairlead.verdict.Verdict;
import java.util.Map;

/**
 * A run of a script: its events, the end of each operation, and the checkers' verdicts.
 *
 * @param ops the ids of the operations that the script names
 * @param muted the number of failed assertions that did not end the run
 * @param besideTwin whether the twin ran in lockstep and gave the same events
 * @param failure for raw commands, the assertion that ended the run, or an empty text
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

    /** Returns the cycle in which the operation went to the NIC, or -1. */
    long posted(final String name) {
        return row(name).posted();
    }

    /** Returns the cycle in which the operation completed, or -1. */
    long done(final String name) {
        return row(name).completed();
    }

    /** Returns the cycle in which the operation's last byte was in memory, or -1. */
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

    /** Tells whether the verdict holds and has checked at least one item. */
    boolean holds(final String name) {
        final Verdict verdict = verdict(name);
        return Boolean.TRUE.equals(verdict.holds()) && verdict.checked() > 0;
    }

    /** Returns the first line of a verdict's detail. */
    String headline(final String name) {
        return verdict(name).detail().lines().findFirst().orElse("");
    }

    String ending() {
        return result.report().ending();
    }
}
