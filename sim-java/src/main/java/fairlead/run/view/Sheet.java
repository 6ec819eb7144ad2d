// SPDX-License-Identifier: Apache-2.0
package fairlead.run.view;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;

/** A page of curves, bars, tables and texts in the style of the report of a run: one file that needs no network. */
public final class Sheet {
    private static final ObjectMapper JSON = new ObjectMapper();

    /**
     * A point of a curve.
     *
     * @param half half the width of its interval, or NaN
     * @param good false for a value that is not to be trusted; the point is hollow
     */
    public record Point(double x, double y, double half, boolean good, String note) {}

    /** A curve, in the order of its points. */
    public record Curve(String label, List<Point> points) {}

    /** A vertical line with its text. */
    public record Mark(double x, String label) {}

    /** A bar; its kind is {@code good}, {@code bad} or {@code soft}. */
    public record Bar(String label, long value, String kind, String note) {}

    private final String title;
    private final ObjectNode root = JSON.createObjectNode();
    private final ArrayNode figures;

    /**
     * @param lead the first line, which says what there is to know
     * @param good false to show the first line as bad
     */
    public Sheet(final String title, final String lead, final boolean good) {
        this.title = title;
        root.put("prefix", "");
        root.put("lead", lead);
        root.put("good", good);
        root.putArray("facts");
        figures = root.putArray("figures");
    }

    /** Adds a text below the first line. */
    public Sheet fact(final String text) {
        root.withArray("facts").add(text);
        return this;
    }

    private ObjectNode figure(
            final String kind, final String id, final String name, final String text, final boolean wide) {
        final ObjectNode figure = figures.addObject();
        figure.put("kind", kind)
                .put("id", id)
                .put("title", name)
                .put("text", text)
                .put("wide", wide);
        figure.putArray("files");
        return figure;
    }

    public Sheet lines(
            final String id,
            final String name,
            final String text,
            final String x,
            final String y,
            final List<Curve> curves,
            final List<Mark> marks) {
        final ObjectNode figure = figure("lines", id, name, text, false);
        figure.put("x", x).put("y", y);
        final ArrayNode all = figure.putArray("curves");
        for (final Curve curve : curves) {
            final ObjectNode one = all.addObject().put("label", curve.label());
            final ArrayNode points = one.putArray("points");
            for (final Point p : curve.points()) {
                final ObjectNode point = points.addObject().put("x", p.x()).put("y", p.y());
                point.put("half", Double.isNaN(p.half()) ? null : (Double) p.half());
                point.put("good", p.good()).put("note", p.note());
            }
        }
        final ArrayNode lines = figure.putArray("marks");
        marks.forEach(m -> lines.addObject().put("x", m.x()).put("label", m.label()));
        return this;
    }

    public Sheet bars(final String id, final String name, final String text, final List<Bar> bars) {
        final ArrayNode all = figure("bars", id, name, text, false).putArray("bars");
        bars.forEach(b -> all.addObject()
                .put("label", b.label())
                .put("value", b.value())
                .put("class", b.kind())
                .put("note", b.note()));
        return this;
    }

    /** Adds a table; a cell that begins with {@code !} is shown as bad, without that character. */
    public Sheet table(
            final String id,
            final String name,
            final String text,
            final List<String> head,
            final List<List<String>> rows) {
        final ObjectNode figure = figure("table", id, name, text, true);
        head.forEach(figure.putArray("head")::add);
        final ArrayNode all = figure.putArray("rows");
        for (final List<String> row : rows) {
            final ArrayNode cells = all.addArray();
            for (final String cell : row) {
                final boolean bad = cell.startsWith("!");
                cells.addObject().put("text", bad ? cell.substring(1) : cell).put("class", bad ? "bad" : "");
            }
        }
        return this;
    }

    /** Adds lines of equal width. */
    public Sheet text(final String id, final String name, final String text, final List<String> lines) {
        lines.forEach(figure("text", id, name, text, true).putArray("lines")::add);
        return this;
    }

    /** Returns the page. */
    public String html() {
        try {
            return Page.of(title, JSON.writeValueAsString(root), Page.SHEET);
        } catch (final JsonProcessingException e) {
            throw new IllegalStateException(e);
        }
    }
}
