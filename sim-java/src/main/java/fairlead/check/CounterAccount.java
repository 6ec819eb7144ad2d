// SPDX-License-Identifier: Apache-2.0
package fairlead.check;

import fairlead.hw.HwLayout;
import fairlead.program.OpKind;
import fairlead.program.Operation;
import fairlead.program.Program;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.Map;

/**
 * Byte counters that puts name: when one is said to be zero, at least as many bytes of its puts are in memory as the program has preset for all its zeros so far. A preset
 * that another one replaces before the counter is zero asks for nothing.
 */
final class CounterAccount {
    private record Preset(long cycle, long value) {}

    private final boolean used;
    private final Violations violations;
    private final Map<Integer, Deque<Preset>> presets = new HashMap<>(); // by node and counter
    private final long[] committed;
    private final long[] wanted;

    CounterAccount(final Program program, final Violations violations) {
        this.violations = violations;
        used = program.operations().stream().anyMatch(op -> op.kind() == OpKind.PUT && op.counter() >= 0);
        committed = new long[used ? program.nodes() * HwLayout.COUNTERS : 0];
        wanted = committed.clone();
    }

    /** Whether a put of the program names a counter. */
    boolean isUsed() {
        return used;
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

    /** Bytes of this operation are in memory. */
    void committed(final Operation op, final int bytes) {
        if (op.kind() == OpKind.PUT && op.counter() >= 0) {
            committed[place(op.target(), op.counter())] += bytes;
        }
    }

    /** COUNTER_ZERO. */
    void zero(final long cycle, final int node, final long counter) {
        final Deque<Preset> here =
                !used || counter < 0 || counter >= HwLayout.COUNTERS ? null : presets.get(place(node, (int) counter));
        Preset last = null;
        while (here != null && !here.isEmpty() && here.peek().cycle() <= cycle) {
            last = here.remove();
        }
        if (last == null) {
            violations.add("cycle " + cycle + ": node " + node + " says that byte counter " + counter
                    + " is zero, which the program has not preset");
            return;
        }
        final int at = place(node, (int) counter);
        wanted[at] += last.value();
        if (committed[at] < wanted[at]) {
            violations.add("cycle " + cycle + ": node " + node + " says that byte counter " + counter + " is zero, "
                    + (wanted[at] - committed[at]) + " bytes before the last one is in memory");
            committed[at] = wanted[at]; // told once
        }
    }
}
