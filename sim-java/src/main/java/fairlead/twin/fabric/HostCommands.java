// SPDX-License-Identifier: Apache-2.0
package fairlead.twin.fabric;

import fairlead.hw.HwLayout.EventKind;
import fairlead.hw.HwLayout.HostCommand;

/** Executes LOAD to FILL, the accesses of node software to its own memory, in the cycle of the command. */
record HostCommands(CommandSlots slots, MemoryService memories, Polls polls) {
    /** Executes all due host commands of the node, then its polls if one of them must compare again. */
    void act(long t, int node) {
        polls.begin();
        while (!slots.host.isEmpty(node)) {
            int slot = slots.take(slots.host, node);
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
            polls.answer(slot, EventKind.TIMED, 0, 0);
            return;
        }
        int address = (int) slots.word(slot, 0);
        long w1 = slots.word(slot, 1);
        long w2 = slots.word(slot, 2);
        if (op == HostCommand.FILL) {
            memory.fill(address, (int) w1, w2);
            polls.written(node, address, (int) w1);
            polls.answer(slot, EventKind.STORED, 0, 0);
            return;
        }
        if (op == HostCommand.STORE) { // without a read of the old value, which would wait for memory
            int length = w2 == 0 ? Long.BYTES : (int) w2;
            memory.storeWord(address, length, w1);
            polls.answer(slot, EventKind.STORED, 0, 0);
            polls.written(node, address, length);
            return;
        }
        long old = memory.load64(address);
        polls.answer(slot, EventKind.LOADED, old, 0);
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
}
