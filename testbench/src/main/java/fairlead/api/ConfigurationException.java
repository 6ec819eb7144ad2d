// SPDX-License-Identifier: Apache-2.0
package fairlead.api;

import fairlead.scenario.BadInput;
import java.util.List;

/**
 * Reports that a machine or a program cannot be used, with every mistake that was found. The checks are those of a
 * scenario file, so the same mistake has the same words.
 */
public final class ConfigurationException extends IllegalArgumentException {
    private static final long serialVersionUID = 1L;

    private final transient List<Problem> problems;

    /**
     * One mistake.
     *
     * @param key path of the key; empty if the mistake is at no single key
     * @param value the value as text; empty if none was given
     * @param requirement what is wrong or what is allowed, with the nearest known name where there is one
     */
    public record Problem(String key, String value, String requirement) {
        /** Returns key, value and requirement in one line. */
        @Override
        public String toString() {
            return (key.isEmpty() ? "" : key + (value.isEmpty() ? "" : " = " + value) + ": ") + requirement;
        }
    }

    ConfigurationException(List<Problem> problems) {
        super(String.join("\n", problems.stream().map(Problem::toString).toList()));
        this.problems = List.copyOf(problems);
    }

    ConfigurationException(String key, String value, String requirement) {
        this(List.of(new Problem(key, value, requirement)));
    }

    static ConfigurationException of(BadInput bad) {
        return new ConfigurationException(bad.mistakes().stream()
                .map(m -> new Problem(m.key(), m.value(), m.what()))
                .toList());
    }

    /** Returns the mistakes, at least one. */
    public List<Problem> problems() {
        return problems;
    }
}
