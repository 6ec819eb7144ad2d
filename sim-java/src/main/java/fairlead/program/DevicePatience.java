// SPDX-License-Identifier: Apache-2.0
package fairlead.program;

/**
 * For how many cycles threads that share a network device may ask in vain before something is wrong
 * (docs/use/device.md):
 * 40,000 cycles, or 256 software latencies if these are more, and 64 of the longest time-outs. The lock is not fair, so
 * fewer latencies would accuse a thread that has bad luck.
 */
public final class DevicePatience {
    /** Cycles by which time-outs differ at least. */
    public static final int LEAST_SPREAD = 8;

    private static final long CYCLES = 40_000;
    private static final long LATENCIES = 256;
    private static final long TRIES = 64;

    private DevicePatience() {}

    /** @param software software latency in cycles */
    public static long of(Program program, int software) {
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
