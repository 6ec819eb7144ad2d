// SPDX-License-Identifier: Apache-2.0
package fairlead.deadlock.relation;

import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/**
 * The largest set of channels that can deadlock when each buffer holds one packet: each has a packet that wants
 * channels of the set only. It is what is left when channels whose packets can all go elsewhere are taken away, again
 * and again.
 */
final class KnotSearch {
    private KnotSearch() {}

    static List<Integer> of(final ChannelRelation relation, final boolean[][] occupied) {
        final boolean[] in = new boolean[relation.channels().size()];
        for (final boolean[] ofClass : occupied) {
            for (int c = 0; c < in.length; c++) {
                in[c] |= ofClass[c];
            }
        }
        boolean changed = true;
        while (changed) {
            changed = false;
            for (int c = 0; c < in.length; c++) {
                if (in[c] && !stays(relation, occupied, in, c)) {
                    in[c] = false;
                    changed = true;
                }
            }
        }
        return IntStream.range(0, in.length).filter(c -> in[c]).boxed().toList();
    }

    private static boolean stays(
            final ChannelRelation relation, final boolean[][] occupied, final boolean[] in, final int channel) {
        for (int k = 0; k < occupied.length; k++) {
            final int[] next = relation.follows()[k][channel];
            if (occupied[k][channel] && next.length > 0 && Arrays.stream(next).allMatch(n -> in[n])) {
                return true;
            }
        }
        return false;
    }
}
