// SPDX-License-Identifier: Apache-2.0
package fairlead.launch;

import fairlead.pe.NativeException;
import fairlead.pe.PeLink;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** One process of a native program and what it has printed. */
final class PeProcess {
    private static final Map<Integer, String> SIGNALS = Map.of(
            4, "SIGILL", 6, "SIGABRT", 7, "SIGBUS", 8, "SIGFPE", 9, "SIGKILL", 11, "SIGSEGV", 13, "SIGPIPE", 15,
            "SIGTERM");

    /** One of the two outputs: a file, and how much of it has been passed on. */
    private static final class Printed {
        final FileChannel file;
        final boolean error;
        final ByteArrayOutputStream line = new ByteArrayOutputStream(); // the part without its end
        long read;

        Printed(Path path, boolean error) throws IOException {
            Files.createFile(path);
            file = FileChannel.open(path, StandardOpenOption.READ);
            this.error = error;
        }
    }

    private final int number;
    private final Process process;
    private final NativeOutput output;
    private final Printed[] printed;
    private PeLink link;
    private int endSeconds = 10;

    /** Starts the process; `builder` has its command and environment. */
    PeProcess(int number, ProcessBuilder builder, Path folder, NativeOutput output) throws IOException {
        this.number = number;
        this.output = output;
        Path out = folder.resolve(number + ".out");
        Path err = folder.resolve(number + ".err");
        printed = new Printed[] {new Printed(out, false), new Printed(err, true)};
        process = builder.redirectInput(Path.of("/dev/null").toFile())
                .redirectOutput(ProcessBuilder.Redirect.appendTo(out.toFile()))
                .redirectError(ProcessBuilder.Redirect.appendTo(err.toFile()))
                .start();
    }

    void link(PeLink made) {
        link = made;
        link.look(process.pid());
    }

    /** Says for what the process waits; it has any time from now on. */
    void debugged() {
        link.waitForever();
        endSeconds = Integer.MAX_VALUE;
        String text = "PE " + number + " waits before main for gdb -p " + process.pid() + " or kill -CONT "
                + process.pid() + "\n";
        output.print(number, true, text.getBytes(StandardCharsets.UTF_8));
    }

    PeLink link() {
        return link;
    }

    boolean isAlive() {
        return process.isAlive();
    }

    /** Waits for the end of a process that has closed its socket, and returns its exit code, or 128 + its signal. */
    int end() {
        if (!awaitEnd()) {
            throw NativeException.run("PE " + number + " has closed its connection and does not end");
        }
        return process.exitValue();
    }

    /** Waits for the end of the process; false if it has not ended after some seconds. */
    boolean awaitEnd() {
        try {
            return process.waitFor(endSeconds, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return true;
        }
    }

    static String signal(int number) {
        return SIGNALS.getOrDefault(number, "signal " + number);
    }

    /** Passes on the lines that the process has printed since the last time. */
    void drain() throws IOException {
        for (Printed one : printed) {
            long size = one.file.size();
            if (size > one.read) {
                ByteBuffer bytes = ByteBuffer.allocate((int) Math.min(size - one.read, 1 << 24));
                one.read += one.file.read(bytes, one.read);
                split(one, bytes.flip());
            }
        }
    }

    private void split(Printed one, ByteBuffer bytes) {
        while (bytes.hasRemaining()) {
            byte next = bytes.get();
            one.line.write(next);
            if (next == '\n') {
                output.print(number, one.error, one.line.toByteArray());
                one.line.reset();
            }
        }
    }

    /** Passes on a last line, which gets the end that it lacks. */
    void drainRest() {
        for (Printed one : printed) {
            if (one.line.size() > 0) {
                one.line.write('\n');
                output.print(number, one.error, one.line.toByteArray());
                one.line.reset();
            }
        }
    }

    /** Begins to end the process, whatever it does; {@link #awaitEnd} tells when it is gone. */
    void kill() throws IOException {
        process.destroyForcibly();
        if (link != null) {
            link.close();
        }
        for (Printed one : printed) {
            one.file.close();
        }
    }
}
