// SPDX-License-Identifier: Apache-2.0
package fairlead.scenario;

import java.util.Collection;
import org.apache.commons.text.similarity.LevenshteinDistance;

/** Finds the word that the user probably meant. */
public final class Nearest {
    private static final int LONGEST = 64;

    private Nearest() {}

    /** Returns the known word with the least edit distance, or an empty string if no word is near. */
    public static String to(final String word, final Collection<String> known) {
        if (word.length() > LONGEST) {
            return "";
        }
        String best = "";
        int least = Math.max(2, word.length() / 2) + 1;
        for (final String candidate : known) {
            final int distance = LevenshteinDistance.getDefaultInstance().apply(word, candidate);
            if (distance < least) {
                least = distance;
                best = candidate;
            }
        }
        return best;
    }
}
