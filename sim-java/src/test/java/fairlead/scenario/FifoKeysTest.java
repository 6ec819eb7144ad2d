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

/** The keys of the depths of single FIFOs of a node. */
@Tag("M-699")
class FifoKeysTest {
    private static Scenario parse(final String buffers) {
        return ScenarioReader.parse(
                "schema: fairlead.scenario/1\nmachine:\n  shape: [4, 3, 2]\n  buffers: {" + buffers
                        + "}\nworkload: {kind: halo3d}\n",
                "a.yaml",
                "a",
                List.of());
    }

    @Test
    void aFifoWithoutAKeyOfItsOwnHasTheDepthOfAll() {
        final Buffers buffers = parse("injection: 5, injections: {fifo_2: 3}, receptions: {fifo_0: 70, fifo_3: 1},"
                        + " response: 9, responses: {port_1: 2}")
                .machine()
                .buffers();
        assertEquals(List.of(5, 5, 3, 5), buffers.injections().each());
        assertEquals(List.of(70, 64, 64, 1), buffers.receptions().each());
        assertEquals(List.of(9, 2), buffers.responses().each());
        assertEquals(List.of(3L << 26), buffers.injections().registers());
        assertEquals(
                List.of(64L << 13 | 64L << 26 | 1L << 39), buffers.receptions().registers());
        assertEquals(
                new Buffers(8, 8, 5, 64, 64, 8), parse("injection: 5").machine().buffers());
        assertFalse(parse("injection: 5").toYaml().contains("injections"));
    }

    @ParameterizedTest
    @CsvSource({
        "injections, fifo_0, 257, 256",
        "receptions, fifo_3, 0, 256",
        "responses, port_0, 65, 64",
    })
    void aDepthOutOfItsRangeIsRefusedByItsOwnKey(
            final String kind, final String fifo, final int depth, final int most) {
        final BadInput refusal = assertThrows(BadInput.class, () -> parse(kind + ": {" + fifo + ": " + depth + "}"));
        assertEquals(1, refusal.lines().size(), refusal.getMessage());
        assertTrue(
                refusal.getMessage()
                        .contains("machine.buffers." + kind + "." + fifo + " = " + depth
                                + ": must be an integer from 1 to " + most),
                refusal.getMessage());
    }

    @Test
    void aFifoThatIsNotThereIsNamedWithTheNearestKey() {
        final BadInput refusal = assertThrows(BadInput.class, () -> parse("responses: {port_2: 3}"));
        assertTrue(refusal.getMessage().contains("machine.buffers.responses.port_2"), refusal.getMessage());
        assertTrue(refusal.getMessage().contains("port_"), refusal.getMessage());
    }

    @Test
    void aLibraryRefusesTheFifosThatAreTooDeepForIt() {
        final Capabilities small =
                new Capabilities("small", false, false, 64, 32, 16, 64, 1024, 8, 16, 8, 4, TableSizes.ALL);
        final Scenario scenario =
                parse("injections: {fifo_1: 17}, receptions: {fifo_2: 65}, response: 9, responses: {port_0: 8}");
        final BadInput refusal = assertThrows(BadInput.class, () -> scenario.checkDepths(small));
        assertEquals(3, refusal.lines().size(), refusal.getMessage());
        for (final String key : List.of("injections.fifo_1 = 17", "receptions.fifo_2 = 65", "response = 9")) {
            assertTrue(refusal.getMessage().contains("machine.buffers." + key), refusal.getMessage());
        }
    }
}
