// SPDX-License-Identifier: Apache-2.0
package fairlead.lab.proofs;

import java.util.List;
import java.util.stream.Stream;

/** The properties of FenceUnit with two CommitQueues: the order of a put, a FENCE and a flag. */
final class OrderProperties {
    private OrderProperties() {}

    static List<Property> all() {
        return Stream.of(order()).flatMap(List::stream).toList();
    }

    private static Mutant fence(final String name, final String from, final String to) {
        return new Mutant(name, "FenceUnit", from, to);
    }

    private static List<Property> order() {
        final Mutant doubled = fence(
                "one leg of two that comes home leaves both marks",
                "twoLegs <= twoLegs & ~pongBit",
                "twoLegs <= twoLegs");
        final Mutant hasty = new Mutant(
                "a ping is answered before the writes ahead of it are acknowledged",
                "CommitQueue",
                "(_behind_T == 3'h0 |",
                "(_behind_T == 3'h0 | _behind_T == 3'h1 |");
        final Mutant never = new Mutant(
                "a packet has its effect without waiting for acknowledgements",
                "CommitQueue",
                "(_behind_T == 3'h0 | _behind_T[2])",
                "1'h1");
        return new ProvedUnit("order", "one put, one FENCE, one flag; 2 paths of 2 packets, 2 fence entries")
                .safety("I1", "POR_P1", "POR_C1", hasty)
                .safety("I1", "POR_P2", "POR_C2", never)
                .safety("E1", "FU_P4", "POR_C1", doubled)
                .properties();
    }
}
