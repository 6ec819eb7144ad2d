// SPDX-License-Identifier: Apache-2.0
package fairlead.run;

import fairlead.program.Program;
import fairlead.scenario.Scenario;
import fairlead.scenario.Scenario.ProgramSource;
import java.lang.ref.SoftReference;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Keeps the programs that were built last, by their sources, because a search runs the same programs on many machines.
 * A program never changes, so any number of runs can share it.
 */
public final class Programs {
    private static final int KEPT = 4; // a search uses each of its traffic seeds many times

    private static final Map<ProgramSource, SoftReference<Program>> LAST = new LinkedHashMap<>(2 * KEPT, 0.75f, true) {
        private static final long serialVersionUID = 1;

        @Override
        protected boolean removeEldestEntry(Map.Entry<ProgramSource, SoftReference<Program>> eldest) {
            return size() > KEPT;
        }
    };

    private Programs() {}

    public static synchronized Program of(Scenario scenario) {
        if (scenario.openLoop() != null) {
            return scenario.program(); // throws an exception which says that there is none
        }
        ProgramSource source = scenario.source();
        SoftReference<Program> kept = LAST.get(source);
        Program program = kept == null ? null : kept.get();
        if (program == null) {
            program = scenario.program();
            LAST.put(source, new SoftReference<>(program));
        }
        return program;
    }
}
