// SPDX-License-Identifier: Apache-2.0
package fairlead.program;

import fairlead.hw.HwLayout;
import fairlead.machine.Mix;

/**
 * A message for a thread of a node, received over the shared network device (docs/use/device.md). Its header packet
 * carries
 * the word {@link #header}; its payload is the pattern of {@link #key}.
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
}
