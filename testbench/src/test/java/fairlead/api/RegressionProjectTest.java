// SPDX-License-Identifier: Apache-2.0
package fairlead.api;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assertions.fail;

import fairlead.support.ForeignTests;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.platform.launcher.TagFilter;
import org.junit.platform.launcher.listeners.TestExecutionSummary;

/** The example of a user's project: its six tests are green, and the one with a seeded bug is red. */
@Tag("M-423")
class RegressionProjectTest {
    private static final Path ROOT = Path.of("..").toAbsolutePath().normalize();
    private static final Path PROJECT = ROOT.resolve("examples/regression-project");

    @TempDir
    private Path folder;

    private static List<Path> sources() throws IOException {
        try (Stream<Path> all = Files.walk(PROJECT.resolve("src/test/java"))) {
            return all.filter(f -> f.toString().endsWith(".java")).sorted().toList();
        }
    }

    @Test
    void itsSixTestsAreGreen() throws Exception {
        TestExecutionSummary summary = ForeignTests.run("demo", sources(), folder, TagFilter.excludeTags("bug"));
        assertEquals(
                List.of(),
                summary.getFailures().stream()
                        .map(f -> f.getException().toString())
                        .toList());
        assertEquals(6, summary.getTestsSucceededCount());
    }

    @Test
    void theSeededBugIsRedAndItsRunIsKept() throws Exception {
        TestExecutionSummary summary = ForeignTests.run("demo", sources(), folder, TagFilter.includeTags("bug"));
        assertEquals(1, summary.getTestsFoundCount());
        assertEquals(1, summary.getFailures().size());
        String message = summary.getFailures().get(0).getException().getMessage();
        assertTrue(message.contains("fence_ordering     FALSE"), message);
        Path kept = folder.resolve("kept/HaloTest.aFlushThatIsReportedTooEarlyIsRed");
        assertTrue(Files.exists(kept.resolve("report.html")));
        MachineRun again = Machine.from(kept.resolve("scenario.yaml")).build().run();
        assertTrue(again.verdict(VerdictKind.FENCE_ORDERING).isViolated());
        assertTrue(Files.readString(kept.resolve("summary.json")).contains(again.eventHash()));
    }

    private static String first(String pattern, String text) {
        Matcher found = Pattern.compile(pattern).matcher(text);
        return found.find() ? found.group(1) : fail(pattern);
    }

    @Test
    void itsPomNamesTheVersionOfThisProject() throws IOException {
        String ours = Files.readString(ROOT.resolve("pom.xml"));
        String theirs = Files.readString(PROJECT.resolve("pom.xml"));
        assertEquals(
                first("<revision>(.*)</revision>", ours), first("<fairlead.version>(.*)</fairlead.version>", theirs));
        assertEquals(
                first("<junit.version>(.*)</junit.version>", ours),
                first("junit-jupiter</artifactId><version>(.*)</version>", theirs));
    }

    /** The code of the page is that of the example, apart from indentation. */
    @Test
    void thePageShowsTheProgramsOfTheExample() throws IOException {
        String tests = flat(Files.readString(PROJECT.resolve("src/test/java/demo/FlagTest.java"))
                + Files.readString(PROJECT.resolve("src/test/java/demo/LockTest.java")));
        String page = Files.readString(ROOT.resolve("docs/use/api.md"));
        List<String> lines = new ArrayList<>();
        Matcher blocks = Pattern.compile("(?s)```java\n(.*?)```").matcher(page);
        while (blocks.find()) {
            blocks.group(1)
                    .lines()
                    .filter(l -> l.matches(".*(program|sender|task|turn).*"))
                    .forEach(lines::add);
        }
        assertTrue(lines.size() > 16, () -> "lines: " + lines);
        assertEquals(
                List.of(), lines.stream().filter(l -> !tests.contains(flat(l))).toList());
    }

    private static String flat(String text) {
        return text.replaceAll("\\s+", " ").strip();
    }

    private String maven(String... words) throws IOException, InterruptedException {
        Path log = folder.resolve("log.txt");
        ProcessBuilder builder = new ProcessBuilder(words)
                .directory(folder.resolve("project").toFile())
                .redirectErrorStream(true)
                .redirectOutput(log.toFile());
        List.of("FAIRLEAD_ROOT", "FAIRLEAD_LIB_DIR").forEach(builder.environment()::remove);
        Process process = builder.start();
        if (!process.waitFor(10, TimeUnit.MINUTES)) {
            process.destroy();
            fail("no end after ten minutes: " + Files.readString(log));
        }
        return process.exitValue() + "\n" + Files.readString(log);
    }

    /** A local repository of its own for what is installed; what was fetched before is that of the user. */
    private Path repository() throws IOException {
        Path repository = Files.createDirectories(folder.resolve("repository"));
        Path users = Path.of(System.getProperty("user.home"), ".m2", "repository");
        try (Stream<Path> all = Files.list(users)) {
            for (Path one : all.toList()) {
                if (!one.endsWith("fairlead")) {
                    Files.createSymbolicLink(repository.resolve(one.getFileName()), one);
                }
            }
        }
        return repository;
    }

    @Test
    @Tag("slow")
    void installedItIsGreenByItselfAndRedWithTheBug() throws Exception {
        Path project = Files.createDirectories(folder.resolve("project"));
        for (Path source : sources()) {
            Path to = project.resolve(PROJECT.relativize(source));
            Files.createDirectories(to.getParent());
            Files.copy(source, to);
        }
        Files.copy(PROJECT.resolve("pom.xml"), project.resolve("pom.xml"));
        String local = "-Dmaven.repo.local=" + repository();
        String installed = maven(ROOT.resolve("scripts/install").toString(), local);
        assertTrue(installed.startsWith("0\n"), installed);
        String green = maven("mvn", "-B", "test", local);
        assertTrue(green.startsWith("0\n") && green.contains("Tests run: 5, Failures: 0, Errors: 0"), green);
        String red = maven("mvn", "-B", "test", "-Pbug", local);
        assertTrue(red.startsWith("1\n") && red.contains("Tests run: 1, Failures: 1"), red);
        assertTrue(red.contains("repeat with: mvn test -Dtest='demo.HaloTest#aFlushThatIsReportedTooEarlyIsRed'"), red);
        assertTrue(Files.exists(project.resolve("target/fairlead/HaloTest.aFlushThatIsReportedTooEarlyIsRed")));
    }
}
