// SPDX-License-Identifier: Apache-2.0
package fairlead.lab.proofs;

import java.util.List;
import java.util.stream.Stream;

/** The properties of BarrierUnit, with two nodes. */
final class BarrierProperties {
    private static final Mutant EARLY =
            barrier("the gate opens one task early", "& ~joins & arrived == _last_T;", "& ~joins;");
    private static final Mutant HOT = barrier(
            "the pattern does not move on",
            "pattern <= {pattern[0], pattern[2:1]};",
            "pattern <= {pattern[0], pattern[2:1]} | pattern;");
    private static final Mutant WIDE =
            barrier("the counter is not cut to its width", "+ _GEN_0 & ~(_widthMask_T_1[15:0]);", "+ _GEN_0;");
    private static final Mutant STAY = barrier(
            "the global leg is not left",
            "inGlobal <= ~complete & (gate | inGlobal);",
            "inGlobal <= (gate | inGlobal);");
    private static final Mutant PAD =
            barrier("the master adds one too few", "power - tasks + 5'h1 : 5'h0", "power - tasks : 5'h0");
    private static final Mutant BARE =
            barrier("the master adds 1 and no padding", "power - tasks + 5'h1 : 5'h0", "5'h1 : 5'h0");
    private static final Mutant DEAF = barrier(
            "an instance is complete as soon as nobody shows the pattern before", "& (|(seen & pattern));", ";");
    private static final Mutant BEHIND = barrier(
            "task 1 is not released by every other instance",
            "wire [15:0] leaving = waiting &",
            "wire [15:0] leaving = waiting & ~{14'h0, epochBit, 1'h0} &");
    private static final Mutant ALONE = barrier(
            "the pattern of the other node is not waited for", "(seen & {pattern[1:0], pattern[2]}) == 3'h0 &", "");
    private static final Mutant WRONG_BIT = barrier(
            "the release looks at bit 0 of the counter",
            "wire epochBit = |(counter[4:0] & power);",
            "wire epochBit = counter[0];");
    private static final Mutant ANYBODY = barrier(
            "tasks that do not wait are released too",
            "leaving = waiting & (sampled ^ {16{epochBit}});",
            "leaving = sampled ^ {16{epochBit}};");
    private static final Mutant LINGERS = barrier(
            "the master stays in behind its instance",
            "masterIn <= joins & io_cmd_w_0[4] | ~complete & masterIn;",
            "masterIn <= joins & io_cmd_w_0[4] | masterIn;");

    private BarrierProperties() {}

    static List<Property> all() {
        return Stream.of(barrier()).flatMap(List::stream).toList();
    }

    private static Mutant barrier(final String name, final String from, final String to) {
        return new Mutant(name, "BarrierUnit", from, to);
    }

    private static List<Property> barrier() {
        return new ProvedUnit(
                        "barrier",
                        "2 nodes, N = 1 to 4 tasks each (N = 3 pads by 1), any master, any legal counter width, latencies of the"
                                + " global network 1 to 3 and different between the nodes",
                        "BU_A1",
                        "PBA_A1")
                .limit(300)
                .together("BU_P1", "BU_P2", "BU_P3", "BU_P4", "BU_P5", "BU_P6", "BU_P7", "PBA_P2", "PBA_P3", "PBA_P4")
                .safety("B2", "BU_P1", "PBA_C1", EARLY)
                .safety("B4", "BU_P2", "PBA_C3", HOT)
                .restates()
                .safety("B2", "BU_P3", "PBA_C1", STAY)
                .safety("B3", "BU_P4", "PBA_C1", WIDE)
                .restates()
                .safety("B7", "BU_P5", "PBA_C5", PAD)
                .safety("B3", "BU_P6", "PBA_C4", BARE)
                .safety("B4", "BU_P7", "PBA_C1", LINGERS)
                .safety("B1", "PBA_P2", "PBA_C2", WRONG_BIT)
                .safety("B4", "PBA_P3", "PBA_C2", ANYBODY)
                .safety("B1", "PBA_P4", "PBA_C1", BEHIND)
                .together()
                .safety("B1", "PBA_P1", "PBA_C2", ALONE)
                .upTo(16)
                .safety("B4", "PBA_P5", "PBA_C2", DEAF)
                .upTo(16)
                .live(
                        "B9",
                        "PBA_L1",
                        "a task that has joined leaves, if every task of both nodes joins again and again",
                        "PBA_C4",
                        BARE)
                .within(16, "BU_P1", "BU_P2", "BU_P3", "BU_P5", "BU_P6", "PBA_P2", "PBA_P3", "PBA_P4")
                .undecided()
                .properties();
    }
}
