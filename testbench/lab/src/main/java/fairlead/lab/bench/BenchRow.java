// SPDX-License-Identifier: Apache-2.0
package fairlead.lab.bench;

import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** One measured figure. */
public record BenchRow(String name, String shape, double load, double value, String unit) {
    /** Measures one shape with one load. */
    interface Measured {
        void into(Rounds figures) throws IOException;
    }

    /** Figures of several rounds on one shape and load; a row has the median of its rounds. */
    record Rounds(String shape, double load, Map<String, List<Double>> figures, Map<String, String> units) {
        Rounds(String shape, double load) {
            this(shape, load, new LinkedHashMap<>(), new LinkedHashMap<>());
        }

        Rounds add(String name, String unit, double figure) {
            units.put(name, unit);
            figures.computeIfAbsent(name, n -> new ArrayList<>()).add(figure);
            return this;
        }

        /** Measures each shape with each load. */
        static List<BenchRow> of(List<String> shapes, List<Double> loads, Measured measured) throws IOException {
            List<BenchRow> rows = new ArrayList<>();
            for (String shape : shapes) {
                for (double load : loads) {
                    Rounds figures = new Rounds(shape, load);
                    measured.into(figures);
                    rows.addAll(figures.rows());
                }
            }
            return rows;
        }

        /** Returns the rows; the median of an even number of rounds is the upper of the two middle values. */
        List<BenchRow> rows() {
            List<BenchRow> rows = new ArrayList<>();
            figures.forEach((name, all) -> {
                double median = all.stream().sorted().toList().get(all.size() / 2);
                rows.add(new BenchRow(name, shape, load, median, units.get(name)));
            });
            return rows;
        }
    }
}
