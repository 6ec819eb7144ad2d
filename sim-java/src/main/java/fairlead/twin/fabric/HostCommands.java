// SPDX-License-Identifier: Apache-2.0
package fairlead.twin.fabric;

import fairlead.hw.HwLayout.HostCommand;

/** Executes LOAD to FILL, the accesses of node software to its own memory, in the cycle of the command. */
final class HostCommands {
    private final CommandSlots slots;
    private final CommandQueues queues;
    private final MemoryService memories;
    private final Polls polls;
    private final HostEvents events;

    HostCommands(CommandSlots slots, CommandQueues queues, MemoryService memories, Polls polls, HostEvents events) {
        this.slots = slots;
        this.queues = queues;
        this.memories = memories;
        this.polls = polls;
        this.events = events;
    }

    /** Executes all due host commands of the node, then its polls if one of them must compare again. */
    void act(long t, int node) {
        events.begin();
        while (queues.hasHost(node)) {
            int slot = queues.takeHost(node);
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
            events.timed(slot);
            return;
        }
        int address = (int) slots.word(slot, 0);
        long w1 = slots.word(slot, 1);
        long w2 = slots.word(slot, 2);
        if (op == HostCommand.FILL) {
            memory.fill(address, (int) w1, w2);
            polls.written(node, address, (int) w1);
            events.stored(slot);
            return;
        }
        if (op == HostCommand.STORE) { // without a read of the old value, which would wait for memory
            memory.store64(address, w1);
            events.stored(slot);
            polls.written(node, address, Long.BYTES);
            return;
        }
        long old = memory.load64(address);
        switch (op) {
            case HostCommand.LOAD -> {
                events.loaded(slot, old);
                return;
            }
            case HostCommand.ADD -> {
                memory.store64(address, old + w1);
                events.loaded(slot, old);
            }
            default -> {
                if (old == w2) {
                    memory.store64(address, w1);
                }
                events.loaded(slot, old);
            }
        }
        polls.written(node, address, Long.BYTES);
    }
}
