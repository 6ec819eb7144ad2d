// SPDX-License-Identifier: Apache-2.0
package fairlead.software;

import fairlead.program.OpKind;
import fairlead.program.Operation;
import fairlead.program.Program;

/**
 * Decides when software on shared network devices stops asking: threads and daemons that ask again and again would keep
 * a machine busy for ever in which nothing moves. It stands when no other operation has begun and not ended, and no
 * packet of a message has been accepted, has come or was taken for 40,000 cycles, or 256 software latencies if these are
 * more, and 64 of the longest time-outs. The lock is not fair, so fewer latencies would stop a thread that has bad luck.
 */
final class Standstill {
    private static final long CYCLES = 40_000;
    private static final long LATENCIES = 256;
    private static final long TRIES = 64;

    private final long patience;
    private long progress; // latest cycle
    private int others; // operations that have begun and not ended, and do not use a device

    /** @param software software latency in cycles */
    Standstill(final Program program, final int software) {
        final long longest = program.operations().stream()
                .filter(op -> op.kind() == OpKind.DEVICE_RECEIVE)
                .mapToLong(Operation::cycles)
                .max()
                .orElse(0);
        patience = Math.max(CYCLES, LATENCIES * software) + TRIES * longest;
    }

    void begun(final Operation op) {
        others += op.kind().isDevice() ? 0 : 1;
    }

    void ended(final Operation op, final long cycle) {
        others -= op.kind().isDevice() ? 0 : 1;
        progressed(cycle);
    }

    void progressed(final long cycle) {
        progress = Math.max(progress, cycle);
    }

    boolean isReached(final long cycle) {
        return others == 0 && cycle - progress > patience;
    }
}
