// SPDX-License-Identifier: Apache-2.0
package fairlead.run.view;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** One HTML file with its style, its script and its data inside. The script shows all texts of the data as text. */
final class Page {
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
     * @param json the data of the scripts
     * @param scripts names of the scripts, in their order
     */
    static String of(final String title, final String body, final String json, final List<String> scripts) {
        return MARK.matcher(text(scripts.isEmpty() ? "sheet.html" : "report.html"))
                .replaceAll(mark -> Matcher.quoteReplacement(part(mark.group(1), title, body, json, scripts)));
    }

    private static String part(
            final String mark, final String title, final String body, final String json, final List<String> scripts) {
        return switch (mark) {
            case "title" -> escape(title);
            case "body" -> body;
            case "style" -> text("report.css");
            case "script" -> scripts.stream().map(Page::text).collect(Collectors.joining());
            default -> inScript(json);
        };
    }

    /** Makes JSON safe inside a script element: no character of it can end the element or begin a comment. */
    private static String inScript(final String json) {
        return json.replace("<", "\\u003c")
                .replace(">", "\\u003e")
                .replace("&", "\\u0026")
                .replace("\u2028", "\\u2028")
                .replace("\u2029", "\\u2029");
    }

    static String escape(final String text) {
        return text.replace("&", "&amp;")
                .replace("<", "&lt;")
                .replace(">", "&gt;")
                .replace("\"", "&quot;");
    }

    private static String text(final String name) {
        try (InputStream in = Page.class.getResourceAsStream(name)) {
            if (in == null) {
                throw new IllegalStateException("the resource " + name + " is missing");
            }
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (final IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
