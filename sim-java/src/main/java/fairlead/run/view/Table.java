// SPDX-License-Identifier: Apache-2.0
package fairlead.run.view;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.commons.csv.CSVFormat;

/** The rows of one CSV file (RFC 4180). The page gets the same rows. */
final class Table {
    private final String name;
    private final String[] columns;
    private final List<Object[]> rows = new ArrayList<>();

    /** @param columns names of the columns, with commas between them */
    Table(String name, String columns) {
        this.name = name;
        this.columns = columns.split(",");
    }

    String name() {
        return name;
    }

    List<Object[]> rows() {
        return rows;
    }

    /** Adds a row; null is an empty cell. */
    void row(Object... cells) {
        if (cells.length != columns.length) {
            throw new IllegalArgumentException(name + ": " + cells.length + " cells for " + columns.length);
        }
        rows.add(cells);
    }

    /** Returns a number of thousandths (3 digits) or hundredths (2 digits) as a decimal number. */
    static BigDecimal decimal(long value, int digits) {
        return BigDecimal.valueOf(value, digits);
    }

    /** Returns a number that is at least 0, and null for -1. */
    static Long known(long value) {
        return value < 0 ? null : value;
    }

    String csv() {
        StringBuilder text = new StringBuilder(CSVFormat.RFC4180.format((Object[]) columns)).append("\r\n");
        rows.forEach(row -> text.append(CSVFormat.RFC4180.format(row)).append("\r\n"));
        return text.toString();
    }

    /** Returns these rows for the script. */
    Object json(List<Object[]> some) {
        return Map.of("columns", columns, "rows", some);
    }
}
