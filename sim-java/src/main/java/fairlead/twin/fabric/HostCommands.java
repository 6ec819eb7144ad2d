// SPDX-License-Identifier: Apache-2.0
package fairlead.twin.fabric;

import fairlead.hw.HwLayout.EventKind;
import fairlead.hw.HwLayout.EventUnit;
import fairlead.hw.HwLayout.HostCommand;
import fairlead.hw.HwLayout.HostEvent;

/** Executes LOAD to FILL, the accesses of node software to its own memory, in the cycle of the command. */
final class HostCommands {
    private final CommandSlots slots;
    private final CommandSlots.CommandQueues queues;
    private final MemoryService memories;
    private final Polls polls;
    private final HostEvents events;

    HostCommands(
            CommandSlots slots,
            CommandSlots.CommandQueues queues,
            MemoryService memories,
            Polls polls,
            HostEvents events) {
        this.slots = slots;
        this.queues = queues;
        this.memories = memories;
        this.polls = polls;
        this.events = events;
    }

    /** Executes all due host commands of the node, then its polls if one of them must compare again. */
    void act(long t, int node) {
        events.begin();
        while (!queues.host.isEmpty(node)) {
            int slot = queues.take(queues.host, node);
            if (slots.op[slot] == HostCommand.POLL) {
                polls.begin(t, slot);
            } else {
                execute(node, slot);
                slots.release(slot);
            }
        }
        if (polls.mustLook(node)) {
            polls.look(t, node, memories.memory(node));
        }
    }

    private void execute(int node, int slot) {
        NodeMemory memory = memories.memory(node);
        int op = slots.op[slot];
        if (op == HostCommand.TIMER) {
            events.answer(slot, EventKind.TIMED, 0, 0);
            return;
        }
        int address = (int) slots.word(slot, 0);
        long w1 = slots.word(slot, 1);
        long w2 = slots.word(slot, 2);
        if (op == HostCommand.FILL) {
            memory.fill(address, (int) w1, w2);
            polls.written(node, address, (int) w1);
            events.answer(slot, EventKind.STORED, 0, 0);
            return;
        }
        if (op == HostCommand.STORE) { // without a read of the old value, which would wait for memory
            memory.store64(address, w1);
            events.answer(slot, EventKind.STORED, 0, 0);
            polls.written(node, address, Long.BYTES);
            return;
        }
        long old = memory.load64(address);
        events.answer(slot, EventKind.LOADED, old, 0);
        if (op == HostCommand.LOAD) {
            return;
        }
        if (op == HostCommand.ADD) {
            memory.store64(address, old + w1);
        } else if (old == w2) {
            memory.store64(address, w1);
        }
        polls.written(node, address, Long.BYTES);
    }

    /** The answers to host commands: events of unit 0, numbered from 0 within a node and cycle. */
    static final class HostEvents {
        private static final int TASK_SHIFT = HostEvent.TASK_LSB;
        private static final long SEQ_MASK = HostEvent.SEQUENCE_MASK;

        private final CommandSlots slots;
        private final EventStream events;
        private int sequence;

        HostEvents(CommandSlots slots, EventStream events) {
            this.slots = slots;
            this.events = events;
        }

        void begin() {
            sequence = 0;
        }

        void answer(int slot, int kind, long b, long c) {
            long a = (long) slots.task[slot] << TASK_SHIFT | slots.seq[slot] & SEQ_MASK;
            events.emit(slots.node[slot], EventUnit.HOST, kind, sequence++, a, b, c);
        }
    }
}
