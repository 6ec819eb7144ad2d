// SPDX-License-Identifier: Apache-2.0
package fairlead.search.study;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/** What a study makes small, or large where that is better. */
public enum Objective {
    /** Cycle of the last event, plus 1. */
    COMPLETION_TIME("cycles", false, false),
    /** Packets, from preparation to the acceptance of the tail. */
    MEAN_LATENCY("cycles", false, false),
    P99_LATENCY("cycles", false, false),
    /** Flits per node and cycle accepted when one is offered; traffic at the local ports, twin only. */
    SATURATION_RATE("flits/node/cycle", true, false),
    /** Of one node: {@link BufferBits}. */
    BUFFER_BITS("bits/node", false, true),
    /** Of one node's buffer units, mapped onto a cell library; bits where there is none. */
    GATE_EQUIVALENTS("gate equivalents/node", false, true),
    /** Requests that the DLA discarded. */
    DLA_DISCARDS("requests", false, false);

    private final String unit;
    private final boolean maximised;
    private final boolean computed;

    Objective(final String unit, final boolean maximised, final boolean computed) {
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

    public boolean maximised() {
        return maximised;
    }

    /** Follows from the configuration; no simulation is needed and no seed changes it. */
    public boolean computed() {
        return computed;
    }

    /** The value to be made small. */
    public double cost(final double value) {
        return maximised ? -value : value;
    }

    public static List<String> words() {
        return Arrays.stream(values()).map(Objective::word).toList();
    }
}
