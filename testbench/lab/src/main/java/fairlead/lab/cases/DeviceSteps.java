// SPDX-License-Identifier: Apache-2.0
package fairlead.lab.cases;

import fairlead.hw.HwLayout;
import fairlead.hw.HwLayout.DeviceCommand;
import fairlead.hw.HwLayout.TileCommand;
import fairlead.machine.MachineConfig;
import fairlead.machine.Mix;

/**
 * The commands of one node for its shared device: those of its steps and, on a node that has such steps, some that
 * follow the arrival of a packet.
 */
final class DeviceSteps {
    static final int COMMANDS = 4;
    static final int PROCESSORS = 4;

    private static final int LIMIT = HwLayout.TREE_PACKETS * HwLayout.TREE_PAYLOAD;
    private static final int FEW = 0x1F; // masks of gaps in cycles
    private static final int SOME = 0x3F;
    private static final int ADDRESS_BIT = 20; // of the word that is drawn for an arrival
    private static final int ADDRESSES = 0xFFFF;

    /** Gives a command of the node. */
    interface Sink {
        void command(long cycle, int task, int op, long w0, long w1, long w2, long w3);
    }

    private final MachineConfig machine;
    private final Sink sink;
    private boolean used;

    DeviceSteps(final MachineConfig machine, final Sink sink) {
        this.machine = machine;
        this.sink = sink;
    }

    void note(final Step step) {
        used |= step.kind() == StepKind.DEVICE;
    }

    private static long word(final int processor, final int limit, final int address) {
        return (long) processor << DeviceCommand.PROCESSOR_LSB
                | (long) limit << DeviceCommand.LIMIT_LSB
                | (long) address << DeviceCommand.ADDRESS_LSB;
    }

    void play(final long cycle, final int task, final Step step) {
        final long word = word(step.remote() % PROCESSORS, step.length(), step.local());
        sink.command(cycle, task, TileCommand.DEVICE_LOCK + step.fifo() % COMMANDS, word, 0, 0, 0);
    }

    /** A packet of a message has come. Returns false if it is to be read flit by flit. */
    boolean takes(final long now, final int node) {
        if (!used) {
            return false;
        }
        final long draw = Mix.mix64(now * Mix.GOLDEN + node);
        if ((draw >>> 60) < 2) {
            return false;
        }
        final int processor = (int) draw & PROCESSORS - 1;
        final int limit = Math.min(LIMIT, machine.memoryBytes());
        final int room = machine.memoryBytes() - limit;
        final long word = word(processor, limit, (int) (draw >>> ADDRESS_BIT & ADDRESSES) % Math.max(1, room));
        give(now, TileCommand.DEVICE_LOCK, word);
        give(now + (draw >>> 2 & 7), TileCommand.DEVICE_READ_HEADER, word);
        give(now + (draw >>> 5 & FEW), TileCommand.DEVICE_DRAIN, word);
        give(now + (draw >>> 10 & SOME), TileCommand.DEVICE_UNLOCK, word);
        return true;
    }

    private void give(final long cycle, final int op, final long word) {
        sink.command(cycle, 0, op, word, 0, 0, 0);
    }
}
