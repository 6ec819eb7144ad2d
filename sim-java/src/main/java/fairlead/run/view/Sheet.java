// SPDX-License-Identifier: Apache-2.0
package fairlead.run.view;

import fairlead.run.Json;
import fairlead.scenario.InputText;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
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
    public Sheet(String title, String lead, boolean good) {
        this.title = title;
        this.lead = tag("h1", (good ? "" : "class=\"bad\" ") + "data-lead", Page.escape(lead));
    }

    /** Adds a text below the first line. */
    public Sheet fact(String text) {
        facts.append(tag("li", "", Page.escape(text)));
        return this;
    }

    public Sheet lines(String id, String name, String text, String x, String y, List<Curve> curves, List<Mark> marks) {
        lines.add(new Lines(id, name, text, x, y, curves, marks));
        figures.append(tag("div", "data-lines", ""));
        return this;
    }

    public Sheet bars(String id, String name, String text, List<Bar> bars) {
        long most = bars.stream().mapToLong(Bar::value).reduce(1, Math::max);
        String all = bars.stream()
                .map(b -> tag(
                        "div",
                        "class=\"bar\"" + attribute("data-bar", b.label()) + attribute("data-v", b.value()),
                        tag("div", "", tag("code", "", Page.escape(b.label())) + " " + span(b.kind(), b.note()))
                                + tag("div", "class=\"track\"", track(b, most) + span("soft", "" + b.value()))))
                .collect(Collectors.joining());
        return figure(id, name, text, false, all);
    }

    private static String track(Bar bar, long most) {
        String width = "width:" + 100.0 * bar.value() / most + "%";
        return tag("i", attribute("class", bar.kind()) + attribute("style", width), "");
    }

    /** Adds a picture, which is SVG. */
    public Sheet picture(String id, String name, String text, String svg) {
        return figure(id, name, text, false, tag("div", "class=\"plot\"", svg));
    }

    /** Adds a table of {@link Cell}s and other values; a text that begins with {@code !} is bad, without it. */
    public Sheet table(String id, String name, String text, List<String> head, List<? extends List<?>> rows) {
        String top = head.stream().map(h -> tag("th", "", Page.escape(h))).collect(Collectors.joining());
        String body = rows.stream()
                .map(row -> tag("tr", "", row.stream().map(Sheet::cell).collect(Collectors.joining())))
                .collect(Collectors.joining("\n"));
        String table = tag("thead", "", tag("tr", "", top)) + tag("tbody", "", body);
        return figure(id, name, text, true, tag("div", "class=\"scroll\"", tag("table", "class=\"plain\"", table)));
    }

    private static String cell(Object value) {
        String plain = value.toString();
        Cell cell = value instanceof Cell c
                ? c
                : plain.startsWith("!") ? new Cell(plain.substring(1), "bad", "") : new Cell(plain, "", "");
        String text = cell.link().isEmpty() ? Page.escape(cell.text()) : link(cell.text(), cell.link());
        return tag("td", cell.kind().isEmpty() ? "" : attribute("class", cell.kind()), text);
    }

    /** Adds lines of equal width. */
    public Sheet text(String id, String name, String text, List<String> lines) {
        return figure(id, name, text, true, tag("pre", "", Page.escape(String.join("\n", lines))));
    }

    public Sheet links(String text, Map<String, String> links) {
        String all = links.entrySet().stream()
                .map(e -> link(e.getKey(), e.getValue()))
                .collect(Collectors.joining(", "));
        figures.append(tag("p", "class=\"wide\"", Page.escape(text) + " " + all));
        return this;
    }

    private Sheet figure(String id, String name, String text, boolean wide, String inner) {
        String head = tag("h2", "", Page.escape(name)) + tag("p", "class=\"soft\"", Page.escape(text));
        String all = attribute("id", id) + attribute("data-figure", id) + (wide ? attribute("class", "wide") : "");
        figures.append(tag("figure", all, head + tag("div", "class=\"body\"", inner)));
        return this;
    }

    private static String tag(String name, String attributes, String inner) {
        return "<" + (name + " " + attributes).strip() + ">" + inner + "</" + name + ">";
    }

    private static String attribute(String name, Object value) {
        return " " + name + "=\"" + Page.escape(value.toString()) + "\"";
    }

    private static String span(String kind, String text) {
        return tag("span", attribute("class", kind), Page.escape(text));
    }

    private static String link(String text, String target) {
        return tag("a", attribute("href", target), Page.escape(text));
    }

    public String html() {
        String body = lead
                + tag("ul", "class=\"facts\"", facts.toString())
                + tag("div", "class=\"grid\"", figures.toString());
        return Page.of(title, body, Json.line(lines), lines.isEmpty() ? List.of() : Page.SHEET);
    }

    /** One HTML file with its style, its script and its data inside. The script shows all texts of the data as text. */
    static final class Page {
        /** The scripts of the report of a run. */
        static final List<String> RUN =
                List.of("svg.js", "charts.js", "torus.js", "spans.js", "knot.js", "counters.js", "report.js");

        /** The scripts of a {@link Sheet} with curves. */
        static final List<String> SHEET = List.of("svg.js", "charts.js", "sheet.js");

        private static final Pattern MARK = Pattern.compile("\\{\\{(title|style|body|script|data)}}");

        private Page() {}

        /**
         * Returns the page. The parts are put in one pass, so that a mark in a part stays as it is.
         *
         * @param body HTML of the page without what its scripts draw
         */
        static String of(String title, String body, String json, List<String> scripts) {
            return MARK.matcher(InputText.resource(Sheet.class, scripts.isEmpty() ? "sheet.html" : "report.html"))
                    .replaceAll(mark -> Matcher.quoteReplacement(part(mark.group(1), title, body, json, scripts)));
        }

        private static String part(String mark, String title, String body, String json, List<String> scripts) {
            return switch (mark) {
                case "title" -> Page.escape(title);
                case "body" -> body;
                case "style" -> InputText.resource(Sheet.class, "report.css");
                case "script" -> scripts.stream()
                        .map(script -> InputText.resource(Sheet.class, script))
                        .collect(Collectors.joining());
                default -> inScript(json);
            };
        }

        /** Makes JSON safe inside a script element: no character of it can end the element or begin a comment. */
        private static String inScript(String json) {
            return json.replace("<", "\\u003c")
                    .replace(">", "\\u003e")
                    .replace("&", "\\u0026")
                    .replace("\u2028", "\\u2028")
                    .replace("\u2029", "\\u2029");
        }

        static String escape(String text) {
            return text.replace("&", "&amp;")
                    .replace("<", "&lt;")
                    .replace(">", "&gt;")
                    .replace("\"", "&quot;");
        }
    }
}
