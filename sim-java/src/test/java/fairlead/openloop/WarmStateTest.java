// SPDX-License-Identifier: Apache-2.0
package fairlead.openloop;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import fairlead.engine.checkpoint.Checkpoint;
import fairlead.machine.MachineConfig;
import fairlead.machine.Mix;
import fairlead.machine.Shape;
import fairlead.openloop.TrafficSpec.BirthProcess;
import fairlead.workload.pattern.TrafficPattern;
import java.io.IOException;
import java.nio.file.Path;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Measurements that start from a saved state find what they find after the same cycles without one. */
@Tag("M-692")
class WarmStateTest {
    private static final int CYCLES = 777; // in mid-packet, in mid-burst

    @TempDir
    private Path folder;

    private static MachineConfig machine(int kz) {
        return MachineConfig.of(new Shape(4, 3, kz)).build();
    }

    private static TrafficSpec spec(TrafficPattern pattern, double load, BirthProcess process) {
        TrafficSpec spec = TrafficSpec.of(pattern, load, 4, 11);
        return new TrafficSpec(pattern, load, 4, true, process, 2, 2, 300, 2, 8, 0.05, 500, spec.seed());
    }

    @ParameterizedTest
    @CsvSource({
        "UNIFORM, 0.2, BERNOULLI, 1",
        "UNIFORM, 0.6, ON_OFF, 2",
        "TORNADO, 0.3, ON_OFF, 1",
        "ALLTOALL, 0.4, BERNOULLI, 3"
    })
    void aMeasurementFromAFileIsTheUndisturbedOne(
            TrafficPattern pattern, double load, BirthProcess process, int threads) throws IOException {
        TrafficSpec spec = spec(pattern, load, process);
        OpenLoop undisturbed = new OpenLoop(machine(2), spec, threads);
        undisturbed.run(CYCLES);
        TrafficResult expected = undisturbed.measure();

        Path file = folder.resolve("warm");
        OpenLoop saved = new OpenLoop(machine(2), spec, threads);
        saved.run(CYCLES);
        Checkpoint.write(file, saved);
        assertEquals(expected, saved.measure(), "the run that was saved goes on as if it had not been");

        OpenLoop restored = new OpenLoop(machine(2), spec, threads);
        assertEquals(CYCLES, Checkpoint.read(file, restored));
        assertEquals(expected, restored.measure());
        assertTrue(expected.measured() > 1000, () -> "measured packets: " + expected.measured());
    }

    @Test
    void oneStateServesManyMeasurements() throws IOException {
        TrafficSpec spec = spec(TrafficPattern.UNIFORM, 0.3, BirthProcess.BERNOULLI);
        OpenLoop warm = new OpenLoop(machine(2), spec);
        warm.run(CYCLES);
        Path file = folder.resolve("warm");
        Checkpoint.write(file, warm);
        OpenLoop other = new OpenLoop(machine(2), spec.withLatencyLimit(Double.POSITIVE_INFINITY));
        Checkpoint.read(file, other);
        assertEquals("saturation", other.measure().ending());
    }

    /** The state of a generator is found from its next number. */
    @Test
    void anEqualGeneratorGoesOn() {
        SplittableRandom random = new SplittableRandom(5);
        for (int i = 0; i < 10_000; i++) {
            SplittableRandom equal = new SplittableRandom(Mix.unmix64(random.nextLong()) - Mix.GOLDEN);
            equal.nextLong();
            for (int k = 0; k < 3; k++) {
                assertEquals(random.nextLong(), equal.nextLong());
            }
            assertEquals(random.nextDouble(), equal.nextDouble());
            assertEquals(random.nextInt(1000), equal.nextInt(1000));
        }
    }
}
