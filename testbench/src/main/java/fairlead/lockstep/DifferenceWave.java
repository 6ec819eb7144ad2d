// SPDX-License-Identifier: Apache-2.0
package fairlead.lockstep;

import fairlead.engine.Engine;
import fairlead.engine.EngineOptions;
import fairlead.machine.MachineConfig;
import fairlead.machine.Shape;
import fairlead.rtl.RtlEngineFactory;
import fairlead.rtl.RtlOptions;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.TreeSet;
import java.util.function.Consumer;

/** The waveform of the cycles around a difference of the two engines. */
public final class DifferenceWave {
    private static final long BEFORE = 200;

    /** The number of cycles after the difference that a waveform covers. */
    public static final long AFTER = 50;

    private DifferenceWave() {}

    /**
     * Records a waveform of the node of the difference and its neighbours on the lab library, while `play` gives the
     * commands of the run again.
     */
    public static Path wave(
            MachineConfig machine,
            EngineOptions options,
            Consumer<Engine> play,
            Difference difference,
            Path folder,
            String name)
            throws IOException {
        Files.createDirectories(folder);
        Path file = folder.resolve(name + ".fst");
        TreeSet<Integer> nodes = new TreeSet<>();
        int node = Math.max(0, difference.node());
        nodes.add(node);
        for (int direction = 0; direction < Shape.DIRECTIONS; direction++) {
            nodes.add(machine.shape().neighbour(node, direction));
        }
        long from = Math.max(0, difference.cycle() - BEFORE);
        RtlOptions.Wave window = new RtlOptions.Wave(file, List.copyOf(nodes), from, difference.cycle() + AFTER);
        try (Engine engine = new RtlEngineFactory(RtlOptions.of("lab").withWave(window)).open(machine, options)) {
            play.accept(engine);
        }
        return file;
    }
}
