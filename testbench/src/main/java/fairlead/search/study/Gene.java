// SPDX-License-Identifier: Apache-2.0
package fairlead.search.study;

import java.util.List;

/**
 * One key of the scenario that the search may choose. An integer gene has ordered values: `from`, `from + step` and so
 * on up to `to`, or a list. A choice has words or lists without an order between them, and a permutation has the
 * different orders of one list.
 *
 * @param path the path of the key, as in machine.buffers.link_vc
 * @param from the least value of a range
 * @param to the limit of a range
 * @param step the distance of two values of a range
 * @param texts the values in YAML, in the order of levels; empty for a range
 */
public record Gene(String path, Kind kind, int from, int to, int step, List<String> texts) {
    private static final String BUFFERS = "machine.buffers.";
    private static final String STRUCTURE = "machine.structure";

    /** The kind of a gene's values. */
    public enum Kind {
        INTEGER,
        CHOICE,
        PERMUTATION
    }

    public Gene {
        texts = List.copyOf(texts);
    }

    /** Creates a range of integers. */
    public Gene(final String path, final int from, final int to, final int step) {
        this(path, Kind.INTEGER, from, to, step, List.of());
    }

    /** Creates a gene with the given values. */
    public static Gene of(final String path, final Kind kind, final List<String> texts) {
        return new Gene(path, kind, 0, 0, 1, texts);
    }

    /** Tells whether near levels mean near values. */
    public boolean isOrdered() {
        return kind == Kind.INTEGER;
    }

    /** Tells whether the gene chooses what only elaboration can change. */
    public boolean isStructure() {
        return path.equals(STRUCTURE) || path.startsWith(STRUCTURE + ".");
    }

    /**
     * Tells whether each value is judged with each value of the other such genes, and not only the least and greatest.
     */
    public boolean isChoice() {
        return !isOrdered() || isStructure();
    }

    public int levels() {
        return texts.isEmpty() ? (to - from) / step + 1 : texts.size();
    }

    /** Returns the value of an integer gene. */
    public int value(final int level) {
        return texts.isEmpty() ? from + level * step : Integer.parseInt(texts.get(level));
    }

    /** Returns the value at a level, in YAML. */
    public String text(final int level) {
        return texts.isEmpty() ? Integer.toString(value(level)) : texts.get(level);
    }

    /** Returns the level of a value in YAML, or -1 if the gene has no such value. */
    public int level(final String text) {
        if (!texts.isEmpty()) {
            return texts.indexOf(text);
        }
        try {
            final long offset = Long.parseLong(text) - from;
            return offset >= 0 && offset % step == 0 && offset / step < levels() ? (int) (offset / step) : -1;
        } catch (final NumberFormatException e) {
            return -1;
        }
    }

    /** Returns the allowed values, for messages. */
    public String allowed() {
        return texts.isEmpty() ? from + " to " + to + " in steps of " + step : "one of " + String.join(", ", texts);
    }

    /** Returns the last part of the path; of the depth of a buffer all that names the buffer. */
    public String brief() {
        return path.startsWith(BUFFERS) ? path.substring(BUFFERS.length()) : path.substring(path.lastIndexOf('.') + 1);
    }
}
