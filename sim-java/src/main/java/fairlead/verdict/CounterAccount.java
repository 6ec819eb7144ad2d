// SPDX-License-Identifier: Apache-2.0
package fairlead.verdict;

import fairlead.hw.HwLayout;
import fairlead.program.OpKind;
import fairlead.program.Operation;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.Map;

/**
 * Checks the byte counters that puts name. When a counter reports zero, the puts that name it must have written at
 * least as many bytes as the program has preset for all zeros of that counter so far. A preset is void if another
 * preset replaces it before the counter reaches zero.
 */
final class CounterAccount extends Checker {
    private record Preset(long cycle, long value) {}

    private final boolean used;
    private final Map<Integer, Deque<Preset>> presets = new HashMap<>(); // by node and counter
    private final long[] committed; // less what was preset for the zeros so far

    CounterAccount(final Run run) {
        super(run, run.data);
        used = program.operations().stream().anyMatch(op -> op.kind() == OpKind.PUT && op.counter() >= 0);
        committed = new long[used ? nodes * HwLayout.COUNTERS : 0];
    }

    private static int place(final int node, final int counter) {
        return node * HwLayout.COUNTERS + counter;
    }

    void posted(final Operation op, final long cycle) {
        if (used && op.kind() == OpKind.COUNTER_SET) {
            presets.computeIfAbsent(place(op.node(), op.counter()), p -> new ArrayDeque<>())
                    .add(new Preset(cycle, op.operand()));
        }
    }

    void committed(final Operation op, final int bytes) {
        if (used && op.kind() == OpKind.PUT && op.counter() >= 0) {
            committed[place(op.target(), op.counter())] += bytes;
        }
    }

    void zero(final long cycle, final int node, final long counter) {
        final boolean known = used && counter >= 0 && counter < HwLayout.COUNTERS;
        final Deque<Preset> here = known ? presets.get(place(node, (int) counter)) : null;
        Preset last = null;
        while (here != null && !here.isEmpty() && here.peek().cycle <= cycle) {
            last = here.remove();
        }
        if (last == null) {
            report(cycle, node, " says that byte counter " + counter + " is zero, which the program has not preset");
            return;
        }
        final int at = place(node, (int) counter);
        committed[at] -= last.value;
        if (committed[at] < 0) {
            violations.add(at(cycle, node) + " says that byte counter " + counter + " is zero, " + -committed[at]
                    + " bytes before the last one is in memory");
            committed[at] = 0; // each violation is reported once
        }
    }
}
