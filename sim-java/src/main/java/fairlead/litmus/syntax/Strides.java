// SPDX-License-Identifier: Apache-2.0
package fairlead.litmus.syntax;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** The words of a strided put. */
final class Strides {
    private Strides() {}

    /** Reads an optional `step s` behind a range and returns every s-th of its words, each as a range of its own. */
    static List<Ref> words(final Line line, final Ref all, final Map<String, Long> values) {
        final int step = line.accept("step") ? line.count("step", Names.MAX_WORDS, values) : 1;
        if (step == 0) {
            throw line.error("step must be at least 1");
        }
        final List<Ref> words = new ArrayList<>();
        for (int i = 0; i < all.count(); i += step) {
            words.add(new Ref(all.node(), all.symbol(), all.from() + i, 1));
        }
        return words;
    }
}
