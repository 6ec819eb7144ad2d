// SPDX-License-Identifier: Apache-2.0
package fairlead.engine.lockstep;

import fairlead.engine.api.Engine;
import fairlead.engine.api.EngineOptions;
import fairlead.engine.api.MachineConfig;
import fairlead.engine.api.Shape;
import fairlead.engine.lockstep.cases.Case;
import fairlead.engine.lockstep.cases.CaseFile;
import fairlead.engine.lockstep.cases.Shrinker;
import fairlead.engine.rtl.RtlEngineFactory;
import fairlead.engine.rtl.RtlOptions;
import fairlead.run.report.WholeFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.TreeSet;
import java.util.function.Consumer;

/** The files that reproduce a difference: a small case, and a waveform of the cycles around the difference. */
public final class Repro {
    private static final int ATTEMPTS = 3000;
    private static final long BEFORE = 200;

    /** The number of cycles after the difference that a waveform covers. */
    public static final long AFTER = 50;

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
        return wave(one.machine(), one.options(), one::play, difference, folder, name);
    }

    /** Records the same waveform while `play` drives the engine. */
    public static Path wave(
            final MachineConfig machine,
            final EngineOptions options,
            final Consumer<Engine> play,
            final Difference difference,
            final Path folder,
            final String name)
            throws IOException {
        Files.createDirectories(folder);
        final Path file = folder.resolve(name + ".fst");
        final RtlOptions rtl = RtlOptions.of("lab").withWave(window(machine, difference, file));
        try (Engine engine = new RtlEngineFactory(rtl).open(machine, options)) {
            play.accept(engine);
        }
        return file;
    }

    /**
     * Returns a waveform window over the cycles around a difference, for its node and the nodes at the other ends of
     * its links.
     */
    public static RtlOptions.Wave window(final MachineConfig machine, final Difference difference, final Path file) {
        final TreeSet<Integer> nodes = new TreeSet<>();
        final int node = Math.max(0, difference.node());
        nodes.add(node);
        for (int direction = 0; direction < Shape.DIRECTIONS; direction++) {
            nodes.add(machine.shape().neighbour(node, direction));
        }
        final long from = Math.max(0, difference.cycle() - BEFORE);
        return new RtlOptions.Wave(file, List.copyOf(nodes), from, difference.cycle() + AFTER);
    }
}
