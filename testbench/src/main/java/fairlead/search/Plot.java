// SPDX-License-Identifier: Apache-2.0
package fairlead.search;

import java.util.List;
import java.util.Locale;

/** A scatter plot of two objectives as inline SVG. */
final class Plot {
    private static final int WIDTH = 560;
    private static final int HEIGHT = 380;
    private static final int LEFT = 80;
    private static final int BOTTOM = 50;
    private static final int TOP = 15;
    private static final int RIGHT = 15;
    private static final int TICKS = 5;

    /** A set of points with the same colour and radius. */
    record Series(String name, String colour, double radius, List<double[]> points) {}

    private final double[] low = {Double.POSITIVE_INFINITY, Double.POSITIVE_INFINITY};
    private final double[] high = {Double.NEGATIVE_INFINITY, Double.NEGATIVE_INFINITY};
    private final List<Series> series;
    private final String[] labels;

    Plot(String labelX, String labelY, List<Series> series) {
        this.series = series;
        labels = new String[] {labelX, labelY};
        for (Series s : series) {
            for (double[] p : s.points()) {
                for (int i = 0; i < 2; i++) {
                    low[i] = Math.min(low[i], p[i]);
                    high[i] = Math.max(high[i], p[i]);
                }
            }
        }
    }

    private double x(double value) {
        return LEFT + share(value, 0) * (WIDTH - LEFT - RIGHT);
    }

    private double y(double value) {
        return HEIGHT - BOTTOM - share(value, 1) * (HEIGHT - BOTTOM - TOP);
    }

    private double share(double value, int axis) {
        return high[axis] > low[axis] ? (value - low[axis]) / (high[axis] - low[axis]) : 0.5;
    }

    String svg() {
        StringBuilder svg = new StringBuilder();
        svg.append("<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 " + WIDTH + ' ' + HEIGHT + "\" width=\""
                + WIDTH + "\" font-family=\"sans-serif\" font-size=\"11\">\n");
        svg.append("<rect width=\"100%\" height=\"100%\" fill=\"white\"/>\n");
        for (int i = 0; i <= TICKS; i++) {
            double vx = low[0] + (high[0] - low[0]) * i / TICKS;
            double vy = low[1] + (high[1] - low[1]) * i / TICKS;
            line(svg, x(vx), TOP, x(vx), HEIGHT - BOTTOM);
            line(svg, LEFT, y(vy), WIDTH - RIGHT, y(vy));
            text(svg, x(vx), HEIGHT - BOTTOM + 15, "middle", number(vx));
            text(svg, LEFT - 5, y(vy) + 4, "end", number(vy));
        }
        text(svg, LEFT + (WIDTH - LEFT - RIGHT) / 2.0, HEIGHT - 18, "middle", labels[0]);
        svg.append("<text transform=\"translate(14,")
                .append(HEIGHT / 2)
                .append(") rotate(-90)\" text-anchor=\"middle\">");
        svg.append(labels[1]).append("</text>\n");
        double at = LEFT;
        for (Series s : series) {
            for (double[] p : s.points()) {
                svg.append(String.format(
                        Locale.ROOT,
                        "<circle cx=\"%.1f\" cy=\"%.1f\" r=\"%.1f\" fill=\"%s\"/>%n",
                        x(p[0]),
                        y(p[1]),
                        s.radius(),
                        s.colour()));
            }
            svg.append(String.format(
                    Locale.ROOT, "<circle cx=\"%.1f\" cy=\"%d\" r=\"4\" fill=\"%s\"/>%n", at, HEIGHT - 6, s.colour()));
            text(svg, at + 8, HEIGHT - 2, "start", s.name());
            at += 18 + 7.0 * s.name().length();
        }
        return svg.append("</svg>\n").toString();
    }

    private static void line(StringBuilder svg, double x1, double y1, double x2, double y2) {
        svg.append(String.format(
                Locale.ROOT,
                "<line x1=\"%.1f\" y1=\"%.1f\" x2=\"%.1f\" y2=\"%.1f\" stroke=\"#ddd\"/>%n",
                x1,
                y1,
                x2,
                y2));
    }

    private static void text(StringBuilder svg, double x, double y, String anchor, String text) {
        svg.append(String.format(
                Locale.ROOT, "<text x=\"%.1f\" y=\"%.1f\" text-anchor=\"%s\">%s</text>%n", x, y, anchor, text));
    }

    private static String number(double value) {
        return String.format(Locale.ROOT, Math.abs(value) >= 100 ? "%.0f" : "%.3g", value);
    }
}
