// SPDX-License-Identifier: Apache-2.0
package fairlead.scenario;

import java.util.Collection;
import org.apache.commons.text.similarity.LevenshteinDistance;

/** Finds the word that the user probably meant. */
public final class Nearest {
    private static final int LONGEST = 64;

    private Nearest() {}

    /** Returns the known word with the least edit distance, or an empty string if no word is near. */
    public static String to(String word, Collection<String> known) {
        if (word.length() > LONGEST) {
            return "";
        }
        String best = "";
        int least = Math.max(2, word.length() / 2) + 1;
        for (String candidate : known) {
            int distance = LevenshteinDistance.getDefaultInstance().apply(word, candidate);
            if (distance < least) {
                least = distance;
                best = candidate;
            }
        }
        return best;
    }

    /** Returns the end of a message that suggests the nearest word, or an empty string if no word is near. */
    public static String hint(String word, Collection<String> known) {
        return hint("", word, known, "");
    }

    /** Returns the same with a prefix of the word; if no word is near, it lists all known words after `label`. */
    public static String hint(String prefix, String word, Collection<String> known, String label) {
        String near = to(word, known);
        return !near.isEmpty()
                ? "; did you mean " + prefix + near + "?"
                : label.isEmpty() ? "" : "; " + label + ": " + String.join(", ", known);
    }
}
