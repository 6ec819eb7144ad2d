// SPDX-License-Identifier: Apache-2.0
package fairlead.twin.fabric;

import fairlead.engine.CommandBuffer;
import fairlead.hw.HwLayout.HostCommand;
import fairlead.hw.HwLayout.TileCommand;

/** Refuses a batch that contains a command which cannot be executed; a refused batch changes nothing. */
final class CommandCheck {
    private final int nodes;
    private final int memoryBytes;

    CommandCheck(int nodes, int memoryBytes) {
        this.nodes = nodes;
        this.memoryBytes = memoryBytes;
    }

    /** @param now next cycle to execute */
    void check(CommandBuffer commands, long now) {
        int count = commands.count();
        for (int i = 0; i < count; i++) {
            check(commands, i, now);
        }
    }

    private void check(CommandBuffer commands, int i, long now) {
        if (commands.node(i) < 0 || commands.node(i) >= nodes) {
            throw refuse(commands, i, "there are " + nodes + " nodes");
        }
        if (commands.cycle(i) < now) {
            throw refuse(commands, i, "cycle " + commands.cycle(i) + " is before cycle " + now);
        }
        int op = commands.op(i);
        if (op < HostCommand.LOAD && op != TileCommand.FAULT_ARM || op == HostCommand.TIMER) {
            return; // a tile ignores a code below LOAD that it does not know
        }
        long word0 = commands.word(i, 0);
        switch (op) {
            case TileCommand.FAULT_ARM -> throw refuse(commands, i, "the engine model has no faults");
            case HostCommand.LOAD, HostCommand.STORE, HostCommand.ADD, HostCommand.CAS_LOCAL -> {
                range(commands, i, word0, Long.BYTES);
                return;
            }
            case HostCommand.FILL -> {
                range(commands, i, word0, commands.word(i, 1));
                return;
            }
            case HostCommand.POLL -> {
                if (Long.compareUnsigned(Polls.comparison(word0), Polls.COMPARISONS) >= 0) {
                    throw refuse(commands, i, "no such comparison");
                }
                range(commands, i, Polls.address(word0), Long.BYTES);
                return;
            }
            default -> throw refuse(commands, i, "no such command");
        }
    }

    private void range(CommandBuffer commands, int i, long address, long bytes) {
        if (address < 0 || bytes < 0 || address > memoryBytes || bytes > memoryBytes - address) {
            throw refuse(
                    commands,
                    i,
                    bytes + " bytes at " + address + " are beyond the " + memoryBytes + " bytes of memory");
        }
    }

    private static IllegalArgumentException refuse(CommandBuffer commands, int i, String what) {
        return new IllegalArgumentException("command " + commands.op(i) + " (node " + commands.node(i) + ", task "
                + commands.task(i) + ", seq " + commands.seq(i) + "): " + what);
    }
}
