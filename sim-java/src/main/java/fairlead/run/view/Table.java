// SPDX-License-Identifier: Apache-2.0
package fairlead.run.view;

import java.math.BigDecimal;
import org.apache.commons.csv.CSVFormat;

/** The rows of one CSV file (RFC 4180). A figure of the report shows the same values. */
final class Table {
    private final String name;
    private final int columns;
    private final StringBuilder text = new StringBuilder();

    /** @param columns names of the columns, with commas between them */
    Table(String name, String columns) {
        Object[] head = columns.split(",");
        this.name = name;
        this.columns = head.length;
        row(head);
    }

    String name() {
        return name;
    }

    /** Adds a row; null is an empty cell. */
    Table row(Object... cells) {
        if (cells.length != columns) {
            throw new IllegalArgumentException(name + ": " + cells.length + " cells for " + columns + " columns");
        }
        text.append(CSVFormat.RFC4180.format(cells)).append("\r\n");
        return this;
    }

    /** Returns a number of thousandths (3 digits) or hundredths (2 digits) as a decimal number. */
    static String decimal(long value, int digits) {
        return BigDecimal.valueOf(value, digits).toPlainString();
    }

    /** Returns a number that is at least 0, and null for -1. */
    static Long known(long value) {
        return value < 0 ? null : value;
    }

    String csv() {
        return text.toString();
    }
}
