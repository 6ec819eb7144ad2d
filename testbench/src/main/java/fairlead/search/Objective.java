// SPDX-License-Identifier: Apache-2.0
package fairlead.search;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/** An objective of a study, which is minimised or, where larger values are better, maximised. */
public enum Objective {
    /** The cycle of the last event plus 1. */
    COMPLETION_TIME("cycles", false, false),
    /** The mean latency of packets, from preparation to the acceptance of the tail. */
    MEAN_LATENCY("cycles", false, false),
    P99_LATENCY("cycles", false, false),
    /** The accepted flits per node and cycle at the greatest load; only for traffic at the local ports. */
    SATURATION_RATE("flits/node/cycle", true, false),
    /** The storage bits of the buffers of one node that the machine can use, see {@link UsableBuffers#bits}. */
    BUFFER_BITS("bits/node", false, true),
    /** The gate equivalents of one node's buffer units; storage bits if no cell library is installed. */
    GATE_EQUIVALENTS("gate equivalents/node", false, true),
    /** The number of requests that the DLA discarded. */
    DLA_DISCARDS("requests", false, false);

    private final String unit;
    private final boolean maximised;
    private final boolean computed;

    Objective(String unit, boolean maximised, boolean computed) {
        this.unit = unit;
        this.maximised = maximised;
        this.computed = computed;
    }

    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }

    public String unit() {
        return unit;
    }

    /** Tells whether the value follows from the configuration alone, without simulation or seed. */
    public boolean computed() {
        return computed;
    }

    /** Returns the value to be minimised. */
    public double cost(double value) {
        return maximised ? -value : value;
    }

    public static List<String> words() {
        return Arrays.stream(values()).map(Objective::word).toList();
    }
}
