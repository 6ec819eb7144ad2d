// SPDX-License-Identifier: Apache-2.0
package fairlead.litmus.compile;

import fairlead.machine.Shape;
import fairlead.scenario.BadInput;
import fairlead.scenario.Nearest;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.BiConsumer;
import java.util.stream.Collectors;

/** One value for every axis. */
public record AxisPoint(Map<String, String> values) {
    /** The values that `full` runs for each axis; the first one belongs to the base point. */
    private static final Map<String, List<String>> AXES = chosen(
            "shape=4x4x4;routing=dimension_order,adaptive;size=1,32,96,600;hops=file,0,1,max;depth=default,min;dla=cd,pr;"
                    + "traffic=none,uniform,hot_spot;access=refuse,queue;link_error=0,0.001",
            (axis, values) -> {});

    public static AxisPoint base() {
        Map<String, String> values = new TreeMap<>();
        AXES.forEach((axis, all) -> values.put(axis, all.get(0)));
        return new AxisPoint(values);
    }

    /**
     * Returns the points of `base`, `full`, or a list of axes and values such as `size=1,32;depth=min`; every
     * combination occurs once.
     */
    public static List<AxisPoint> all(String text) {
        if (text.equals("base")) {
            return List.of(base());
        }
        if (!text.equals("full")) {
            return all(chosen(text, (axis, values) -> checkAt("--axes", Map.of(axis, values))));
        }
        Map<String, List<String>> full = new LinkedHashMap<>(AXES);
        full.put("access", List.of("refuse"));
        return all(full);
    }

    private static Map<String, List<String>> chosen(String text, BiConsumer<String, List<String>> check) {
        Map<String, List<String>> chosen = new LinkedHashMap<>();
        for (String part : text.split(";")) {
            String[] sides = part.strip().split("=", 2);
            if (sides.length != 2 || sides[1].isBlank()) {
                throw new BadInput("--axes " + part.strip() + ": expected base, full or AXIS=VALUE,..;..");
            }
            List<String> values =
                    Arrays.stream(sides[1].split(",")).map(String::strip).toList();
            check.accept(sides[0].strip(), values);
            chosen.put(sides[0].strip(), values);
        }
        return chosen;
    }

    /** Returns the points of the `axes` line of a file; every combination occurs once. */
    public static List<AxisPoint> all(String where, Map<String, List<String>> chosen) {
        checkAt(where + ": axes:", chosen);
        return all(chosen);
    }

    private static List<AxisPoint> all(Map<String, List<String>> chosen) {
        List<AxisPoint> points = List.of(base());
        for (Map.Entry<String, List<String>> axis : chosen.entrySet()) {
            points = points.stream()
                    .flatMap(point -> axis.getValue().stream().map(value -> {
                        Map<String, String> values = new TreeMap<>(point.values);
                        values.put(axis.getKey(), value);
                        return new AxisPoint(values);
                    }))
                    .toList();
        }
        return points;
    }

    /** Checks axes and their values in a file. */
    public static void checkAt(String where, Map<String, List<String>> at) {
        at.forEach((axis, values) -> {
            if (!AXES.containsKey(axis)) {
                throw new BadInput(where + ": no axis " + axis + "; known: " + String.join(", ", AXES.keySet())
                        + Nearest.hint(axis, AXES.keySet()));
            }
            values.forEach(value -> check(where, axis, value));
        });
    }

    private static void check(String where, String axis, String value) {
        switch (axis) {
            case "shape" -> shape(where, value);
            case "size" -> {
                if (!value.matches("[0-9]{1,5}") || Integer.parseInt(value) < 1) {
                    throw new BadInput(where + " size=" + value + ": words, 1 to 99999");
                }
            }
            case "link_error" -> {
                // any share
            }
            default -> {
                if (!AXES.get(axis).contains(value)) {
                    throw new BadInput(
                            where + " " + axis + "=" + value + ": known values: " + String.join(", ", AXES.get(axis)));
                }
            }
        }
    }

    private static Shape shape(String where, String text) {
        String[] k = text.split("x");
        try {
            if (k.length == 3) {
                return new Shape(Integer.parseInt(k[0]), Integer.parseInt(k[1]), Integer.parseInt(k[2]));
            }
        } catch (IllegalArgumentException e) {
            // the exception below reports the text
        }
        throw new BadInput(where + " shape=" + text + ": three sizes from 1 to " + Shape.MAX_K + ", as in 4x4x4");
    }

    /** Returns whether a claim with these `at` values applies to this point. */
    public boolean matches(Map<String, List<String>> at) {
        return at.entrySet().stream().allMatch(e -> e.getValue().contains(values.get(e.getKey())));
    }

    public String get(String axis) {
        return values.get(axis);
    }

    public boolean is(String axis, String value) {
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
        AxisPoint base = base();
        String text = values.entrySet().stream()
                .filter(e -> !base.is(e.getKey(), e.getValue()))
                .map(e -> e.getKey() + "=" + e.getValue())
                .collect(Collectors.joining(";"));
        return text.isEmpty() ? "base" : text;
    }
}
