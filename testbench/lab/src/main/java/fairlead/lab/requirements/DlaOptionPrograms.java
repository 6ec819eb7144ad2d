// SPDX-License-Identifier: Apache-2.0
package fairlead.lab.requirements;

import fairlead.hw.HwLayout.DlaBlockEvent;
import fairlead.hw.HwLayout.EventKind;
import fairlead.hw.HwLayout.TileCommand;
import fairlead.machine.DlaLimits;
import fairlead.machine.DlaOptions;
import fairlead.program.Comparison;
import fairlead.program.Operation;
import fairlead.program.Ops;
import fairlead.program.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Programs and raw commands of R-DLA-11 to R-DLA-15: the store path of node 0, and a storm of requests from all nodes.
 */
final class DlaOptionPrograms {
    /** The address to which the DLA writes its status, after the source window and the landing zone. */
    static final int STATUS = Script.LANDING * 5;

    static final int MARK_AT = 6;
    static final int PUTS = 12;
    static final int BLOCKS = 6;
    static final int GETS = 60;

    private static final int CREDITS_BACK = 400;
    private static final int AGAIN = 600;

    private DlaOptionPrograms() {}

    /** Runs a transaction with a marker in its middle; task 1, which has sent no request, also issues a marker. */
    static SeedRun marked(final SeedMachine machine) {
        final Script script = new Script(machine);
        final DlaPrograms.Chain chain = new DlaPrograms.Chain(script, 0);
        chain.add("alloc", Ops.dlaAlloc(PUTS * DlaPrograms.CREDITS, false, false));
        for (int i = 0; i < PUTS; i++) {
            if (i == MARK_AT) {
                chain.add("mark", Ops.dlaMark());
            }
            chain.put("put" + i, 1, i);
        }
        chain.add("end", Ops.dlaEnd());
        new DlaPrograms.Chain(script, 1).add("other", Ops.dlaMark().after(0));
        return script.run();
    }

    /**
     * Runs a program in which task 0 holds the whole pool for 1,000 cycles. Task 1 reads the status copy in memory,
     * which does not yet show the allocation, and puts: once if it trusts the copy, else until the put is accepted.
     */
    static SeedRun copy(final SeedMachine machine, final boolean trusted) {
        final Script script = new Script(machine);
        if (script.window("status", 16) != STATUS) {
            throw new IllegalStateException("the windows have moved");
        }
        new DlaPrograms.Chain(script, 0)
                .add("whole", Ops.dlaAlloc(16, false, false).notBefore(100))
                .done("wait", Ops.calc(1000))
                .put("put0", 1, 0)
                .add("end", Ops.dlaEnd());
        final DlaPrograms.Chain sender = new DlaPrograms.Chain(script, 1);
        sender.add("copy", Ops.poll(STATUS, Comparison.EQ, 0, 0).notBefore(120));
        if (trusted) {
            sender.done("alloc", Ops.dlaAlloc(DlaPrograms.CREDITS, false, false))
                    .put("put1", 1, 1)
                    .add("end1", Ops.dlaEnd());
        } else {
            sender.done("put1", DlaPrograms.Chain.source(1, 1).path(Path.INLINE));
        }
        return script.run();
    }

    /** Runs allocations of all three classes, puts in each class, the ends of the transactions and the release. */
    static SeedRun status(final SeedMachine machine) {
        return new RawCommands()
                .cd(10, 0, 12)
                .alloc(14, 1, 11, true, false, true)
                .pr(20, 2, 10)
                .put(30, 0, 1, RawCommands.DATA)
                .put(60, 1, 2, RawCommands.DATA)
                .put(100, 2, 3, RawCommands.DATA)
                .put(140, 0, 4, RawCommands.DATA)
                .end(200, 0)
                .put(230, 2, 5, RawCommands.DATA)
                .end(300, 1)
                .release(400, 2)
                .run(machine);
    }

    /**
     * Runs blocks of one put each in one channel with one event credit; the event credits return after all blocks have
     * been issued. After that, software repeats every block of which no event informed it.
     *
     * @param cumulative whether the newest block of a merged event stands for all earlier blocks, too; else it stands
     *      for itself only
     */
    static SeedRun blocks(final boolean cumulative) {
        final SeedMachine machine = DlaPrograms.machine(64).options(DlaOptions.events(1));
        final SeedRun first = given(List.of()).run(machine);
        final List<Integer> lost = new ArrayList<>();
        for (int block = 1; block <= BLOCKS; block++) {
            final int wanted = block;
            final boolean told = !first.events()
                    .all(e -> (e.kind() == EventKind.DLA_ENDED || e.kind() == EventKind.DLA_MERGED)
                            && (DlaBlockEvent.block(e.a()) == wanted
                                    || cumulative && DlaBlockEvent.block(e.a()) > wanted))
                    .isEmpty();
            if (!told) {
                lost.add(block);
            }
        }
        return given(lost).run(machine);
    }

    private static RawCommands given(final List<Integer> again) {
        final RawCommands raw = new RawCommands();
        for (int block = 1; block <= BLOCKS; block++) {
            raw.block(10 * block, 0, block);
        }
        raw.command(CREDITS_BACK, TileCommand.DLA_EVENT_CREDIT, 2L * BLOCKS);
        for (final int block : again) {
            raw.block(AGAIN + 10L * block, 0, block);
        }
        return raw;
    }

    /**
     * Runs a case in which channel 0 holds the whole pool of 32 words and its process dies between two stores; later
     * channel 1 allocates the whole pool.
     */
    static SeedRun cleared(final SeedMachine machine, final boolean persistent, final boolean purge) {
        final RawCommands raw = new RawCommands().alloc(10, 0, 32, !persistent, persistent, false);
        for (int i = 0; i < 4; i++) {
            raw.put(12, 0, i, RawCommands.DATA);
        }
        raw.put(12, 0, 4, 2).clear(13, 0, purge);
        return raw.cd(5000, 1, 32)
                .put(5010, 1, 5, RawCommands.DATA)
                .end(5020, 1)
                .run(machine);
    }

    /** Runs a storm in which every node issues more gets from the next node than FIFO and network can hold. */
    static SeedRun storm(final int words, final DlaOptions options) {
        final SeedMachine machine = new SeedMachine(3, 1, 1, 1)
                .memory(8)
                .depths(4, 4, 2)
                .dla(words, DlaLimits.of(words))
                .options(options)
                .detect();
        final Script script = new Script(machine);
        for (int node = 0; node < 3; node++) {
            for (int i = 0; i < GETS; i++) {
                final int next = (node + 1) % 3;
                final Operation get = Ops.get(next, Script.LANDING + 64 * i, Script.SOURCE, 64, next);
                script.add(node + "." + i, script.task(node, 0), get.path(Path.INLINE));
            }
        }
        return script.run();
    }
}
