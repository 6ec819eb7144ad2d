// SPDX-License-Identifier: Apache-2.0
package fairlead.lab.proofs;

import java.util.List;
import java.util.stream.Stream;

/**
 * The properties of the parts whose clock edges the fabric omits: while a part reports rest, an omitted edge would not
 * have changed any of its registers.
 */
final class RestProperties {
    private RestProperties() {}

    static List<Property> all() {
        return Stream.of(
                        rest(
                                new ProvedUnit("fence", "2 entries, 2 injection FIFOs, up to 3 DLA requests"),
                                "PFE_G1",
                                "PFE_C6",
                                "FenceUnit",
                                "(|done) | armValid | doneValid",
                                "(|done) | doneValid"),
                        rest(
                                new ProvedUnit("epoch_origin", "2 epochs, counters of 2 bits", "EU_A2"),
                                "PEO_G1",
                                "PEO_C6",
                                "EpochOrigin",
                                "held}) | eventValid;",
                                "held});"),
                        rest(
                                new ProvedUnit(
                                        "epoch_target",
                                        "2 epochs, counters of 2 bits",
                                        "EU_A6",
                                        "EU_A7",
                                        "EU_A8",
                                        "EU_A9",
                                        "EU_P6",
                                        "EU_P7"),
                                "PET_G1",
                                "PET_C7",
                                "EpochTarget",
                                "heldAcked}) | eventValid | vacated",
                                "heldAcked}) | vacated"),
                        rest(
                                new ProvedUnit("barrier", "2 nodes, 1 to 4 tasks each", "BU_A1", "PBA_A1"),
                                "PBA_G1",
                                "PBA_C6",
                                "BarrierUnit",
                                "| io_releaseEvent_valid_REG;",
                                ";"),
                        rest(
                                        new ProvedUnit(
                                                "dla", "8 words, 2 channels, any limits", "DL_A1", "DL_A2", "DP_A3"),
                                        "PDL_G1",
                                        "PDL_C6",
                                        "DlaArbiter",
                                        "leaves | io_allocEvent_valid_REG | io_storeEvent_valid_REG",
                                        "leaves | io_storeEvent_valid_REG")
                                .upTo(12))
                .flatMap(unit -> unit.properties().stream())
                .toList();
    }

    private static ProvedUnit rest(
            final ProvedUnit unit,
            final String id,
            final String cover,
            final String module,
            final String busy,
            final String less) {
        return unit.slow(300)
                .rests(
                        "I4",
                        id,
                        "a register changes at an edge that the part says it does not need (gated = ungated)",
                        cover,
                        new Mutant("the part says that it rests while an event is under way", module, busy, less));
    }
}
