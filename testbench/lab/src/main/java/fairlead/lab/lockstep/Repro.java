// SPDX-License-Identifier: Apache-2.0
package fairlead.lab.lockstep;

import fairlead.lab.cases.Case;
import fairlead.lab.cases.CaseFile;
import fairlead.lab.cases.Shrinker;
import fairlead.lockstep.Difference;
import fairlead.lockstep.DifferenceWave;
import fairlead.run.report.WholeFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** The files that reproduce a difference: a small case, and a waveform of the cycles around the difference. */
public final class Repro {
    private static final int ATTEMPTS = 3000;

    private Repro() {}

    /** Returns a smaller case that also differs, not necessarily in the same record. */
    public static Case shrink(final CaseRun run, final Case failing) {
        return new Shrinker(candidate -> cycle(run.play(candidate)), ATTEMPTS).shrink(failing);
    }

    private static long cycle(final CaseOutcome outcome) {
        return outcome.differs() ? outcome.difference().cycle() : -1;
    }

    /** Writes the case to a file of this name in `folder`. */
    public static Path write(final Case one, final Path folder, final String name) throws IOException {
        Files.createDirectories(folder);
        final Path file = folder.resolve(name + ".yaml");
        WholeFile.write(file, CaseFile.text(one));
        return file;
    }

    /** Plays the case once more on the lab library alone and records the node of the difference and its neighbours. */
    public static Path wave(final Case one, final Difference difference, final Path folder, final String name)
            throws IOException {
        return DifferenceWave.wave(one.machine(), one.options(), one::play, difference, folder, name);
    }
}
