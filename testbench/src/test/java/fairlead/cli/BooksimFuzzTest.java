// SPDX-License-Identifier: Apache-2.0
package fairlead.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import fairlead.machine.Arbitration;
import fairlead.machine.Routing;
import fairlead.openloop.TrafficSpec;
import fairlead.openloop.TrafficSpec.BirthProcess;
import fairlead.scenario.BadInput;
import fairlead.scenario.Scenario;
import fairlead.scenario.importer.BooksimImport;
import fairlead.support.Runs;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Drawn configurations against a second reader, written from BookSim 2's scanner (config.l), grammar (config.y)
 * and defaults (booksim_config.cpp). What the importer accepts means what it means there; it may refuse more. One file
 * again: {@code scripts/test -Dtest=BooksimFuzzTest -Dfairlead.importer=SEED:1}.
 */
@Tag("lab")
@Tag("M-353")
class BooksimFuzzTest {
    private static final int SHORT = 150;
    private static final int LONG = 2000;
    private static final Pattern COMMENT = Pattern.compile("//[^\n]*");
    /** Comments, lists, names and numbers. */
    private static final List<Pattern> TOKENS = List.of(
            COMMENT,
            Pattern.compile("\\{[\\w.({,)}-]+\\}"),
            Pattern.compile("[A-Za-z_/.-][\\w/.+({,)}-]*"),
            Pattern.compile("-?\\d+(\\.\\d+)?([eE][+-]?\\d+)?"));

    /** Values of the keys that say something here; the first ones are usual. */
    private static final Map<String, String> VALUES = new TreeMap<>(Map.ofEntries(
            Map.entry("topology", "torus torus torus mesh Torus"),
            Map.entry("k", "4 4 2 3 8 16 17 4.0 +4 04 4x 0"),
            Map.entry("n", "2 1 3 4"),
            Map.entry("c", "1 1 4"),
            Map.entry("routing_function", "dim_order dim_order min_adapt dim_order_bal valiant none"),
            Map.entry("num_vcs", "2 4 16 1 3 two"),
            Map.entry("vc_buf_size", "8 4 17 64 0"),
            Map.entry("use_noc_latency", "0 1 2"),
            Map.entry("priority", "none age none local_age"),
            Map.entry("traffic", "uniform tornado neighbor transpose bitcomp shuffle randperm bitrev hotspot({0,1})"),
            Map.entry("packet_size", "1 4 8 17 18 {1,4} {1, 4}"),
            Map.entry("injection_rate_uses_flits", "0 1"),
            Map.entry("injection_rate", "0.1 0.05 .25 1e-1 0.5 1 {0.1,0.2} -0.1 5."),
            Map.entry("injection_process", "bernoulli bernoulli on_off on_off(0.01,0.01) geometric"),
            Map.entry("sample_period", "1000 500 1e3 1000.0"),
            Map.entry("warmup_periods", "3 0 5"),
            Map.entry("max_samples", "10 20 6"),
            Map.entry("stopping_thres", "0.05 0.1 5e-2"),
            Map.entry("latency_thres", "500.0 200.0 1e3 -1.0"),
            Map.entry("seed", "0 7 123456 time -5 4294967296"),
            Map.entry("burst_alpha", "0.01 0.5"),
            Map.entry("burst_beta", "0.01 1e-2"),
            Map.entry("watch_file", "a//b /tmp/x - //c a;b \"q\""),
            Map.entry("classes", "1 1 2"),
            Map.entry("xr", "1 2"),
            Map.entry("use_read_write", "0 1"),
            Map.entry("link_failures", "0 1"),
            Map.entry("const_flits", "1")));

    @TempDir
    private Path folder;

    private int accepted;

    @Test
    void aFewFilesMeanWhatTheyMeanThere() throws IOException {
        String[] asked = System.getProperty("fairlead.importer", "1:" + SHORT).split(":");
        fuzz(Long.parseLong(asked[0]), Integer.parseInt(asked[1]));
    }

    @Test
    @Tag("slow")
    void manyFilesMeanWhatTheyMeanThere() throws IOException {
        fuzz(100_000, LONG);
        assertTrue(accepted > LONG / 10, accepted + " of " + LONG + " are accepted");
    }

    private void fuzz(long first, int count) throws IOException {
        Map<String, String> defaults = defaults();
        for (long seed = first; seed < first + count; seed++) {
            String text = drawn(new SplittableRandom(seed), defaults);
            Map<String, String> there = read(text);
            String what = "-Dfairlead.importer=" + seed + ":1\n" + text;
            Path file = Files.writeString(folder.resolve("drawn.cfg"), text);
            Scenario here;
            try {
                here = Runs.scenario(BooksimImport.of(file).yaml());
            } catch (BadInput refused) {
                continue; // more than there may be refused
            }
            accepted++;
            assertTrue(there != null, () -> "no configuration of BookSim: " + what);
            Map<String, String> all = new HashMap<>(defaults);
            there.forEach((key, value) -> assertTrue(all.put(key, value) != null, () -> key + "? " + what));
            assertEquals(meaning(all), meaning(here), what);
        }
    }

    private static Map<String, String> defaults() throws IOException {
        Map<String, String> defaults = new TreeMap<>(Map.of("routing_function", "none", "watch_file", "-"));
        try (InputStream in = BooksimFuzzTest.class.getResourceAsStream("/refused/booksim-defaults.txt")) {
            String all = new String(in.readAllBytes(), StandardCharsets.UTF_8);
            for (String pair : all.strip().split("\\s+")) {
                defaults.put(pair.split("=")[0], pair.split("=")[1]);
            }
        }
        return defaults;
    }

    // ---- drawing

    private static String drawn(SplittableRandom random, Map<String, String> defaults) {
        StringBuilder text = new StringBuilder();
        statement(text, random, "routing_function", random.nextInt(5) > 0 ? "dim_order" : "min_adapt");
        List<String> known = new ArrayList<>(VALUES.keySet());
        List<String> other = new ArrayList<>(defaults.keySet());
        for (int i = random.nextInt(9); i > 0; i--) {
            if (random.nextInt(4) == 0) {
                String key = other.get(random.nextInt(other.size()));
                statement(text, random, key, defaults.get(key));
            } else {
                String key = known.get(random.nextInt(known.size()));
                String[] values = VALUES.get(key).split(" (?![0-9]+\\})");
                statement(text, random, key, values[random.nextInt(random.nextInt(3) == 0 ? values.length : 1)]);
            }
        }
        return text.toString();
    }

    private static void statement(StringBuilder text, SplittableRandom random, String key, String value) {
        String[] gaps = {"", " ", "  ", "\t", "\n", " // k = 3;\n", "//x\n"};
        String[] ends = {";", ";", ";\n", "; // c\n", " ;\n", ";\r\n"};
        text.append(gaps[random.nextInt(gaps.length)]).append(key);
        text.append(random.nextInt(40) == 0 ? " " : gaps[random.nextInt(5)] + "=");
        text.append(gaps[random.nextInt(5)]).append(value);
        text.append(random.nextInt(60) == 0 ? "\n" : ends[random.nextInt(ends.length)]);
    }

    // ---- BookSim's own reading

    /** Returns the last value of each key, or null where its parser ends with an error. */
    private static Map<String, String> read(String text) {
        List<String> words = words(text);
        Map<String, String> values = new TreeMap<>();
        for (int i = 0; i < words.size(); i += 4) {
            if (i + 3 >= words.size()
                    || !words.get(i).matches("[A-Za-z_/.-].*")
                    || !words.get(i + 1).equals("=")
                    || !words.get(i + 2).matches("[\\w/.-]|..+")
                    || !words.get(i + 3).equals(";")) {
                return null;
            }
            values.put(words.get(i), words.get(i + 2));
        }
        return values;
    }

    /** The longest token counts, and of two equally long ones the first; other characters are words alone. */
    private static List<String> words(String text) {
        List<String> words = new ArrayList<>();
        int at = 0;
        while (at < text.length()) {
            int end = at;
            boolean isWord = " \t\r\n".indexOf(text.charAt(at)) < 0;
            for (Pattern token : TOKENS) {
                Matcher found = token.matcher(text).region(at, text.length());
                if (found.lookingAt() && found.end() > end) {
                    end = found.end();
                    isWord = token != COMMENT;
                }
            }
            end = Math.max(end, at + 1);
            if (isWord) {
                words.add(text.substring(at, end));
            }
            at = end;
        }
        return words;
    }

    // ---- what it means

    /** What a configuration measures; a value that is no such machine is part of it, so that it equals none of here. */
    private static Map<String, Object> meaning(Map<String, String> all) {
        Map<String, Object> is = new TreeMap<>();
        int k = whole(all, "k");
        int n = whole(all, "n");
        boolean adaptive = all.get("routing_function").equals("min_adapt");
        is.put("shape", k + "x" + (n > 1 ? k : 1) + "x" + (n > 2 ? k : 1));
        is.put("adaptive", adaptive || !all.get("routing_function").startsWith("dim_order"));
        is.put("depth", adaptive ? Math.max(17, whole(all, "vc_buf_size")) : whole(all, "vc_buf_size"));
        is.put("link", whole(all, "use_noc_latency") == 0 ? 2 : 3);
        is.put("age", !all.get("priority").equals("none"));
        boolean twos = List.of("transpose", "bitcomp", "shuffle").contains(all.get("traffic"));
        is.put("pattern", twos && Integer.bitCount((int) Math.pow(k, n)) != 1 ? "none" : all.get("traffic"));
        int flits = whole(all, "packet_size");
        double rate = Double.parseDouble(all.get("injection_rate"));
        is.put("load", (float) (whole(all, "injection_rate_uses_flits") != 0 ? rate : rate * flits));
        is.put("flits", flits);
        boolean bursts = all.get("injection_process").equals("on_off");
        is.put("bursts", bursts ? all.get("burst_alpha") + " " + Double.valueOf(all.get("burst_beta")) : "no");
        for (String key : List.of("sample_period", "warmup_periods", "max_samples", "seed")) {
            is.put(key, whole(all, key));
        }
        is.put("threshold", Double.valueOf(all.get("stopping_thres")));
        is.put("limit", Double.valueOf(all.get("latency_thres")));
        is.put(
                "one",
                all.get("topology")
                        + all.get("c")
                        + all.get("classes")
                        + all.get("subnets")
                        + all.get("xr")
                        + all.get("use_read_write")
                        + all.get("link_failures")
                        + all.get("sim_type")
                        + all.get("router")
                        + (whole(all, "num_vcs") < (adaptive ? 4 : 2)));
        return is;
    }

    private static int whole(Map<String, String> all, String key) {
        return Integer.parseInt(all.get(key));
    }

    private static Map<String, Object> meaning(Scenario here) {
        TrafficSpec spec = here.measurement();
        Map<String, Object> is = new TreeMap<>();
        is.put("shape", here.machine().shape().toString());
        is.put("adaptive", here.machine().routing().mode() == Routing.Mode.ADAPTIVE);
        is.put("depth", here.machine().buffers().linkVc());
        is.put("link", here.machine().latency().link());
        is.put("age", here.machine().arbitration() == Arbitration.AGE);
        is.put("pattern", spec.pattern().name().toLowerCase(Locale.ROOT));
        is.put("load", (float) spec.load());
        is.put("flits", spec.packetFlits());
        is.put("bursts", spec.process() == BirthProcess.ON_OFF ? "0.01 0.01" : "no");
        is.put("sample_period", spec.samplePeriod());
        is.put("warmup_periods", spec.warmupPeriods());
        is.put("max_samples", spec.maxSamples());
        is.put("seed", (int) spec.seed());
        is.put("threshold", spec.threshold());
        is.put("limit", spec.latencyLimit());
        is.put("one", "torus1111" + "00latencyiqfalse");
        return is;
    }
}
