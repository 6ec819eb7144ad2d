// SPDX-License-Identifier: Apache-2.0
package fairlead.prove;

import java.util.List;
import java.util.stream.Stream;

/** BarrierUnit, two nodes. */
final class BarrierProperties {
    private BarrierProperties() {}

    static List<Property> all() {
        return Stream.of(barrier()).flatMap(List::stream).toList();
    }

    private static Mutant barrier(final String name, final String from, final String to) {
        return new Mutant(name, "BarrierUnit", from, to);
    }

    private static List<Property> barrier() {
        final Mutant early = barrier("the gate opens one task early", "& ~joins & arrived == _last_T;", "& ~joins;");
        final Mutant hot = barrier(
                "the pattern does not move on",
                "pattern <= {pattern[0], pattern[2:1]};",
                "pattern <= {pattern[0], pattern[2:1]} | pattern;");
        final Mutant wide = barrier("the counter is not cut to its width", "_GEN & ~(_counterOk_T_1[15:0]);", "_GEN;");
        final Mutant stay = barrier(
                "the global leg is not left",
                "inGlobal <= ~complete & (gate | inGlobal);",
                "inGlobal <= (gate | inGlobal);");
        final Mutant pad =
                barrier("the master adds one too few", "power - tasks + 5'h1 : 5'h0", "power - tasks : 5'h0");
        final Mutant alone = barrier(
                "the pattern of the other node is not waited for", "(seen & {pattern[1:0], pattern[2]}) == 3'h0 &", "");
        final Mutant wrongBit = barrier(
                "the release looks at bit 0 of the counter",
                "wire epochBit = |(counter[4:0] & power);",
                "wire epochBit = counter[0];");
        final Mutant anybody = barrier(
                "tasks that do not wait are released too",
                "leaving = waiting & (sampled ^ {16{epochBit}});",
                "leaving = sampled ^ {16{epochBit}};");
        return new Unit("barrier", "2 nodes, 1 or 2 tasks each, any counter width", "BU_A1", "PBA_A1")
                .safety("B2", "BU_P1", "PBA_C1", early)
                .safety("B4", "BU_P2", "PBA_C1", hot)
                .safety("B2", "BU_P3", "PBA_C1", stay)
                .safety("B3", "BU_P4", "PBA_C1", wide)
                .safety("B7", "BU_P5", "PBA_C2", pad)
                .safety("B3", "BU_P6", "PBA_C1", pad)
                .safety("B1", "PBA_P1", "PBA_C2", alone)
                .safety("B1", "PBA_P2", "PBA_C2", wrongBit)
                .safety("B4", "PBA_P3", "PBA_C2", anybody)
                .properties();
    }
}
