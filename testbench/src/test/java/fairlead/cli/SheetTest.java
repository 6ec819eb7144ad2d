// SPDX-License-Identifier: Apache-2.0
package fairlead.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import fairlead.support.Browser;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The pages of sweep and litmus, opened in headless Chromium: no error, and every figure with its values. */
@Tag("M-356")
class SheetTest {
    @BeforeAll
    static void needsChromium() {
        Browser.require();
    }

    @TempDir
    private Path folder;

    private Browser.Opened open(Path page) throws Exception {
        String text = Files.readString(page);
        assertTrue(!text.contains("http://") || text.indexOf("http://") == text.indexOf("http://www.w3.org/2000/svg"));
        Browser.Opened opened = Browser.open(page, "", folder);
        assertEquals(List.of(), opened.console());
        return opened;
    }

    @Test
    void theCurvesOfASweepHaveTheValuesOfItsCsv() throws Exception {
        Path page = folder.resolve("sweep.html");
        Path csv = folder.resolve("sweep.csv");
        String words = "sweep ../examples/traffic/uniform.yaml --set machine.shape=[2,2,2]"
                + " --set workload.sample_period=200 --bisect 0.3";
        Captured answer =
                Captured.of(words.split(" "), "--csv", csv, "--report", page).exits(ExitCode.OK);
        Browser.Opened opened = open(page);
        List<String> rows = Files.readAllLines(csv);
        List<Map<String, String>> curves = opened.with("data-curve");
        assertEquals(4, curves.size());
        List<String> latencies = rows.stream()
                .skip(1)
                .map(row -> row.split(","))
                .sorted((a, b) -> Double.compare(Double.parseDouble(a[0]), Double.parseDouble(b[0])))
                .map(cells -> cells[1])
                .toList();
        Map<String, String> latency = curves.stream()
                .filter(c -> c.get("data-curve").equals("latency"))
                .findFirst()
                .orElseThrow();
        assertEquals(
                latencies.stream().map(Double::parseDouble).toList(),
                List.of(latency.get("data-values").split(" ")).stream()
                        .map(Double::parseDouble)
                        .toList());
        assertTrue(opened.text().contains("Saturates at a load of"), answer.all());
    }

    @Test
    void theOutcomesOfALitmusTestAreThoseOfItsJson() throws Exception {
        Path page = folder.resolve("litmus.html");
        Path json = folder.resolve("litmus.json");
        String words = "litmus ../examples/litmus/L01-mp.litmus ../examples/litmus/L08-sb.litmus"
                + " --engine model --schedules 20";
        Captured answer = Captured.of(words.split(" "), "--json", json, "--report", page);
        assertTrue(answer.code() == ExitCode.OK || answer.code() == ExitCode.FAILS, answer.all());
        Browser.Opened opened = open(page);
        List<Map<String, String>> bars = opened.with("data-bar");
        String text = Files.readString(json);
        assertTrue(bars.size() >= 4, opened.text());
        long runs = 0;
        for (Map<String, String> bar : bars) {
            assertTrue(text.contains("\"" + bar.get("data-bar") + "\" : " + bar.get("data-v")), bar.toString());
            runs += Long.parseLong(bar.get("data-v"));
        }
        assertEquals(40, runs);
    }
}
