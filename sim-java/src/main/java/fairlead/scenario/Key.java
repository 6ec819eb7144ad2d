// SPDX-License-Identifier: Apache-2.0
package fairlead.scenario;

import fairlead.hw.HwLayout;
import java.math.BigInteger;
import java.util.Collections;
import java.util.List;

/**
 * One key of a scenario: its type, range, default and meaning. The table of the keys drives the parser, the effective
 * configuration and the JSON schema.
 *
 * @param path names of the key and of its sections from the top, separated by dots
 * @param standard default value; null if the key is required or if its default follows from another key
 */
record Key(
        String path,
        Type type,
        Object standard,
        double low,
        double high,
        List<String> words,
        boolean required,
        String doc) {
    /** The type of a value. */
    enum Type {
        INTEGER("an integer"),
        REAL("a number"),
        BOOLEAN("true or false"),
        WORD("a word"),
        TEXT("text"),
        SHAPE("a list of 3 integers"),
        TASKS("an integer, or a list of one integer a rank"),
        WORDS("a list of words"),
        ROUTES("a list of lists of different ranks"),
        FAULTS("a list of {id, node, cycle, operand}"),
        GROUPS("a mapping of names to groups of ranks"),
        ITEMS("a list of {collective: {op, group, ..}} and {message: {from, to, ..}}");

        private final String text;

        Type(final String text) {
            this.text = text;
        }
    }

    static Key integer(final String path, final long standard, final long low, final long high, final String doc) {
        return new Key(path, Type.INTEGER, standard, low, high, List.of(), false, doc);
    }

    /** Returns an integer key that may have one of a few values. */
    static Key choice(final String path, final long standard, final List<Integer> allowed, final String doc) {
        final List<String> words = allowed.stream().map(String::valueOf).toList();
        return new Key(
                path, Type.INTEGER, standard, Collections.min(allowed), Collections.max(allowed), words, false, doc);
    }

    /** Returns an integer key whose default follows from other keys. */
    static Key derived(final String path, final long low, final long high, final String doc) {
        return new Key(path, Type.INTEGER, null, low, high, List.of(), false, doc);
    }

    static Key real(final String path, final double standard, final double low, final double high, final String doc) {
        return new Key(path, Type.REAL, standard, low, high, List.of(), false, doc);
    }

    static Key flag(final String path, final boolean standard, final String doc) {
        return new Key(path, Type.BOOLEAN, standard, 0, 0, List.of(), false, doc);
    }

    static Key word(final String path, final String standard, final List<String> words, final String doc) {
        return new Key(path, Type.WORD, standard, 0, 0, words, standard == null, doc);
    }

    String name() {
        return path.substring(path.lastIndexOf('.') + 1);
    }

    /** Returns the allowed values as text for messages. */
    String allowed() {
        switch (type) {
            case INTEGER:
                return words.isEmpty()
                        ? type.text + " from " + number(low) + " to " + number(high)
                        : "one of " + String.join(", ", words);
            case REAL:
                return type.text + " from " + number(low) + " to " + number(high);
            case WORD:
                return "one of " + String.join(", ", words);
            case SHAPE:
                return type.text + " from " + number(low) + " to " + number(high);
            case TASKS:
                return type.text + ", each from " + number(low) + " to " + number(high);
            case ROUTES:
                return "a list of at most " + HwLayout.CLASS_ROUTES + " lists of different ranks";
            case WORDS:
                return "a list of " + String.join(", ", words);
            default:
                return type.text;
        }
    }

    private String number(final double value) {
        return type == Type.REAL
                ? Double.toString(value)
                : BigInteger.valueOf((long) value).toString();
    }
}
