// SPDX-License-Identifier: Apache-2.0
package fairlead.lab.controls;

/**
 * The result of one control.
 *
 * @param positive whether the control has no flaw and must raise no alarm
 * @param staticCycle the length of the shortest cycle of the static check; 0 means safe
 * @param kind the reported kind of deadlock_freedom, or the assertion that ended the run; none if the network drained
 * @param closedAt the cycle in which, by an independent search, the knot closes, or -1
 * @param reportedAt the cycle of the detector's report, or -1
 * @param bound the greatest number of cycles that the report may take, or -1
 * @param tileCycles the number of nodes times the number of cycles
 * @param detail the first line of the verdict
 * @param passed whether all results are as the control expects
 */
public record ControlResult(
        String id,
        boolean positive,
        String text,
        String stage,
        int expectedCycle,
        int staticCycle,
        String expectedKind,
        String kind,
        long closedAt,
        long reportedAt,
        long bound,
        long tileCycles,
        String detail,
        boolean passed) {}
