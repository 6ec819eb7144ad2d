// SPDX-License-Identifier: Apache-2.0
package fairlead.guides;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assertions.fail;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import fairlead.support.ForeignTests;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.platform.launcher.listeners.TestExecutionSummary;

/**
 * What scripts/new-unit makes compiles, passes and is proved. It is made in a copy of the files that the script
 * changes.
 */
@Tag("M-425")
class NewUnitTest {
    private static final Path ROOT = Path.of("..").toAbsolutePath().normalize();
    private static final String PROOFS = "hw/src/main/scala/fairlead/prove/Proofs.scala";
    private static final String PROPERTIES = "testbench/src/main/java/fairlead/prove/";
    private static final String IMPORTS = "testbench/src/test/resources/structure/imports.txt";
    private static final String TWIN = "sim-java/src/main/java/fairlead/model/tallyboard/TallyBoard.java";
    private static final String TEST = "sim-java/src/test/java/fairlead/model/tallyboard/TallyBoardTest.java";
    private static final int MINUTES = 5;

    @TempDir
    private Path folder;

    @BeforeEach
    void copyWhatTheScriptReads() throws IOException {
        final List<Path> files = new ArrayList<>();
        for (final String file :
                List.of(PROOFS, PROPERTIES + "Catalogue.java", IMPORTS, "docs/understand/requirements.md")) {
            files.add(ROOT.resolve(file));
        }
        files.add(ROOT.resolve("scripts/new-unit"));
        try (Stream<Path> all = Files.walk(ROOT.resolve("scripts/lib"))) {
            all.filter(Files::isRegularFile).forEach(files::add);
        }
        for (final Path from : files) {
            final Path to = folder.resolve(ROOT.relativize(from));
            Files.createDirectories(to.getParent());
            Files.copy(from, to);
        }
        Files.createDirectories(folder.resolve("sim-java/src"));
        Files.createDirectories(folder.resolve("docs/spec"));
    }

    private String run(final List<String> words) throws IOException, InterruptedException {
        final Path said = Files.createTempFile("new-unit", ".txt");
        final ProcessBuilder builder = new ProcessBuilder(words)
                .directory(folder.toFile())
                .redirectErrorStream(true)
                .redirectOutput(said.toFile());
        builder.environment().put("FAIRLEAD_ROOT", folder.toString());
        final Process process = builder.start();
        try {
            if (!process.waitFor(MINUTES, TimeUnit.MINUTES)) {
                process.destroyForcibly();
                fail("no end of " + words);
            }
            return process.exitValue() + "\n" + Files.readString(said);
        } finally {
            Files.delete(said);
        }
    }

    private String newUnit(final String name) throws IOException, InterruptedException {
        return run(List.of("bash", "scripts/new-unit", name));
    }

    private List<String> tree() throws IOException {
        try (Stream<Path> all = Files.walk(folder)) {
            return all.filter(Files::isRegularFile)
                    .map(f -> folder.relativize(f).toString())
                    .sorted()
                    .toList();
        }
    }

    @Test
    void theTwinCompilesAndItsTestPassesAndTheRowsAreThere() throws Exception {
        final String said = newUnit("TallyBoard");
        assertTrue(said.startsWith("0\n"), said);
        assertTrue(said.contains("prove --only PTAL_P1"), said);
        assertTrue(
                Files.readString(folder.resolve(PROOFS)).contains("\"tally_board\" -> (() => new TallyBoardProof(4))"));
        assertTrue(Files.readAllLines(folder.resolve(IMPORTS)).contains("model.tallyboard:"));
        assertTrue(Files.readString(folder.resolve("docs/spec/tally-board.md")).contains("PTAL_P1"));
        assertTrue(Files.readString(folder.resolve("docs/understand/requirements.md"))
                .contains("R1 and R2 of docs/spec/tally-board.md"));
        for (final String made : tree()) {
            assertFalse(
                    !made.startsWith("scripts")
                            && Files.readString(folder.resolve(made)).matches("(?s).*@[A-Za-z]+@.*"),
                    made + ": a name is not filled in");
        }
        final Path classes = Files.createDirectories(folder.resolve("classes"));
        ForeignTests.compile(
                List.of(
                        folder.resolve(PROPERTIES + "Catalogue.java"),
                        folder.resolve(PROPERTIES + "TallyBoardProperties.java")),
                classes);
        final TestExecutionSummary summary = ForeignTests.run(
                "fairlead.model.tallyboard", List.of(folder.resolve(TWIN), folder.resolve(TEST)), classes);
        assertEquals(0, summary.getFailures().size());
        assertEquals(2, summary.getTestsSucceededCount());
    }

    @Test
    void aNameThatIsNoneOrIsTakenChangesNothing() throws Exception {
        final List<String> before = tree();
        for (final String name : List.of("tally", "T", "Tally_Board", "../Tally", "Tally Board", "")) {
            final String said = newUnit(name);
            assertTrue(said.startsWith("2\n") && said.lines().count() == 2, said);
        }
        assertEquals(before, tree());
        assertTrue(newUnit("TallyBoard").startsWith("0\n"));
        final List<String> after = tree();
        final String again = newUnit("TallyBoard");
        assertTrue(again.startsWith("2\n") && again.contains("there is "), again);
        final String near = newUnit("TallySheet");
        assertTrue(near.startsWith("2\n") && near.contains("PTAL_P1"), near);
        assertEquals(after, tree());
    }

    private static String jar(final String group, final String artifact, final String version) {
        return Path.of(System.getProperty("user.home"), ".m2/repository", group, artifact, version)
                .resolve(artifact + "-" + version + ".jar")
                .toString();
    }

    /** The RTL elaborates, and the proof holds, is reached and refutes its mutant. */
    @Test
    @Tag("slow")
    void theRtlIsProvedAndItsMutantIsRefuted() throws Exception {
        final String scala = "2.13.16";
        final List<String> compiler = List.of(
                jar("org/scala-lang", "scala-compiler", scala),
                jar("org/scala-lang", "scala-library", scala),
                jar("org/scala-lang", "scala-reflect", scala));
        assumeTrue(
                compiler.stream().allMatch(j -> Files.exists(Path.of(j))), "Scala's compiler, which a build fetches");
        assertTrue(newUnit("TallyBoard").startsWith("0\n"));
        final Path classes = Files.createDirectories(folder.resolve("classes"));
        final String hw =
                Files.readString(ROOT.resolve("hw/target/elaborator.classpath")).strip()
                        + File.pathSeparator
                        + ROOT.resolve("hw/target/classes")
                        + jars(ROOT.resolve("hw/target"));
        final String prove = "hw/src/main/scala/fairlead/prove/";
        final String compiled = run(List.of(
                "java",
                "-Xss8m",
                "-cp",
                String.join(File.pathSeparator, compiler),
                "scala.tools.nsc.Main",
                "-cp",
                hw,
                "-Xplugin:" + jar("org/chipsalliance", "chisel-plugin_" + scala, "7.14.0"),
                "-language:reflectiveCalls",
                "-Ymacro-annotations",
                "-d",
                classes.toString(),
                "hw/src/main/scala/fairlead/tallyboard/TallyBoard.scala",
                prove + "TallyBoardProof.scala",
                prove + "Proofs.scala"));
        assertTrue(compiled.startsWith("0\n"), compiled);
        final String emitted = run(List.of(
                "java",
                "-Xss8m",
                "-cp",
                classes + File.pathSeparator + hw,
                "fairlead.prove.EmitProofs",
                "hw/target/rtl/prove",
                "tally_board"));
        assertTrue(emitted.startsWith("0\n"), emitted);
        ForeignTests.compile(
                List.of(
                        folder.resolve(PROPERTIES + "Catalogue.java"),
                        folder.resolve(PROPERTIES + "TallyBoardProperties.java")),
                classes);
        final String proved = run(List.of(
                "java",
                "-cp",
                classes + File.pathSeparator + System.getProperty("java.class.path"),
                "fairlead.cli.Main",
                "prove",
                "--only",
                "PTAL_P1"));
        assertTrue(proved.startsWith("0\n") && proved.contains("PTAL_P1"), proved);
    }

    private static String jars(final Path target) throws IOException {
        try (Stream<Path> all = Files.list(target)) {
            final StringBuilder text = new StringBuilder();
            all.filter(f -> f.toString().endsWith(".jar"))
                    .forEach(f -> text.append(File.pathSeparator).append(f));
            return text.toString();
        }
    }
}
