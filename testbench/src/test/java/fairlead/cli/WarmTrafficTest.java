// SPDX-License-Identifier: Apache-2.0
package fairlead.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The options --warm-up, --save and --from of `fairlead traffic`. */
@Tag("M-691")
@Tag("M-692")
class WarmTrafficTest {
    private static final String SCENARIO = "../examples/traffic/uniform.yaml";

    @TempDir
    private Path folder;

    private static Captured traffic(String... more) {
        return Captured.of("traffic", SCENARIO, "--set", "workload.sample_period=200", "--json", "-", more);
    }

    private String saved() {
        String file = folder.resolve("warm").toString();
        traffic("--warm-up", "333", "--save", file).exits(ExitCode.OK);
        return file;
    }

    @Test
    void aMeasurementFromTheFileHasTheSameResult() {
        String file = saved();
        Captured undisturbed = traffic("--warm-up", "333");
        Captured restored = traffic("--from", file).exits(ExitCode.OK);
        assertEquals(undisturbed.out(), restored.out());
        assertTrue(!restored.out().equals(traffic().out()), "an empty machine gives another result");
        Captured both = traffic("--from", file, "--warm-up", "100");
        assertEquals(traffic("--warm-up", "433").out(), both.out());
    }

    private static void refused(String what, Captured answer) {
        assertEquals(ExitCode.BAD_INPUT, answer.code(), answer.all());
        answer.complains(what).complainsOnce();
    }

    @Test
    void aFileThatIsNoCheckpointOfThisTrafficIsOneErrorLine() throws IOException {
        Path file = Path.of(saved());
        byte[] whole = Files.readAllBytes(file);
        refused("its traffic load is ", traffic("--from", file.toString(), "--set", "workload.load=0.25"));
        refused("its machine seed is ", traffic("--from", file.toString(), "--set", "seed=12"));
        refused("its option threads is ", traffic("--from", file.toString(), "--set", "run.threads=2"));
        refused("its machine buffers is ", traffic("--from", file.toString(), "--set", "machine.buffers.link_vc=9"));
        refused("--warm-up -1", traffic("--warm-up", "-1"));
        refused("is not a checkpoint", traffic("--from", SCENARIO.replace("uniform", "alltoall")));
        refused("no such file", traffic("--from", folder.resolve("none").toString()));
        Files.write(file, Arrays.copyOf(whole, whole.length / 2));
        refused("truncated or damaged", traffic("--from", file.toString()));
        Files.write(file, new byte[0]);
        refused("is not a checkpoint", traffic("--from", file.toString()));
    }
}
