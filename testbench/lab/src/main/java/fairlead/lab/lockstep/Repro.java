// SPDX-License-Identifier: Apache-2.0
package fairlead.lab.lockstep;

import fairlead.lab.cases.Case;
import fairlead.lab.cases.CaseFile;
import fairlead.lab.cases.Shrinker;
import fairlead.lab.lockstep.CaseRun.CaseOutcome;
import fairlead.lockstep.Difference;
import fairlead.plan.FailureRepeat;
import fairlead.run.WholeFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;

/** The files that reproduce a difference: a small case, and a waveform of the cycles around the difference. */
public final class Repro {
    private static final int ATTEMPTS = 3000;

    private Repro() {}

    /** Returns a smaller case that also differs, not necessarily in the same record. */
    public static Case shrink(CaseRun run, Case failing) {
        return new Shrinker(candidate -> cycle(run.play(candidate)), ATTEMPTS).shrink(failing);
    }

    private static long cycle(CaseOutcome outcome) {
        return outcome.differs() ? outcome.difference().cycle() : -1;
    }

    /** Writes the case to a file of this name in `folder`. */
    public static Path write(Case one, Path folder, String name) throws IOException {
        Files.createDirectories(folder);
        Path file = folder.resolve(name + ".yaml");
        WholeFile.write(file, CaseFile.text(one));
        return file;
    }

    /** Plays the case once more on the lab library alone and records the node of the difference and its neighbours. */
    public static Path wave(Case one, Difference difference, Path folder, String name) throws IOException {
        return FailureRepeat.wave(one.machine(), one.options(), one::play, difference, folder, name);
    }

    /**
     * A difference, with everything needed to reproduce it.
     *
     * @param name the name of the case
     * @param steps the number of steps of the smallest case that differs; for a workload the number of operations
     * @param file the file of the smallest case
     * @param wave the waveform around the difference of the smallest case, or null
     * @param command the command line that repeats the original case
     */
    public record Found(String name, Difference difference, int steps, Path file, Path wave, String command) {
        /** Returns the members of a JSON report. */
        public Map<String, Object> json() {
            Map<String, Object> one = new LinkedHashMap<>();
            one.put("case", name);
            one.put("cycle", difference.cycle());
            one.put("node", difference.node());
            one.put("unit", difference.unit());
            one.put("what", difference.what());
            one.put("first", difference.first());
            one.put("second", difference.second());
            one.put("shrunk_to", steps);
            one.put("file", file.toString());
            one.put("wave", wave.toString());
            one.put("command", command);
            return one;
        }
    }
}
