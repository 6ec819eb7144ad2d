// SPDX-License-Identifier: Apache-2.0
package fairlead.sweep;

import fairlead.scenario.BadInput;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;

/**
 * One key of the scenario and the values that a sweep gives it.
 *
 * @param values the values as they are written in a scenario
 */
public record Axis(String path, List<String> values) {
    private static final int MOST = 10_000;

    /** Parses `path=v1,v2,..`, `path=[a],[b]` or `path=from..to:step`; steps with decimals are computed exactly. */
    public static Axis parse(String text) {
        int equals = text.indexOf('=');
        if (equals <= 0 || equals == text.length() - 1) {
            throw new BadInput("--over " + text + ": must be PATH=V1,V2,.. or PATH=FROM..TO:STEP");
        }
        String path = text.substring(0, equals).trim();
        String right = text.substring(equals + 1).trim();
        int dots = right.indexOf("..");
        return new Axis(path, dots < 0 ? list(right) : range(text, right, dots));
    }

    /** Splits a list at its commas; commas inside brackets belong to a value. */
    private static List<String> list(String text) {
        List<String> values = new ArrayList<>();
        int depth = 0;
        int from = 0;
        for (int i = 0; i <= text.length(); i++) {
            char c = i == text.length() ? ',' : text.charAt(i);
            depth += c == '[' || c == '{' ? 1 : c == ']' || c == '}' ? -1 : 0;
            if (c == ',' && (depth == 0 || i == text.length())) {
                values.add(text.substring(from, i).trim());
                from = i + 1;
            }
        }
        return List.copyOf(values);
    }

    private static List<String> range(String whole, String text, int dots) {
        int colon = text.indexOf(':', dots);
        try {
            BigDecimal from = new BigDecimal(text.substring(0, dots).trim());
            BigDecimal to = new BigDecimal(
                    text.substring(dots + 2, colon < 0 ? text.length() : colon).trim());
            BigDecimal step = colon < 0
                    ? BigDecimal.ONE
                    : new BigDecimal(text.substring(colon + 1).trim());
            if (step.signum() <= 0 || to.compareTo(from) < 0) {
                throw new BadInput("--over " + whole + ": the range must rise, by a step above 0");
            }
            List<String> values = new ArrayList<>();
            for (BigDecimal v = from; v.compareTo(to) <= 0; v = v.add(step)) {
                if (values.size() == MOST) {
                    throw new BadInput("--over " + whole + ": more than " + MOST + " values");
                }
                values.add(v.toPlainString());
            }
            return List.copyOf(values);
        } catch (NumberFormatException e) {
            throw new BadInput("--over " + whole + ": FROM, TO and STEP must be numbers");
        }
    }

    /**
     * One combination of values.
     *
     * @param values one value per axis, in the order of the axes
     */
    public record Point(List<Axis> axes, List<String> values) {
        /** Returns every combination of values; the value of the last axis changes fastest. */
        public static List<Point> all(List<Axis> axes) {
            List<List<String>> combinations = List.of(List.of());
            for (Axis axis : axes) {
                List<List<String>> longer = new ArrayList<>();
                for (List<String> start : combinations) {
                    for (String value : axis.values()) {
                        List<String> one = new ArrayList<>(start);
                        one.add(value);
                        longer.add(List.copyOf(one));
                    }
                }
                combinations = longer;
            }
            return combinations.stream().map(values -> new Point(axes, values)).toList();
        }

        /** Returns the point as overrides of a scenario, in the form path=value. */
        public List<String> overrides() {
            List<String> overrides = new ArrayList<>();
            for (int i = 0; i < axes.size(); i++) {
                overrides.add(axes.get(i).path() + "=" + values.get(i));
            }
            return overrides;
        }
    }
}
