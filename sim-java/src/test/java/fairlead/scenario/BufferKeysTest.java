// SPDX-License-Identifier: Apache-2.0
package fairlead.scenario;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import fairlead.engine.Capabilities;
import fairlead.machine.Buffers;
import fairlead.machine.TableSizes;
import fairlead.machine.TableSizes.Table;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The keys of link VCs and of the buffers between router and NIC by kind, of single FIFOs and of the NIC's tables. */
class BufferKeysTest {
    private static Scenario parse(String routing, String buffers) {
        return ScenarioReader.parse(
                "schema: fairlead.scenario/1\nmachine:\n  shape: [4, 3, 2]\n  routing: {" + routing + "}\n  buffers: {"
                        + buffers + "}\nworkload: {kind: halo3d}\n",
                "a.yaml",
                "a",
                List.of());
    }

    private static Scenario parse(String buffers) {
        return parse("mode: dimension_order", buffers);
    }

    private static Buffers buffers(String buffers) {
        return parse(buffers).machine().buffers();
    }

    @Test
    @Tag("M-571")
    void oneDepthIsThatOfAllKinds() {
        assertEquals(new Buffers(5, 3, 16, 64, 64, 8), buffers("link_vc: 5, local: 3"));
        assertTrue(buffers("link_vc: 5").links().isUniform());
    }

    @Test
    @Tag("M-571")
    void aKeyOfADimensionCountsMoreThanOneOfItsKindAndThatMoreThanAll() {
        Buffers buffers =
                buffers("link_vc: 5, link_vcs: {request_escape: 3, y: {request_escape: 9, response_adaptive: 2}}");
        assertEquals(
                List.of(3, 5, 5, 5, 9, 5, 5, 2, 3, 5, 5, 5), buffers.links().each());
        Buffers locals = buffers("local: 6, locals: {response_injection: 2, request_ejection: 1}");
        assertEquals(List.of(6, 2, 1, 6), locals.locals().each());
    }

    @Test
    @Tag("M-571")
    void theEffectiveConfigurationHasTheKeysThatAreGivenAndNoOthers() {
        Scenario split = parse("link_vcs: {z: {request_escape: 3}}");
        assertTrue(split.toYaml().contains("z:"), split.toYaml());
        assertFalse(split.toYaml().contains("null"), split.toYaml());
        String plain = parse("link_vc: 5, injection: 5").toYaml();
        List.of("link_vcs", "injections", "commit_slots").forEach(key -> assertFalse(plain.contains(key), plain));
        assertEquals(
                split.machine().buffers(),
                ScenarioReader.parse(split.toYaml(), "b.yaml", "b", List.of())
                        .machine()
                        .buffers());
    }

    @Test
    @Tag("M-699")
    void aFifoWithoutAKeyOfItsOwnHasTheDepthOfAll() {
        Buffers buffers = buffers("injection: 5, injections: {fifo_2: 3}, receptions: {fifo_0: 70, fifo_3: 1},"
                + " response: 9, responses: {port_1: 2}");
        assertEquals(List.of(5, 5, 3, 5), buffers.injections().each());
        assertEquals(List.of(70, 64, 64, 1), buffers.receptions().each());
        assertEquals(List.of(9, 2), buffers.responses().each());
        assertEquals(List.of(3L << 26), buffers.injections().registers());
        assertEquals(
                List.of(64L << 13 | 64L << 26 | 1L << 39), buffers.receptions().registers());
        assertEquals(new Buffers(8, 8, 5, 64, 64, 8), buffers("injection: 5"));
    }

    @Test
    @Tag("M-698")
    void eachKeyIsTheSizeOfItsTableAndATableWithoutOneHasAllItsPlaces() {
        assertEquals(TableSizes.ALL, buffers("link_vc: 5").tables());
        for (Table table : Table.values()) {
            assertEquals(table.most(), TableSizes.ALL.of(table));
        }
        TableSizes sizes = buffers(
                        "commit_slots: 31, header_queue: 3, read_window: 63, fence_entries: 7, ack_counters: 15")
                .tables();
        assertEquals(List.of(31, 3, 63, 7, 15), sizes.given());
        assertEquals(15L << 20 | 7L << 16 | 63L << 9 | 3L << 6 | 31, sizes.register());
        assertEquals(16L << 20 | 8L << 16 | 64L << 9 | 4L << 6 | 32, TableSizes.ALL.register());
    }

    /** A wrong depth is refused by the key that gives it, and `machine.buffers.` is before each message. */
    @ParameterizedTest
    @Tag("M-571")
    @Tag("M-698")
    @Tag("M-699")
    @CsvSource(
            delimiter = '|',
            value = {
                "adaptive | link_vc: 17, link_vcs: {x: {response_adaptive: 16}} | link_vcs.x.response_adaptive = 16: must be at least 17 with machine.routing.mode adaptive",
                "bubble | link_vc: 34, link_vcs: {request_escape: 33} | link_vcs.request_escape = 33: must be at least 34 with bubble rings",
                "bubble | link_vc: 33, link_vcs: {request_escape: 34} | link_vc = 33: must be at least 34 with bubble rings",
                "dimension_order | link_vcs: {request_escape: 0} | link_vcs.request_escape = 0: must be an integer from 1 to 256",
                "dimension_order | locals: {request_ejection: 300} | locals.request_ejection = 300: must be an integer from 1 to 256",
                "dimension_order | link_vcs: {w: {request_escape: 3}} | link_vcs.w",
                "dimension_order | injections: {fifo_0: 257} | injections.fifo_0 = 257: must be an integer from 1 to 256",
                "dimension_order | receptions: {fifo_3: 0} | receptions.fifo_3 = 0: must be an integer from 1 to 256",
                "dimension_order | responses: {port_0: 65} | responses.port_0 = 65: must be an integer from 1 to 64",
                "dimension_order | responses: {port_2: 3} | responses.port_2 = 3: unknown key; did you mean machine.buffers.responses.port_",
                "dimension_order | commit_slots: 33 | commit_slots = 33: must be an integer from 1 to 32",
                "dimension_order | header_queue: 5 | header_queue = 5: must be an integer from 1 to 4",
                "dimension_order | read_window: 65 | read_window = 65: must be an integer from 1 to 64",
                "dimension_order | fence_entries: 9 | fence_entries = 9: must be an integer from 1 to 8",
                "dimension_order | ack_counters: 17 | ack_counters = 17: must be an integer from 1 to 16",
                "dimension_order | commit_slots: 0 | commit_slots = 0: must be an integer from 1 to 32",
                "dimension_order | ack_counters: -1 | ack_counters = -1: must be an integer from 1 to 16",
            })
    void aDepthThatIsWrongIsNamedByItsOwnKey(String mode, String buffers, String message) {
        BadInput refusal = assertThrows(BadInput.class, () -> parse("mode: " + mode, buffers));
        assertEquals(1, refusal.lines().size(), refusal.getMessage());
        assertTrue(refusal.getMessage().startsWith("a.yaml line 5: machine.buffers." + message), refusal.getMessage());
    }

    @Test
    @Tag("M-571")
    void inBubbleRingsOnlyEscapeVcsNeedRoomForTwoPackets() {
        String adaptive = "request_adaptive: 17, response_adaptive: 17";
        Buffers buffers = parse("mode: adaptive, escape: bubble", "link_vc: 34, link_vcs: {" + adaptive + "}")
                .machine()
                .buffers();
        assertEquals(34, buffers.links().leastEscape());
        assertEquals(17, buffers.links().least());
    }

    /** A library with shallow buffers and half a table refuses exactly the keys that are too large for it. */
    @ParameterizedTest
    @Tag("M-571")
    @Tag("M-698")
    @Tag("M-699")
    @CsvSource(
            delimiter = '|',
            value = {
                "link_vc: 4, fence_entries: 4, link_vcs: {y: {request_escape: 5}}, locals: {request_injection: 33} | link_vcs.y.request_escape = 5: must be at most 4; locals.request_injection = 33: must be at most 32",
                "link_vc: 4, fence_entries: 4, injections: {fifo_1: 17}, receptions: {fifo_2: 65}, response: 9, responses: {port_0: 8} | injections.fifo_1 = 17: must be at most 16; receptions.fifo_2 = 65: must be at most 64; response = 9: must be at most 8",
                "link_vc: 4, fence_entries: 5 | fence_entries = 5: must be at most 4",
                "link_vc: 4 | fence_entries: must be at most 4",
                "link_vc: 4, fence_entries: 4 | ",
            })
    void aLibraryRefusesTheKeysThatAreTooDeepForIt(String buffers, String refused) {
        Capabilities small = new Capabilities(
                "small",
                false,
                false,
                new Buffers(4, 32, 16, 64, 1024, 8).with(TableSizes.ALL.with(Table.FENCE_ENTRIES, 4)),
                16,
                8,
                4);
        Scenario scenario = parse(buffers);
        if (refused == null) {
            scenario.checkDepths(small);
            return;
        }
        BadInput refusal = assertThrows(BadInput.class, () -> scenario.checkDepths(small));
        assertEquals(
                List.of(refused.split("; ")),
                refusal.lines().stream()
                        .map(line -> line.replaceFirst(".*machine.buffers.", "").replace(" in this library", ""))
                        .toList());
    }
}
