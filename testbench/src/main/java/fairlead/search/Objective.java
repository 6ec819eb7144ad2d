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
    /**
     * The accepted flits per node and cycle when the greatest load is offered; only for traffic at the local ports on
     * the twin.
     */
    SATURATION_RATE("flits/node/cycle", true, false),
    /** The storage bits of the buffers of one node that the machine can use, see {@link UsableBuffers#bits}. */
    BUFFER_BITS("bits/node", false, true),
    /**
     * The gate equivalents of one node's buffer units, mapped onto a cell library; storage bits if no library is
     * installed.
     */
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

    /**
     * Tells whether the value follows from the configuration alone, so that it needs no simulation and depends on no
     * seed.
     */
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
