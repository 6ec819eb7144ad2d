// SPDX-License-Identifier: Apache-2.0
package fairlead.scenario;

import java.util.List;

/** The error for input of the user that cannot be used (exit code 2): one line for each mistake, no stack trace. */
public final class BadInput extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final transient List<Mistake> mistakes;

    /** @param lines one for each mistake */
    public BadInput(List<String> lines) {
        this(
                String.join("\n", lines),
                lines.stream().map(line -> new Mistake("", "", "", line)).toList());
    }

    public BadInput(String line) {
        this(List.of(line));
    }

    private BadInput(String message, List<Mistake> mistakes) {
        super(message, null, false, false);
        this.mistakes = List.copyOf(mistakes);
    }

    static BadInput of(List<Mistake> mistakes) {
        return new BadInput(
                String.join("\n", mistakes.stream().map(Mistake::line).toList()), mistakes);
    }

    public List<String> lines() {
        return mistakes.stream().map(Mistake::line).toList();
    }

    public List<Mistake> mistakes() {
        return mistakes;
    }
}
