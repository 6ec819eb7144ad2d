// SPDX-License-Identifier: Apache-2.0
package fairlead.lab.guides;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import fairlead.cli.Main;
import fairlead.lab.cli.LabMain;
import fairlead.lab.guides.GuidesTest.ConsolePage.Command;
import fairlead.run.WholeFile;
import fairlead.support.ForeignTests;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.platform.launcher.listeners.TestExecutionSummary;

/** The tutorial and the guides do what they show. */
@Tag("M-424")
@Tag("M-680")
class GuidesTest {
    private static final Path ROOT = Path.of("..").toAbsolutePath().normalize();
    private static final Path TUTORIAL = ROOT.resolve("docs/use/tutorial.md");
    private static final Path WORKLOAD = ROOT.resolve("docs/change/workload.md");
    private static final Path ARBITER = ROOT.resolve("docs/change/arbiter.md");
    private static final Pattern PATCHED = Pattern.compile("(?m)^\\+\\+\\+ b/(.+)$");
    private static final List<String> PROJECT =
            List.of(("hw sim-java verilator testbench scripts docs pom.xml README.md CHANGELOG.md .mvn").split(" "));

    @TempDir
    private Path folder;

    @BeforeEach
    void copyTheExamples() throws IOException {
        copy("examples");
        Files.createDirectories(folder.resolve("out"));
    }

    private void copy(String what) throws IOException {
        try (Stream<Path> all = Files.walk(ROOT.resolve(what))) {
            for (Path from : all.filter(Files::isRegularFile)
                    .filter(f -> !ROOT.relativize(f).toString().contains("target/"))
                    .toList()) {
                Path to = folder.resolve(ROOT.relativize(from));
                Files.createDirectories(to.getParent());
                Files.copy(from, to);
            }
        }
    }

    private void script(String name, String line) throws IOException {
        Path script = folder.resolve(name);
        Files.createDirectories(script.getParent());
        Files.writeString(script, "#!/bin/sh\n" + line + "\n");
        assertTrue(script.toFile().setExecutable(true));
    }

    private String run(List<Command> commands) throws Exception {
        return run(commands, Map.of("FAIRLEAD_ROOT", ROOT.toString(), "FAIRLEAD_NO_BUILD", "1"));
    }

    private String run(List<Command> commands, Map<String, String> more) throws Exception {
        Map<String, String> environment = new HashMap<>(more);
        environment.put( // else `git apply` looks in the repository around the folder
                "GIT_CEILING_DIRECTORIES", folder.toRealPath().getParent().toString());
        for (Command command : commands) {
            String difference = ConsolePage.difference(command, folder, environment);
            if (!difference.isEmpty()) {
                return difference;
            }
        }
        return "";
    }

    @Test
    @Tag("slow")
    void everyCommandOfTheTutorialPrintsWhatThePageShows() throws Exception {
        script("scripts/fairlead", "exec '" + ROOT + "/scripts/fairlead' \"$@\"");
        List<Command> commands = ConsolePage.commands(TUTORIAL);
        assertTrue(commands.size() >= 9, commands::toString);
        assertEquals("", run(commands));
    }

    /** What a run prints in the tutorial is also compared in the fast tier, on the twin. */
    @Test
    void theFirstTableOfTheTutorialIsThatOfTheTwin() throws Exception {
        script("scripts/fairlead", launch(folder.resolve("none")));
        Command first = ConsolePage.commands(TUTORIAL).get(0);
        Command twin =
                new Command(first.words() + " --engine model", first.shown().replace("ring on rtl", "ring on model"));
        assertEquals("", run(List.of(twin)));
    }

    private static String launch(Path classes) {
        return launch(classes, Main.class);
    }

    private static String launch(Path classes, Class<?> main) {
        return "exec java -XX:+UseSerialGC -XX:TieredStopAtLevel=1 -cp '" + classes + ":"
                + System.getProperty("java.class.path") + "' " + main.getName() + " \"$@\"";
    }

    /** The patch applies to the sources of today, what it changes compiles, and the new workload runs. */
    @Test
    void theGuideToAWorkloadDoesWhatItShows() throws Exception {
        String sources = "sim-java/src/main/java/fairlead/";
        copy(sources + "workload/pattern");
        String resources = "sim-java/src/main/resources/fairlead/scenario/";
        copy(resources);
        copy("docs/change");
        List<Command> commands = ConsolePage.commands(WORKLOAD);
        assertEquals(3, commands.size());
        assertTrue(commands.get(0).words().startsWith("git apply "));
        assertEquals("", run(commands.subList(0, 1)));
        Path classes = Files.createDirectories(folder.resolve("classes"));
        ForeignTests.compile(List.of(folder.resolve(sources + "workload/pattern/Mirror.java")), classes);
        String keys = "scenario.keys";
        Path copied = Files.createDirectories(classes.resolve("fairlead/scenario"));
        Files.copy(folder.resolve(resources + keys), copied.resolve(keys));
        script("scripts/fairlead", launch(classes));
        assertEquals("", run(commands.subList(1, 3)));
        String summary = Files.readString(folder.resolve("out/mirror/summary.json"));
        assertFalse(summary.contains("\"holds\" : false"), summary);
        WholeFile.deleteFolder(folder.resolve("out/mirror"));
        script("scripts/fairlead", launch(folder.resolve("none")));
        assertTrue(run(commands.subList(1, 2)).contains("mirror"), "without the patch there is no such workload");
    }

    /** The patch applies to the sources of today, and lockstep sees a twin that was changed without its RTL. */
    @Test
    void theGuideToAnArbiterChangesWhatLockstepCompares() throws Exception {
        List<Command> commands = ConsolePage.commands(ARBITER);
        assertEquals(7, commands.size());
        for (String file : PATCHED.matcher(Files.readString(ROOT.resolve("docs/change/arbiter.patch")))
                .results()
                .map(m -> m.group(1))
                .toList()) {
            copy(file);
        }
        copy("docs/change");
        assertEquals("", run(commands.subList(0, 1)));
        Path classes = Files.createDirectories(folder.resolve("classes"));
        String layout = Files.readString(ROOT.resolve("hw/target/generated/java/fairlead/hw/HwLayout.java"));
        String step = "int AGE_STEP = ";
        assertTrue(layout.contains(step + "1;"));
        assertTrue(Files.readString(folder.resolve("hw/src/main/scala/fairlead/params/TileParams.scala"))
                .matches("(?s).*val ageStep += 32 .*"));
        Path changed = Files.createDirectories(folder.resolve("hw")).resolve("HwLayout.java");
        Files.writeString(changed, layout.replace(step + "1;", step + "32;"));
        ForeignTests.compile(
                List.of(changed, ROOT.resolve("sim-java/src/main/java/fairlead/twin/router/SwitchAllocator.java")),
                classes);
        String lockstep =
                "scripts/lab lockstep --seeds 5 --budget 60000 --focus switch --no-shrink || echo \"exit code $?\"";
        script("scripts/lab", launch(classes, LabMain.class));
        assertEquals("", run(List.of(new Command(lockstep, "...\nexit code 3\n"))));
        script("scripts/fairlead", launch(classes));
        String single = "scripts/fairlead run examples/alltoall.yaml --engine lockstep --no-progress"
                + " || echo \"exit code $?\"";
        String shown = "...repeat with: scripts/fairlead run examples/alltoall.yaml --engine lockstep\n"
                + "...waveform of the RTL around it: out/lockstep/alltoall.fst\n"
                + "...differ: cycle ... node ... unit ...: ... differs...\nexit code 3\n";
        assertEquals("", run(List.of(new Command(single, shown))));
        assertTrue(Files.size(folder.resolve("out/lockstep/alltoall.fst")) > 0);
        script("scripts/lab", launch(folder.resolve("none"), LabMain.class));
        assertEquals(
                "", run(List.of(new Command(lockstep, "5 cases on rtl and model: 0 differ, 0 failed on both\n...\n"))));
    }

    /** The whole guide in a copy of the project: its build, test, lockstep, proofs, check, run and area. */
    @Test
    @Tag("slow")
    void everyCommandOfTheGuideToAnArbiterPrintsWhatThePageShows() throws Exception {
        for (String part : PROJECT) {
            copy(part);
        }
        Map<String, String> own = Map.of(
                "FAIRLEAD_ROOT",
                folder.toString(),
                "FAIRLEAD_LIB_DIR",
                folder.resolve("verilator/target/lib").toString(),
                "FAIRLEAD_NO_BUILD",
                "");
        assertEquals("", run(ConsolePage.commands(ARBITER), own));
    }

    /** The rule of the guide holds on the machine and sees its flaw. */
    @Test
    void theGuideToACheckerHasTestsThatPass() throws Exception {
        Path checker = ROOT.resolve("docs/change/checker");
        TestExecutionSummary summary = ForeignTests.run(
                "demo",
                List.of(checker.resolve("FlushRule.java"), checker.resolve("FlushRuleTest.java")),
                folder.resolve("classes"));
        assertEquals(
                List.of(),
                summary.getFailures().stream()
                        .map(f -> f.getException().toString())
                        .toList());
        assertEquals(3, summary.getTestsSucceededCount());
    }

    @Test
    void anOutputThatIsNotThatOfThePageIsSeen() throws Exception {
        Path page = Files.writeString(
                folder.resolve("page.md"),
                "# Page\n```console\n$ printf '%s\\n' a \\\n> bc d e\na\nb...\n...\ne\n$ true\n$ echo x\ny\n```\n");
        List<Command> commands = ConsolePage.commands(page);
        assertEquals(3, commands.size());
        assertEquals("", run(commands.subList(0, 2)));
        assertEquals("$ echo x\nx\n", run(commands));
        assertFalse(new Command("", "a\n...\n").matches("b\n"));
        assertFalse(new Command("", "").matches("b\n"));
        assertFalse(new Command("", "a.c\n").matches("abc\n"));
    }

    /**
     * The commands of a page and what they print. A block of kind {@code console} has commands after {@code $}, their
     * further lines after {@code >}, and then the output of both streams. A line {@code ...} of the output stands for
     * any lines, and {@code ...} in a line for any text.
     */
    static final class ConsolePage {
        private static final Pattern BLOCK = Pattern.compile("(?ms)^```console\n(.*?)^```");
        private static final String ANY = "...";

        /** A line that a slow machine prints after a minute, as `4 of 20 cases, 5.1 cases/min, 188 s left`. */
        private static final Pattern PROGRESS =
                Pattern.compile("\\d+ of \\d+ .*/min, [0-9?]+ s left|cycle \\d+, .* cycles/s");

        private static final int SECONDS = 5400; // a build of everything, on a busy machine

        /** A command and the output that the page shows. */
        record Command(String words, String shown) {
            /** Returns whether an output is the one that the page shows. */
            boolean matches(String output) {
                StringBuilder pattern = new StringBuilder();
                shown.lines()
                        .forEach(line ->
                                pattern.append(line.equals(ANY) ? "(?:.*\n)*?" : quoted(line.stripTrailing()) + "\n"));
                StringBuilder said = new StringBuilder();
                output.lines()
                        .filter(line -> !PROGRESS.matcher(line).matches())
                        .forEach(line -> said.append(line.stripTrailing()).append('\n'));
                return Pattern.compile(pattern.toString()).matcher(said).matches();
            }

            private static String quoted(String line) {
                List<String> parts = new ArrayList<>();
                for (String part : line.split(Pattern.quote(ANY), -1)) {
                    parts.add(Pattern.quote(part));
                }
                return String.join(".*", parts);
            }
        }

        private ConsolePage() {}

        static List<Command> commands(Path page) throws IOException {
            List<Command> commands = new ArrayList<>();
            Matcher block = BLOCK.matcher(Files.readString(page));
            while (block.find()) {
                String words = null;
                StringBuilder shown = new StringBuilder();
                for (String line : block.group(1).split("\n")) {
                    if (line.startsWith("$ ")) {
                        add(words, shown, commands);
                        words = line.substring(2);
                    } else if (line.startsWith("> ")) {
                        words += "\n" + line.substring(2);
                    } else {
                        shown.append(line).append('\n');
                    }
                }
                add(words, shown, commands);
            }
            return commands;
        }

        private static void add(String words, StringBuilder shown, List<Command> to) {
            if (words != null) {
                to.add(new Command(words, shown.toString()));
            }
            shown.setLength(0);
        }

        /** Runs a command in a folder; returns an empty text, or what was printed in place of what the page shows. */
        static String difference(Command command, Path folder, Map<String, String> environment)
                throws IOException, InterruptedException {
            Path printed = Files.createTempFile("console", ".txt");
            try {
                ProcessBuilder builder = new ProcessBuilder("bash", "-c", command.words())
                        .directory(folder.toFile())
                        .redirectErrorStream(true)
                        .redirectOutput(printed.toFile());
                builder.environment().putAll(environment);
                Process process = builder.start();
                if (!process.waitFor(SECONDS, TimeUnit.SECONDS)) {
                    process.destroyForcibly();
                    return "$ " + command.words() + "\nno end within " + SECONDS + " s";
                }
                String output = Files.readString(printed);
                return command.matches(output) ? "" : "$ " + command.words() + "\n" + output;
            } finally {
                Files.delete(printed);
            }
        }
    }
}
