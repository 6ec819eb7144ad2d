// SPDX-License-Identifier: Apache-2.0
package fairlead.node;

import fairlead.engine.CommandBuffer;
import fairlead.engine.EventCursor;
import fairlead.hw.HwLayout;
import fairlead.machine.MachineConfig;
import fairlead.machine.Mix;
import fairlead.program.Operation;
import fairlead.program.ProgramException;
import java.util.HashMap;
import java.util.Map;

/**
 * The services that the software of one node offers to its modules. A parameter `cycle` is the earliest cycle in which
 * a command may act.
 */
class NodeHost {
    private static final int FIRST_WAIT = 32; // cycles
    private static final int DOUBLINGS = 6;

    /** What software does when the processor's port answers a command. */
    interface Answer {
        void come(EventCursor event, long cycle);
    }

    final Progress run;
    final int node;
    final Tags tags;
    final Counters counters = new Counters();
    private final Map<Integer, Answer> answers = new HashMap<>(); // by sequence number
    private final MachineConfig config;
    private final long seed;
    private int seq;

    /** @param seed seed of the back-off */
    NodeHost(Progress run, MachineConfig config, int node, Tags tags, long seed) {
        this.run = run;
        this.config = config;
        this.node = node;
        this.tags = tags;
        this.seed = seed;
    }

    int coord(int rank) {
        return config.shape().coord(rank);
    }

    /** Gives a command of a task and returns its sequence number. */
    int command(long cycle, int task, int op, long w0, long w1, long w2, long w3) {
        return command(cycle, task, CommandBuffer.nameFor(task, op), op, w0, w1, w2, w3);
    }

    /** Gives a command of a task in the name of `owner`, the task that has what the command names. */
    int command(long cycle, int task, int owner, int op, long w0, long w1, long w2, long w3) {
        run.commands.add(cycle, node, task, owner, op, w0, w1, w2, w3, seq);
        return seq++;
    }

    final int command(long cycle, int task, int op, long word) {
        return command(cycle, task, op, word, 0, 0, 0);
    }

    /** Gives a command of the processor's port whose answer comes later. */
    void ask(long cycle, int task, int op, long w0, long w1, long w2, Answer answer) {
        answers.put(command(cycle, task, op, w0, w1, w2, 0), answer);
    }

    /** Handles LOADED, STORED, POLLED and TIMED. */
    void answered(EventCursor event, long cycle) {
        Answer answer = answers.remove((int) event.a());
        if (answer == null) {
            run.complain(null, cycle, "node " + node + " answers a command that it was not given");
        } else {
            answer.come(event, cycle);
        }
    }

    /** Returns a free tag for an operation that is given to the NIC in this cycle. */
    int takeTag(Operation op, long cycle) {
        int tag = tags.take(op);
        run.tagged(op, tag, cycle);
        return tag;
    }

    /**
     * Returns the cycles to wait before a retry. The waiting time doubles with each attempt and includes a number drawn
     * from the seed, so that competing requests do not collide again (DLA hazard 6).
     *
     * @param who number of the channel that waits, or 256 plus the index of the epoch that waits
     * @param attempt number of retries so far, from 1
     */
    long backOff(int who, int attempt) {
        long window = (long) FIRST_WAIT << Math.min(attempt - 1, DOUBLINGS);
        long draw = Mix.mix64(Mix.seed(seed, (long) node << 32 | (long) who << 16 | attempt & 0xFFFF));
        return window + Long.remainderUnsigned(draw, window);
    }

    /** The byte counters of one node: a pool for gets, and the counters that the program names. */
    static final class Counters {
        private static final int FREE = 0;
        private static final int NAMED = -1; // by the program

        private final int[] holders = new int[HwLayout.COUNTERS]; // by counter: 1 + id of the get that has it, or above
        private final int[] zeros = new int[HwLayout.COUNTERS]; // hit-zero events that no operation has awaited yet
        private final Operation[] awaiting = new Operation[HwLayout.COUNTERS];

        /** Removes a counter from the pool, because the program names it. */
        void reserve(int counter) {
            holders[counter] = NAMED;
        }

        /**
         * Returns the counter of operation `id`: the counter that it already has, otherwise the lowest free one, or -1
         * if none is free.
         */
        int take(int id) {
            int has = first(id + 1);
            int counter = has >= 0 ? has : first(FREE);
            if (counter >= 0) {
                holders[counter] = id + 1;
            }
            return counter;
        }

        private int first(int holder) {
            for (int counter = 0; counter < holders.length; counter++) {
                if (holders[counter] == holder) {
                    return counter;
                }
            }
            return -1;
        }

        /** Returns the counter of operation `id` to the pool; returns false if the operation has none. */
        boolean release(int id) {
            int counter = first(id + 1);
            if (counter >= 0) {
                holders[counter] = FREE;
            }
            return counter >= 0;
        }

        /** Handles a hit-zero event; returns the operation that awaits the counter, or null. */
        Operation zero(int counter) {
            Operation op = awaiting[counter];
            awaiting[counter] = null;
            zeros[counter] += op == null ? 1 : 0;
            return op;
        }

        /**
         * Returns true and consumes the hit-zero event if the counter has already reached zero; otherwise registers
         * the operation as waiting.
         */
        boolean await(Operation op) {
            int counter = op.counter();
            if (zeros[counter] > 0) {
                zeros[counter]--;
                return true;
            }
            if (awaiting[counter] != null) {
                throw new IllegalStateException("two operations await counter " + counter);
            }
            awaiting[counter] = op;
            return false;
        }
    }

    /**
     * The tags of one node and the operation that owns each. A tag that no request in the machine has had is taken
     * first, in circular order: the request of an operation that is complete for software may still wait in the FIFO of
     * the store path, and its refusal may still come. Only a program with more requests than there are tags uses a tag
     * again.
     */
    static final class Tags {
        private static final int MOST = 1 << HwLayout.TAG_BITS;
        private static final int LEAST = 64;

        private final OpTable table;
        private final Operation[] owner;
        private int free; // tags without an owner
        private int next;

        /** @param operations approximate number of tags that the node's program needs */
        Tags(OpTable table, int operations) {
            this.table = table;
            free = Math.min(MOST, Math.max(LEAST, 2 * Integer.highestOneBit(Math.max(1, operations))));
            owner = new Operation[free];
        }

        int take(Operation op) {
            for (int i = 0; i < owner.length; i++) {
                int tag = next + i & owner.length - 1;
                if (free > 0 ? owner[tag] == null : table.isDone(owner[tag].id())) {
                    owner[tag] = op;
                    free = Math.max(0, free - 1);
                    next = tag + 1;
                    return tag;
                }
            }
            throw new ProgramException("all " + owner.length + " tags are in use");
        }

        void giveBack(int tag) {
            if (owner(tag) != null) {
                owner[tag] = null;
                free++;
            }
        }

        /** Returns the operation that had this tag last, or null. */
        Operation owner(int tag) {
            return tag < owner.length ? owner[tag] : null;
        }
    }
}
