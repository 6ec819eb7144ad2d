// SPDX-License-Identifier: Apache-2.0
package fairlead.cli;

import fairlead.lockstep.DifferenceException;
import fairlead.pe.NativeException;
import fairlead.rtl.FabricAbi.EngineException;
import fairlead.rtl.NativeLibraries.LibraryException;
import fairlead.rtl.OwnUnits.RefusedUnit;
import fairlead.run.ToolException;
import fairlead.run.Versions;
import fairlead.scenario.BadInput;
import fairlead.scenario.StructureFile.OtherStructure;
import java.io.IOException;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;

/** The exit code and the error lines for one failure. Only this class turns exceptions into exit codes and messages. */
record Complaint(int code, List<String> lines) {
    private static final int MOST_LINES = 20;
    private static final int LONGEST = 1000;

    private Complaint(int code, String line) {
        this(code, List.of(line));
    }

    static Complaint of(Throwable e) {
        if (e instanceof UncheckedIOException wrapped) {
            return of(wrapped.getCause());
        }
        if (e instanceof BadInput bad) {
            return new Complaint(ExitCode.BAD_INPUT, bad.lines());
        }
        if (e instanceof NativeException program) {
            return new Complaint(program.hasStarted() ? program.code() : ExitCode.BAD_INPUT, program.getMessage());
        }
        if (e instanceof RefusedUnit refused) {
            return new Complaint(ExitCode.BAD_INPUT, refused.lines());
        }
        if (e instanceof OtherStructure) {
            return new Complaint(ExitCode.BAD_INPUT, e.getMessage());
        }
        if (e instanceof DifferenceException) {
            return new Complaint(ExitCode.DIFFERS, e.getMessage());
        }
        if (e instanceof FileAlreadyExistsException) {
            return new Complaint(
                    ExitCode.BAD_INPUT,
                    e.getMessage() + " exists; give --force to replace it or --out for another folder");
        }
        if (e instanceof FileSystemException file) {
            return new Complaint(ExitCode.ENVIRONMENT, file.getFile() + ": " + reason(file));
        }
        if (e instanceof IOException
                || e instanceof EngineException
                || e instanceof LibraryException
                || e instanceof ToolException) {
            return new Complaint(
                    ExitCode.ENVIRONMENT, e.getMessage() == null ? e.getClass().getSimpleName() : e.getMessage());
        }
        if (e instanceof OutOfMemoryError) {
            long heap = Runtime.getRuntime().maxMemory() >> 20;
            return new Complaint(
                    ExitCode.ENVIRONMENT,
                    "the memory of the Java virtual machine is full: it may use " + heap
                            + " MB; give more, as in FAIRLEAD_JAVA_OPTS=-Xmx" + 2 * heap
                            + "m, or make the input smaller");
        }
        if (e instanceof LinkageError) {
            return new Complaint(
                    ExitCode.ENVIRONMENT,
                    "a part of this program cannot be loaded (too few open files allowed, or a damaged build; run"
                            + " scripts/build): " + e);
        }
        return internal(e);
    }

    /**
     * Returns the reason of a file system error in words; the messages of most such exceptions hold only the file name.
     */
    private static String reason(FileSystemException e) {
        if (e instanceof NoSuchFileException) {
            return "no such file or folder";
        }
        if (e instanceof AccessDeniedException) {
            return "permission denied";
        }
        return e.getReason() == null ? e.getClass().getSimpleName() : e.getReason();
    }

    private static Complaint internal(Throwable e) {
        String report = "";
        try {
            Path file = Files.createTempFile("fairlead-internal-error-", ".txt");
            StringWriter text = new StringWriter();
            e.printStackTrace(new PrintWriter(text, true));
            Files.writeString(file, Versions.all() + System.lineSeparator() + text);
            report = "; report written to " + file;
        } catch (IOException second) {
            report = "; no report could be written";
        }
        return new Complaint(ExitCode.INTERNAL, "internal error: " + e + report);
    }

    /** Prints at most {@link #MOST_LINES} lines, each made plain, and returns the exit code. */
    int print(PrintStream to) {
        lines.stream().limit(MOST_LINES).forEach(line -> to.println("fairlead: " + plain(line)));
        if (lines.size() > MOST_LINES) {
            to.println("fairlead: and " + (lines.size() - MOST_LINES) + " more");
        }
        return code;
    }

    /** Replaces each control character by \\uNNNN, and cuts the middle out of a line beyond {@link #LONGEST}. */
    static String plain(String line) {
        String shorter = line.length() <= LONGEST
                ? line
                : line.substring(0, LONGEST / 2) + " ... " + line.substring(line.length() - LONGEST / 2);
        StringBuilder text = new StringBuilder();
        for (char c : shorter.toCharArray()) {
            boolean control = Character.isISOControl(c) || c == '\u2028' || c == '\u2029';
            text.append(control ? String.format("\\u%04x", (int) c) : c);
        }
        return text.toString();
    }
}
