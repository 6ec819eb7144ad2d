// SPDX-License-Identifier: Apache-2.0
package fairlead.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import fairlead.scenario.BadInput;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * No command takes a file that is not its own, loses a result, leaves half of one, or says that it wrote what it did
 * not.
 */
@Tag("M-77")
class LostFilesTest {
    private static final String TINY = "src/test/resources/abuse/tiny.yaml";
    private static final String STUDY = "src/test/resources/abuse/study.yaml";

    @TempDir
    private Path folder;

    private Captured run(String... more) {
        return Captured.of("run", TINY, "--no-progress", more);
    }

    @Test
    void forceTakesNoFolderThatHoldsAnythingButARun() throws IOException {
        Path out = folder.resolve("out");
        run("--out", out.toString()).exits(ExitCode.OK);
        run("--out", out.toString()).exits(ExitCode.BAD_INPUT);
        run("--out", out.toString(), "--force").exits(ExitCode.OK);
        Files.writeString(out.resolve("thesis.txt"), "mine");
        run("--out", out.toString(), "--force")
                .exits(ExitCode.BAD_INPUT)
                .complains("holds thesis.txt, which no run writes");
        assertTrue(Files.exists(out.resolve("thesis.txt")));
        Files.delete(out.resolve("thesis.txt"));
        Files.writeString(out.resolve("summary.json"), "{}");
        run("--out", out.toString(), "--force").complains("not of schema fairlead.summary/1");
        assertEquals("{}", Files.readString(out.resolve("summary.json")));
    }

    @Test
    void aRunThatLosesTheRaceForItsFolderIsWrittenBeside() throws Exception {
        Path out = folder.resolve("out");
        var early = new fairlead.run.OutputFolder(out, false);
        Files.createDirectories(out);
        Files.writeString(out.resolve("other.txt"), "of another");
        assertEquals(folder.resolve("out.2"), early.write(Map.of("ops.csv", "x"), List.of()));
        assertEquals("of another", Files.readString(out.resolve("other.txt")));
        assertEquals(List.of("out", "out.2"), Captured.names(folder));
    }

    @Test
    void theFolderHasTheModeThatOtherNewFoldersHave() throws IOException {
        run("--out", folder.resolve("out").toString()).exits(ExitCode.OK);
        Path plain = Files.createDirectory(folder.resolve("plain"));
        assertEquals(
                PosixFilePermissions.toString(Files.getPosixFilePermissions(plain)),
                PosixFilePermissions.toString(Files.getPosixFilePermissions(folder.resolve("out"))));
    }

    /**
     * A name of 250 characters is legal; the name of a temporary file next to it would not be, if it were made from it.
     */
    @Test
    void aLongNameIsKept() {
        run("--out", folder.resolve("x".repeat(250)).toString()).exits(ExitCode.OK);
    }

    @Test
    void whatCannotBeWrittenToStdoutIsNoSuccess() {
        PrintStream out = System.out;
        PrintStream err = System.err;
        ByteArrayOutputStream said = new ByteArrayOutputStream();
        try {
            System.setErr(new PrintStream(said, true, StandardCharsets.UTF_8));
            System.setOut(new PrintStream(
                    new OutputStream() {
                        @Override
                        public void write(int b) throws IOException {
                            throw new IOException("No space left on device");
                        }
                    },
                    true,
                    StandardCharsets.UTF_8));
            assertEquals(ExitCode.ENVIRONMENT, Main.execute("schema", "scenario"));
            assertTrue(said.toString(StandardCharsets.UTF_8).contains("stdout"), said.toString());
        } finally {
            System.setOut(out);
            System.setErr(err);
        }
    }

    /** A file system that takes nothing: /dev/full does so by its nature; its neighbours are another matter. */
    @Test
    void aFailedWriteIsSaidAndNothingIsSaidToBeWritten() throws IOException {
        Path out = folder.resolve("out");
        run("--out", out.toString(), "--json", "/dev/full")
                .exits(ExitCode.ENVIRONMENT)
                .complains("/dev/full: No space left on device");
        assertTrue(Files.exists(out.resolve("summary.json")), "the folder is written first");
    }

    @Test
    void anOldResultStaysWhenANewOneCannotBeWritten() throws IOException {
        Path result = folder.resolve("result.txt");
        fairlead.run.WholeFile.write(result, "good");
        IOException e = assertThrows(
                IOException.class,
                () -> fairlead.run.WholeFile.put(result, file -> {
                    Files.writeString(file, "half");
                    throw new IOException("interrupted while it was written");
                }));
        assertTrue(e.getMessage().contains("interrupted while it was written"), e.getMessage());
        assertEquals("good", Files.readString(result));
        assertEquals(List.of("result.txt"), Captured.names(folder));
    }

    @Test
    void aLinkStaysALinkAndItsFileIsReplaced() throws IOException {
        Path real = Files.writeString(folder.resolve("real.txt"), "old");
        Path link = Files.createSymbolicLink(folder.resolve("link.txt"), real);
        fairlead.run.WholeFile.write(link, "new");
        assertTrue(Files.isSymbolicLink(link));
        assertEquals("new", Files.readString(real));
    }

    @Test
    void aSearchIsResumedOnlyWhereItWasBegun() throws IOException {
        Files.writeString(folder.resolve("thesis.txt"), "mine");
        Captured.of("search", STUDY, "--out", folder, "--resume")
                .exits(ExitCode.BAD_INPUT)
                .complains("no study was begun there");
        assertEquals(List.of("thesis.txt"), Captured.names(folder));
    }

    // ---- exceptions and exit codes

    @Test
    void theEnvironmentIsNoInternalError() {
        FileSystemException full = new FileSystemException("store/ab.json", null, "No space left on device");
        assertEquals(
                new Complaint(ExitCode.ENVIRONMENT, List.of("store/ab.json: No space left on device")),
                Complaint.of(new UncheckedIOException(full)));
        assertEquals(
                ExitCode.ENVIRONMENT,
                Complaint.of(new UnsatisfiedLinkError("no library")).code());
        assertEquals(
                ExitCode.ENVIRONMENT,
                Complaint.of(new NoClassDefFoundError("too many open files")).code());
        assertEquals(ExitCode.BAD_INPUT, Complaint.of(new BadInput("x")).code());
        Complaint memory = Complaint.of(new OutOfMemoryError("Java heap space"));
        assertEquals(ExitCode.ENVIRONMENT, memory.code());
        assertTrue(memory.lines().get(0).contains("FAIRLEAD_JAVA_OPTS=-Xmx"), memory.toString());
    }

    @Test
    void digitsAreTheSameInEveryLocale() {
        Locale before = Locale.getDefault();
        try {
            Locale.setDefault(Locale.forLanguageTag("ar-EG-u-nu-arab"));
            Captured answer = Captured.of("litmus", "../examples/litmus", "--engine", "model", "--schedules", "0");
            assertEquals(ExitCode.BAD_INPUT, answer.code());
            assertFalse(String.format("%d", 3).contains("\u0663"), "the command has set the locale");
        } finally {
            Locale.setDefault(before);
        }
    }
}
