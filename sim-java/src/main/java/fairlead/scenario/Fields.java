// SPDX-License-Identifier: Apache-2.0
package fairlead.scenario;

import java.util.List;

/** The entries of a mapping inside a list or a mapping of names, where keys have no rows of their own. */
final class Fields {
    private final Values values;
    private final Tree map;
    private final String path;
    private boolean good = true;

    /** Names the keys that the mapping may not have. */
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

    /** Adds a mistake at a key, or at the mapping when the key is not there. */
    void blame(final String key, final String what) {
        good = false;
        final Tree value = get(key);
        if (value == null) {
            values.lacks(map, path(key), what);
        } else {
            values.add(value, path(key), what);
        }
    }

    /** Returns the integer, or `otherwise` when it is not there or wrong. */
    long integer(final String key, final long low, final long high, final long otherwise) {
        final Tree value = get(key);
        final Object number =
                value == null ? null : values.integer(Key.integer(key, 0, low, high, ""), path(key), value);
        good &= value == null || number != null;
        return number == null ? otherwise : (Long) number;
    }

    /** Returns the word, or `otherwise` when it is not there or wrong; it must be there when `otherwise` is null. */
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
