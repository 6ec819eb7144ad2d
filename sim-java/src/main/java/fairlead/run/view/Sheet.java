// SPDX-License-Identifier: Apache-2.0
package fairlead.run.view;

import static fairlead.run.view.Page.escape;

import fairlead.run.report.Json;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * A page of notes, curves, bars, pictures, tables and texts in the style of the report of a run: one file that needs no
 * network. Only curves need the script.
 */
public final class Sheet {
    /**
     * A point of a curve.
     *
     * @param half half the width of its interval, or NaN, which the script reads as null
     * @param good false for a value that is not to be trusted; the point is hollow
     */
    public record Point(double x, double y, Double half, boolean good, String note) {
        public Point {
            half = half == null || half.isNaN() ? null : half;
        }
    }

    /** A curve, in the order of its points. */
    public record Curve(String label, List<Point> points) {}

    /** A vertical line with its text. */
    public record Mark(double x, String label) {}

    /** A bar; its kind is {@code good}, {@code bad} or {@code soft}. */
    public record Bar(String label, long value, String kind, String note) {}

    /** A cell of a table with a kind, which is a class of the style sheet, and a link; both may be empty. */
    public record Cell(String text, String kind, String link) {}

    /** The names are those that the script reads. */
    private record Lines(
            String id, String title, String text, String x, String y, List<Curve> curves, List<Mark> marks) {}

    private final String title;
    private final String lead;
    private final StringBuilder facts = new StringBuilder();
    private final StringBuilder figures = new StringBuilder();
    private final List<Lines> lines = new ArrayList<>();

    /**
     * @param lead the first line, which says what there is to know
     * @param good false to show the first line as bad
     */
    public Sheet(final String title, final String lead, final boolean good) {
        this.title = title;
        this.lead = tag("h1", (good ? "" : "class=\"bad\" ") + "data-lead", escape(lead));
    }

    /** Adds a text below the first line. */
    public Sheet fact(final String text) {
        facts.append(tag("li", "", escape(text)));
        return this;
    }

    public Sheet lines(
            final String id,
            final String name,
            final String text,
            final String x,
            final String y,
            final List<Curve> curves,
            final List<Mark> marks) {
        lines.add(new Lines(id, name, text, x, y, curves, marks));
        figures.append(tag("div", "data-lines", ""));
        return this;
    }

    public Sheet bars(final String id, final String name, final String text, final List<Bar> bars) {
        final long most = bars.stream().mapToLong(Bar::value).reduce(1, Math::max);
        final String all = bars.stream()
                .map(b -> tag(
                        "div",
                        "class=\"bar\"" + attribute("data-bar", b.label()) + attribute("data-v", b.value()),
                        tag("div", "", tag("code", "", escape(b.label())) + " " + span(b.kind(), b.note()))
                                + tag("div", "class=\"track\"", track(b, most) + span("soft", "" + b.value()))))
                .collect(Collectors.joining());
        return figure(id, name, text, false, all);
    }

    private static String track(final Bar bar, final long most) {
        final String width = "width:" + 100.0 * bar.value() / most + "%";
        return tag("i", attribute("class", bar.kind()) + attribute("style", width), "");
    }

    /** Adds a picture, which is SVG. */
    public Sheet picture(final String id, final String name, final String text, final String svg) {
        return figure(id, name, text, false, tag("div", "class=\"plot\"", svg));
    }

    /** Adds a table of {@link Cell}s and other values; a text that begins with {@code !} is bad, without it. */
    public Sheet table(
            final String id,
            final String name,
            final String text,
            final List<String> head,
            final List<? extends List<?>> rows) {
        final String top = head.stream().map(h -> tag("th", "", escape(h))).collect(Collectors.joining());
        final String body = rows.stream()
                .map(row -> tag("tr", "", row.stream().map(Sheet::cell).collect(Collectors.joining())))
                .collect(Collectors.joining("\n"));
        final String table = tag("thead", "", tag("tr", "", top)) + tag("tbody", "", body);
        return figure(id, name, text, true, tag("div", "class=\"scroll\"", tag("table", "class=\"plain\"", table)));
    }

    private static String cell(final Object value) {
        final String plain = value.toString();
        final Cell cell = value instanceof Cell c
                ? c
                : plain.startsWith("!") ? new Cell(plain.substring(1), "bad", "") : new Cell(plain, "", "");
        final String text = cell.link().isEmpty() ? escape(cell.text()) : link(cell.text(), cell.link());
        return tag("td", cell.kind().isEmpty() ? "" : attribute("class", cell.kind()), text);
    }

    /** Adds lines of equal width. */
    public Sheet text(final String id, final String name, final String text, final List<String> lines) {
        return figure(id, name, text, true, tag("pre", "", escape(String.join("\n", lines))));
    }

    /** Adds links below the last figure, by their names. */
    public Sheet links(final String text, final Map<String, String> links) {
        final String all = links.entrySet().stream()
                .map(e -> link(e.getKey(), e.getValue()))
                .collect(Collectors.joining(", "));
        figures.append(tag("p", "class=\"wide\"", escape(text) + " " + all));
        return this;
    }

    private Sheet figure(
            final String id, final String name, final String text, final boolean wide, final String inner) {
        final String head = tag("h2", "", escape(name)) + tag("p", "class=\"soft\"", escape(text));
        final String all =
                attribute("id", id) + attribute("data-figure", id) + (wide ? attribute("class", "wide") : "");
        figures.append(tag("figure", all, head + tag("div", "class=\"body\"", inner)));
        return this;
    }

    private static String tag(final String name, final String attributes, final String inner) {
        return "<" + (name + " " + attributes).strip() + ">" + inner + "</" + name + ">";
    }

    private static String attribute(final String name, final Object value) {
        return " " + name + "=\"" + escape(value.toString()) + "\"";
    }

    private static String span(final String kind, final String text) {
        return tag("span", attribute("class", kind), escape(text));
    }

    private static String link(final String text, final String target) {
        return tag("a", attribute("href", target), escape(text));
    }

    /** Returns the page. */
    public String html() {
        final String body = lead
                + tag("ul", "class=\"facts\"", facts.toString())
                + tag("div", "class=\"grid\"", figures.toString());
        return Page.of(title, body, Json.line(lines), lines.isEmpty() ? List.of() : Page.SHEET);
    }
}
