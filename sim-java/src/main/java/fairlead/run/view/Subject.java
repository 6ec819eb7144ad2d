// SPDX-License-Identifier: Apache-2.0
package fairlead.run.view;

import java.util.Locale;

/**
 * What an explanation is about.
 *
 * @param kind operation, packet or node
 * @param number its number in ops.csv or packets.csv, or the rank of the node
 */
public record Subject(Kind kind, int number) {
    /** The three sorts of subjects. */
    public enum Kind {
        OP,
        PACKET,
        NODE
    }

    /** Returns the subject of a text such as `op:12`, `packet:5` or `node:3`; throws IllegalArgumentException. */
    public static Subject of(final String text) {
        final String[] parts = text.split(":", 2);
        try {
            final int number = Integer.parseInt(parts[parts.length - 1]);
            if (parts.length == 2 && number >= 0) {
                return new Subject(Kind.valueOf(parts[0].toUpperCase(Locale.ROOT)), number);
            }
        } catch (final IllegalArgumentException e) {
            throw new IllegalArgumentException(message(text), e);
        }
        throw new IllegalArgumentException(message(text));
    }

    private static String message(final String text) {
        return "'" + text + "' is no subject; one is op:N or packet:N (numbers of ops.csv, packets.csv) or node:RANK";
    }

    @Override
    public String toString() {
        return kind.name().toLowerCase(Locale.ROOT) + " " + number;
    }
}
