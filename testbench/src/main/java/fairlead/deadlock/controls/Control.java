// SPDX-License-Identifier: Apache-2.0
package fairlead.deadlock.controls;

import fairlead.engine.api.EngineOptions;
import fairlead.engine.api.MachineConfig;
import fairlead.program.Program;

/**
 * A machine and a program whose verdict is known: a negative control has a flaw that must be found, a positive one has none that may be reported.
 *
 * @param id number in docs/deadlock.md; P for a positive control
 * @param text what it is
 * @param stage where it must be found: static, run, run (endpoint), assertion, refused; or none
 * @param cycle length of the shortest cycle that the static check must find; 0: none
 * @param kind kind of deadlock_freedom that the run must give, or the assertion that must end it; none: it must drain
 * @param options hop events where the kind needs them
 * @param maxCycles end of the run
 */
record Control(
        String id,
        String text,
        String stage,
        int cycle,
        String kind,
        MachineConfig machine,
        Program program,
        EngineOptions options,
        long maxCycles) {

    boolean isPositive() {
        return id.startsWith("P");
    }

    /** Whether a knot of link VCs is expected, of which an independent search knows the closing cycle. */
    boolean isRing() {
        return stage.equals("run");
    }
}
