// SPDX-License-Identifier: Apache-2.0
package fairlead.sweep;

import java.util.ArrayList;
import java.util.List;

/**
 * One combination of values.
 *
 * @param values one value per axis, in the order of the axes
 */
public record SweepPoint(List<Axis> axes, List<String> values) {
    /** Returns every combination of values; the value of the last axis changes fastest. */
    public static List<SweepPoint> all(final List<Axis> axes) {
        List<List<String>> combinations = List.of(List.of());
        for (final Axis axis : axes) {
            final List<List<String>> longer = new ArrayList<>();
            for (final List<String> start : combinations) {
                for (final String value : axis.values()) {
                    final List<String> one = new ArrayList<>(start);
                    one.add(value);
                    longer.add(List.copyOf(one));
                }
            }
            combinations = longer;
        }
        return combinations.stream().map(values -> new SweepPoint(axes, values)).toList();
    }

    /** Returns the point as overrides of a scenario, in the form path=value. */
    public List<String> overrides() {
        final List<String> overrides = new ArrayList<>();
        for (int i = 0; i < axes.size(); i++) {
            overrides.add(axes.get(i).path() + "=" + values.get(i));
        }
        return overrides;
    }
}
