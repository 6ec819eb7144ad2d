// SPDX-License-Identifier: Apache-2.0
package fairlead.check;

import fairlead.engine.api.DlaLimits;
import fairlead.engine.api.MachineConfig;
import fairlead.hw.HwLayout.CommitEvent;
import fairlead.hw.HwLayout.DlaBlockEvent;
import fairlead.hw.HwLayout.DlaCommand;
import fairlead.hw.HwLayout.DlaDropReason;
import fairlead.hw.HwLayout.DlaStatus0;
import fairlead.hw.HwLayout.DlaTagEvent;
import fairlead.hw.HwLayout.EventKind;
import fairlead.hw.HwLayout.TileCommand;
import fairlead.program.OpKind;
import fairlead.program.Operation;
import fairlead.program.Program;

/**
 * Compares the answers of each DLA with an account that is kept from the commands, the events and the packets alone.
 * The words of a request are in the DLA FIFO until its head enters the network, and they have left the FIFO when its
 * packet is delivered at another node; the cycle in between at which they leave cannot be observed. The account
 * therefore keeps a lower and an upper bound of the credits held. A grant must be possible at the lower bound; a denial
 * or a discard must have a cause at the upper bound. A status that arrives in memory must lie between the bounds of the
 * cycles in which it may have been read from the registers.
 *
 * <p>Three cases are not judged: DLA_BYPASS, merged status events (event credits), and a node after DLA_CLEAR.
 */
final class DlaAccount {
    private static final int CHANNELS = 1 << DlaCommand.CHANNEL_WIDTH;
    private static final int INLINE = 64; // greatest length of a put in bytes
    private static final int FLIT = 16;

    private final Program program;
    private final MachineConfig config;
    private final DlaLimits limits;
    private final TagOwners tags;
    private final Violations violations;
    private final DlaNode[] nodes;
    private final boolean judged;

    DlaAccount(final Program program, final MachineConfig config, final TagOwners tags, final Violations violations) {
        this.program = program;
        this.config = config;
        this.tags = tags;
        this.violations = violations;
        limits = config.dla();
        judged = !limits.options().bypass() && limits.options().eventCredits() == 0;
        nodes = new DlaNode[program.nodes()];
    }

    private DlaNode at(final int node) {
        if (nodes[node] == null) {
            nodes[node] = new DlaNode();
        }
        return nodes[node];
    }

    /** Notes a command that software gives to the DLA. */
    void command(final long cycle, final int node, final int op, final long word) {
        if (!judged || op < TileCommand.DLA_ALLOC || op > TileCommand.DLA_CLEAR) {
            return;
        }
        switch (op) {
            case TileCommand.DLA_ALLOC, TileCommand.DLA_END -> at(node).commands
                    .put(key(op, DlaCommand.channel(word), DlaCommand.block(word)), word);
            case TileCommand.DLA_RELEASE -> at(node).channel((int) DlaCommand.channel(word))
                    .releasedFrom(cycle);
            case TileCommand.DLA_CLEAR -> at(node).lost = true;
            default -> {}
        }
    }

    private static long key(final int op, final long channel, final long block) {
        return (long) op << 32 | channel << 24 | block;
    }

    private static int words(final Operation op) {
        return op.kind() == OpKind.PUT ? 1 + (op.length() + FLIT - 1) / FLIT : 2;
    }

    /** Checks an event of the DLA against the account. */
    void event(final long cycle, final int node, final int kind, final long a, final long b) {
        if (!judged || at(node).lost) {
            return;
        }
        // the channel of a DlaTagEvent has the same position
        final long channel = kind == EventKind.DLA_RELEASED ? a : DlaBlockEvent.channel(a);
        if (channel < 0 || channel >= CHANNELS) {
            violations.add(who(cycle, node, channel) + ", which it does not have, says " + EventKind.name(kind));
            return;
        }
        final DlaNode here = nodes[node];
        switch (kind) {
            case EventKind.DLA_GRANTED, EventKind.DLA_DENIED -> block(cycle, node, kind == EventKind.DLA_GRANTED, a, b);
            case EventKind.DLA_ENDED -> ended(cycle, node, a, b);
            case EventKind.DLA_RELEASED -> here.channel((int) a).idle();
            case EventKind.DLA_ACCEPTED, EventKind.DLA_DISCARDED -> request(
                    cycle, node, kind == EventKind.DLA_ACCEPTED, a, b);
            case EventKind.DLA_CLEARED, EventKind.DLA_PURGED, EventKind.DLA_MERGED -> here.lost = true;
            default -> {}
        }
        here.note(cycle, config.memoryLatency(node));
    }

    private String who(final long cycle, final int node, final long channel) {
        return "cycle " + cycle + ": the DLA of node " + node + ", channel " + channel;
    }

    private void block(final long cycle, final int node, final boolean granted, final long a, final long credits) {
        final DlaNode here = nodes[node];
        final long number = DlaBlockEvent.channel(a);
        final Long command = here.commands.remove(key(TileCommand.DLA_ALLOC, number, DlaBlockEvent.block(a)));
        if (command == null || DlaCommand.credits(command) != credits) {
            violations.add(who(cycle, node, number) + ", answers block " + DlaBlockEvent.block(a) + " of " + credits
                    + " credits, which nobody asked for");
            return;
        }
        final DlaNode.Channel channel = here.channel((int) number);
        final int kind = DlaCommand.pr(command) != 0 ? DlaNode.PR : DlaCommand.high(command) != 0 ? DlaNode.HI : 0;
        final long[] held = here.held(!granted);
        held[kind] += credits;
        if (granted && !fits(held)) {
            violations.add(who(cycle, node, number) + ", grants " + credits + " credits, with which at least "
                    + text(held) + " are held: beyond a limit");
        } else if (!granted && fits(held) && !(DlaCommand.chain(command) != 0 && channel.broken)) {
            violations.add(who(cycle, node, number) + ", denies " + credits + " credits, with which at most "
                    + text(held) + " were held: within all limits");
        }
        channel.judged(granted, kind, (int) credits);
    }

    private static String text(final long[] held) {
        return held[0] + " lo, " + held[1] + " hi, " + held[2] + " pr";
    }

    private boolean fits(final long[] held) {
        final long lo = held[0];
        final long hi = held[DlaNode.HI];
        final long pr = held[DlaNode.PR];
        return lo + hi + pr <= Math.min(limits.maxCredits(), config.buffers().dla())
                && lo <= limits.maxLoCd()
                && hi <= limits.maxHiCd()
                && pr <= limits.maxPr()
                && lo + pr <= limits.maxLoCdPr()
                && lo + hi <= limits.maxLoHiCd()
                && hi + pr <= limits.maxHiCdPr();
    }

    private void request(final long cycle, final int node, final boolean accepted, final long a, final long b) {
        final DlaNode here = nodes[node];
        final long number = DlaTagEvent.channel(a);
        final int tag = (int) DlaTagEvent.tag(a);
        final int owner = tags.owner(node, tag);
        if (owner < 0) {
            violations.add(who(cycle, node, number) + ", has a request with tag " + tag + ", which is of no operation");
            return;
        }
        final Operation op = program.operation(owner);
        final DlaNode.Channel channel = here.channel((int) number);
        final int words = words(op);
        if (accepted) {
            if (channel.isDropping() || words > channel.free(false, here)) {
                violations.add(who(cycle, node, number) + ", takes " + op + " without credits for it");
            }
            here.enters(channel, tag, words);
            return;
        }
        if (!hasCause(cycle, op, channel, words, (int) b, here)) {
            violations.add(who(cycle, node, number) + ", discards " + op + " (" + DlaDropReason.name((int) b)
                    + ") without cause");
        }
        channel.drops();
    }

    private static boolean hasCause(
            final long cycle,
            final Operation op,
            final DlaNode.Channel channel,
            final int words,
            final int reason,
            final DlaNode here) {
        return switch (reason) {
            case DlaDropReason.DISCARD -> channel.isDropping();
            case DlaDropReason.NO_ALLOCATION -> !channel.isOpen() || channel.isReleased(cycle);
            case DlaDropReason.OVERFLOWS -> channel.isOpen() && words > channel.free(true, here);
            case DlaDropReason.MALFORMED -> !op.kind().isTransfer()
                    || op.epoch() >= 0
                    || op.kind() == OpKind.PUT && op.length() > INLINE;
            default -> false;
        };
    }

    private void ended(final long cycle, final int node, final long a, final long lost) {
        final DlaNode here = nodes[node];
        final long number = DlaBlockEvent.channel(a);
        final Long command = here.commands.remove(key(TileCommand.DLA_END, number, DlaBlockEvent.block(a)));
        final DlaNode.Channel channel = here.channel((int) number);
        if (command == null) {
            violations.add(
                    who(cycle, node, number) + ", ends block " + DlaBlockEvent.block(a) + ", whose end nobody gave");
            return;
        }
        if (lost != (channel.dropped ? 1 : 0)) {
            violations.add(who(cycle, node, number) + ", says of block " + DlaBlockEvent.block(a) + " that "
                    + (lost == 0 ? "nothing" : "something") + " of it was discarded");
        }
        channel.ended(DlaCommand.dealloc(command) != 0);
    }

    /** Notes that the head of a packet of this node enters the network. */
    void injected(final long cycle, final int node, final int tag) {
        if (judged && nodes[node] != null && nodes[node].injected(tag)) {
            nodes[node].note(cycle, config.memoryLatency(node));
        }
    }

    /** Notes that a request of the node `origin` has been delivered. */
    void delivered(final long cycle, final int origin, final int tag) {
        if (judged && nodes[origin] != null && nodes[origin].delivered(tag)) {
            nodes[origin].note(cycle, config.memoryLatency(origin));
        }
    }

    /** Checks a DLA status that was written to memory. */
    void status(final long cycle, final int node, final long a, final long word) {
        if (!judged || CommitEvent.bytes(a) != FLIT || at(node).lost) {
            return;
        }
        final long[] said = {DlaStatus0.lo(word), DlaStatus0.hi(word), DlaStatus0.pr(word), DlaStatus0.consumed(word)};
        final String wrong = nodes[node].refutes(cycle - config.memoryLatency(node), said);
        if (!wrong.isEmpty()) {
            violations.add("cycle " + cycle + ": the DLA of node " + node + " wrote a status with " + text(said)
                    + " credits held, " + said[3] + " consumed; " + wrong);
        }
    }
}
