// SPDX-License-Identifier: Apache-2.0
package fairlead.lab.controls;

import fairlead.engine.EngineOptions;
import fairlead.machine.MachineConfig;
import fairlead.program.Program;

/**
 * A machine and a program with a known verdict: a negative control has a flaw that must be found, a positive control
 * has no flaw and must raise no alarm.
 *
 * @param id the number in docs/understand/deadlock.md; it begins with P for a positive control
 * @param text a description of the machine and its flaw
 * @param stage the stage that must find the flaw: static, run, run (endpoint), assertion, refused; or none
 * @param cycle the length of the shortest cycle that the static check must find; 0 means no cycle
 * @param kind the kind of deadlock_freedom that the run must report, or the assertion that must end the run; with none
 *      the network must drain
 * @param options the engine options, with hop events where the kind needs them
 * @param maxCycles the cycle in which the run ends at the latest
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

    /** Tells whether the control must produce a knot of link VCs, whose closing cycle an independent search finds. */
    boolean isRing() {
        return stage.equals("run");
    }
}
