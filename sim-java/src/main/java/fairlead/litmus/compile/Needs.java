// SPDX-License-Identifier: Apache-2.0
package fairlead.litmus.compile;

import fairlead.litmus.syntax.LitmusTest;
import fairlead.litmus.syntax.Term;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The features that a test or a point needs and this machine lacks. Such a run is reported as not run, never as passed.
 */
public final class Needs {
    private Needs() {}

    /** Returns the missing features of the test at every point. */
    public static List<String> of(final LitmusTest test) {
        final Set<String> needs = new LinkedHashSet<>();
        if (test.terms().stream().anyMatch(t -> t.kind() == Term.Kind.RETRIES)) {
            needs.add("link retry");
        }
        return List.copyOf(needs);
    }

    /** Returns the missing features of a point. */
    public static List<String> of(final AxisPoint point) {
        final Set<String> needs = new LinkedHashSet<>();
        point.values().forEach((axis, value) -> needs.add(need(axis, value)));
        needs.remove("");
        return List.copyOf(needs);
    }

    /** Returns the missing features of the points to which a claim applies. */
    public static List<String> of(final Map<String, List<String>> at) {
        final Set<String> needs = new LinkedHashSet<>();
        at.forEach((axis, values) -> {
            if (values.stream().noneMatch(v -> need(axis, v).isEmpty())) {
                needs.add(need(axis, values.get(0)));
            }
        });
        return List.copyOf(needs);
    }

    private static String need(final String axis, final String value) {
        return axis.equals("link_error") && !value.equals("0") ? "link retry" : "";
    }
}
