// SPDX-License-Identifier: Apache-2.0
package fairlead.verdict;

import fairlead.hw.HwLayout;
import fairlead.hw.HwLayout.CommitEvent;
import fairlead.program.Operation;

/** A write at a memory port, as an event COMMITTED shows it, decoded once for all checkers. */
final class MemoryWrite {
    private static final int STATUS_PORT = HwLayout.MOST_PORTS;
    private static final int DEVICE_PORT = HwLayout.MOST_PORTS + 1;

    long cycle;
    int node;
    int port;
    int operation; // a WriteOp
    int address;
    int bytes;
    long low; // first 8 bytes that were written
    long high; // next 8 bytes

    MemoryWrite set(long inCycle, int atNode, long a, long b, long c) {
        cycle = inCycle;
        node = atNode;
        port = (int) CommitEvent.port(a);
        operation = (int) CommitEvent.operation(a);
        address = (int) CommitEvent.address(a);
        bytes = (int) CommitEvent.bytes(a);
        low = b;
        high = c;
        return this;
    }

    boolean isOfDla() {
        return port == STATUS_PORT;
    }

    boolean isOfDevice() {
        return port == DEVICE_PORT;
    }

    byte at(int index) {
        return (byte) ((index < Long.BYTES ? low : high) >>> Byte.SIZE * (index % Long.BYTES));
    }

    /** Returns whether these may be the bytes of piece `piece` of an operation. */
    boolean isOf(Operation op, int piece) {
        return op.isUnknown()
                || ((op.payloadWord(2 * piece) ^ low) & Checker.mask(bytes)) == 0
                        && (bytes <= Long.BYTES
                                || ((op.payloadWord(2 * piece + 1) ^ high) & Checker.mask(bytes - Long.BYTES)) == 0);
    }
}
