// SPDX-License-Identifier: Apache-2.0
package fairlead.system.verdict;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Tests the part of `scripts/test` that reads the reports: a test that failed, and a filter that matches no test, are
 * no success.
 */
@Tag("M-123")
class TestScriptTest {
    private static final Instant START = Instant.parse("2026-01-01T00:00:00Z");

    @TempDir
    private Path folder;

    private final Map<String, String> environment = new HashMap<>();
    private String said;

    private void report(String name, String cases, int secondsBehindTheStart) throws IOException {
        Path reports = Files.createDirectories(folder.resolve("reports"));
        Path file = Files.writeString(
                reports.resolve("TEST-" + name + ".xml"),
                "<testsuite name=\"" + name + "\">\n" + cases + "</testsuite>\n");
        Files.setLastModifiedTime(file, FileTime.from(START.plusSeconds(secondsBehindTheStart)));
    }

    private int count() throws IOException, InterruptedException {
        Path start = folder.resolve("test.start");
        Files.writeString(start, "");
        Files.setLastModifiedTime(start, FileTime.from(START));
        Path root = Path.of(System.getenv().getOrDefault("FAIRLEAD_ROOT", "..")).toAbsolutePath();
        ProcessBuilder ran = new ProcessBuilder(
                        root.resolve("scripts/lib/ran.sh").toString(),
                        start.toString(),
                        folder.resolve("reports").toString(),
                        folder.resolve("no module").toString())
                .redirectErrorStream(true);
        ran.environment().remove("FAIRLEAD_CI");
        ran.environment().putAll(environment);
        Process script = ran.start();
        said = new String(script.getInputStream().readAllBytes());
        return script.waitFor();
    }

    @Test
    void noReportOrOnlyOldOnesIsAFailure() throws IOException, InterruptedException {
        assertEquals(1, count(), said);
        report("old", "<testcase name=\"a\"/>\n", -5);
        assertEquals(1, count(), said);
        assertTrue(said.contains("0 tests ran") && said.contains("no test ran"), said);
    }

    @Test
    void onlySkippedTestsAreAFailure() throws IOException, InterruptedException {
        report("skipped", "<testcase name=\"a\">\n<skipped message=\"x\"/>\n</testcase>\n", 5);
        assertEquals(1, count(), said);
    }

    @Test
    void testsThatRanAreCounted() throws IOException, InterruptedException {
        report("one", "<testcase name=\"a\"/>\n<testcase name=\"b\">\n<skipped/>\n</testcase>\n", 5);
        report("two", "<testcase name=\"c\" classname=\"p.C\"/>\n", 6);
        report("old", "<testcase name=\"d\">\n<failure/>\n</testcase>\n", -5);
        assertEquals(0, count(), said);
        assertEquals("fairlead: 2 tests ran\nfairlead: SKIPPED:\n  ?: b (tool)\n", said);
        environment.put("FAIRLEAD_CI", "1");
        assertEquals(1, count(), said);
        assertTrue(said.contains("under .ci/run a missing tool is a failure"), said);
    }

    @ParameterizedTest
    @ValueSource(strings = {"<failure message=\"x\">", "<failure>", "<error type=\"y\">"})
    void aTestThatFailedIsNamed(String how) throws IOException, InterruptedException {
        String end = "</" + how.substring(1).replaceAll("[ >].*", ">");
        report("one", "<testcase name=\"a\" classname=\"p.A\" time=\"1\">\n" + how + end + "\n</testcase>\n", 5);
        report("two", "<testcase name=\"b\" classname=\"p.B\"/>\n", 5);
        assertEquals(1, count(), said);
        assertEquals("fairlead: 2 tests ran\nfairlead: FAILED:\n  p.A: a\n", said);
    }
}
