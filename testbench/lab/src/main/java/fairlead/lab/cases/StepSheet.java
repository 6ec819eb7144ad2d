// SPDX-License-Identifier: Apache-2.0
package fairlead.lab.cases;

import fairlead.hw.HwLayout;
import fairlead.hw.HwLayout.AtomicFunction;
import fairlead.machine.MachineConfig;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/**
 * The list of a case's steps, written task by task, and the draws that all scripts share: where traffic goes, how long
 * transfers are, how fast steps follow.
 */
final class StepSheet {
    static final int WORD = 8;
    static final int PACKET = HwLayout.MAX_PAYLOAD;

    final SplittableRandom random;
    final MachineConfig machine;
    final int nodes;
    private final int top;
    private final int hot;
    private final int hotPercent;
    private final int pace;
    private final int longest;
    private final List<StepDraft> drafts = new ArrayList<>();

    // node of the step under construction
    private int node;
    private int task;

    StepSheet(final SplittableRandom random, final MachineConfig machine) {
        this.random = random;
        this.machine = machine;
        nodes = machine.nodes();
        top = Case.messageBase(machine);
        hot = random.nextInt(nodes);
        hotPercent = chance(40) ? between(50, 90) : 0;
        pace = chance(60) ? between(1, 6) : between(1, 60);
        longest = chance(50) ? PACKET : chance(60) ? 3 * PACKET : 16 * PACKET;
    }

    /** Makes the following steps steps of this task. */
    void turn(final int itsNode, final int itsTask) {
        node = itsNode;
        task = itsTask;
    }

    int node() {
        return node;
    }

    int task() {
        return task;
    }

    /** Returns the node to which much traffic goes in some cases. */
    int hot() {
        return hot;
    }

    int size() {
        return drafts.size();
    }

    StepDraft last() {
        return drafts.get(drafts.size() - 1);
    }

    List<Step> steps() {
        return drafts.stream().map(StepDraft::step).toList();
    }

    /** Draws the FetchPayload of a fetch-and-op; one in sixteen has a function that does not exist. */
    long function() {
        final int draw = random.nextInt(3 * (AtomicFunction.SWAP + 1) + 1);
        return draw / 3;
    }

    boolean chance(final int percent) {
        return random.nextInt(100) < percent;
    }

    int between(final int low, final int high) {
        return low + random.nextInt(high - low + 1);
    }

    int gap() {
        return chance(3) ? between(0, 400) : random.nextInt(pace);
    }

    int target() {
        if (chance(hotPercent)) {
            return hot;
        }
        return chance(10) ? node : random.nextInt(nodes);
    }

    int fifo() {
        return chance(80) ? task % HwLayout.INJECTION_FIFOS : random.nextInt(HwLayout.INJECTION_FIFOS);
    }

    int length() {
        final int draw = random.nextInt(100);
        if (draw < 20) {
            return WORD;
        }
        if (draw < 40) {
            return Math.min(longest, PACKET);
        }
        if (draw < 50) {
            return Math.min(longest, 3 * PACKET);
        }
        if (draw < 55) {
            return longest;
        }
        return draw < 59 ? 0 : between(1, longest);
    }

    int address(final int length) {
        final int at = random.nextInt(Math.max(1, top - length));
        return chance(60) ? at & -HwLayout.FLIT_BYTES : at;
    }

    /** Returns an address on a target; 3 % are addresses that the target may have to refuse. */
    int remote(final int length) {
        return chance(3) ? machine.memoryBytes() - between(0, length + WORD) + WORD : address(length);
    }

    StepDraft step(final StepKind kind, final int gap) {
        final StepDraft draft = new StepDraft(node, task, kind, gap);
        drafts.add(draft);
        return draft;
    }
}
