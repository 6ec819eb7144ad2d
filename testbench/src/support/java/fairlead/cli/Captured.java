// SPDX-License-Identifier: Apache-2.0
package fairlead.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.InputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.function.ToIntFunction;

/**
 * What one command line answered. Standard input is empty unless the test has set bytes: under Maven it is a line to
 * Maven, which never ends.
 */
public record Captured(int code, String out, String err) {
    public static Captured of(final String... args) {
        return of(Main::execute, args);
    }

    /** Returns what this entry point answers. */
    public static Captured of(final ToIntFunction<String[]> main, final String... args) {
        final PrintStream out = System.out;
        final PrintStream err = System.err;
        final InputStream in = System.in;
        final ByteArrayOutputStream outBytes = new ByteArrayOutputStream();
        final ByteArrayOutputStream errBytes = new ByteArrayOutputStream();
        try {
            if (!(in instanceof ByteArrayInputStream)) {
                System.setIn(InputStream.nullInputStream());
            }
            System.setOut(new PrintStream(outBytes, true, StandardCharsets.UTF_8));
            System.setErr(new PrintStream(errBytes, true, StandardCharsets.UTF_8));
            final int code = main.applyAsInt(args);
            return new Captured(
                    code, outBytes.toString(StandardCharsets.UTF_8), errBytes.toString(StandardCharsets.UTF_8));
        } finally {
            System.setOut(out);
            System.setErr(err);
            System.setIn(in);
        }
    }

    /** Requires this exit code. */
    public Captured exits(final int expected) {
        assertEquals(expected, code, this::all);
        return this;
    }

    public String all() {
        return "exit code " + code + System.lineSeparator() + out + err;
    }
}
