// SPDX-License-Identifier: Apache-2.0
package fairlead.check;

import fairlead.program.Operation;
import fairlead.program.Payload;
import fairlead.program.Program;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/**
 * What memory must hold: the program's initial contents, the node software's own stores at their cycles and every commit that was seen at the memory ports, in order.
 * At the end it must equal the real memory on every byte of every node.
 */
final class Shadow {
    private static final VarHandle LONGS = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

    private final byte[][] bytes;
    private final int size;
    private final StoreHeap stores = new StoreHeap();
    private long next = Long.MAX_VALUE; // cycle of the first of them

    Shadow(final Program program) {
        size = program.memoryBytes();
        bytes = new byte[program.nodes()][size];
        for (final Program.Load load : program.loads()) {
            System.arraycopy(load.data(), 0, bytes[load.node()], load.address(), load.data().length);
        }
    }

    /** A store of node software that will act in exactly this cycle. */
    void schedule(final Operation op, final long cycle) {
        stores.add(cycle, op);
        next = stores.first();
    }

    /** Performs the stores of all cycles before this one: commits of a cycle come before its stores. */
    void advance(final long cycle) {
        while (next < cycle) {
            perform(stores.take());
            next = stores.first();
        }
    }

    private void perform(final Operation op) {
        final byte[] memory = bytes[op.node()];
        switch (op.kind()) {
            case STORE:
                set(memory, op.local(), op.operand());
                break;
            case ADD_LOCAL:
                set(memory, op.local(), get(memory, op.local()) + op.operand());
                break;
            case CAS_LOCAL:
                if (get(memory, op.local()) == op.compare()) {
                    set(memory, op.local(), op.operand());
                }
                break;
            case FILL:
                for (int i = 0; i < op.length(); i += Long.BYTES) {
                    write(memory, op.local() + i, op.length() - i, Payload.word(op.key(), i / Long.BYTES));
                }
                break;
            default:
                throw new IllegalArgumentException("not a store: " + op);
        }
    }

    private static long get(final byte[] memory, final int address) {
        return (long) LONGS.get(memory, address);
    }

    private static void set(final byte[] memory, final int address, final long value) {
        LONGS.set(memory, address, value);
    }

    void write(final int node, final int address, final int length, final long low, final long high) {
        final byte[] memory = bytes[node];
        if (length == 2 * Long.BYTES) { // nearly all
            set(memory, address, low);
            set(memory, address + Long.BYTES, high);
            return;
        }
        write(memory, address, length, low);
        write(memory, address + Long.BYTES, length - Long.BYTES, high);
    }

    private static void write(final byte[] memory, final int address, final int length, final long word) {
        if (length >= Long.BYTES) {
            set(memory, address, word);
            return;
        }
        for (int i = 0; i < length; i++) {
            memory[address + i] = (byte) (word >>> 8 * i);
        }
    }

    long word(final int node, final int address) {
        return get(bytes[node], address);
    }

    byte at(final int node, final int address) {
        return bytes[node][address];
    }

    /** Bytes of a node. */
    int size() {
        return size;
    }

    /** First address at which real memory differs, or -1. */
    int mismatch(final int node, final ByteBuffer real) {
        final ByteBuffer seen = real.duplicate();
        seen.position(0).limit(Math.min(bytes[node].length, seen.capacity()));
        return ByteBuffer.wrap(bytes[node]).mismatch(seen);
    }
}
