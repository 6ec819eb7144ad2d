// SPDX-License-Identifier: Apache-2.0
package fairlead.program;

import static fairlead.program.ProgramException.require;

import fairlead.hw.HwLayout;
import fairlead.program.Program.Successors;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.IntStream;

/**
 * Refuses programs that would wait for ever for a place in a finite table. The epochs are played: every operation is
 * done at once, a barrier with its last task, and an epoch opens, the earliest one first, when its node and its targets
 * have room. An epoch that never opens waits for room that is held until it has ended.
 */
final class TableRoom {
    private static final int ORIGINS = HwLayout.ORIGIN_EPOCHS;
    private static final int ENTRIES = HwLayout.TARGET_EPOCHS;
    private static final int SHARED = ENTRIES - HwLayout.KEPT_EPOCHS; // entries for origins that have one already

    private final Program program;
    private final Successors next;
    private final int[] needs;
    private final int[] held; // entries as origin, by node
    private final int[] exposed; // entries as target, by node
    private final Map<Long, Integer> pairs = new HashMap<>(); // entries of an origin (upper half) at a target
    private final Deque<Integer> ready = new ArrayDeque<>();
    private final TreeSet<Integer> waiting = new TreeSet<>(); // EPOCH_OPENs
    private final int[] parties = new int[HwLayout.BARRIERS]; // tasks in each barrier
    private final List<List<Integer>> entered = new ArrayList<>(); // operations of those that are in it now

    private TableRoom(Program program) {
        this.program = program;
        next = program.successors();
        needs = IntStream.range(0, program.size()).map(next::needs).toArray();
        held = new int[program.nodes()];
        exposed = new int[program.nodes()];
        Set<List<Integer>> tasks = new HashSet<>();
        program.operations().stream()
                .filter(op -> op.kind() == OpKind.BARRIER && tasks.add(List.of(op.barrier(), op.node(), op.task())))
                .forEach(op -> parties[op.barrier()]++);
        Arrays.stream(parties).forEach(n -> entered.add(new ArrayList<>()));
    }

    static void check(Program program) {
        counters(program);
        int[] origins = new int[program.nodes()];
        int[] targets = new int[program.nodes()];
        program.operations().stream().filter(TableRoom::opens).forEach(op -> count(op, 1, origins, targets));
        if (Arrays.stream(origins).anyMatch(n -> n > ORIGINS)
                || Arrays.stream(targets).anyMatch(n -> n > SHARED)) {
            new TableRoom(program).play();
        }
    }

    /** Refuses a get on a node all of whose byte counters are named by the program. */
    private static void counters(Program program) {
        BitSet named = new BitSet();
        program.operations().stream()
                .filter(op -> op.counter() >= 0)
                .forEach(op -> named.set(
                        (op.kind() == OpKind.PUT ? op.target() : op.node()) * HwLayout.COUNTERS + op.counter()));
        for (Operation op : named.isEmpty() ? List.<Operation>of() : program.operations()) {
            int first = op.node() * HwLayout.COUNTERS;
            boolean none = named.nextClearBit(first) >= first + HwLayout.COUNTERS;
            require(op.kind() != OpKind.GET || !none, op, "counter_none", HwLayout.COUNTERS);
        }
    }

    private static boolean opens(Operation op) {
        return op.kind() == OpKind.EPOCH_OPEN && op.onlyIf() < 0;
    }

    private static void count(Operation open, int by, int[] origins, int[] targets) {
        origins[open.node()] += by * open.targets().length;
        Arrays.stream(open.targets()).forEach(target -> targets[target] += by);
    }

    private void play() {
        IntStream.range(0, needs.length).filter(id -> needs[id] == 0).forEach(ready::add);
        Integer open;
        do {
            while (!ready.isEmpty()) {
                perform(program.operation(ready.remove()));
            }
            open = waiting.stream().filter(this::fits).findFirst().orElse(null);
            if (open != null) {
                waiting.remove(open);
                enter(program.operation(open), 1);
                met(Successors.onPost(open));
                met(Successors.onDone(open));
            }
        } while (open != null);
        for (int id : waiting) {
            Operation op = program.operation(id);
            int size = op.targets().length;
            require(held[op.node()] + size <= ORIGINS, op, "epoch_origins", size, ORIGINS, held[op.node()]);
            int full = Arrays.stream(op.targets())
                    .filter(t -> exposed[t] >= room(op, t))
                    .findFirst()
                    .orElseThrow();
            require(false, op, "epoch_entries", full, room(op, full));
        }
    }

    private boolean fits(int id) {
        Operation op = program.operation(id);
        return held[op.node()] + op.targets().length <= ORIGINS
                && Arrays.stream(op.targets()).allMatch(target -> exposed[target] < room(op, target));
    }

    private static long pair(Operation op, int target) {
        return (long) op.node() << Integer.SIZE | target;
    }

    /** Returns with how many epochs a target takes no other one of the operation's node. */
    private int room(Operation op, int target) {
        return pairs.getOrDefault(pair(op, target), 0) > 0 ? SHARED : ENTRIES;
    }

    private void enter(Operation open, int by) {
        count(open, by, held, exposed);
        Arrays.stream(open.targets()).forEach(target -> pairs.merge(pair(open, target), by, Integer::sum));
    }

    private void perform(Operation op) {
        if (opens(op)) {
            waiting.add(op.id());
            return;
        }
        met(Successors.onPost(op.id()));
        if (op.kind() == OpKind.BARRIER) {
            List<Integer> all = entered.get(op.barrier());
            all.add(op.id());
            if (all.size() == parties[op.barrier()]) {
                all.forEach(id -> met(Successors.onDone(id)));
                all.clear();
            }
            return;
        }
        if (op.kind() == OpKind.EPOCH_CLOSE && opens(program.operation(op.epoch()))) {
            enter(program.operation(op.epoch()), -1);
        }
        met(Successors.onDone(op.id()));
    }

    private void met(int list) {
        for (int i = next.first(list); i < next.first(list + 1); i++) {
            if (--needs[next.at(i)] == 0) {
                ready.add(next.at(i));
            }
        }
    }
}
