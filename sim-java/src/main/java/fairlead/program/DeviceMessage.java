// SPDX-License-Identifier: Apache-2.0
package fairlead.program;

import fairlead.hw.HwLayout;
import fairlead.machine.Mix;

/**
 * A message for a thread of a node, received over the shared network device (docs/use/device.md). Its header packet
 * carries the word {@link #header}; its payload is the pattern of {@link #key}.
 *
 * @param sender rank of the I/O node
 * @param node rank of the receiver
 * @param thread thread of the receiver
 * @param number number among the messages of this sender, from 0 on
 * @param bytes payload, 8 to 1792
 */
public record DeviceMessage(int sender, int node, int thread, int number, int bytes) {
    /** Greatest payload: a message has at most eight packets, of which the first is its header. */
    public static final int MOST_BYTES = 7 * HwLayout.TREE_PAYLOAD;

    /** Cycles by which time-outs differ at least. */
    public static final int LEAST_SPREAD = 8;

    private static final long CYCLES = 40_000;
    private static final long LATENCIES = 256;
    private static final long TRIES = 64;
    private static final int BYTES_LSB = 8;
    private static final int NUMBER_LSB = 24;
    private static final int SENDER_LSB = 48;
    private static final int BYTE = 0xFF;
    private static final int HALF = 0xFFFF;
    private static final int NUMBER = 0xFFFFFF;

    /** Returns the message of a DEVICE_SEND. */
    public static DeviceMessage of(Operation op) {
        return new DeviceMessage(op.node(), op.target(), op.thread(), (int) op.operand(), op.length());
    }

    /** Returns the word of the header packet: 8 bits thread, 16 bits length, 24 bits number, 8 bits sender. */
    public long header() {
        return thread
                | (long) bytes << BYTES_LSB
                | (long) (number & NUMBER) << NUMBER_LSB
                | (long) (sender & BYTE) << SENDER_LSB;
    }

    /** Returns the number of packets of a message with this payload, its header packet included. */
    public static int packets(int bytes) {
        return 1 + (bytes + HwLayout.TREE_PAYLOAD - 1) / HwLayout.TREE_PAYLOAD;
    }

    public static int threadOf(long header) {
        return (int) header & BYTE;
    }

    public static int bytesOf(long header) {
        return (int) (header >>> BYTES_LSB) & HALF;
    }

    /** Returns the key of the payload, see {@link Payload}. */
    public long key() {
        return Mix.seed(Mix.seed(sender, 1), number);
    }

    /**
     * Returns for how many cycles threads that share a network device may ask in vain before something is wrong
     * (docs/use/device.md): 40,000 cycles, or 256 software latencies if these are more, and 64 of the longest
     * time-outs. The lock is not fair, so fewer latencies would accuse a thread that has bad luck.
     *
     * @param software software latency in cycles
     */
    public static long patience(Program program, int software) {
        long longest = program.operations().stream()
                .filter(op -> op.kind() == OpKind.DEVICE_RECEIVE)
                .mapToLong(Operation::cycles)
                .max()
                .orElse(0);
        return Math.max(CYCLES, LATENCIES * software) + TRIES * longest;
    }

    /** Returns by how many cycles time-outs differ, so that threads do not ask in step. */
    public static long spread(int software) {
        return Math.max(LEAST_SPREAD, software / 2);
    }
}
