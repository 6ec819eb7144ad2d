// SPDX-License-Identifier: Apache-2.0
package fairlead.litmus.compile;

import fairlead.machine.Shape;
import fairlead.scenario.BadInput;
import fairlead.scenario.Nearest;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** One value for every axis. */
public record AxisPoint(Map<String, String> values) {
    /** The values that `full` runs for each axis; the first one belongs to the base point. */
    private static final Map<String, List<String>> AXES = axes();

    private static final List<String> FREE = List.of("shape", "size");

    private static Map<String, List<String>> axes() {
        final Map<String, List<String>> axes = new LinkedHashMap<>();
        axes.put("shape", List.of("4x4x4"));
        axes.put("routing", List.of("dimension_order", "adaptive"));
        axes.put("size", List.of("1", "32", "96", "600"));
        axes.put("hops", List.of("file", "0", "1", "max"));
        axes.put("depth", List.of("default", "min"));
        axes.put("dla", List.of("cd", "pr"));
        axes.put("traffic", List.of("none", "uniform", "hot_spot"));
        axes.put("access", List.of("refuse", "queue"));
        axes.put("link_error", List.of("0", "0.001"));
        return axes;
    }

    public static AxisPoint base() {
        final Map<String, String> values = new TreeMap<>();
        AXES.forEach((axis, all) -> values.put(axis, all.get(0)));
        return new AxisPoint(values);
    }

    /**
     * Returns the points of `base`, `full`, or a list of axes and values such as `size=1,32;depth=min`; every
     * combination occurs once.
     */
    public static List<AxisPoint> all(final String text) {
        if (text.equals("base")) {
            return List.of(base());
        }
        final Map<String, List<String>> chosen = new LinkedHashMap<>();
        if (text.equals("full")) {
            AXES.forEach((axis, all) -> chosen.put(axis, axis.equals("access") ? List.of("refuse") : all));
        } else {
            for (final String part : text.split(";")) {
                final String[] sides = part.strip().split("=", 2);
                if (sides.length != 2 || sides[1].isBlank()) {
                    throw new BadInput("--axes " + part.strip() + ": expected base, full or AXIS=VALUE,..;..");
                }
                final String axis = axis("--axes", sides[0].strip());
                chosen.put(
                        axis,
                        Arrays.stream(sides[1].split(","))
                                .map(v -> value("--axes", axis, v.strip()))
                                .toList());
            }
        }
        return all(chosen);
    }

    /** Returns the points of the `axes` line of a file; every combination occurs once. */
    public static List<AxisPoint> all(final String where, final Map<String, List<String>> chosen) {
        checkAt(where + ": axes:", chosen);
        return all(chosen);
    }

    private static List<AxisPoint> all(final Map<String, List<String>> chosen) {
        List<AxisPoint> points = List.of(base());
        for (final Map.Entry<String, List<String>> axis : chosen.entrySet()) {
            final List<AxisPoint> more = new ArrayList<>();
            for (final AxisPoint point : points) {
                for (final String value : axis.getValue()) {
                    final Map<String, String> values = new TreeMap<>(point.values);
                    values.put(axis.getKey(), value);
                    more.add(new AxisPoint(values));
                }
            }
            points = more;
        }
        return points;
    }

    private static String axis(final String where, final String axis) {
        if (!AXES.containsKey(axis)) {
            final String near = Nearest.to(axis, AXES.keySet());
            throw new BadInput(where + ": no axis " + axis + "; known: " + String.join(", ", AXES.keySet())
                    + (near.isEmpty() ? "" : "; did you mean " + near + "?"));
        }
        return axis;
    }

    private static String value(final String where, final String axis, final String value) {
        if (FREE.contains(axis)) {
            if (axis.equals("shape")) {
                shape(where, value);
            } else if (!value.matches("[0-9]{1,5}") || Integer.parseInt(value) < 1) {
                throw new BadInput(where + " size=" + value + ": words, 1 to 99999");
            }
        } else if (!AXES.get(axis).contains(value) && !axis.equals("link_error")) {
            throw new BadInput(
                    where + " " + axis + "=" + value + ": known values: " + String.join(", ", AXES.get(axis)));
        }
        return value;
    }

    private static Shape shape(final String where, final String text) {
        final String[] k = text.split("x");
        try {
            if (k.length == 3) {
                return new Shape(Integer.parseInt(k[0]), Integer.parseInt(k[1]), Integer.parseInt(k[2]));
            }
        } catch (final IllegalArgumentException e) {
            // the exception below reports the text
        }
        throw new BadInput(where + " shape=" + text + ": three sizes from 1 to " + Shape.MAX_K + ", as in 4x4x4");
    }

    /** Checks axes and their values in a file. */
    public static void checkAt(final String where, final Map<String, List<String>> at) {
        at.forEach((axis, all) -> all.forEach(v -> value(where, axis(where, axis), v)));
    }

    /** Returns whether a claim with these `at` values applies to this point. */
    public boolean matches(final Map<String, List<String>> at) {
        return at.entrySet().stream().allMatch(e -> e.getValue().contains(values.get(e.getKey())));
    }

    public String get(final String axis) {
        return values.get(axis);
    }

    public boolean is(final String axis, final String value) {
        return value.equals(values.get(axis));
    }

    public Shape shape() {
        return shape("shape", get("shape"));
    }

    public int size() {
        return Integer.parseInt(get("size"));
    }

    /** Returns the axes that differ from the base point, in the format of --axes. */
    @Override
    public String toString() {
        final List<String> parts = new ArrayList<>();
        final AxisPoint base = base();
        values.forEach((axis, value) -> {
            if (!base.is(axis, value)) {
                parts.add(axis + "=" + value);
            }
        });
        return parts.isEmpty() ? "base" : String.join(";", parts);
    }
}
