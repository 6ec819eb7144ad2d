// SPDX-License-Identifier: Apache-2.0
package fairlead.scenario;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import fairlead.engine.Capabilities;
import fairlead.machine.Buffers;
import fairlead.machine.TableSizes;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The depths of link VCs and of the buffers between router and NIC, by kind. */
@Tag("M-571")
class DepthKeysTest {
    private static Scenario parse(final String routing, final String buffers) {
        return ScenarioReader.parse(
                "schema: fairlead.scenario/1\nmachine:\n  shape: [4, 3, 2]\n  routing: {" + routing + "}\n  buffers: {"
                        + buffers + "}\nworkload: {kind: halo3d}\n",
                "a.yaml",
                "a",
                List.of());
    }

    private static Buffers buffers(final String buffers) {
        return parse("mode: dimension_order", buffers).machine().buffers();
    }

    @Test
    void oneDepthIsThatOfAllKinds() {
        assertEquals(new Buffers(5, 3, 16, 64, 64, 8), buffers("link_vc: 5, local: 3"));
        assertTrue(buffers("link_vc: 5").links().isUniform());
    }

    @Test
    void aKeyOfADimensionCountsMoreThanOneOfItsKindAndThatMoreThanAll() {
        final Buffers buffers =
                buffers("link_vc: 5, link_vcs: {request_escape: 3, y: {request_escape: 9, response_adaptive: 2}}");
        assertEquals(
                List.of(3, 5, 5, 5, 9, 5, 5, 2, 3, 5, 5, 5), buffers.links().flits());
        final Buffers locals = buffers("local: 6, locals: {response_injection: 2, request_ejection: 1}");
        assertEquals(List.of(6, 2, 1, 6), locals.locals().flits());
    }

    @Test
    void theEffectiveConfigurationHasTheKeysThatAreGivenAndNoOthers() {
        final Scenario split = parse("mode: dimension_order", "link_vcs: {z: {request_escape: 3}}");
        assertTrue(split.toYaml().contains("z:"), split.toYaml());
        assertFalse(split.toYaml().contains("null"), split.toYaml());
        assertFalse(parse("mode: dimension_order", "link_vc: 5").toYaml().contains("link_vcs"));
        assertEquals(
                split.machine().buffers(),
                ScenarioReader.parse(split.toYaml(), "b.yaml", "b", List.of())
                        .machine()
                        .buffers());
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "mode: adaptive | link_vc: 17, link_vcs: {x: {response_adaptive: 16}} | machine.buffers.link_vcs.x.response_adaptive = 16: must be at least 17 with machine.routing.mode adaptive",
                "mode: bubble | link_vc: 34, link_vcs: {request_escape: 33} | machine.buffers.link_vcs.request_escape = 33: must be at least 34 with bubble rings",
                "mode: bubble | link_vc: 33, link_vcs: {request_escape: 34} | machine.buffers.link_vc = 33: must be at least 34 with bubble rings",
                "mode: dimension_order | link_vcs: {request_escape: 0} | machine.buffers.link_vcs.request_escape = 0: must be an integer from 1 to 256",
                "mode: dimension_order | locals: {request_ejection: 300} | machine.buffers.locals.request_ejection = 300: must be an integer from 1 to 256",
                "mode: dimension_order | link_vcs: {w: {request_escape: 3}} | machine.buffers.link_vcs.w",
            })
    void aDepthThatIsWrongIsNamedByItsOwnKey(final String routing, final String buffers, final String message) {
        final BadInput refusal = assertThrows(BadInput.class, () -> parse(routing, buffers));
        assertEquals(1, refusal.lines().size(), refusal.getMessage());
        assertTrue(refusal.getMessage().contains(message), refusal.getMessage());
        assertTrue(refusal.getMessage().contains("a.yaml line 5"), refusal.getMessage());
    }

    @Test
    void inBubbleRingsOnlyEscapeVcsNeedRoomForTwoPackets() {
        final String adaptive = "request_adaptive: 17, response_adaptive: 17";
        final Buffers buffers = parse("mode: adaptive, escape: bubble", "link_vc: 34, link_vcs: {" + adaptive + "}")
                .machine()
                .buffers();
        assertEquals(34, buffers.links().leastEscape());
        assertEquals(17, buffers.links().least());
    }

    @Test
    void aLibraryRefusesTheKeyThatIsTooDeepForIt() {
        final Capabilities small =
                new Capabilities("small", false, false, 4, 32, 64, 256, 1024, 16, 16, 8, 4, TableSizes.ALL);
        final Scenario scenario = parse(
                "mode: dimension_order",
                "link_vc: 4, link_vcs: {y: {request_escape: 5}}, locals: {request_injection: 33}");
        final BadInput refusal = assertThrows(BadInput.class, () -> scenario.checkDepths(small));
        assertEquals(2, refusal.lines().size(), refusal.getMessage());
        assertTrue(refusal.lines()
                .get(0)
                .contains("machine.buffers.link_vcs.y.request_escape = 5: must be at most 4 in this library"));
        assertTrue(refusal.lines()
                .get(1)
                .contains("machine.buffers.locals.request_injection = 33: must be at most 32 in this library"));
    }
}
