// SPDX-License-Identifier: Apache-2.0
package fairlead.lab.proofs;

import java.util.List;
import java.util.stream.Stream;

/** The properties of the DMA engine's receive half: CommitQueue and ReceptionFifos. */
final class ReceiveProperties {
    private ReceiveProperties() {}

    static List<Property> all() {
        return Stream.of(commits(), reception()).flatMap(List::stream).toList();
    }

    private static Mutant queue(final String name, final String from, final String to) {
        return new Mutant(name, "CommitQueue", from, to);
    }

    private static Mutant reception(final String name, final String from, final String to) {
        return new Mutant(name, "ReceptionFifos", from, to);
    }

    private static List<Property> commits() {
        final Mutant lost = queue(
                "a place is lost when a claim meets a fire",
                "unclaimed <= io_fire ? unclaimed + 2'h1 : unclaimed - 2'h1;",
                "unclaimed <= io_fire ? unclaimed : unclaimed - 2'h1;");
        final Mutant hasty = queue(
                "a packet is ready before its last write is acknowledged",
                "(_behind_T == 3'h0 |",
                "(_behind_T == 3'h0 | _behind_T == 3'h1 |");
        final Mutant lasting = queue(
                "a packet that fires stays",
                "occupancy <= io_fire ? occupancy - 2'h1 :",
                "occupancy <= io_fire ? occupancy :");
        final Mutant waits = queue("acknowledgements are not counted", "acked <= _nowAcked_T;", "acked <= acked;");
        return new ProvedUnit("commit_queue", "2 places or one of them, packets of at most 1 write")
                .safety("D4", "PCQ_P1", "PCQ_C1", hasty)
                .safety("D3", "PCQ_P2", "PCQ_C1", lasting)
                .safety("I3", "PCQ_P3", "PCQ_C2", lost)
                .safety("F1", "CQ_P1", "PCQ_C2", lost)
                .limit(180)
                .live(
                        "D8",
                        "PCQ_L1",
                        "a packet has its effect, if memory acknowledges and its queue's turn comes, again and again",
                        "PCQ_C2",
                        waits)
                .properties();
    }

    private static List<Property> reception() {
        final Mutant blind = reception(
                "a message is announced although its bytes are not stored",
                "canAnnounce_0 = _canAnnounce_T & _stored_0_ext_R0_data;",
                "canAnnounce_0 = _canAnnounce_T;");
        final Mutant over =
                reception("a full FIFO takes one more", "io_message_0_want & ~casez_tmp;", "io_message_0_want;");
        final Mutant uncounted = reception(
                "a message that arrives as another goes is not counted",
                "occupancy_0 <= takes_0 ? occupancy_0 + 2'h1 : occupancy_0 - 2'h1;",
                "occupancy_0 <= takes_0 ? occupancy_0 : occupancy_0 - 2'h1;");
        final Mutant both = reception(
                "both ports take a slot in one cycle",
                "assign io_message_0_room = able_0 & (~able_1 | ~turn);",
                "assign io_message_0_room = able_0;");
        return new ProvedUnit("reception", "4 FIFOs, 2 slots or 1 of each, 2 ports", "RF_A3")
                .safety("D3", "PRF_P1", "PRF_C1", blind)
                .safety("D10", "PRF_P2", "PRF_C1", over)
                .safety("F1", "RF_P1", "PRF_C1", uncounted)
                .safety("D10", "RF_P2", "PRF_C1", over)
                .safety("D10", "RF_P3", "PRF_C2", both)
                .properties();
    }
}
