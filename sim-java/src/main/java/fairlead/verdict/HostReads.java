// SPDX-License-Identifier: Apache-2.0
package fairlead.verdict;

import fairlead.hw.HwLayout.HostCommand;
import fairlead.hw.HwLayout.HostEvent;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Checks the values that node software reads from its memory: each must equal the value that the shadow memory holds in
 * that cycle, after the commits of the cycle.
 */
final class HostReads {
    private record Answer(long cycle, int node, int address, long value) {}

    private final Shadow shadow;
    private final Violations violations;
    private final Map<Long, Integer> given = new HashMap<>(); // address, by node and sequence number
    // answers of one cycle and node, until all commits of that cycle are known
    private final List<Answer> answers = new ArrayList<>();

    HostReads(final Shadow shadow, final Violations violations) {
        this.shadow = shadow;
        this.violations = violations;
    }

    private static long key(final int node, final long sequence) {
        return (long) node << 32 | sequence;
    }

    void command(final int node, final int op, final long word, final int sequence) {
        if (op == HostCommand.LOAD || op == HostCommand.ADD || op == HostCommand.CAS_LOCAL || op == HostCommand.POLL) {
            given.put(key(node, sequence), (int) word);
        }
    }

    /** Handles LOADED and POLLED. */
    void answered(final long cycle, final int node, final long a, final long value) {
        final Integer address = given.remove(key(node, HostEvent.sequence(a)));
        if (address != null && address >= 0 && address + Long.BYTES <= shadow.size()) {
            answers.add(new Answer(cycle, node, address, value));
        }
    }

    /** Judges the collected answers if the next event, of this cycle and node, belongs to another cycle or node. */
    void settle(final long cycle, final int node) {
        if (answers.isEmpty()
                || cycle == answers.get(0).cycle() && node == answers.get(0).node()) {
            return;
        }
        answers.forEach(this::judge);
        answers.clear();
    }

    private void judge(final Answer answer) {
        shadow.advance(answer.cycle());
        // otherwise the order of the load and the store in this cycle decides
        if (!shadow.stores(answer.cycle(), answer.node(), answer.address())) {
            final long held = shadow.word(answer.node(), answer.address());
            if (held != answer.value()) {
                violations.add("cycle " + answer.cycle() + ": node " + answer.node() + " read 0x"
                        + Long.toHexString(answer.value()) + " at address 0x" + Integer.toHexString(answer.address())
                        + ", which held 0x" + Long.toHexString(held));
            }
        }
    }
}
