// SPDX-License-Identifier: Apache-2.0
package fairlead.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import fairlead.measure.Osu.Kind;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** `fairlead osu`: tables of two columns, the same on both engines, with the costs that the machine must have. */
@Tag("M-355")
class OsuCommandTest {
    private static Captured osu(String... words) {
        return Captured.of("osu", words);
    }

    /** The values by size, 0 for a table without sizes. */
    private static Map<Integer, Double> values(String... words) {
        Captured answer = osu(words).exits(ExitCode.OK);
        Map<Integer, Double> values = new TreeMap<>();
        answer.out().lines().filter(line -> !line.startsWith("#")).forEach(line -> {
            String[] cells = line.strip().split(" +");
            values.put(cells.length == 1 ? 0 : Integer.parseInt(cells[0]), Double.parseDouble(cells[cells.length - 1]));
        });
        return values;
    }

    @ParameterizedTest
    @EnumSource(Kind.class)
    void bothEnginesPrintTheSameTable(Kind kind) {
        List<String> words = new ArrayList<>(List.of(kind.word(), "--shape", "2x2x1"));
        if (kind.onlySize() < 0) {
            words.addAll(List.of("--bytes", "64..128"));
        }
        String[] twin = words.toArray(new String[0]);
        words.addAll(List.of("--engine", "rtl"));
        Map<Integer, Double> rtl = values(words.toArray(new String[0]));
        assertEquals(values(twin), rtl);
        assertEquals(kind.onlySize() < 0 ? 2 : 1, rtl.size());
        assertTrue(rtl.values().stream().allMatch(v -> v > 0));
    }

    /** A put and its flush go and come back once, and each way has the latency of a link. */
    @Test
    void aLongerLinkCostsItsCyclesOnBothWays() {
        double one = values("put_latency", "--shape", "3x1x1", "--bytes", "8").get(8);
        double two = values("put_latency", "--shape", "3x1x1", "--bytes", "8", "--set", "machine.latency.link=12")
                .get(8);
        assertEquals(one + 2 * 10, two);
    }

    @Test
    void aPutOfOneMoreFlitTakesOneMoreCycle() {
        Map<Integer, Double> cycles = values("put_latency", "--shape", "2x1x1", "--bytes", "64..128");
        assertEquals((128 - 64) / 16.0, cycles.get(128) - cycles.get(64));
    }

    @Test
    void noLinkGivesMoreThanSixteenBytesACycleAndLongTransfersComeNear() {
        for (String test : List.of("put_bw", "get_bw")) {
            double rate = values(test, "--shape", "2x1x1", "--bytes", "8192").get(8192);
            assertTrue(rate > 13 && rate < 16, test + ": " + rate);
        }
    }

    /** 13 million cycles, which is more than a scenario has if it does not say otherwise. */
    @Test
    @Tag("lab")
    void aLongTestRunsToItsEnd() {
        String[] words = {"put_bw", "--shape", "2x1x1", "--bytes", "131072", "--set", "machine.link_interval=2"};
        assertTrue(values(words).get(131_072) > 7);
    }

    @Test
    void microsecondsAndMegabytesFollowFromTheFrequency() {
        double cycles =
                values("get_latency", "--shape", "2x1x1", "--bytes", "64").get(64);
        double micro = values("get_latency", "--shape", "2x1x1", "--bytes", "64", "--frequency", "0.5")
                .get(64);
        assertEquals(cycles / 500, micro, 0.0005);
        double rate = values("put_bw", "--shape", "2x1x1", "--bytes", "4096").get(4096);
        double mega = values("put_bw", "--shape", "2x1x1", "--bytes", "4096", "--frequency", "2")
                .get(4096);
        assertEquals(rate * 2000, mega, 0.01 * 2000);
    }

    @Test
    void theTableLooksAsPeopleKnowIt() {
        Captured answer = osu("put_latency", "--shape", "2x1x1", "--bytes", "1..2", "--frequency", "1");
        assertEquals(4, answer.out().lines().count(), answer.out());
        answer.says("# Size              Latency (us)\n1                          0.");
    }
}
