// SPDX-License-Identifier: Apache-2.0
package fairlead.litmus.run;

import fairlead.litmus.model.Oracle;
import fairlead.litmus.syntax.LitmusParser;
import fairlead.litmus.syntax.LitmusTest;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** A test at one size and the outcomes that the memory model allows, which are found once for all runners of a text. */
public record Sized(LitmusTest test, Oracle.Allowed allowed) {
    private static final int MOST_KNOWN = 256;
    private static final Map<Key, Sized> KNOWN = new ConcurrentHashMap<>();

    private record Key(String file, String text, int size) {}

    /** @param file name of the file for messages and repeats */
    public static Sized of(String file, String text, int size) {
        if (KNOWN.size() > MOST_KNOWN) {
            KNOWN.clear();
        }
        return KNOWN.computeIfAbsent(new Key(file, text, size), k -> {
            LitmusTest test = LitmusParser.parse(file, text, size);
            return new Sized(test, Oracle.allowed(test));
        });
    }
}
