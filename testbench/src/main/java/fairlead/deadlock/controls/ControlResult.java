// SPDX-License-Identifier: Apache-2.0
package fairlead.deadlock.controls;

/**
 * What became of a control.
 *
 * @param positive has no flaw that may be reported
 * @param staticCycle length of the shortest cycle, 0: safe
 * @param kind kind of deadlock_freedom, or the assertion that ended the run; none: it drained
 * @param closedAt cycle in which an independent search sees it close, or -1
 * @param reportedAt cycle of the detector's report, or -1
 * @param bound cycles in which it must be reported, or -1
 * @param tileCycles nodes * cycles
 * @param detail first line of the verdict
 * @param passed everything is as the control says
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
