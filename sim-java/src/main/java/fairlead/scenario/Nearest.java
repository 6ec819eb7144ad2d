// SPDX-License-Identifier: Apache-2.0
package fairlead.scenario;

import java.util.Collection;

/** Finds the word that the user probably meant. */
public final class Nearest {
    private static final int LONGEST = 64;

    private Nearest() {}

    /** The word with the least edit distance, or an empty string when none is near. */
    public static String to(final String word, final Collection<String> known) {
        if (word.length() > LONGEST) {
            return "";
        }
        String best = "";
        int least = Math.max(2, word.length() / 2) + 1;
        for (final String candidate : known) {
            final int distance = distance(word, candidate);
            if (distance < least) {
                least = distance;
                best = candidate;
            }
        }
        return best;
    }

    /** Levenshtein distance. */
    static int distance(final String left, final String right) {
        int[] row = new int[right.length() + 1];
        for (int j = 0; j <= right.length(); j++) {
            row[j] = j;
        }
        for (int i = 1; i <= left.length(); i++) {
            final int[] next = new int[right.length() + 1];
            next[0] = i;
            for (int j = 1; j <= right.length(); j++) {
                final int replace = row[j - 1] + (left.charAt(i - 1) == right.charAt(j - 1) ? 0 : 1);
                next[j] = Math.min(replace, 1 + Math.min(row[j], next[j - 1]));
            }
            row = next;
        }
        return row[right.length()];
    }
}
