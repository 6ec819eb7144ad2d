// SPDX-License-Identifier: Apache-2.0
package fairlead.lab.requirements;

import fairlead.machine.DlaLimits;
import fairlead.program.Operation;
import fairlead.program.Ops;
import fairlead.program.Path;

/** Programs that use the store path of node 0. A put of 64 bytes needs 5 credits. */
final class DlaPrograms {
    static final int BYTES = 64;
    static final int CREDITS = 5;
    private static final int SMALL = 16; // the length in bytes of a put that needs 2 words
    static final int REQUESTS = 12;

    private DlaPrograms() {}

    static SeedMachine machine(final int credits) {
        return new SeedMachine(3, 1, 1, 4).dla(64, DlaLimits.of(credits));
    }

    /** Returns a machine whose pool is limited by max_credits alone. */
    static SeedMachine pool(final int credits) {
        return new SeedMachine(3, 1, 1, 4).dla(64, new DlaLimits(credits, 64, 64, 64, 64, 64, 64, 64, 64));
    }

    private static int slot(final int n) {
        return Script.LANDING + BYTES * n;
    }

    /** The operations of one task of node 0, each issued after the previous one. */
    static final class Chain {
        private final Script script;
        private final int task;
        private int last = -1;

        Chain(final Script script, final int task) {
            this.script = script;
            this.task = task;
        }

        Chain add(final String name, final Operation op) {
            last = script.add(name, script.task(0, task), op.after(last));
            return this;
        }

        /** Adds an operation that begins when the previous one has completed. */
        Chain done(final String name, final Operation op) {
            last = script.add(name, script.task(0, task), op.requires(last));
            return this;
        }

        Chain put(final String name, final int target, final int slot) {
            return add(name, source(target, slot).path(Path.STORE).attempt());
        }

        /** Returns a put of this slot of the source window. */
        static Operation source(final int target, final int slot) {
            return Ops.put(target, Script.SOURCE + BYTES * slot, slot(slot), BYTES, key(slot));
        }

        /** Returns the key of the data pattern in the source window, beginning at this slot. */
        private static long key(final int slot) {
            return (long) slot * BYTES / 8 * 0x9E3779B97F4A7C15L;
        }
    }

    /**
     * Runs two transactions on one channel, the first under CD and the second under the given scheme, while another
     * task probes the whole pool.
     */
    static SeedRun schemes(final boolean secondPersistent) {
        final Script script = new Script(machine(64));
        final Chain chain = new Chain(script, 0);
        final Chain probe = new Chain(script, 1);
        chain.add("cd", Ops.dlaAlloc(10, false, false)).put("put0", 1, 0).add("end0", Ops.dlaEnd());
        probe.add("probe0", Ops.dlaAlloc(64, false, false).notBefore(500)).add("end1", Ops.dlaEnd());
        chain.add("second", Ops.dlaAlloc(10, secondPersistent, false).notBefore(1000))
                .put("put1", 1, 1)
                .add("end2", Ops.dlaEnd());
        probe.add("probe1", Ops.dlaAlloc(64, false, false).notBefore(1500)).add("end3", Ops.dlaEnd());
        if (secondPersistent) {
            chain.add("release", Ops.dlaRelease().notBefore(2000));
        }
        probe.add("probe2", Ops.dlaAlloc(64, false, false).notBefore(2500)).add("end4", Ops.dlaEnd());
        return script.run();
    }

    /**
     * Runs a program with a pool of 8: task 0 holds 4 words; task 1 is denied 5, sends two puts and ends; later it gets
     * the whole pool.
     */
    static SeedRun denied(final SeedMachine machine) {
        final Script script = new Script(machine);
        final Chain holder = new Chain(script, 0);
        holder.add("held", Ops.dlaAlloc(4, false, false))
                .add("end0", Ops.dlaEnd().notBefore(600));
        final Chain loser = new Chain(script, 1);
        loser.add("denied", Ops.dlaAlloc(5, false, false).notBefore(100))
                .put("put0", 1, 0)
                .put("put1", 1, 1)
                .add("end1", Ops.dlaEnd())
                .done("whole", Ops.dlaAlloc(8, false, false).notBefore(2000))
                .put("put2", 1, 2)
                .add("end2", Ops.dlaEnd());
        return script.run();
    }

    /** Runs a transaction with 4 credits: a put of 5 words does not fit; a following put of 2 words would. */
    static SeedRun hole(final SeedMachine machine) {
        final Script script = new Script(machine);
        new Chain(script, 0)
                .add("alloc", Ops.dlaAlloc(4, false, false))
                .put("large", 1, 0)
                .add(
                        "small",
                        Ops.put(1, Script.SOURCE, slot(1), SMALL, 0)
                                .path(Path.STORE)
                                .attempt())
                .add("end", Ops.dlaEnd());
        return script.run();
    }

    /**
     * Runs four tasks with more puts than the pool holds.
     *
     * @param resends whether software sends discarded requests again
     */
    static SeedRun overfull(final SeedMachine machine, final boolean resends) {
        final Script script = new Script(machine);
        for (int t = 0; t < 4; t++) {
            final Chain chain = new Chain(script, t);
            for (int i = 0; i < REQUESTS; i++) {
                final int slot = REQUESTS * t + i;
                final String name = t + "." + i;
                if (resends) {
                    chain.add(name, Chain.source(1, slot).path(Path.INLINE));
                } else {
                    chain.add("alloc" + name, Ops.dlaAlloc(CREDITS, false, false))
                            .put(name, 1, slot)
                            .add("end" + name, Ops.dlaEnd());
                }
            }
        }
        return script.run();
    }

    /**
     * Runs a persistent reservation over two transactions, releases it while requests are in the FIFO, and then
     * allocates the whole pool.
     */
    static SeedRun persistent(final SeedMachine machine) {
        final Script script = new Script(machine);
        final Chain chain = new Chain(script, 0);
        chain.add("pr", Ops.dlaAlloc(20, true, false)).put("put0", 1, 0).add("end0", Ops.dlaEnd());
        chain.done("wait", Ops.calc(300));
        for (int i = 1; i < 5; i++) {
            chain.put("put" + i, 1, i);
        }
        chain.add("end1", Ops.dlaEnd()).add("release", Ops.dlaRelease());
        chain.done("whole", Ops.dlaAlloc(64, false, false)).add("end2", Ops.dlaEnd());
        return script.run();
    }

    /** Runs a reservation of 7 credits with a put of 5 and, after this put has left, a second put of 5. */
    static SeedRun beyond(final SeedMachine machine) {
        final Script script = new Script(machine);
        final Chain chain = new Chain(script, 0);
        chain.add("alloc", Ops.dlaAlloc(7, false, false)).put("put0", 1, 0);
        chain.done("wait", Ops.calc(300));
        chain.put("put1", 1, 1).add("end", Ops.dlaEnd());
        return script.run();
    }

    /** Runs two puts that fill the pool; another task asks for the whole pool from cycle `probe` on. */
    static SeedRun freed(final SeedMachine machine, final int probe) {
        final Script script = new Script(machine);
        new Chain(script, 0)
                .add("alloc", Ops.dlaAlloc(2 * CREDITS, false, false).notBefore(50))
                .put("put0", 1, 0)
                .put("put1", 1, 1)
                .add("end", Ops.dlaEnd());
        new Chain(script, 1)
                .add("probe", Ops.dlaAlloc(2 * CREDITS, false, false).notBefore(probe))
                .add("probeEnd", Ops.dlaEnd());
        return script.run();
    }

    /**
     * Runs claim 1: processes A and B of node 0 communicate with nodes 1 and 2.
     *
     * @param apart the number of cycles from the start of A to the start of B; it may be negative
     */
    static SeedRun claim(final SeedMachine machine, final int apart) {
        final Script script = new Script(machine);
        for (int t = 0; t < 2; t++) {
            final int start = 100 + Math.max(0, t == 0 ? -apart : apart);
            new Chain(script, t)
                    .add("alloc" + t, Ops.dlaAlloc(CREDITS, false, false).notBefore(start))
                    .put("put" + t, 1 + t, t)
                    .add("end" + t, Ops.dlaEnd());
        }
        new Chain(script, 2)
                .add("whole", Ops.dlaAlloc(16, false, false).notBefore(5000))
                .add("endWhole", Ops.dlaEnd());
        return script.run();
    }
}
