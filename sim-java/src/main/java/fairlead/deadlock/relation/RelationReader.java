// SPDX-License-Identifier: Apache-2.0
package fairlead.deadlock.relation;

import fairlead.scenario.BadInput;
import fairlead.scenario.InputText;
import fairlead.scenario.Nearest;
import java.io.IOException;
import java.io.StringReader;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import org.apache.commons.csv.CSVFormat;
import org.apache.commons.csv.CSVParser;
import org.apache.commons.csv.CSVRecord;

/** Reads a relation from CSV or GraphML; the ending of the file's name tells which. */
public final class RelationReader {
    static final List<String> COLUMNS =
            List.of("kind", "from", "to", "class", "mark", "send", "receive", "depth", "ring");
    private static final List<String> KINDS = List.of("channel", "follow", "inject", "eject");
    private static final CSVFormat FORMAT = CSVFormat.DEFAULT
            .builder()
            .setTrim(true)
            .setCommentMarker('#')
            .setIgnoreEmptyLines(true)
            .get();

    private RelationReader() {}

    /** Reads a file and judges it. */
    public static Judged read(final Path file) {
        final String text = InputText.of(file);
        final String ending = file.getFileName().toString().toLowerCase(Locale.ROOT);
        final ChannelRelation relation;
        if (ending.endsWith(".csv")) {
            relation = csv(text, file.toString());
        } else if (ending.endsWith(".graphml") || ending.endsWith(".xml")) {
            relation = GraphMl.read(text, file.toString());
        } else {
            throw new BadInput(file + ": a relation is a file that ends with .csv, .graphml or .xml");
        }
        return new Judged(RelationCheck.of(relation), RelationPicture.of(relation));
    }

    /** A judgement and what draws it. */
    public record Judged(RelationVerdict verdict, RelationPicture picture) {}

    private static ChannelRelation csv(final String text, final String source) {
        final RelationBuilder builder = new RelationBuilder(source);
        try (CSVParser rows = CSVParser.parse(new StringReader(text), FORMAT)) {
            CSVRecord head = null;
            for (final CSVRecord row : rows) {
                final String where = source + " line " + rows.getCurrentLineNumber();
                if (head == null) {
                    head = row;
                    head(row, where, builder);
                } else {
                    row(row, head, where, builder);
                }
            }
            if (head == null) {
                throw new BadInput(source + ": there is nothing in it");
            }
        } catch (final UncheckedIOException e) {
            throw noCsv(source, e.getCause());
        } catch (final IOException e) {
            throw noCsv(source, e);
        }
        return builder.build();
    }

    /** Returns the error for text that is not CSV; the parser's message gives the line. */
    private static BadInput noCsv(final String source, final IOException e) {
        return new BadInput(source + ": not CSV: " + e.getMessage());
    }

    private static void head(final CSVRecord row, final String where, final RelationBuilder builder) {
        for (final String column : row) {
            if (!COLUMNS.contains(column)) {
                final String near = Nearest.to(column, COLUMNS);
                builder.wrong(
                        where,
                        "no such column: " + column
                                + (near.isEmpty()
                                        ? "; known: " + String.join(", ", COLUMNS)
                                        : "; did you mean " + near + "?"));
            }
        }
        for (final String needed : List.of("kind", "from", "to")) {
            if (!row.toList().contains(needed)) {
                builder.wrong(where, "the column " + needed + " is missing");
            }
        }
        if (row.toList().stream().distinct().count() < row.size()) {
            builder.wrong(where, "a column is there twice");
        }
    }

    private static void row(
            final CSVRecord row, final CSVRecord head, final String where, final RelationBuilder builder) {
        if (row.size() > head.size()) {
            builder.wrong(where, "has " + row.size() + " cells; the head has " + head.size());
            return;
        }
        final List<String> columns = head.toList();
        final String kind = cell(row, columns, "kind");
        final String from = cell(row, columns, "from");
        final String to = cell(row, columns, "to");
        final String packets = cell(row, columns, "class");
        for (final String other : unused(kind)) {
            if (!cell(row, columns, other).isEmpty()) {
                builder.wrong(where, other + " = " + cell(row, columns, other) + ": a row " + kind + " has none");
            }
        }
        switch (kind) {
            case "channel" -> builder.channel(
                    where,
                    from,
                    cell(row, columns, "mark"),
                    cell(row, columns, "send"),
                    cell(row, columns, "receive"),
                    cell(row, columns, "depth"),
                    cell(row, columns, "ring"));
            case "follow" -> builder.follow(where, from, to, packets);
            case "inject" -> builder.inject(where, from, packets);
            case "eject" -> builder.eject(where, from, packets);
            default -> {
                final String near = Nearest.to(kind, KINDS);
                builder.wrong(
                        where,
                        "kind = " + kind + ": must be one of " + String.join(", ", KINDS)
                                + (near.isEmpty() ? "" : "; did you mean " + near + "?"));
            }
        }
    }

    private static List<String> unused(final String kind) {
        return switch (kind) {
            case "channel" -> List.of("to", "class");
            case "follow" -> List.of("mark", "send", "receive", "depth", "ring");
            case "inject", "eject" -> List.of("to", "mark", "send", "receive", "depth", "ring");
            default -> List.of();
        };
    }

    private static String cell(final CSVRecord row, final List<String> columns, final String column) {
        final int at = columns.indexOf(column);
        return at < 0 || at >= row.size() ? "" : row.get(at);
    }
}
