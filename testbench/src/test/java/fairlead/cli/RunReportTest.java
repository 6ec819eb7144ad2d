// SPDX-License-Identifier: Apache-2.0
package fairlead.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import fairlead.support.Browser;
import fairlead.support.CsvRows;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The report of a run, opened in headless Chromium: no error, every figure, and the values of the CSV files. */
@Tag("M-265")
@Tag("M-266")
@Tag("M-448")
@Tag("M-731")
class RunReportTest {
    private static final int PER_NODE = 14;
    private static final Set<String> FIGURES =
            Set.of("limit", "verdicts", "torus", "traffic", "open", "waits", "latency", "spans");

    private static final String MODEL = "--engine model --no-reliefs";

    @TempDir
    private Path folder;

    @BeforeEach
    void browser() {
        Browser.require();
    }

    /** @param more words with spaces between them */
    private Path run(String scenario, String more) {
        Path out = folder.resolve("out");
        Captured.of("run", scenario, "--no-progress", "--report", "--out", out, List.of(more.split(" ")))
                .says("report: ");
        return out;
    }

    private Browser.Opened open(Path page, String state) throws Exception {
        Browser.Opened opened = Browser.open(page, state, folder);
        assertEquals(List.of(), opened.console(), "console of " + page);
        assertTrue(opened.text().contains("data-ready=\"true\""), "the script did not reach its end");
        return opened;
    }

    /** The cells of these columns, joined, row by row. */
    private static List<String> cells(Path csv, String... columns) throws IOException {
        return joined(CsvRows.of(csv), columns);
    }

    /** The attributes of the elements that have the first of these. */
    private static List<String> shown(Browser.Opened page, String... attributes) {
        return joined(page.with(attributes[0]), attributes);
    }

    private static List<String> joined(List<Map<String, String>> rows, String... keys) {
        return rows.stream()
                .map(row -> Stream.of(keys).map(row::get).collect(Collectors.joining(" ")))
                .toList();
    }

    private static Set<String> figures(Browser.Opened page) {
        return new TreeSet<>(shown(page, "data-figure"));
    }

    private static long scaled(String value, int digits) {
        return new BigDecimal(value).movePointRight(digits).longValueExact();
    }

    /** Returns what the torus shows, by channel number; each channel appears once. */
    private static Map<Integer, Long> torus(Browser.Opened page) {
        Map<Integer, Long> shown = new HashMap<>();
        for (Map<String, String> element : page.with("data-channels")) {
            String[] channels = element.get("data-channels").split(" ");
            String[] values = element.get("data-v").split(" ");
            for (int i = 0; i < channels.length; i++) {
                assertEquals(null, shown.put(Integer.valueOf(channels[i]), Long.valueOf(values[i])), channels[i]);
            }
        }
        return shown;
    }

    private static int channel(Map<String, String> row) {
        List<String> names =
                List.of(("link X+,link X-,link Y+,link Y-,link Z+,link Z-,injection request 0,injection request 1,"
                                + "injection response 0,injection response 1,ejection request 0,ejection request 1,"
                                + "ejection response 0,ejection response 1")
                        .split(","));
        return Integer.parseInt(row.get("node")) * PER_NODE + names.indexOf(row.get("channel"));
    }

    private static void curves(Browser.Opened page, Path csv, int digits) throws IOException {
        List<Map<String, String>> rows = CsvRows.of(csv);
        Set<String> names = new TreeSet<>(rows.get(0).keySet());
        names.removeAll(Set.of("first_cycle", "end_cycle"));
        for (String name : names) {
            String wanted = rows.stream()
                    .map(r -> String.valueOf(scaled(r.get(name), digits)))
                    .collect(Collectors.joining(" "));
            List<String> shown = page.with("data-curve").stream()
                    .filter(c -> c.get("data-curve").equals(name))
                    .map(c -> c.get("data-values"))
                    .toList();
            assertEquals(List.of(wanted), shown, name);
        }
    }

    @Test
    void everyFigureShowsTheValuesOfItsFile() throws Exception {
        Path out = run("../examples/halo3d.yaml", "--set machine.shape=[4,3,2] --set machine.tasks_per_node=1");
        Browser.Opened page = open(out.resolve("report.html"), "node=5");
        assertEquals(new TreeSet<>(FIGURES), figures(page));
        Map<Integer, Long> wanted = new HashMap<>();
        for (Map<String, String> row : CsvRows.of(out.resolve("channels.csv"))) {
            wanted.put(channel(row), scaled(row.get("utilisation"), 3));
        }
        assertEquals(24 * PER_NODE, wanted.size());
        assertEquals(wanted, torus(page));
        curves(page, out.resolve("activity.csv"), 0);
        curves(page, out.resolve("waits.csv"), 2);
        assertEquals(
                cells(out.resolve("latency.csv"), "packets"),
                page.with("data-bucket").stream().map(e -> e.get("data-v")).toList());
        List<String> spans = cells(out.resolve("spans.csv"), "node", "op", "begin_cycle", "end_cycle").stream()
                .filter(span -> span.startsWith("5 "))
                .map(span -> span.substring(2))
                .toList();
        assertFalse(spans.isEmpty());
        assertEquals(Set.copyOf(spans), Set.copyOf(shown(page, "data-op", "data-begin", "data-end")));
        assertEquals(
                CsvRows.of(out.resolve("limits.csv")).stream()
                        .map(r -> r.get("resource") + " " + scaled(r.get("saved_share"), 3))
                        .toList(),
                shown(page, "data-relief", "data-v"));
        assertEquals(cells(out.resolve("verdicts.csv"), "verdict", "holds"), shown(page, "data-verdict", "data-v"));
        for (Map<String, String> link : page.with("href")) {
            if (!link.get("href").startsWith("data:")) {
                assertTrue(Files.exists(out.resolve(link.get("href"))), link.get("href"));
            }
        }
    }

    @ParameterizedTest
    @CsvSource({
        "buffered, 3, mean_buffered_flits, 2",
        "full, 5, share_of_time_full, 3",
        "utilisation, 9, utilisation, 3"
    })
    @Tag("lab")
    void theSliderShowsTheValuesOfItsBin(String metric, int bin, String column, int digits) throws Exception {
        Path out =
                run("../examples/random.yaml", MODEL + " --set machine.buffers.link_vc=2 --set machine.shape=[3,3,1]");
        Map<Integer, Long> shown = torus(open(out.resolve("report.html"), "metric=" + metric + "&bin=" + bin));
        List<Map<String, String>> rows = CsvRows.of(out.resolve("channels_over_time.csv"));
        TreeSet<Long> starts = rows.stream()
                .map(r -> Long.valueOf(r.get("first_cycle")))
                .collect(Collectors.toCollection(TreeSet::new));
        long width = Long.parseLong(rows.get(0).get("end_cycle"))
                - Long.parseLong(rows.get(0).get("first_cycle"));
        Map<Integer, Long> wanted = new HashMap<>();
        shown.keySet().forEach(c -> wanted.put(c, 0L));
        rows.stream()
                .filter(r -> Long.parseLong(r.get("first_cycle")) == bin * width)
                .forEach(r -> wanted.put(channel(r), scaled(r.get(column), digits)));
        assertTrue(starts.contains(bin * width), "nothing happens in the bin");
        assertTrue(wanted.values().stream().anyMatch(v -> v > 0), "all values are 0");
        assertEquals(wanted, shown);
    }

    @Test
    void theStorePathHasItsFigures() throws Exception {
        Path out = run("../examples/random.yaml", MODEL + " --set workload.epochs=false --set machine.buffers.dla=6");
        Browser.Opened page = open(out.resolve("report.html"), "");
        assertTrue(
                figures(page).containsAll(Set.of("pool", "requests")),
                figures(page).toString());
        curves(page, out.resolve("dla.csv"), 0);
    }

    @Test
    void aKnotHasItsPictureWithEveryMember() throws Exception {
        Path scenario = folder.resolve("knot.yaml");
        Files.writeString(scenario, KnotCommandTest.RING);
        Path out = run(scenario.toString(), "--allow-unsafe");
        Browser.Opened page = open(out.resolve("report.html"), "");
        List<Map<String, String>> members = CsvRows.of(out.resolve("knot.csv"));
        assertTrue(members.size() > 1);
        assertEquals(members.size(), page.with("data-member").size());
        assertTrue(page.text().contains("The verdict deadlock_freedom fails"), "the first line");
    }

    @Test
    void namesOfFilesAreShownAsText() throws Exception {
        Path scenario = folder.resolve("a<img src=x onerror=console.error(1)>{{data}}&amp;.yaml");
        Files.copy(Path.of("../examples/ring.yaml"), scenario);
        Path out = run(scenario.toString(), MODEL);
        Browser.Opened page = open(out.resolve("report.html"), "");
        assertFalse(page.text().replaceAll("(?s)<script.*?</script>", "").contains("<img"), "markup of a name");
        assertTrue(page.text().contains("a&lt;img src=x onerror=console.error(1)&gt;{{data}}&amp;amp; on model"));
    }

    /** Tiles outside the torus are drawn with their ranks and what their tasks did; the torus is as without them. */
    @Test
    void ioTilesAreDrawnBesideTheTorus() throws Exception {
        Path out = run("../examples/device_io_tiles.yaml", MODEL);
        Browser.Opened page = open(out.resolve("report.html"), "");
        Path tiles = out.resolve("io_tiles.csv");
        assertEquals(cells(tiles, "node", "operations", "bytes"), shown(page, "data-io"));
        assertEquals(List.of("8", "9"), cells(tiles, "node"));
        long sent = 0;
        for (Map<String, String> op : CsvRows.of(out.resolve("ops.csv"))) {
            sent += op.get("kind").equals("DEVICE_SEND") ? Long.parseLong(op.get("bytes")) : 0;
        }
        assertEquals(
                sent, cells(tiles, "bytes").stream().mapToLong(Long::parseLong).sum());
        Map<Integer, Long> shown = torus(page);
        assertTrue(shown.keySet().stream().allMatch(channel -> channel < 8 * PER_NODE), shown.toString());
        Path without = run("../examples/device_smp.yaml", MODEL + " --force");
        assertFalse(Files.exists(without.resolve("io_tiles.csv")));
        assertEquals(List.of(), open(without.resolve("report.html"), "").with("data-io"));
    }

    @Test
    void anErrorOfTheScriptIsSeen() throws Exception {
        Path out = run("../examples/ring.yaml", MODEL);
        Path broken = folder.resolve("broken.html");
        Files.writeString(broken, Files.readString(out.resolve("report.html")).replace("\"latency\":", "\"late\":"));
        Browser.Opened page = Browser.open(broken, "", folder);
        assertFalse(page.console().isEmpty(), "the console shows no error");
    }

    @Test
    @Tag("lab")
    void theReportOfALongRunIsSmallAndOpens() throws Exception {
        Path out = run("../examples/halo3d.yaml", MODEL + " --set workload.iterations=40");
        Path report = out.resolve("report.html");
        assertTrue(Files.size(report) < 2 << 20, "bytes: " + Files.size(report));
        Browser.Opened page = open(report, "");
        assertEquals(new TreeSet<>(FIGURES), figures(page));
        long spans = CsvRows.of(out.resolve("spans.csv")).stream()
                .filter(r -> r.get("node").equals("0"))
                .count();
        assertEquals(spans, page.with("data-op").size(), "spans of node 0");
    }

    @Test
    void countersAreThoseOfTheirFile() throws Exception {
        String counting = MODEL + " --set machine.shape=[3,3,2] --set run.counters=true";
        Path out = run("../examples/halo3d.yaml", counting);
        Browser.Opened page = open(out.resolve("report.html"), "");
        assertTrue(figures(page).contains("counters"));
        Map<String, Map<String, String>> rows = new HashMap<>();
        for (Map<String, String> row : CsvRows.of(out.resolve("counters.csv"))) {
            rows.put(row.get("node") + " " + row.get("queue") + " " + row.get("class"), row);
        }
        List<Map<String, String>> shown = page.with("data-counter");
        assertEquals(24, shown.size());
        long least = Long.MAX_VALUE;
        for (Map<String, String> row : shown) {
            Map<String, String> file = rows.remove(row.get("data-counter"));
            assertEquals(file.get("blocked_cycles"), row.get("data-blocked"));
            least = Math.min(least, Long.parseLong(row.get("data-blocked")));
        }
        for (Map<String, String> row : rows.values()) {
            assertTrue(Long.parseLong(row.get("blocked_cycles")) <= least, row.toString());
        }
        run("../examples/halo3d.yaml", counting + " --force"); // a folder with counters is replaced
    }
}
