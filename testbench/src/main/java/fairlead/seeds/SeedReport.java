// SPDX-License-Identifier: Apache-2.0
package fairlead.seeds;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Results as text and as JSON. */
public final class SeedReport {
    private SeedReport() {}

    /** One requirement for a terminal. */
    public static String text(final RowResult r) {
        if (!r.built()) {
            return "not built  " + r.id() + " " + r.rule();
        }
        final String word = r.passed() ? "holds      " : r.holds() ? "NO CONTROL " : "FAILS      ";
        return word + r.id() + " " + r.rule() + "\n    run:      " + r.scenario() + "\n    observed: " + r.observed()
                + "\n    control:  " + r.control() + "\n              " + (r.controlHolds() ? "HOLDS: " : "fails: ")
                + r.controlObserved();
    }

    public static String summary(final List<RowResult> results) {
        final long passed = results.stream().filter(RowResult::passed).count();
        final long missing = results.stream().filter(r -> !r.built()).count();
        return passed + " of " + results.size() + " requirements hold, each with a control that fails; " + missing
                + " not built; " + (results.size() - passed - missing) + " fail; "
                + results.stream().mapToInt(RowResult::runs).sum() + " runs on the RTL, "
                + results.stream().mapToInt(RowResult::besideTwin).sum() + " of them beside the twin, no difference";
    }

    public static String json(final List<RowResult> results) {
        final List<Map<String, Object>> rows = new ArrayList<>();
        for (final RowResult r : results) {
            final Map<String, Object> row = new LinkedHashMap<>();
            row.put("id", r.id());
            row.put("holds", r.holds());
            row.put("observed", r.observed());
            row.put("scenario", r.scenario());
            row.put("control", r.control());
            row.put("control_holds", r.controlHolds());
            row.put("control_observed", r.controlObserved());
            row.put("rule", r.rule());
            row.put("runs", r.runs());
            row.put("beside_twin", r.besideTwin());
            rows.add(row);
        }
        try {
            return new ObjectMapper()
                            .enable(SerializationFeature.INDENT_OUTPUT)
                            .writeValueAsString(Map.of("requirements", rows))
                    + "\n";
        } catch (final JsonProcessingException e) {
            throw new IllegalStateException(e);
        }
    }
}
