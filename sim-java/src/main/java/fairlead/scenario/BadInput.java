// SPDX-License-Identifier: Apache-2.0
package fairlead.scenario;

import java.util.List;

/** What the user gave cannot be used (exit code 2). One line a mistake; no stack trace is of any help. */
public final class BadInput extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final transient List<String> lines;

    public BadInput(final List<String> lines) {
        super(String.join("\n", lines), null, false, false);
        this.lines = List.copyOf(lines);
    }

    public BadInput(final String line) {
        this(List.of(line));
    }

    public List<String> lines() {
        return lines;
    }
}
