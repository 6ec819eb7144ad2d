// SPDX-License-Identifier: Apache-2.0
package fairlead.verdict;

import fairlead.engine.CommandBuffer;
import fairlead.hw.HwLayout;
import fairlead.hw.HwLayout.CommitEvent;
import fairlead.hw.HwLayout.Descriptor0;
import fairlead.hw.HwLayout.EventKind;
import fairlead.hw.HwLayout.TileCommand;
import fairlead.machine.MachineConfig;
import fairlead.program.OpKind;
import fairlead.program.Operation;
import fairlead.program.Path;
import fairlead.program.Program;
import fairlead.verdict.DlaState.Asked;
import fairlead.verdict.DlaTurns.Turn;

/**
 * Compares the answers of each DLA, and the status that it writes to memory, with an account that is kept from the
 * commands, the packets that enter the network, and the reports that a request has left. The account knows the cycle in
 * which each command acts. It knows which words are inside in each cycle, except for the middle words of the packet
 * that is leaving; of these it knows the least and the greatest number. A grant must be possible with the least number,
 * and a denial with the greatest. A status event that waits for an event credit joins a record, whose contents follow
 * from the account too.
 *
 * <p>Two cases are not judged: DLA_BYPASS, and a node after DLA_CLEAR.
 */
final class DlaAccount {
    private static final int FLIT = HwLayout.FLIT_BYTES;

    private final Program program;
    private final MachineConfig config;
    private final TagOwners tags;
    private final Violations violations;
    private final DlaNode[] nodes;
    private final boolean judged;
    private final int[] active; // nodes with events in this batch
    private int count;
    private long now; // cycle of their last event
    private final boolean[] isActive;

    DlaAccount(final Program program, final MachineConfig config, final TagOwners tags, final Violations violations) {
        this.program = program;
        this.config = config;
        this.tags = tags;
        this.violations = violations;
        judged = !config.dla().options().bypass();
        nodes = new DlaNode[program.nodes()];
        active = new int[nodes.length];
        isActive = new boolean[nodes.length];
        for (final Operation op : program.operations()) {
            if (judged && (op.kind().isDla() || op.path() != Path.DESCRIPTOR)) {
                at(op.node());
            }
        }
    }

    private DlaNode at(final int node) {
        if (nodes[node] == null) {
            nodes[node] = new DlaNode(config, node, turn -> asked(node, turn));
        }
        return nodes[node];
    }

    /** Returns the request that this command stores, or null if it is of no operation. */
    private Asked asked(final int node, final Turn turn) {
        final int owner = tags.owner(node, (int) Descriptor0.tag(turn.word()));
        if (owner < 0) {
            return null;
        }
        final Operation op = program.operation(owner);
        final boolean malformed = !op.kind().isTransfer()
                || op.epoch() >= 0
                || op.kind() == OpKind.PUT && op.length() > HwLayout.DLA_INLINE_BYTES;
        final int words = op.kind() == OpKind.PUT ? 1 + (op.length() + FLIT - 1) / FLIT : 2;
        return new Asked(op, words, malformed);
    }

    /** Notes command `i` of those that software is about to give to the engine. */
    void command(final CommandBuffer commands, final int i) {
        if (!judged) {
            return;
        }
        final int op = commands.op(i);
        if (DlaNode.isDla(op) || nodes[commands.node(i)] != null) {
            at(commands.node(i)).turns.given(commands, i);
        }
        if (op == TileCommand.DLA_CLEAR) {
            at(commands.node(i)).lose();
        }
    }

    private void add(final int node, final long cycle, final String what) {
        if (!what.isEmpty()) {
            violations.add(cycle, "cycle " + cycle + ": the DLA of node " + node + " " + what);
        }
    }

    /** Judges the cycles of a node before this one. */
    private void advance(final int node, final long cycle) {
        final DlaNode.Wrong wrong = nodes[node].advance(cycle);
        if (wrong != null) {
            add(node, wrong.cycle(), wrong.what());
        }
    }

    private void collects(final int node, final long cycle) {
        now = cycle;
        if (!isActive[node]) {
            isActive[node] = true;
            active[count++] = node;
        }
    }

    /** Notes an event of the DLA. */
    void event(final long cycle, final int node, final int kind, final long a, final long b) {
        if (!judged) {
            return;
        }
        final DlaNode here = at(node);
        advance(node, cycle);
        if (kind == EventKind.DLA_CLEARED || kind == EventKind.DLA_PURGED) {
            here.lose();
        }
        here.event(cycle, kind, a, b);
        collects(node, cycle);
    }

    /** Notes that the head of a packet of this node enters the network. */
    void injected(final long cycle, final int node, final int tag) {
        if (judged && nodes[node] != null) {
            advance(node, cycle);
            if (nodes[node].injected(cycle, tag)) {
                collects(node, cycle);
            }
        }
    }

    /** Notes that a request of the node `origin` has been delivered. */
    void delivered(final long cycle, final int origin, final int tag) {
        if (!judged || nodes[origin] == null) {
            return;
        }
        advance(origin, cycle);
        if (nodes[origin].holds(tag)) {
            nodes[origin].lose();
            add(origin, cycle, "has not told that the request with tag " + tag + " has left, which was delivered");
        }
    }

    /** Judges a DLA status that was written to memory. */
    void status(final long cycle, final int node, final long a, final long word0, final long word1) {
        if (judged && CommitEvent.bytes(a) == FLIT) {
            at(node);
            advance(node, cycle);
            add(node, cycle, nodes[node].status(cycle, word0, word1));
        }
    }

    /** Judges the cycles of a batch, which are whole. */
    void batchEnds() {
        for (; count > 0; count--) {
            isActive[active[count - 1]] = false;
            advance(active[count - 1], now + 1);
        }
    }

    /** Returns the number of states in which the DLA of a node may be. */
    int states(final int node) {
        return nodes[node] == null ? 1 : nodes[node].states();
    }

    /** Judges the end of a run that has drained before this cycle. */
    void finish(final long cycle) {
        final var options = config.dla().options();
        for (int node = 0; node < nodes.length; node++) {
            if (nodes[node] != null) {
                advance(node, cycle);
                add(
                        node,
                        cycle,
                        nodes[node].finish(cycle, options.statusCycles() != 0 || options.statusCredits() == 1));
            }
        }
    }
}
