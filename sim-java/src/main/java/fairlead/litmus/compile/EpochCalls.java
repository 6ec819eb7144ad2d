// SPDX-License-Identifier: Apache-2.0
package fairlead.litmus.compile;

import fairlead.litmus.syntax.Statement;
import fairlead.litmus.syntax.Verb;
import fairlead.program.EpochTrials;
import fairlead.program.Ops;
import java.util.HashMap;
import java.util.Map;

/** The epochs of one task. */
final class EpochCalls {
    private final OrderedOperations order;
    private final Map<Long, Integer> opens =
            new HashMap<>(); // id of the EPOCH_OPEN operation, by id of an epoch that is open or closing
    private final Map<Long, Integer> closes = new HashMap<>();

    EpochCalls(final OrderedOperations order) {
        this.order = order;
    }

    /** Returns the EPOCH_OPEN of an epoch that is open. */
    int open(final long epoch) {
        return opens.get(epoch);
    }

    void statement(final Statement s) {
        switch (s.verb()) {
            case EPOCH_OPEN -> {
                final int[] targets = s.nodes().stream().mapToInt(order::rank).toArray();
                opens.put(s.number(), order.post(Ops.epochOpen((int) s.number(), targets), s));
            }
            case EPOCH_CLOSING -> closes.put(s.number(), order.post(Ops.epochClose(opens.get(s.number())), s));
            case EPOCH_WAIT -> {
                order.block(Ops.calc(0).requires(closes.get(s.number())), s);
                opens.remove(s.number());
            }
            default -> order.block(Ops.epochAwait(order.rank(s.target()), (int) s.number()), s);
        }
    }

    /** Adds the operation of a statement with `try`, which the machine refuses, and returns its id. */
    int trial(final Statement s) {
        final int id = (int) s.number();
        final int target = order.rank(s.target());
        return order.block(
                s.verb() == Verb.EPOCH_OPEN
                        ? EpochTrials.open(opens.get(s.number()), target, id).attempt()
                        : EpochTrials.close(opens.getOrDefault(s.number(), -1), target, id)
                                .attempt(),
                s);
    }
}
