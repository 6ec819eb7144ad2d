// SPDX-License-Identifier: Apache-2.0
package fairlead.deadlock.relation;

import fairlead.deadlock.relation.RelationBuilder.ChannelRelation;
import fairlead.deadlock.relation.RelationCheck.RelationVerdict;
import fairlead.scenario.BadInput;
import fairlead.scenario.InputText;
import fairlead.scenario.Nearest;
import java.io.IOException;
import java.io.StringReader;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.BiConsumer;
import org.apache.commons.csv.CSVFormat;
import org.apache.commons.csv.CSVParser;
import org.apache.commons.csv.CSVRecord;

/** Reads a relation from CSV or GraphML; the ending of the file's name decides. */
public final class RelationReader {
    private static final List<String> COLUMNS =
            List.of("kind", "from", "to", "class", "mark", "send", "receive", "depth", "ring");
    private static final List<String> KINDS = List.of("channel", "follow", "inject", "eject");
    /** The columns that a row of each kind has besides kind and from. */
    private static final List<List<String>> OF_KIND = List.of(
            List.of("mark", "send", "receive", "depth", "ring"),
            List.of("to", "class"),
            List.of("class"),
            List.of("class"));

    private static final CSVFormat FORMAT = CSVFormat.DEFAULT
            .builder()
            .setTrim(true)
            .setCommentMarker('#')
            .setIgnoreEmptyLines(true)
            .get();

    private RelationReader() {}

    public static Judged read(Path file) {
        String text = InputText.of(file);
        String ending = file.getFileName().toString().toLowerCase(Locale.ROOT);
        ChannelRelation relation;
        if (ending.endsWith(".csv")) {
            relation = csv(text, file.toString());
        } else if (ending.endsWith(".graphml") || ending.endsWith(".xml")) {
            relation = GraphMl.read(text, file.toString());
        } else {
            throw new BadInput(file + ": a relation is a file that ends with .csv, .graphml or .xml");
        }
        return new Judged(RelationCheck.of(relation), new RelationPicture(relation));
    }

    public record Judged(RelationVerdict verdict, RelationPicture picture) {}

    /** Passes each row of CSV with its place to `each`; the first row is the head. */
    static void rows(String text, String source, BiConsumer<List<String>, String> each) {
        boolean any = false;
        try (CSVParser rows = CSVParser.parse(new StringReader(text), FORMAT)) {
            for (CSVRecord row : rows) {
                each.accept(row.toList(), source + " line " + rows.getCurrentLineNumber());
                any = true;
            }
        } catch (UncheckedIOException e) {
            throw new BadInput(source + ": not CSV: " + e.getCause().getMessage()); // it gives the line
        } catch (IOException e) {
            throw new BadInput(source + ": not CSV: " + e.getMessage());
        }
        if (!any) {
            throw new BadInput(source + ": there is nothing in it");
        }
    }

    private static ChannelRelation csv(String text, String source) {
        RelationBuilder builder = new RelationBuilder(source);
        Map<String, Integer> columns = new HashMap<>();
        rows(text, source, (row, where) -> {
            if (columns.isEmpty()) {
                head(row, where, builder);
                row.forEach(column -> columns.putIfAbsent(column, row.indexOf(column)));
                columns.put("", row.size());
            } else if (row.size() > columns.get("")) {
                builder.wrong(where, "has " + row.size() + " cells; the head has " + columns.get(""));
            } else {
                Map<String, String> cells = new HashMap<>();
                COLUMNS.forEach(c ->
                        cells.put(c, columns.getOrDefault(c, row.size()) < row.size() ? row.get(columns.get(c)) : ""));
                row(cells, where, builder);
            }
        });
        return builder.build();
    }

    private static void head(List<String> row, String where, RelationBuilder builder) {
        for (String column : row) {
            if (!COLUMNS.contains(column)) {
                builder.wrong(
                        where,
                        "no such column: " + column
                                + (Nearest.to(column, COLUMNS).isEmpty()
                                        ? "; known: " + String.join(", ", COLUMNS)
                                        : RelationBuilder.meant(column, COLUMNS)));
            }
        }
        for (String needed : List.of("kind", "from", "to")) {
            if (!row.contains(needed)) {
                builder.wrong(where, "the column " + needed + " is missing");
            }
        }
        if (row.stream().distinct().count() < row.size()) {
            builder.wrong(where, "a column is there twice");
        }
    }

    private static void row(Map<String, String> cells, String where, RelationBuilder builder) {
        String kind = cells.get("kind");
        String from = cells.get("from");
        if (!KINDS.contains(kind)) {
            builder.wrong(
                    where,
                    "kind = " + kind + ": must be one of " + String.join(", ", KINDS)
                            + RelationBuilder.meant(kind, KINDS));
            return;
        }
        for (String column : COLUMNS.subList(2, COLUMNS.size())) {
            if (!OF_KIND.get(KINDS.indexOf(kind)).contains(column)
                    && !cells.get(column).isEmpty()) {
                builder.wrong(where, column + " = " + cells.get(column) + ": a row " + kind + " has none");
            }
        }
        if (kind.equals("channel")) {
            builder.channel(where, from, cells);
        } else {
            builder.row(where, kind, from, kind.equals("follow") ? cells.get("to") : from, cells.get("class"));
        }
    }
}
