// SPDX-License-Identifier: Apache-2.0
package fairlead.verdict;

import fairlead.program.OpKind;
import fairlead.program.Operation;
import fairlead.program.Program;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;

/**
 * Finds the contested operations of a program: puts and gets of which another one may write bytes of the same address,
 * number and value, so that a write at the memory port does not show whose it is.
 */
final class Contested {
    private static final int CROWD = 32; // operations that may write one piece, of which more are not told apart

    /** Ids of the operations whose writes are told apart by more than their values. */
    final BitSet apart = new BitSet();

    /**
     * Ids of the operations that have too many others beside them, at one of their pieces or at one of an operation
     * that shares pieces with them: the order of their writes is not judged.
     */
    final BitSet crowded = new BitSet();

    /** Ids of the crowded operations whose values are not judged either, because values of others there are unknown. */
    final BitSet vague = new BitSet();

    /** Finds the contested operations. It may name too many of them, but not too few. */
    Contested(final Program program) {
        final int[] counts = new int[program.nodes()];
        for (final Operation op : program.operations()) {
            if (writes(op)) {
                counts[node(op)]++;
            }
        }
        final long[][] byAddress = new long[counts.length][]; // address << 32 | id
        for (final Operation op : program.operations()) {
            if (writes(op)) {
                final int node = node(op);
                byAddress[node] = byAddress[node] == null ? new long[counts[node]] : byAddress[node];
                byAddress[node][--counts[node]] = (long) base(op) << Integer.SIZE | op.id();
            }
        }
        for (final long[] here : byAddress) {
            if (here != null) {
                Arrays.sort(here);
                clusters(program, here);
            }
        }
    }

    private static boolean writes(final Operation op) {
        return (op.kind() == OpKind.PUT || op.kind() == OpKind.GET) && op.length() > 0;
    }

    /** Returns the node to whose memory a put or get writes. */
    static int node(final Operation op) {
        return op.kind() == OpKind.GET ? op.node() : op.target();
    }

    /** Returns the address of the first byte that a put or get writes. */
    static int base(final Operation op) {
        return op.kind() == OpKind.GET ? op.local() : op.remote();
    }

    /** Divides the operations of a node, which are sorted by address, into groups that do not overlap. */
    private void clusters(final Program program, final long[] here) {
        int first = 0;
        long end = Long.MIN_VALUE;
        for (int i = 0; i < here.length; i++) {
            final Operation op = program.operation((int) here[i]);
            if (base(op) >= end) {
                cluster(program, here, first, i);
                first = i;
                end = base(op);
            }
            end = Math.max(end, (long) base(op) + op.length());
        }
        cluster(program, here, first, here.length);
    }

    private void cluster(final Program program, final long[] here, final int from, final int to) {
        if (to - from < 2) {
            return;
        }
        final List<Operation> ops = new ArrayList<>();
        for (int i = from; i < to; i++) {
            ops.add(program.operation((int) here[i]));
        }
        final ContestedGroups groups = new ContestedGroups(ops);
        for (int i = 0; i < ops.size(); i++) {
            if (groups.isContested(i)) {
                final boolean isCrowded = groups.most(i) > CROWD;
                (isCrowded ? crowded : apart).set(ops.get(i).id());
                vague.set(ops.get(i).id(), isCrowded && groups.hasUnknown(i));
            }
        }
    }
}
