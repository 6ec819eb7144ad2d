// SPDX-License-Identifier: Apache-2.0
package fairlead.cli;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;

/** What one command line answered. */
record Captured(int code, String out, String err) {
    static Captured of(final String... args) {
        final PrintStream out = System.out;
        final PrintStream err = System.err;
        final ByteArrayOutputStream outBytes = new ByteArrayOutputStream();
        final ByteArrayOutputStream errBytes = new ByteArrayOutputStream();
        try {
            System.setOut(new PrintStream(outBytes, true, StandardCharsets.UTF_8));
            System.setErr(new PrintStream(errBytes, true, StandardCharsets.UTF_8));
            final int code = Main.execute(args);
            return new Captured(
                    code, outBytes.toString(StandardCharsets.UTF_8), errBytes.toString(StandardCharsets.UTF_8));
        } finally {
            System.setOut(out);
            System.setErr(err);
        }
    }

    String all() {
        return "exit code " + code + System.lineSeparator() + out + err;
    }
}
