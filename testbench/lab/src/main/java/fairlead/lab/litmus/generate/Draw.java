// SPDX-License-Identifier: Apache-2.0
package fairlead.lab.litmus.generate;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/** The random choices of one program. */
final class Draw {
    private final SplittableRandom random;

    Draw(long seed, int number) {
        random = new SplittableRandom(seed * 1_000_003 + number);
    }

    int below(int n) {
        return random.nextInt(n);
    }

    boolean percent(int share) {
        return random.nextInt(100) < share;
    }

    <T> T of(List<T> values) {
        return values.get(random.nextInt(values.size()));
    }

    int of(int... values) {
        return values[random.nextInt(values.length)];
    }

    /**
     * Returns a text with its choices made from left to right: `[a~b~c]` is one of the three, `[30?a]` is `a` in 30 of
     * 100 draws, and `[30?a~b]` is `b` in the others. Choices may have choices in them.
     */
    String text(String choices) {
        StringBuilder out = new StringBuilder();
        for (int i = 0; i < choices.length(); i++) {
            if (choices.charAt(i) != '[') {
                out.append(choices.charAt(i));
                continue;
            }
            List<String> parts = parts(choices, i + 1);
            int share = parts.get(0).matches("[0-9]+\\?.*") ? parts.get(0).indexOf('?') : -1;
            if (share > 0) {
                boolean first = percent(Integer.parseInt(parts.get(0).substring(0, share)));
                out.append(text(first ? parts.get(0).substring(share + 1) : parts.size() > 1 ? parts.get(1) : ""));
            } else {
                out.append(parts.size() > 1 ? text(of(parts)) : "[" + text(parts.get(0)) + "]");
            }
            i += String.join("~", parts).length() + 1;
        }
        return out.toString();
    }

    /** Returns the parts of the choice that begins after a `[`. */
    private static List<String> parts(String text, int from) {
        List<String> parts = new ArrayList<>();
        int depth = 0;
        int begin = from;
        for (int i = from; ; i++) {
            char c = text.charAt(i);
            if (depth == 0 && (c == '~' || c == ']')) {
                parts.add(text.substring(begin, i));
                begin = i + 1;
                if (c == ']') {
                    return parts;
                }
            }
            depth += c == '[' ? 1 : c == ']' ? -1 : 0;
        }
    }
}
