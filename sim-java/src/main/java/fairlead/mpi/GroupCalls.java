// SPDX-License-Identifier: Apache-2.0
package fairlead.mpi;

import fairlead.pe.Request;
import java.io.IOException;
import java.util.Arrays;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;

/** Groups: the numbers of PEs, by rank in the group. */
final class GroupCalls {
    private static final int IDENT = 0; // as in mpi.h
    private static final int SIMILAR = 2;
    private static final int UNEQUAL = 3;

    private final MpiRank rank;

    GroupCalls(MpiRank rank, MpiCalls calls) {
        this.rank = rank;
        calls.on("Group_size", r -> rank.put(r.at(1), group(r, 0).length));
        calls.on("Group_rank", r -> {
            int me = Communicator.indexOf(group(r, 0), rank.pe.number);
            rank.put(r.at(1), me < 0 ? MpiRank.UNDEFINED : me);
        });
        calls.on("Group_incl", r -> select(r, rank.ints(r.at(2), r.number(1)), true));
        calls.on("Group_excl", r -> select(r, rank.ints(r.at(2), r.number(1)), false));
        calls.on("Group_range_incl", r -> select(r, ranges(r), true));
        calls.on("Group_range_excl", r -> select(r, ranges(r), false));
        calls.on(
                "Group_union",
                r -> make(
                        r.at(2),
                        IntStream.concat(
                                Arrays.stream(group(r, 0)),
                                Arrays.stream(group(r, 1))
                                        .filter(isIn(group(r, 0)).negate()))));
        calls.on(
                "Group_intersection",
                r -> make(r.at(2), Arrays.stream(group(r, 0)).filter(isIn(group(r, 1)))));
        calls.on(
                "Group_difference",
                r -> make(
                        r.at(2),
                        Arrays.stream(group(r, 0)).filter(isIn(group(r, 1)).negate())));
        calls.on("Group_translate_ranks", this::translate);
        calls.on("Group_compare", r -> rank.put(r.at(2), compare(group(r, 0), group(r, 1))));
        calls.on("Group_free", r -> {
            int handle = rank.handle(r.at(0));
            rank.groups.get(handle);
            if (handle >= 1000) {
                rank.groups.remove(handle);
            }
            rank.put(r.at(0), 0);
        });
    }

    private int[] group(Request request, int argument) {
        return rank.groups.get(request.number(argument));
    }

    private void make(long result, IntStream members) throws IOException {
        int[] made = members.toArray();
        rank.put(result, made.length == 0 ? 1 : rank.groups.add(made));
    }

    private static IntPredicate isIn(int[] group) {
        return pe -> Communicator.indexOf(group, pe) >= 0;
    }

    private void select(Request request, int[] ranks, boolean include) throws IOException {
        int[] group = group(request, 0);
        for (int each : ranks) {
            requireRank(each, group);
        }
        make(
                request.at(3),
                include
                        ? Arrays.stream(ranks).map(i -> group[i])
                        : IntStream.range(0, group.length)
                                .filter(i -> Communicator.indexOf(ranks, i) < 0)
                                .map(i -> group[i]));
    }

    private static void requireRank(int rank, int[] group) {
        if (rank < 0 || rank >= group.length) {
            throw new MpiError(ErrorClass.RANK, "there is no rank " + rank + " in a group of " + group.length);
        }
    }

    /** Returns the ranks of triples of first, last and stride. */
    private int[] ranges(Request request) throws IOException {
        int[] triples = rank.ints(request.at(2), 3 * request.number(1));
        IntStream ranks = IntStream.empty();
        for (int i = 0; i < triples.length; i += 3) {
            int first = triples[i];
            int stride = triples[i + 2];
            if (stride == 0) {
                throw new MpiError(ErrorClass.ARG, "a stride of 0");
            }
            int count = Math.max(0, (triples[i + 1] - first) / stride + 1);
            ranks = IntStream.concat(ranks, IntStream.range(0, count).map(k -> first + k * stride));
        }
        return ranks.toArray();
    }

    private void translate(Request request) throws IOException {
        int[] from = group(request, 0);
        int[] to = group(request, 3);
        int[] result = rank.ints(request.at(2), request.number(1));
        for (int i = 0; i < result.length; i++) {
            if (result[i] != MpiRank.PROC_NULL) {
                requireRank(result[i], from);
                int found = Communicator.indexOf(to, from[result[i]]);
                result[i] = found < 0 ? MpiRank.UNDEFINED : found;
            }
        }
        rank.put(request.at(4), result);
    }

    static int compare(int[] one, int[] other) {
        if (Arrays.equals(one, other)) {
            return IDENT;
        }
        int[] sorted = one.clone();
        int[] otherSorted = other.clone();
        Arrays.sort(sorted);
        Arrays.sort(otherSorted);
        return Arrays.equals(sorted, otherSorted) ? SIMILAR : UNEQUAL;
    }
}
