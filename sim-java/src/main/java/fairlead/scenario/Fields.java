// SPDX-License-Identifier: Apache-2.0
package fairlead.scenario;

import java.util.List;

/**
 * Reads the entries of a mapping that is inside a list or inside a mapping of names, where keys have no rows in the
 * table of keys.
 */
final class Fields {
    private final Values values;
    private final Tree map;
    private final String path;
    private boolean good = true;

    /** Creates the reader and reports every key of the mapping that is not known. */
    Fields(final Values values, final Tree map, final String path, final List<String> known) {
        this.values = values;
        this.map = map;
        this.path = path;
        if (!map.isMap()) {
            good = false;
            values.add(map, path, "must be a mapping of " + String.join(", ", known));
            return;
        }
        map.entries().forEach((key, value) -> {
            if (!known.contains(key)) {
                good = false;
                final String near = Nearest.to(key, known);
                values.add(
                        value,
                        path + "." + Tree.shortened(key),
                        "unknown key"
                                + (near.isEmpty()
                                        ? "; known here: " + String.join(", ", known)
                                        : "; did you mean " + near + "?"));
            }
        });
    }

    /** Returns whether nothing was wrong so far. */
    boolean isGood() {
        return good;
    }

    Tree get(final String key) {
        return map.isMap() ? map.entries().get(key) : null;
    }

    boolean has(final String key) {
        return get(key) != null;
    }

    String path(final String key) {
        return path + "." + key;
    }

    /** Adds a mistake at a key, or at the mapping if the key is missing. */
    void blame(final String key, final String what) {
        good = false;
        final Tree value = get(key);
        if (value == null) {
            values.lacks(map, path(key), what);
        } else {
            values.add(value, path(key), what);
        }
    }

    /** Returns the integer, or `otherwise` if the key is missing or its value is wrong. */
    long integer(final String key, final long low, final long high, final long otherwise) {
        final Tree value = get(key);
        final Object number =
                value == null ? null : values.integer(Key.integer(key, 0, low, high, ""), path(key), value);
        good &= value == null || number != null;
        return number == null ? otherwise : (Long) number;
    }

    /**
     * Returns the word, or `otherwise` if the key is missing or its value is wrong. The key must be present if
     * `otherwise` is null.
     */
    String word(final String key, final List<String> words, final String otherwise) {
        final Tree value = get(key);
        if (value == null) {
            if (otherwise == null) {
                blame(key, "is missing; it must be one of " + String.join(", ", words));
            }
            return otherwise;
        }
        final Object word = values.word(Key.word(key, "", words, ""), path(key), value);
        good &= word != null;
        return word == null ? otherwise : (String) word;
    }
}
