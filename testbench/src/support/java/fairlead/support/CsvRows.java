// SPDX-License-Identifier: Apache-2.0
package fairlead.support;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.apache.commons.csv.CSVFormat;
import org.apache.commons.csv.CSVParser;
import org.apache.commons.csv.CSVRecord;

/** Reads a CSV file (RFC 4180) with a header. */
public final class CsvRows {
    private CsvRows() {}

    /** Returns the cells of each row by column. */
    public static List<Map<String, String>> of(Path file) throws IOException {
        CSVFormat format = CSVFormat.RFC4180.builder().setHeader().get();
        try (CSVParser rows = CSVParser.parse(file, StandardCharsets.UTF_8, format)) {
            return rows.stream().map(CSVRecord::toMap).toList();
        }
    }
}
