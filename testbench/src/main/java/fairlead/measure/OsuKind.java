// SPDX-License-Identifier: Apache-2.0
package fairlead.measure;

import fairlead.program.CollectiveOp;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/** The tests of the command `osu`, named as in the micro-benchmarks that people know. */
public enum OsuKind {
    PUT_LATENCY,
    GET_LATENCY,
    PUT_BW,
    GET_BW,
    FOP_LATENCY,
    CAS_LATENCY,
    FENCE,
    BARRIER,
    BCAST(CollectiveOp.BROADCAST),
    SCATTER(CollectiveOp.SCATTER),
    GATHER(CollectiveOp.GATHER),
    ALLGATHER(CollectiveOp.ALLGATHER),
    REDUCE(CollectiveOp.REDUCE),
    ALLREDUCE(CollectiveOp.ALLREDUCE),
    ALLTOALL(CollectiveOp.ALLTOALL);

    private final CollectiveOp collective;

    OsuKind() {
        this(null);
    }

    OsuKind(final CollectiveOp collective) {
        this.collective = collective;
    }

    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }

    public static List<String> words() {
        return Arrays.stream(values()).map(OsuKind::word).toList();
    }

    /** Returns the collective operation, or null if the test has two ranks or uses the barrier units. */
    public CollectiveOp collective() {
        return collective;
    }

    /** Returns whether the result is bytes in a time, and not a time. */
    public boolean isBandwidth() {
        return this == PUT_BW || this == GET_BW;
    }

    /** Returns the only size of the test, or -1 if it has any. */
    public int onlySize() {
        return this == FOP_LATENCY || this == CAS_LATENCY ? Long.BYTES : this == BARRIER ? 0 : -1;
    }
}
