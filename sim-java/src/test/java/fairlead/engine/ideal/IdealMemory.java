// SPDX-License-Identifier: Apache-2.0
package fairlead.engine.ideal;

import fairlead.hw.HwLayout.CommitEvent;
import fairlead.hw.HwLayout.EventKind;
import fairlead.hw.HwLayout.EventUnit;
import fairlead.hw.HwLayout.HostCommand;
import fairlead.program.Payload;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;

/** Memory of one node and the host commands on it. */
final class IdealMemory {
    private record Poll(long id, int address, int comparison, long operand, long until) {}

    private final IdealNode node;
    private final ByteBuffer bytes;
    private final List<Poll> polls = new ArrayList<>();

    IdealMemory(final IdealNode node, final int size) {
        this.node = node;
        bytes = ByteBuffer.allocate(size).order(ByteOrder.LITTLE_ENDIAN);
    }

    ByteBuffer view() {
        return bytes.asReadOnlyBuffer().order(ByteOrder.LITTLE_ENDIAN);
    }

    byte[] read(final int address, final int length) {
        final byte[] data = new byte[length];
        bytes.get(address, data);
        return data;
    }

    void load(final int address, final byte[] data) {
        bytes.put(address, data);
    }

    /** A write of the network: one COMMITTED event for 16 bytes. */
    void write(final int address, final byte[] data, final int port) {
        for (int at = 0; at < data.length; at += 16) {
            final int part = Math.min(16, data.length - at);
            bytes.put(address + at, data, at, part);
            final ByteBuffer words = ByteBuffer.allocate(16).order(ByteOrder.LITTLE_ENDIAN);
            words.put(0, data, at, part);
            node.event(
                    EventUnit.MEMORY,
                    EventKind.COMMITTED,
                    address + at | (long) part << CommitEvent.BYTES_LSB | (long) port << CommitEvent.PORT_LSB,
                    words.getLong(0),
                    words.getLong(8));
        }
    }

    long word(final int address) {
        return bytes.getLong(address);
    }

    void setWord(final int address, final long value) {
        bytes.putLong(address, value);
        node.event(
                EventUnit.MEMORY,
                EventKind.COMMITTED,
                address | 8L << CommitEvent.BYTES_LSB | 1L << CommitEvent.OPERATION_LSB,
                value,
                0);
    }

    static byte[] bytes(final List<long[]> flits, final int length) {
        final ByteBuffer data = ByteBuffer.allocate(16 * flits.size()).order(ByteOrder.LITTLE_ENDIAN);
        flits.forEach(f -> data.putLong(f[0]).putLong(f[1]));
        return java.util.Arrays.copyOf(data.array(), length);
    }

    void command(final long cycle, final long id, final int op, final long w0, final long w1, final long w2) {
        final int address = (int) w0;
        switch (op) {
            case HostCommand.LOAD:
                answer(EventKind.LOADED, id, bytes.getLong(address), 0);
                break;
            case HostCommand.STORE:
                bytes.putLong(address, w1);
                answer(EventKind.STORED, id, 0, 0);
                break;
            case HostCommand.ADD:
                answer(EventKind.LOADED, id, bytes.getLong(address), 0);
                bytes.putLong(address, bytes.getLong(address) + w1);
                break;
            case HostCommand.CAS_LOCAL:
                answer(EventKind.LOADED, id, bytes.getLong(address), 0);
                if (bytes.getLong(address) == w2) {
                    bytes.putLong(address, w1);
                }
                break;
            case HostCommand.POLL:
                polls.add(new Poll(id, address, (int) (w0 >> 32), w1, w2 == 0 ? Long.MAX_VALUE : cycle + w2));
                break;
            case HostCommand.TIMER:
                answer(EventKind.TIMED, id, 0, 0);
                break;
            case HostCommand.FILL:
                bytes.put(address, Payload.bytes(w2, (int) w1));
                answer(EventKind.STORED, id, 0, 0);
                break;
            default:
                throw new IllegalStateException("host command " + HostCommand.name(op));
        }
    }

    private void answer(final int kind, final long id, final long b, final long c) {
        node.event(EventUnit.HOST, kind, id, b, c);
    }

    /** Answers polls whose comparison holds or whose limit has come. */
    void poll(final long cycle) {
        if (polls.isEmpty()) {
            return;
        }
        polls.removeIf(poll -> {
            final long value = bytes.getLong(poll.address());
            final boolean holds = holds(poll.comparison(), Long.compareUnsigned(value, poll.operand()));
            if (holds || cycle >= poll.until()) {
                answer(EventKind.POLLED, poll.id(), value, holds ? 1 : 0);
                return true;
            }
            return false;
        });
    }

    private static boolean holds(final int comparison, final int order) {
        switch (comparison) {
            case 0:
                return order == 0;
            case 1:
                return order != 0;
            case 2:
                return order < 0;
            case 3:
                return order <= 0;
            case 4:
                return order > 0;
            default:
                return order >= 0;
        }
    }

    long nextLimit() {
        return polls.isEmpty()
                ? Long.MAX_VALUE
                : polls.stream().mapToLong(Poll::until).min().orElseThrow();
    }
}
