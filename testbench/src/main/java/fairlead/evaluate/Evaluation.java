// SPDX-License-Identifier: Apache-2.0
package fairlead.evaluate;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonPropertyOrder;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;

/**
 * The result of one simulation. The result does not depend on when or where the simulation ran.
 *
 * @param key the hash of the effective scenario and of the code that ran it
 * @param ending how the run ended, in one line
 * @param complete whether the run ended by itself
 * @param failed the names of verdicts that do not hold; for traffic {@link #UNSTABLE} or {@link #UNDECIDED}
 * @param metrics the metrics by the name of the objective that uses them
 * @param eventSha256 the event hash of the run; empty for traffic at the local ports
 * @param effective the scenario with all defaults and overrides
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
    static final String SCHEMA = "fairlead.evaluation/1";
    public static final String UNSTABLE = "unstable";
    /** The measurement was too short to tell whether the traffic is steady. */
    public static final String UNDECIDED = "undecided";

    /** Tells whether the run ended by itself and every verdict that was exercised holds. */
    public boolean good() {
        return complete && failed.isEmpty();
    }

    /** Returns the false verdicts of a result that is not good, or else how it ended. */
    public String why() {
        return failed.isEmpty() ? ending : "fails " + String.join(", ", failed);
    }
}
