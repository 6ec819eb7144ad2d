// SPDX-License-Identifier: Apache-2.0
package fairlead.check;

import fairlead.program.Operation;
import fairlead.program.Payload;
import fairlead.program.Program;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Comparator;
import java.util.PriorityQueue;

/**
 * What memory must hold: the program's initial contents, the node software's own stores at their cycles and every commit that was seen at the memory ports, in order.
 * At the end it must equal the real memory on every byte of every node.
 */
final class Shadow {
    private record HostStore(long cycle, int node, int task, long order, Operation op) {}

    private final byte[][] bytes;
    private final ByteBuffer[] words;
    private final PriorityQueue<HostStore> stores = new PriorityQueue<>(Comparator.comparingLong(HostStore::cycle)
            .thenComparingInt(HostStore::node)
            .thenComparingInt(HostStore::task)
            .thenComparingLong(HostStore::order));
    private long order;

    Shadow(final Program program) {
        bytes = new byte[program.nodes()][program.memoryBytes()];
        words = new ByteBuffer[program.nodes()];
        for (int node = 0; node < bytes.length; node++) {
            words[node] = ByteBuffer.wrap(bytes[node]).order(ByteOrder.LITTLE_ENDIAN);
        }
        for (final Program.Load load : program.loads()) {
            System.arraycopy(load.data(), 0, bytes[load.node()], load.address(), load.data().length);
        }
    }

    /** A store of node software that will act in exactly this cycle. */
    void schedule(final Operation op, final long cycle) {
        stores.add(new HostStore(cycle, op.node(), op.task(), order++, op));
    }

    /** Performs the stores of all cycles before this one: commits of a cycle come before its stores. */
    void advance(final long cycle) {
        while (!stores.isEmpty() && stores.peek().cycle < cycle) {
            perform(stores.poll().op);
        }
    }

    private void perform(final Operation op) {
        final ByteBuffer memory = words[op.node()];
        switch (op.kind()) {
            case STORE:
                memory.putLong(op.local(), op.operand());
                break;
            case ADD_LOCAL:
                memory.putLong(op.local(), memory.getLong(op.local()) + op.operand());
                break;
            case CAS_LOCAL:
                if (memory.getLong(op.local()) == op.compare()) {
                    memory.putLong(op.local(), op.operand());
                }
                break;
            case FILL:
                final byte[] fill = Payload.bytes(op.key(), op.length());
                System.arraycopy(fill, 0, bytes[op.node()], op.local(), fill.length);
                break;
            default:
                throw new IllegalArgumentException("not a store: " + op);
        }
    }

    void write(final int node, final int address, final int length, final long low, final long high) {
        write(node, address, length, low);
        write(node, address + Long.BYTES, length - Long.BYTES, high);
    }

    private void write(final int node, final int address, final int length, final long word) {
        if (length >= Long.BYTES) {
            words[node].putLong(address, word);
            return;
        }
        for (int i = 0; i < length; i++) {
            bytes[node][address + i] = (byte) (word >>> 8 * i);
        }
    }

    long word(final int node, final int address) {
        return words[node].getLong(address);
    }

    byte at(final int node, final int address) {
        return bytes[node][address];
    }

    int size(final int node) {
        return bytes[node].length;
    }

    /** First address at which real memory differs, or -1. */
    int mismatch(final int node, final ByteBuffer real) {
        final ByteBuffer seen = real.duplicate();
        seen.position(0).limit(Math.min(bytes[node].length, seen.capacity()));
        return words[node].duplicate().position(0).mismatch(seen);
    }
}
