// SPDX-License-Identifier: Apache-2.0
package fairlead.run.view;

import java.math.BigDecimal;
import org.apache.commons.csv.CSVFormat;

/** The rows of one CSV file (RFC 4180). A figure of the report shows the same values. */
final class Table {
    private final String name;
    private final int columns;
    private final StringBuilder text = new StringBuilder();

    Table(final String name, final String... columns) {
        this.name = name;
        this.columns = columns.length;
        row((Object[]) columns);
    }

    String name() {
        return name;
    }

    /** Adds a row; null is an empty cell. */
    Table row(final Object... cells) {
        if (cells.length != columns) {
            throw new IllegalArgumentException(name + ": " + cells.length + " cells for " + columns + " columns");
        }
        text.append(CSVFormat.RFC4180.format(cells)).append("\r\n");
        return this;
    }

    /** Returns a number of thousandths as a decimal number. */
    static String thousandths(final long value) {
        return decimal(value, 3);
    }

    /** Returns a number of hundredths as a decimal number. */
    static String hundredths(final long value) {
        return decimal(value, 2);
    }

    private static String decimal(final long value, final int digits) {
        return BigDecimal.valueOf(value, digits).toPlainString();
    }

    String csv() {
        return text.toString();
    }
}
