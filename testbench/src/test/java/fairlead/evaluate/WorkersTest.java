// SPDX-License-Identifier: Apache-2.0
package fairlead.evaluate;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;
import static org.junit.jupiter.api.Assertions.assertTrue;

import fairlead.evaluate.Worker.Asked;
import fairlead.evaluate.Worker.Work;
import fairlead.machine.MachineStructure;
import fairlead.run.Interrupt;
import fairlead.run.ToolException;
import fairlead.scenario.BadInput;
import fairlead.search.PointFacts;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Other structures than that of the process of the tests, which has the default structure. */
@Tag("lab")
@Tag("M-900")
class WorkersTest {
    private static final String SMALL = "machine.structure={max_payload: 64}";
    private static final String OTHER = "machine.structure={vcs_per_class: 2}";
    private static final MachineStructure SHORT = structure("max_payload", 64);
    private static final MachineStructure FEW = structure("vcs_per_class", 2);
    private static final PointFacts.Find BITS = new PointFacts.Find(true, false);
    private static final Duration MOST = Duration.ofSeconds(60); // for what takes a second: a busy machine

    @TempDir
    Path folder;

    private Path scenario;

    private static MachineStructure structure(String key, int value) {
        return MachineStructure.of(k -> k.key().equals(key) ? value : k.standard());
    }

    @BeforeEach
    void write() throws IOException {
        scenario = Files.writeString(
                folder.resolve("s.yaml"),
                "schema: fairlead.scenario/1\nengine: model\n"
                        + "machine: {shape: [2, 2, 1], memory_bytes: 8192, routing: {mode: bubble}, buffers: {link_vc: 34}}\n"
                        + "workload: {kind: ring, iterations: 1, bytes: 600}\n");
    }

    private Job job(String... sets) {
        return new Job(scenario, List.of(sets));
    }

    /** The command `eval` gives the same key, metrics and events. */
    @Test
    void aWorkerHasTheStructureOfItsJob() throws IOException, InterruptedException {
        Store store = new Store(folder.resolve("store"));
        Evaluation here;
        try (WorkerPool pool = new WorkerPool(store, WorkerPool.Options.standard(1))) {
            List<Pool.Outcome> both = pool.run(List.of(job(SMALL), job("seed=1")));
            here = both.get(0).evaluation();
            assertNotEquals(
                    both.get(1).evaluation().metrics().get("packets"),
                    here.metrics().get("packets"));
        }
        Path point = Files.writeString(folder.resolve("p.json"), job(SMALL).toJson());
        List<String> command = new ArrayList<>(WorkerPool.Options.java(Object.class, 256));
        command.set(command.size() - 1, "fairlead.cli.Main");
        Path out = folder.resolve("alone");
        command.addAll(List.of("eval", "--point", point.toString(), "--out", out.toString()));
        Process process = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(folder.resolve("said").toFile())
                .start();
        assertEquals(0, process.waitFor(), Files.readString(folder.resolve("said")));
        assertEquals(Store.text(here), Store.text(new Store(out).get(here.key())));
    }

    /** A packet of 64 bytes has 5 flits: of 34 flits of a bubble ring's VC, 30 can be used, or all where it has 17. */
    @Test
    void bitsAreThoseOfTheStructure() {
        Map<String, Long> small = Workers.ask(job(SMALL), BITS).bitsByKind();
        Map<String, Long> standard = Workers.ask(job(), BITS).bitsByKind();
        assertEquals(standard.get("link_vc") * 30, small.get("link_vc") * 34);
        assertEquals(standard.get("local"), small.get("local"));
    }

    /** What a process of another structure gives is an error, and no key. */
    @Test
    void aPointInAProcessOfTheWrongStructureIsNoticed() {
        var e = assertThrows(
                IllegalStateException.class, () -> Workers.ask(FEW, new Asked<>(job(SMALL), Identity::key)));
        assertTrue(e.getMessage().contains("machine.structure.max_payload = 64 (here 256)"), e.getMessage());
        assertTrue(e.getMessage().contains("machine.structure.vcs_per_class = 4 (here 2)"), e.getMessage());
        assertEquals(Identity.of(job(OTHER)).key(), Workers.ask(FEW, new Asked<>(job(OTHER), Identity::key)));
        assertNotEquals(
                Identity.of(job(OTHER)).key(), Identity.of(job("seed=1")).key());
    }

    /** Throws the error that it carries, and returns the number of its process if there is none. */
    private record Fails(RuntimeException error) implements Work<Long> {
        @Override
        public Long run() {
            if (error != null) {
                throw error;
            }
            return ProcessHandle.current().pid();
        }
    }

    private static long process(MachineStructure structure) {
        return Workers.ask(structure, new Fails(null));
    }

    /** Errors of the work are errors here, with lines or a cause; only bad input lets the process live. */
    @Test
    void anErrorOfTheWorkIsThatError() {
        var e = assertThrows(BadInput.class, () -> Workers.ask(job(SMALL, "machine.buffers.link_vc=9"), BITS));
        assertEquals(1, e.lines().size());
        assertTrue(e.lines().get(0).contains("must be at least 10 with bubble rings"), e.getMessage());
        long before = process(SHORT);
        assertThrows(BadInput.class, () -> Workers.ask(SHORT, new Fails(new BadInput(List.of("a", "b")))));
        assertEquals(before, process(SHORT));
        assertEquals(
                "no tool",
                assertThrows(ToolException.class, () -> Workers.ask(SHORT, new Fails(new ToolException("no tool"))))
                        .getMessage());
        assertNotEquals(before, process(SHORT));
        var caused = new UncheckedIOException(new IOException("no disk"));
        assertEquals(
                "no disk",
                assertThrows(UncheckedIOException.class, () -> Workers.ask(SHORT, new Fails(caused)))
                        .getCause()
                        .getMessage());
    }

    /** Ends its process without an answer, as the kernel does if the memory is full. */
    private record Dies() implements Work<Long> {
        @Override
        public Long run() {
            Runtime.getRuntime().halt(137);
            return 0L;
        }
    }

    @Test
    void aProcessThatDiesIsAnErrorWithItsCauseAndTheNextRequestHasAnother() {
        long before = process(FEW);
        var e = assertThrows(UncheckedIOException.class, () -> Workers.ask(FEW, new Dies()));
        assertTrue(e.getCause().getMessage().endsWith(": the process ended with code 137"), e.getMessage());
        assertNotEquals(before, process(FEW));
        assertFalse(ProcessHandle.of(before).map(ProcessHandle::isAlive).orElse(false));
    }

    /** Writes a file and waits for another; returns the number of its process. */
    private record Meets(String own, String other) implements Work<Long> {
        @Override
        public Long run() {
            try {
                Files.writeString(Path.of(own), "");
                await(Path.of(other));
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
            return ProcessHandle.current().pid();
        }
    }

    private CompletableFuture<Long> meet(MachineStructure structure, String own, String other) {
        Meets work =
                new Meets(folder.resolve(own).toString(), folder.resolve(other).toString());
        return CompletableFuture.supplyAsync(() -> Workers.ask(structure, work), task -> new Thread(task).start());
    }

    private static void await(Path file) throws InterruptedException {
        for (long end = System.nanoTime() + MOST.toNanos(); Files.notExists(file); Thread.sleep(5)) {
            if (System.nanoTime() > end) {
                throw new IllegalStateException("nobody has written " + file);
            }
        }
    }

    /** Each of three threads waits for the work of the next: two of one structure, and one of another. */
    @Test
    void threadsThatAskDoNotWaitForEachOther() {
        assertTimeoutPreemptively(MOST.multipliedBy(2), () -> {
            var all = List.of(meet(SHORT, "a", "b"), meet(FEW, "b", "c"), meet(FEW, "c", "a"));
            assertEquals(3, all.stream().map(CompletableFuture::join).distinct().count());
        });
    }

    /** The end of a command ends what does not work, at once; a thread that asks gets its answer, and no error. */
    @Test
    void theEndOfACommandWaitsForNobodyAndDisturbsNobody() {
        assertTimeoutPreemptively(MOST.multipliedBy(2), () -> {
            var asks = meet(SHORT, "asks", "ended");
            await(folder.resolve("asks"));
            ProcessHandle idle = ProcessHandle.of(process(FEW)).orElseThrow();
            Interrupt.endCommand();
            idle.onExit().get(MOST.toSeconds(), TimeUnit.SECONDS);
            assertFalse(asks.isDone());
            Files.writeString(folder.resolve("ended"), "");
            long process = asks.join();
            var working = ProcessHandle.of(process);
            if (working.isPresent()) { // it ends with its answer, because a command has ended
                working.get().onExit().get(MOST.toSeconds(), TimeUnit.SECONDS);
            }
            assertNotEquals(process, process(SHORT));
        });
    }
}
