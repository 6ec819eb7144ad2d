// SPDX-License-Identifier: Apache-2.0
package fairlead.prove;

import java.util.List;
import java.util.stream.Stream;

/** DlaPool and DlaFifo. */
final class DlaProperties {
    private DlaProperties() {}

    static List<Property> all() {
        return Stream.of(pool(), words()).flatMap(List::stream).toList();
    }

    private static Mutant fifo(final String name, final String from, final String to) {
        return new Mutant(name, "DlaFifo", from, to);
    }

    private static List<Property> pool() {
        final Mutant depth = new Mutant("the depth of the FIFO is not a limit", "DlaPool", "& io_fits_all <= {3'h0, depth};", ";");
        return new Unit("pool", "8 words, any limits", "DP_A1", "DP_A2", "DP_A3")
                .quick()
                .safety("A1", "DP_P1", "PDP_C1", depth)
                .properties();
    }

    private static List<Property> words() {
        final Mutant early = fifo("words are seen before their request is whole", "(io_push & io_in_tail ? io_words : 3'h0)", "(io_push ? 3'h1 : 3'h0)");
        final Mutant hidden = fifo("a request shows one word too few", "(io_push & io_in_tail ? io_words : 3'h0)", "(io_push & io_in_tail ? io_words - 3'h1 : 3'h0)");
        final Mutant stuck = fifo("the read pointer does not wrap", "read <= _read_T_2 == 4'h5 ?", "read <= _read_T_2 == 4'h4 ?");
        final Mutant uncounted = fifo("a word that leaves is not counted off", "complete <= complete + (io_push & io_in_tail ? io_words : 3'h0) - _GEN;", "complete <= complete + (io_push & io_in_tail ? io_words : 3'h0);");
        return new Unit("dla_fifo", "5 words, requests of 1 to 5 words")
                .quick()
                .safety("A2", "DF_P2", "PDF_C1", uncounted)
                .safety("A11", "PDF_P1", "PDF_C1", stuck)
                .safety("A6", "PDF_P2", "PDF_C1", early)
                .safety("A2", "PDF_P3", "PDF_C2", hidden)
                .live("A10", "PDF_L1", "a whole request leaves, if the network takes words again and again", "PDF_C1", hidden)
                .properties();
    }
}
