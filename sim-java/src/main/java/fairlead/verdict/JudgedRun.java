// SPDX-License-Identifier: Apache-2.0
package fairlead.verdict;

import fairlead.hw.HwLayout;
import fairlead.machine.MachineConfig;
import fairlead.program.OpKind;
import fairlead.program.Operation;
import fairlead.program.Program;
import fairlead.program.Strangers;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/** What the checkers of one run share: what is judged, what is known of its operations, and the places for findings. */
final class JudgedRun {
    static final int NOBODY = -1;
    private static final int TAGS = 1 << HwLayout.TAG_BITS;

    final Program program;
    final MachineConfig config;
    final Set<OpKind> kinds = EnumSet.noneOf(OpKind.class); // of the operations that are known at the beginning
    final OtherTasks others; // or null
    final OpTimes times;
    final Shadow shadow;
    final SourceHistory history; // null if every byte can be predicted
    final Violations.Clock clock = new Violations.Clock();
    final Violations data = new Violations(clock); // of the verdict data_integrity
    final Violations broken = new Violations(clock); // of the verdict conservation
    final FenceChecker fences;
    final EpochChecker epochs;
    private final List<Operation> grown = new ArrayList<>(); // the operations of a program that grows
    private final boolean grows;
    private final int[][] owners; // ids of the operations that were handed over last, by node and tag

    JudgedRun(Program program, MachineConfig config) {
        this(program, config, null, false);
    }

    /** @param grows whether operations are added while the program runs, of those kinds that live tasks have */
    JudgedRun(Program begun, MachineConfig config, Strangers strangers, boolean grows) {
        others = strangers == null ? null : new OtherTasks(config, strangers);
        this.grows = grows;
        this.config = config;
        program = grows ? begun.over(Collections.unmodifiableList(grown)) : begun;
        times = new OpTimes(program.size());
        owners = new int[program.nodes()][0];
        shadow = new Shadow(program, config.latency().software());
        boolean isKnown = !grows;
        for (Operation op : program.operations()) {
            kinds.add(op.kind());
            isKnown &= !op.isUnknown();
        }
        history = isKnown ? null : SourceHistory.of(program, shadow, grows);
        shadow.tell(history);
        fences = new FenceChecker(this);
        epochs = new EpochChecker(this);
        if (!grows) {
            program.operations().forEach(this::added);
        }
    }

    /** Notes that the program has this operation, the next one by its id. */
    void added(Operation op) {
        if (grows) {
            grown.add(op);
        }
        times.added(op);
        fences.added(op);
    }

    /** Returns whether a packet is one of strangers, which are beside the program. */
    boolean isOfStrangers(Checker.Packet p) {
        return others != null && others.sent(p);
    }

    /** Notes that the operation was handed over under this tag, by which packets and events name it from now on. */
    void given(Operation op, int tag) {
        if (tag < 0 || tag >= TAGS) {
            return;
        }
        int[] here = owners[op.node()];
        if (tag >= here.length) {
            int known = here.length;
            here = Arrays.copyOf(here, Math.max(Integer.highestOneBit(tag) << 1, 64));
            Arrays.fill(here, known, here.length, NOBODY);
            owners[op.node()] = here;
        }
        here[tag] = op.id();
    }

    /** Returns the id of the operation that was handed over last under this tag of the node, or {@link #NOBODY}. */
    int owner(int node, int tag) {
        int[] here = owners[node];
        return tag < here.length ? here[tag] : NOBODY;
    }

    /** Notes that the last byte of the operation was written in cycle `commit`, as an event of cycle `now` shows. */
    void landed(int op, long commit, long now) {
        fences.landed(op, commit, now);
        epochs.landed(program.operation(op), commit, now);
    }
}
