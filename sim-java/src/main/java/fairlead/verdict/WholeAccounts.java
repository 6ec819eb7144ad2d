// SPDX-License-Identifier: Apache-2.0
package fairlead.verdict;

import fairlead.engine.CommandBuffer;
import fairlead.engine.EventCursor;
import fairlead.hw.HwLayout.EventKind;
import fairlead.hw.HwLayout.OpEvent;
import fairlead.hw.HwLayout.TileCommand;
import fairlead.verdict.Checker.MemoryWrite;
import fairlead.verdict.Checker.Packet;

/**
 * The accounts that need the commands of all tasks of a node: of the fences, the DLA, and what waits at a port. They
 * are not kept in a run beside strangers, whose commands may be refused (docs/use/verdicts.md, "Beside strangers").
 */
final class WholeAccounts {
    final FenceAccount flushes;
    final DlaAccount dla;
    final HeadWaits waits;
    final PortTurns turns;
    private final InjectionAccount injections;
    private final boolean kept;

    WholeAccounts(JudgedRun run, InjectionAccount injections) {
        this.injections = injections;
        kept = run.others == null;
        flushes = new FenceAccount(run);
        dla = new DlaAccount(run);
        waits = new HeadWaits(run, injections);
        turns = new PortTurns(run, waits);
    }

    void command(CommandBuffer commands, int i) {
        boolean posts = commands.op(i) == TileCommand.POST;
        InjectionAccount.Posted posted = posts ? injections.posted(commands, i) : null;
        if (kept) {
            dla.command(commands, i);
            flushes.command(commands, i);
            boolean stores = commands.op(i) == TileCommand.DLA_REQUEST || commands.op(i) == TileCommand.DLA_DATA;
            InjectionAccount.Posted other = stores ? flushes.stores.given(commands, i) : turns.given(commands, i);
            waits.command(commands, i, posts ? posted : other);
        }
    }

    /** Has the tile commands of a node act that do so in this cycle at the latest. */
    void advance(long cycle, int node) {
        if (kept) {
            waits.advance(node, cycle + 1);
        }
    }

    void event(EventCursor e, long now, int node, long a, long b) {
        if (!kept) {
            return;
        }
        switch (e.kind()) {
            case EventKind.OP_ISSUED -> {
                waits.issued(now, node, a);
                flushes.issued(now, node, a);
            }
            case EventKind.OP_REFUSED -> flushes.refused(node, OpEvent.tag(a), b);
            case EventKind.EPOCH_ERROR -> turns.error(node, a);
            case EventKind.TREE_ARRIVED -> turns.devices.arrived(now, node, a);
            case EventKind.DEVICE_ANSWER -> turns.devices.answered(now, node, b);
            case EventKind.FLUSH_ARMED, EventKind.FLUSH_DONE, EventKind.FENCE_DONE -> {
                flushes.fence(now, node, e.kind(), a, b);
                waits.done(now, node, e.kind(), a);
            }
            default -> {
                if (e.kind() >= EventKind.DLA_GRANTED && e.kind() <= EventKind.DLA_CLEARED) {
                    dla.event(now, node, e.kind(), a, b);
                    advance(now, node);
                    flushes.dla(now, node, e.kind(), a);
                }
            }
        }
    }

    void committed(MemoryWrite w) {
        if (kept && w.isOfDla()) {
            dla.status(w);
        }
    }

    void injected(Packet p) {
        if (kept) {
            flushes.injected(p);
        }
        if (kept && p.src >= 0) {
            waits.injected(p);
            turns.injected(p);
            dla.injected(p);
        }
    }

    void delivered(Packet p) {
        if (kept) {
            flushes.delivered(p);
        }
        if (kept && p.src >= 0) {
            waits.delivered(p);
            dla.delivered(p);
        }
    }

    void batchEnds() {
        dla.batchEnds();
    }

    void finish(long cycle) {
        if (kept) {
            waits.finish(cycle);
            dla.finish(cycle);
        }
    }
}
