// SPDX-License-Identifier: Apache-2.0
package fairlead.lab.lockstep;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import fairlead.hw.HwLayout;
import fairlead.lab.cases.CaseFile;
import fairlead.lab.lockstep.CaseRun.CaseOutcome;
import fairlead.lockstep.LockstepFactory;
import fairlead.twin.fabric.ModelEngineFactory;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Tests the cross of waits: cases that are known to hit and to miss its cells, and the list of impossible cells. */
@Tag("M-974")
class WaitCrossTest {
    private static final String PUTS =
            "schema: fairlead.words/1\nseed: 7\nmachine: {shape: [3, 1, 1], link_interval: 8}\n"
                    + "run: {counters: true}\nclosed: true\nwords:\n"
                    + "  - [0, 0, 0, POST, 8589934592096, 0, 0, 0, 0, 0]\n" // a put of 2000 bytes to node 1
                    + "  - [2, 0, 0, POST, 8589934592096, 0, 0, 0, 0, 0]\n";

    /** Returns the hits of the cells that two twins in lockstep have hit. */
    private static Map<String, Long> hit(String words) {
        LockstepFactory twins = new LockstepFactory(new ModelEngineFactory(), new ModelEngineFactory());
        CaseOutcome outcome = new CaseRun(twins, 61, 64).play(CaseFile.read(Path.of("puts.yaml"), words));
        Map<String, Long> hits = new TreeMap<>(outcome.coverage().waits().hits());
        hits.values().removeIf(count -> count == 0);
        return hits;
    }

    @Test
    void putsOverSlowLinksHitTheCellsOfTheirWayAndNoOthers() {
        Map<String, Long> hits = hit(PUTS);
        for (String cell : List.of(
                "sampled, from X-, request, VC 1, FREE",
                "sampled, injection request 0, request, FREE",
                "counted, from X+, request, MOVED",
                "counted, injection request 0, request, LINK",
                "counted, ejection request 1, request, MOVED")) {
            assertTrue(hits.containsKey(cell), cell + " is not in " + hits);
        }
        for (String part : List.of("Y", "Z", "CREDIT", "OWNER", "VC 2", "store path")) {
            assertTrue(hits.keySet().stream().noneMatch(cell -> cell.contains(part)), part + " is in " + hits);
        }
    }

    @Test
    void withoutCountersOnlySampledCellsAreHit() {
        Map<String, Long> hits = hit(PUTS.replace("counters: true", "counters: false"));
        assertTrue(hits.containsKey("sampled, injection request 0, request, FREE"), hits.toString());
        assertTrue(hits.keySet().stream().noneMatch(cell -> cell.startsWith("counted")), hits.toString());
    }

    @Test
    void hitsAddUp() {
        WaitCross one = new WaitCross();
        one.sampled(5, 7, WaitCross.CREDIT);
        WaitCross sum = new WaitCross();
        sum.add(one);
        sum.add(one);
        assertEquals(2, sum.hits().get("sampled, from Z-, response, VC 3, CREDIT"));
        assertEquals(2, sum.hits().values().stream().mapToLong(Long::longValue).sum());
    }

    @Test
    void eachVcOfEachPortHasCellsOfItsOwnAndALocalPortHasOneVc() {
        for (int port = 0; port < HwLayout.ROUTER_PORTS; port++) {
            for (int vc = 0; vc < 8; vc++) {
                WaitCross waits = new WaitCross();
                waits.sampled(port, vc, WaitCross.CREDIT);
                String traffic = (port < HwLayout.LINKS ? vc < 4 : port < 8) ? "request" : "response";
                String cell = port < HwLayout.LINKS
                        ? "sampled, from "
                                + List.of("X+", "X-", "Y+", "Y-", "Z+", "Z-").get(port) + ", " + traffic + ", VC "
                                + vc % 4 + ", CREDIT"
                        : "sampled, injection " + traffic + " " + port % 2 + ", " + traffic + ", CREDIT";
                assertEquals(1, waits.hits().get(cell), cell);
            }
        }
    }

    @Test
    void aLineNamesCellsAndOneThatNamesNoneIsRefused() {
        List<String> list = List.of("# comment", "counted, ejection response *, response, RESPONSE | none needed");
        assertEquals(2, WaitCross.impossible(list).size());
        assertTrue(WaitCross.impossible()
                .keySet()
                .containsAll(WaitCross.impossible(list).keySet()));
        for (String line : List.of("counted, store path, request, NONE | x", "counted, store path, request, DLA")) {
            assertThrows(IllegalArgumentException.class, () -> WaitCross.impossible(List.of(line)), line);
        }
    }

    @Test
    void aCellThatIsHitAlthoughItIsListedIsFound() {
        WaitCross waits = new WaitCross();
        waits.sampled(0, 0, WaitCross.OWNER);
        String cell = "sampled, from X+, request, VC 0, OWNER";
        assertEquals(
                List.of(cell), waits.wrong(Map.of(cell, "never", "sampled, from X+, request, VC 0, FREE", "never")));
        assertEquals(List.of(), waits.wrong(WaitCross.impossible()));
    }
}
