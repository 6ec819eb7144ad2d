// SPDX-License-Identifier: Apache-2.0
package fairlead.program;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Properties;

/** Reports a program that cannot run on its machine; the message is one line for the user. */
public final class ProgramException extends RuntimeException {
    private static final long serialVersionUID = 1L;
    private static final Properties RULES = rules();

    private final int operation;
    private final String what;

    public ProgramException(String message) {
        this(message, -1, message);
    }

    /** Refuses an operation unless a rule is kept; {@code program.rules} has its message, with parts as {0}. */
    static void require(boolean kept, Operation op, String rule, Object... parts) {
        if (!kept) {
            String what = RULES.getProperty(rule);
            for (int i = 0; i < parts.length; i++) {
                what = what.replace("{" + i + "}", String.valueOf(parts[i]));
            }
            throw new ProgramException(op + ": " + what, op.id(), what);
        }
    }

    private static Properties rules() {
        try (InputStream in = ProgramException.class.getResourceAsStream("program.rules")) {
            Properties rules = new Properties();
            rules.load(in);
            return rules;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private ProgramException(String message, int operation, String what) {
        super(message);
        this.operation = operation;
        this.what = what;
    }

    public int operation() {
        return operation;
    }

    /** Returns the description of the error, without the name of the operation. */
    public String what() {
        return what;
    }
}
