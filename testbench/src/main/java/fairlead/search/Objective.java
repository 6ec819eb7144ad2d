// SPDX-License-Identifier: Apache-2.0
package fairlead.search;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/** An objective of a study, which is minimised or, where larger values are better, maximised. */
public enum Objective {
    /** The cycle of the last event plus 1. */
    COMPLETION_TIME("cycles", false),
    /** The mean latency of packets, from preparation to the acceptance of the tail. */
    MEAN_LATENCY("cycles", false),
    P99_LATENCY("cycles", false),
    /** The accepted flits per node and cycle at the greatest load; only for traffic at the local ports. */
    SATURATION_RATE("flits/node/cycle", true),
    /** The storage bits of the buffers of one node that the machine can use, see {@link UsableBuffers#bits}. */
    BUFFER_BITS("bits/node", false),
    /** The gate equivalents of one node's buffer units; storage bits if no cell library is installed. */
    GATE_EQUIVALENTS("gate equivalents/node", false),
    /** The energy of a run in the buffer units of all nodes, see {@link Energy}; only for programs. */
    ENERGY("nJ", false),
    /** The number of requests that the DLA discarded. */
    DLA_DISCARDS("requests", false);

    private final String unit;
    private final boolean maximised;

    Objective(String unit, boolean maximised) {
        this.unit = unit;
        this.maximised = maximised;
    }

    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }

    public String unit() {
        return unit;
    }

    /** Returns the value to be minimised. */
    public double cost(double value) {
        return maximised ? -value : value;
    }

    public static List<String> words() {
        return Arrays.stream(values()).map(Objective::word).toList();
    }
}
