// SPDX-License-Identifier: Apache-2.0
package fairlead.search.evaluate;

import com.fasterxml.jackson.annotation.JsonIgnore;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonPropertyOrder;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;

/**
 * What one simulation gave; nothing in it depends on when or where it ran.
 *
 * @param key content hash of the effective scenario and of the code that ran it
 * @param ending how it ended, one line
 * @param complete it ended by itself
 * @param failed names of verdicts that do not hold, or `unstable` for traffic
 * @param metrics by the word of the objective that they serve
 * @param eventSha256 identity of the run's events; empty for traffic at the local ports
 * @param effective the whole scenario
 */
@JsonPropertyOrder({"schema", "key", "engine", "ending", "complete", "failed", "metrics", "event_sha256", "effective"})
public record Evaluation(
        String schema,
        String key,
        String engine,
        String ending,
        boolean complete,
        List<String> failed,
        SortedMap<String, Double> metrics,
        @JsonProperty("event_sha256") String eventSha256,
        Map<String, Object> effective) {
    public static final String SCHEMA = "fairlead.evaluation/1";

    /** Nothing is missing that a reader of results relies on. */
    @JsonIgnore
    boolean isWhole() {
        return SCHEMA.equals(schema)
                && key != null
                && engine != null
                && ending != null
                && failed != null
                && eventSha256 != null
                && effective != null
                && metrics != null
                && !metrics.isEmpty()
                && !metrics.containsValue(null);
    }

    /** It ended by itself and every verdict that was exercised holds. */
    public boolean good() {
        return complete && failed.isEmpty();
    }
}
