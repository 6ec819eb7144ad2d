// SPDX-License-Identifier: Apache-2.0
package fairlead.engine.checkpoint;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import fairlead.engine.CommandBuffer;
import fairlead.engine.Engine;
import fairlead.engine.Engine.EngineFactory;
import fairlead.engine.Engine.Savable;
import fairlead.engine.EngineOptions;
import fairlead.engine.checkpoint.Checkpoint.CheckpointException;
import fairlead.hw.HwLayout.HostCommand;
import fairlead.machine.Latency;
import fairlead.machine.MachineConfig;
import fairlead.machine.Shape;
import fairlead.rtl.RtlEngineFactory;
import fairlead.rtl.RtlOptions;
import fairlead.twin.fabric.ModelEngineFactory;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Files that are damaged or of another machine: one line says why, and nothing of the file reaches a machine. */
@Tag("M-691")
class RefusedStateTest {
    private static final long CYCLE = 40;
    private static final MachineConfig MACHINE =
            MachineConfig.of(new Shape(2, 2, 1)).memoryBytes(1 << 14).build();

    @TempDir
    private Path folder;

    private static EngineFactory factory(String engine) {
        return engine.equals("model") ? new ModelEngineFactory() : new RtlEngineFactory(RtlOptions.of(engine));
    }

    private Path saved(String engine) throws IOException {
        Path file = folder.resolve("state");
        try (Engine used = factory(engine).open(MACHINE, EngineOptions.DEFAULT)) {
            CommandBuffer commands = new CommandBuffer();
            commands.add(3, 1, 0, HostCommand.STORE, 64, 77, 0, 0, 1);
            commands.add(90, 1, 0, HostCommand.LOAD, 64, 0, 0, 0, 2);
            used.submit(commands);
            while (used.cycle() < CYCLE) {
                used.run(CYCLE);
            }
            Checkpoint.write(file, (Savable) used);
        }
        return file;
    }

    private static void refused(String what, Path file, Savable machine) {
        CheckpointException refused =
                assertThrows(CheckpointException.class, () -> Checkpoint.read(file, machine), what);
        assertTrue(refused.getMessage().contains(what), refused.getMessage());
        assertTrue(refused.getMessage().contains(file.toString()), refused.getMessage());
        assertEquals(1, refused.getMessage().lines().count(), refused.getMessage());
    }

    private static void refused(String what, Path file, String engine, MachineConfig machine, EngineOptions options) {
        try (Engine other = factory(engine).open(machine, options)) {
            refused(what, file, (Savable) other);
            assertEquals(0, other.cycle());
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"model", "product"})
    void anotherMachineRefusesTheState(String engine) throws IOException {
        Path file = saved(engine);
        Latency late = new Latency(3, 2, 20, 64, 8, 0, 0);
        Map<String, MachineConfig> others = Map.of(
                "machine shape",
                        MachineConfig.of(new Shape(4, 1, 1))
                                .memoryBytes(1 << 14)
                                .build(),
                "machine memoryBytes", MACHINE.change().memoryBytes(1 << 15).build(),
                "machine latency", MACHINE.change().latency(late).build());
        others.forEach((what, machine) -> refused(what, file, engine, machine, EngineOptions.DEFAULT));
        refused("option threads", file, engine, MACHINE, new EngineOptions(false, true, 2, false));
        refused("option hopEvents", file, engine, MACHINE, new EngineOptions(true, true, 1, false));
        refused("its engine", file, engine.equals("model") ? "product" : "model", MACHINE, EngineOptions.DEFAULT);
    }

    @Test
    void anotherLibraryRefusesTheState() throws IOException {
        refused("library variant", saved("product"), "lab", MACHINE, EngineOptions.DEFAULT);
    }

    @ParameterizedTest
    @ValueSource(strings = {"model", "product"})
    void aDamagedFileIsRefused(String engine) throws IOException {
        Path file = saved(engine);
        byte[] whole = Files.readAllBytes(file);
        long seed = 31;
        SplittableRandom random = new SplittableRandom(seed);
        try (Engine fresh = factory(engine).open(MACHINE, EngineOptions.DEFAULT)) {
            for (int i = 0; i < 40; i++) {
                Files.write(file, Arrays.copyOf(whole, random.nextInt(whole.length)));
                refused("", file, (Savable) fresh);
                byte[] other = whole.clone();
                other[random.nextInt(other.length)] ^= (byte) (1 << random.nextInt(8));
                Files.write(file, other);
                refused("", file, (Savable) fresh);
            }
            Files.write(file, whole);
            assertEquals(CYCLE, Checkpoint.read(file, (Savable) fresh), "after refusals the whole file is accepted");
            assertEquals(77, fresh.memory(1).getLong(64));
        }
    }

    /** A machine whose file says something else than it is, or has another state. */
    private record Pretended(Savable machine, String entry, byte[] state) implements Savable {
        @Override
        public Map<String, String> identity() {
            Map<String, String> identity = new LinkedHashMap<>(machine.identity());
            if (!entry.isEmpty()) {
                identity.put(entry, "another");
            }
            return identity;
        }

        @Override
        public long cycle() {
            return machine.cycle();
        }

        @Override
        public void save(OutputStream to) throws IOException {
            to.write(state);
        }

        @Override
        public void restore(InputStream from) {
            throw new IllegalStateException("only written");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"model", "product"})
    void anotherBuildRefusesTheState(String engine) throws IOException {
        Path file = folder.resolve("state");
        try (Engine fresh = factory(engine).open(MACHINE, EngineOptions.DEFAULT)) {
            Checkpoint.write(file, new Pretended((Savable) fresh, "layout hash", new byte[0]));
            refused("layout hash", file, (Savable) fresh);
            if (!engine.equals("model")) {
                Checkpoint.write(file, new Pretended((Savable) fresh, "library sum", new byte[0]));
                refused("library sum", file, (Savable) fresh);
            }
            Checkpoint.write(file, new Pretended((Savable) fresh, "a later component", new byte[0]));
            refused("another kind of machine", file, (Savable) fresh);
        }
    }

    /** A whole file with a part of a state, as a writer with a mistake would leave it. */
    @ParameterizedTest
    @ValueSource(strings = {"model", "product"})
    void aStateThatEndsEarlyIsRefused(String engine) throws IOException {
        Path file = folder.resolve("state");
        SplittableRandom random = new SplittableRandom(5);
        for (int i = 0; i < 12; i++) {
            try (Engine fresh = factory(engine).open(MACHINE, EngineOptions.DEFAULT)) {
                ByteArrayOutputStream state = new ByteArrayOutputStream();
                ((Savable) fresh).save(state);
                byte[] part = Arrays.copyOf(state.toByteArray(), i == 0 ? 0 : random.nextInt(state.size()));
                Checkpoint.write(file, new Pretended((Savable) fresh, "", part));
                refused("", file, (Savable) fresh);
            }
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"model", "product"})
    void aStateIsRestoredOnlyBeforeTheFirstCycle(String engine) throws IOException {
        Path file = saved(engine);
        try (Engine used = factory(engine).open(MACHINE, EngineOptions.DEFAULT)) {
            Checkpoint.read(file, (Savable) used);
            assertThrows(RuntimeException.class, () -> Checkpoint.read(file, (Savable) used));
            used.reset();
            assertEquals(CYCLE, Checkpoint.read(file, (Savable) used));
        }
    }
}
