// SPDX-License-Identifier: Apache-2.0
package fairlead.workload.motif;

import java.util.ArrayList;
import java.util.List;

/** A GOAL program that is written rank by rank; the operations of a rank are numbered from 0. */
final class MotifScript {
    private final List<StringBuilder> ranks = new ArrayList<>();
    private final int[] count;

    MotifScript(final int nodes) {
        count = new int[nodes];
        for (int rank = 0; rank < nodes; rank++) {
            ranks.add(new StringBuilder());
        }
    }

    /** Adds a statement that requires operations of its rank; -1 stands for none. Returns its number. */
    int add(final int rank, final String statement, final int... before) {
        final int number = count[rank]++;
        final StringBuilder text = ranks.get(rank);
        text.append('o').append(number).append(": ").append(statement).append('\n');
        for (final int other : before) {
            if (other >= 0) {
                text.append('o')
                        .append(number)
                        .append(" requires o")
                        .append(other)
                        .append('\n');
            }
        }
        return number;
    }

    int[] add(final int rank, final String statement, final List<Integer> before) {
        return new int[] {
            add(rank, statement, before.stream().mapToInt(Integer::intValue).toArray())
        };
    }

    String text() {
        final StringBuilder all = new StringBuilder("num_ranks " + ranks.size() + "\n");
        for (int rank = 0; rank < ranks.size(); rank++) {
            all.append("rank ")
                    .append(rank)
                    .append(" {\n")
                    .append(ranks.get(rank))
                    .append("}\n");
        }
        return all.toString();
    }
}
