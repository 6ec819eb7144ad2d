// SPDX-License-Identifier: Apache-2.0
package fairlead.regress;

import com.fasterxml.jackson.databind.JsonNode;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A value that is compared with the baseline: a number of summary.json, or the event hash. */
enum Metric {
    CYCLES("/cycles"),
    PACKETS("/metrics/packets"),
    FLITS("/metrics/flits"),
    FLIT_HOPS("/metrics/flit_hops"),
    LATENCY_MEAN("/metrics/latency_cycles/mean"),
    LATENCY_P50("/metrics/latency_cycles/p50"),
    LATENCY_P99("/metrics/latency_cycles/p99"),
    LATENCY_MAX("/metrics/latency_cycles/max"),
    EVENTS("/event_sha256");

    private final String pointer;

    Metric(String pointer) {
        this.pointer = pointer;
    }

    String word() {
        return name().toLowerCase(Locale.ROOT);
    }

    static List<String> words() {
        return Arrays.stream(values()).map(Metric::word).toList();
    }

    static Metric of(String word) {
        return valueOf(word.toUpperCase(Locale.ROOT));
    }

    /** Returns the value as text, or an empty text if the summary has none. */
    String in(JsonNode summary) {
        return summary.at(pointer).asText("");
    }

    /**
     * How far a value may be from its baseline, to either side: with more is a regression, and with less the baseline
     * is old.
     *
     * @param width greatest difference, or greatest share of the baseline in percent
     */
    record Band(BigDecimal width, boolean percent) {
        static final String SAME = "same";
        private static final Pattern SHARE = Pattern.compile("([0-9]{1,9}(?:\\.[0-9]{1,9})?) ?%");
        private static final BigDecimal HUNDRED = BigDecimal.valueOf(100);
        private static final BigDecimal MOST = BigDecimal.valueOf(Long.MAX_VALUE);

        /** Returns the band that a value of a suite means, or null if it means none. */
        static Band of(Object value) {
            if (value instanceof BigInteger || value instanceof Double d && Double.isFinite(d)) {
                BigDecimal width = new BigDecimal(value.toString());
                return width.signum() < 0 || width.compareTo(MOST) > 0 ? null : new Band(width, false);
            }
            if (value instanceof String text) {
                Matcher share = SHARE.matcher(text);
                return share.matches() ? new Band(new BigDecimal(share.group(1)), true) : null;
            }
            return null;
        }

        /** Returns the reason why the value is outside the band, or an empty text. */
        String outside(String metric, String value, String baseline) {
            if (metric.equals(EVENTS.word())) {
                return value.equals(baseline) ? "" : metric + " " + value + ": the baseline has " + baseline;
            }
            BigDecimal had = new BigDecimal(baseline);
            BigDecimal difference = new BigDecimal(value).subtract(had);
            BigDecimal most = percent ? had.abs().multiply(width).divide(HUNDRED) : width;
            return difference.abs().compareTo(most) <= 0
                    ? ""
                    : metric + " " + value + ": the baseline has " + baseline + ", and at most " + this
                            + " off is allowed";
        }

        @Override
        public String toString() {
            return width.toPlainString() + (percent ? "%" : "");
        }
    }
}
