// SPDX-License-Identifier: Apache-2.0
package fairlead.structure;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Imports point one way; the checkers see programs, events and memory, never an engine's or the executor's insides (D5). */
class ImportsTest {
    /** What each package may import of ours, beside itself and fairlead.hw. */
    private static final Map<String, Set<String>> ALLOWED = Map.ofEntries(
            Map.entry("engine", Set.of()),
            Map.entry("program", Set.of("engine")),
            Map.entry("workload", Set.of("engine", "program")),
            Map.entry("software", Set.of("engine", "program")),
            Map.entry("executor", Set.of("engine", "program", "software")),
            Map.entry("scenario", Set.of("engine", "program", "workload", "executor", "traffic", "router")),
            Map.entry("check", Set.of("engine", "program")),
            Map.entry("deadlock", Set.of("engine")),
            Map.entry("knot", Set.of("engine", "deadlock")),
            // one run under all checkers, whatever the engine
            Map.entry("report", Set.of("engine", "check", "knot", "scenario")),
            Map.entry(
                    "session",
                    Set.of("engine", "program", "executor", "scenario", "check", "deadlock", "knot", "report")),
            // litmus files: syntax, the memory model from the file alone, and programs for a machine
            Map.entry("litmus", Set.of("scenario")),
            Map.entry("oracle", Set.of("litmus")),
            Map.entry("schedule", Set.of("engine", "program", "executor", "scenario", "litmus")),
            // random cases for two engines: machines and what their software does. Steps write descriptors by the very
            // code
            // of the executor's software, so that no second rendering of the layouts can differ from it
            Map.entry("generate", Set.of("engine", "program", "executor", "scenario", "software")),
            // the twin: ports, units, tile, fabric; it knows the interface of an engine and nothing of programs or
            // checkers
            Map.entry("crew", Set.of()),
            Map.entry("flow", Set.of("engine")),
            Map.entry("router", Set.of("engine", "flow")),
            Map.entry("dma", Set.of("engine", "flow")),
            Map.entry("dla", Set.of("engine", "flow")),
            Map.entry("fence", Set.of("engine", "flow")),
            Map.entry("epoch", Set.of("engine", "flow")),
            Map.entry("barrier", Set.of("engine", "flow")),
            Map.entry("top", Set.of("engine", "flow", "router", "dma", "dla", "fence", "epoch", "barrier")),
            Map.entry("traffic", Set.of("engine", "crew", "flow", "router", "workload")),
            Map.entry("fabric", Set.of("engine", "crew", "flow", "router", "top")));

    private static final Pattern IMPORT = Pattern.compile("^import (?:static )?fairlead\\.([a-z]+)\\.");

    @Test
    void everyImportIsAllowed() throws IOException {
        final List<String> wrong = new ArrayList<>();
        int seen = 0;
        for (final Path file : sources()) {
            final String own = file.getParent().getFileName().toString();
            final Set<String> allowed = ALLOWED.get(own);
            assertTrue(allowed != null, () -> "package fairlead." + own + " has no rule here");
            for (final String line : Files.readAllLines(file)) {
                final Matcher m = IMPORT.matcher(line);
                if (m.find()) {
                    seen++;
                    if (!m.group(1).equals(own) && !m.group(1).equals("hw") && !allowed.contains(m.group(1))) {
                        wrong.add(file + ": " + line);
                    }
                }
            }
        }
        assertEquals(List.of(), wrong);
        assertTrue(seen > 50, "the scan has seen the imports");
    }

    /**
     * Of the engine package the checkers may use what crosses the interface, not what runs: events, the configuration with
     * its parts, statistics, and what software gives: the commands are evidence for what an answer may be.
     */
    @Test
    void checkersUseNoEngine() throws IOException {
        final Set<String> events = Set.of("EventCursor", "EngineStats", "Mix");
        final Set<String> configuration = Set.of("MachineConfig", "Shape", "DlaLimits", "Arbitration", "EpochAccess");
        final Set<String> records = new HashSet<>(Set.of("CommandBuffer"));
        records.addAll(events);
        records.addAll(configuration);
        for (final Path file : sources()) {
            if (file.getParent().endsWith("check")) {
                for (final String line : Files.readAllLines(file)) {
                    if (line.startsWith("import fairlead.engine.")) {
                        final String name = line.substring("import fairlead.engine.".length(), line.length() - 1);
                        assertTrue(records.contains(name), () -> file + ": " + line);
                    }
                }
            }
        }
    }

    private static List<Path> sources() throws IOException {
        final Path root = Path.of("src/main/java/fairlead");
        try (Stream<Path> files = Files.walk(root)) {
            return files.filter(f -> f.toString().endsWith(".java")).toList();
        }
    }
}
