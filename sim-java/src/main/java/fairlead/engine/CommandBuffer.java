// SPDX-License-Identifier: Apache-2.0
package fairlead.engine;

import fairlead.hw.HwLayout;
import fairlead.hw.HwLayout.CommandRecord;
import fairlead.hw.HwLayout.TileCommand;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/**
 * Commands for an engine, little-endian: u64 cycle, u32 node, u16 task, u16 op, u64 w0, w1, w2, w3, u32 seq, u32 owner,
 * u64 zero.
 *
 * <p>`cycle` is the earliest cycle in which the command may act. `op` is a HwLayout.TileCommand or HostCommand. `seq`
 * is unique within a node and rises in the order in which software gave the commands. `owner` is the task in whose name
 * a TileCommand comes, or {@link #SYSTEM} (docs/spec/host-guard.md); it does not change the order. The buffer is
 * direct and grows, so callers must read {@link #data} again for every submit.
 */
public final class CommandBuffer {
    public static final int BYTES = CommandRecord.BYTES;

    /** The owner of commands of the system, which may name what any task has. */
    public static final int SYSTEM = 1 << HwLayout.OWNER_BITS - 1;

    private static final int NODE = CommandRecord.NODE_OFFSET;
    private static final int TASK = CommandRecord.TASK_OFFSET;
    private static final int OP = CommandRecord.OP_OFFSET;
    private static final int WORDS = CommandRecord.W0_OFFSET;
    private static final int OWNER = CommandRecord.OWNER_OFFSET;
    private static final int SEQ = CommandRecord.SEQUENCE_OFFSET;

    private ByteBuffer data;
    private int position;

    public CommandBuffer() {
        this(1024);
    }

    /** @param commands number of commands for which there is room before the buffer grows */
    public CommandBuffer(int commands) {
        data = allocate(commands);
    }

    private static ByteBuffer allocate(int commands) {
        return ByteBuffer.allocateDirect(commands * BYTES).order(ByteOrder.LITTLE_ENDIAN);
    }

    /** Adds a command of a task in its own name, or in that of the system what only the system may give. */
    public void add(long cycle, int node, int task, int op, long w0, long w1, long w2, long w3, int seq) {
        add(cycle, node, task, nameFor(task, op), op, w0, w1, w2, w3, seq);
    }

    /** Returns the owner of a command that the software of a node gives for a task. */
    public static int nameFor(int task, int op) {
        return switch (op) {
            case TileCommand.MSG_CREDIT,
                    TileCommand.DLA_EVENT_CREDIT,
                    TileCommand.COUNT_CONTROL,
                    TileCommand.BAR_ADD,
                    TileCommand.TASK_RESET,
                    TileCommand.TASK_GRANT,
                    TileCommand.EPOCH_ADMIT -> SYSTEM;
            default -> task % SYSTEM;
        };
    }

    public void add(long cycle, int node, int task, int owner, int op, long w0, long w1, long w2, long w3, int seq) {
        if (position + BYTES > data.capacity()) {
            grow();
        }
        int at = position;
        data.putLong(at, cycle);
        data.putInt(at + NODE, node);
        data.putShort(at + TASK, (short) task);
        data.putShort(at + OP, (short) op);
        data.putLong(at + WORDS, w0);
        data.putLong(at + WORDS + 8, w1);
        data.putLong(at + WORDS + 16, w2);
        data.putLong(at + WORDS + 24, w3);
        data.putInt(at + SEQ, seq);
        data.putInt(at + OWNER, owner);
        position = at + BYTES;
    }

    private void grow() {
        ByteBuffer larger = allocate(2 * data.capacity() / BYTES);
        data.position(0).limit(position);
        larger.put(data);
        larger.clear();
        data = larger;
    }

    public void clear() {
        position = 0;
    }

    /** Becomes a copy of another buffer. */
    public void set(CommandBuffer other) {
        if (data.capacity() < other.position) {
            data = allocate(2 * other.count());
        }
        data.put(0, other.data, 0, other.position);
        position = other.position;
    }

    public int count() {
        return position / BYTES;
    }

    /** Returns the records; only the first count() * BYTES bytes are valid. */
    public ByteBuffer data() {
        return data;
    }

    public long cycle(int index) {
        return data.getLong(index * BYTES);
    }

    public int node(int index) {
        return data.getInt(index * BYTES + NODE);
    }

    public int task(int index) {
        return data.getShort(index * BYTES + TASK) & 0xFFFF;
    }

    public int owner(int index) {
        return data.getInt(index * BYTES + OWNER);
    }

    public int op(int index) {
        return data.getShort(index * BYTES + OP) & 0xFFFF;
    }

    public long word(int index, int word) {
        return data.getLong(index * BYTES + WORDS + 8 * word);
    }

    public int seq(int index) {
        return data.getInt(index * BYTES + SEQ);
    }
}
