// SPDX-License-Identifier: Apache-2.0
package fairlead.verdict;

import fairlead.program.OpKind;
import fairlead.program.Operation;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The (task, target) pairs of network operations, numbered in the order in which operations of them are added. */
final class Pairs {
    private final Map<Long, Integer> numbers = new HashMap<>();
    private final Map<Integer, List<Integer>> ofTasks = new HashMap<>();
    private int[] of; // by operation

    /** @param expected number of operations for which there is room before the list grows */
    Pairs(int expected) {
        of = new int[expected];
    }

    private static int task(Operation op) {
        return op.node() << 16 | op.task();
    }

    void added(Operation op) {
        int id = op.id();
        of = OpTimes.reaching(of, id);
        of[id] = -1;
        if (op.kind().isNetwork()) {
            Integer known = numbers.putIfAbsent((long) task(op) << Integer.SIZE | op.target(), numbers.size());
            if (known == null) {
                ofTasks.computeIfAbsent(task(op), any -> new ArrayList<>()).add(numbers.size() - 1);
            }
            of[id] = known == null ? numbers.size() - 1 : known;
        }
    }

    int count() {
        return numbers.size();
    }

    /** Returns the pair of a network operation; -1 for every other one. */
    int of(int operation) {
        return of[operation];
    }

    /** Returns the pair of an operation, of which a quiet has those of all targets of its task. */
    List<Integer> all(Operation op) {
        return op.kind() == OpKind.QUIET ? ofTasks.getOrDefault(task(op), List.of()) : List.of(of(op.id()));
    }
}
