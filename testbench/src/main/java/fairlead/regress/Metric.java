// SPDX-License-Identifier: Apache-2.0
package fairlead.regress;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/** A value that is compared with the baseline: a number of summary.json, or the event hash. */
enum Metric {
    CYCLES("/cycles"),
    PACKETS("/metrics/packets"),
    FLITS("/metrics/flits"),
    FLIT_HOPS("/metrics/flit_hops"),
    LATENCY_MEAN("/metrics/latency_cycles/mean"),
    LATENCY_P50("/metrics/latency_cycles/p50"),
    LATENCY_P99("/metrics/latency_cycles/p99"),
    LATENCY_MAX("/metrics/latency_cycles/max"),
    EVENTS("/event_sha256");

    private final String pointer;

    Metric(final String pointer) {
        this.pointer = pointer;
    }

    String word() {
        return name().toLowerCase(Locale.ROOT);
    }

    static List<String> words() {
        return Arrays.stream(values()).map(Metric::word).toList();
    }

    static Metric of(final String word) {
        return valueOf(word.toUpperCase(Locale.ROOT));
    }

    /** Returns the value as text, or an empty text if the summary has none. */
    String in(final JsonNode summary) {
        return summary.at(pointer).asText("");
    }
}
