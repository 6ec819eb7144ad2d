// SPDX-License-Identifier: Apache-2.0
package fairlead.lab.proofs;

import java.util.List;
import java.util.stream.Stream;

/** The properties of the DMA engine's transmit half: PayloadReader, ReadPort and InjectionFifos. */
final class TransmitProperties {
    private TransmitProperties() {}

    static List<Property> all() {
        return Stream.of(windows(), reads(), fifos()).flatMap(List::stream).toList();
    }

    private static Mutant reader(final String name, final String from, final String to) {
        return new Mutant(name, "ReadPort", from, to);
    }

    private static Mutant fifos(final String name, final String from, final String to) {
        return new Mutant(name, "InjectionFifos", from, to);
    }

    private static List<Property> windows() {
        final Mutant over = new Mutant(
                "a read is asked for although the window is full",
                "PayloadReader",
                "(|left) & owed != io_limit;",
                "(|left);");
        final Mutant kept = new Mutant(
                "a flit that is sent stays in the window",
                "PayloadReader",
                "owed <= io_paid ? owed - 3'h1 : owed + 3'h1;",
                "owed <= io_paid ? owed : owed + 3'h1;");
        return new ProvedUnit("reader", "a window of 4 flits, any part of it used, runs of 1 to 3 flits")
                .quick()
                .safety("D5", "PRR_P1", "PRR_C1", over)
                .safety("D5", "PRR_P2", "PRR_C2", kept)
                .safety("D5", "RP_P2", "PRR_C1", over)
                .live(
                        "D8",
                        "PRR_L1",
                        "a read that a run needs is asked for, if the port serves, memory answers and flits are sent",
                        "PRR_C1",
                        kept)
                .properties();
    }

    private static List<Property> reads() {
        final Mutant greedy = reader(
                "the request context always wins",
                "io_ask_0_valid & io_ask_1_valid ? ~last :",
                "io_ask_0_valid & io_ask_1_valid ? 1'h0 :");
        final Mutant ghost = reader(
                "the loser is served too",
                "io_ask_1_grant_0 = io_ask_1_valid & winner;",
                "io_ask_1_grant_0 = winner | ~io_ask_0_valid;");
        final Mutant both = reader(
                "both contexts are served",
                "io_ask_1_grant_0 = io_ask_1_valid & winner;",
                "io_ask_1_grant_0 = io_ask_1_valid;");
        final Mutant lost =
                reader("a read of context 1 does not reach memory", "valid <= any;", "valid <= any & ~winner;");
        return new ProvedUnit("read_port", "2 contexts")
                .quick()
                .bounded("D8", "PRP_P1", "PRP_C1", greedy)
                .safety("D5", "PRP_P2", "PRP_C1", ghost)
                .restates()
                .safety("D5", "PRP_P3", "PRP_C1", lost)
                .restates()
                .safety("D5", "RP_P1", "PRP_C1", both)
                .live("D8", "PRP_L1", "a context that asks for a read is served", "PRP_C1", greedy)
                .properties();
    }

    private static List<Property> fifos() {
        final Mutant order = fifos(
                "the read pointer of FIFO 0 does not move",
                "read_0 <= {8'h0, read_0} != io_cfg_injectionDepth_0 - 9'h1 & read_0 - 1'h1;",
                "read_0 <= read_0;");
        final Mutant over = fifos("a full FIFO takes one more", "& ~casez_tmp", "");
        final Mutant mute = fifos(
                "a refusal for a closed epoch is not told",
                "io_event_event_valid_REG <= io_cmd_valid & ~enters;",
                "io_event_event_valid_REG <= io_cmd_valid & ~enters & ~io_cmd_w_0[58];");
        return new ProvedUnit("injection", "4 FIFOs of 2 descriptors or 1 each")
                .safety("D1", "PIJ_P1", "PIJ_C1", order)
                .safety("D1", "PIJ_P2", "PIJ_C1", over)
                .safety("P1", "PIJ_P4", "PIJ_C2", mute)
                .restates()
                .safety("F1", "IF_P1", "PIJ_C1", over)
                .safety("F1", "IF_P2", "PIJ_C1", order)
                .live(
                        "D8",
                        "PIJ_L1",
                        "a posted descriptor leaves, if a packetiser takes from its FIFO again and again",
                        "PIJ_C1",
                        over)
                .properties();
    }
}
