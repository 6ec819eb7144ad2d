// SPDX-License-Identifier: Apache-2.0
package fairlead.lab.proofs;

import java.util.List;
import java.util.stream.Stream;

/**
 * The properties that together show that every header from a packetiser names a node of the machine. The properties
 * follow the node number from the host port, and from arriving headers, step by step (HeaderProof.scala).
 */
final class HeaderProperties {
    private static final String GROUP = "H1";
    private static final String SHAPE = "PHN_A1";

    private HeaderProperties() {}

    static List<Property> all() {
        return Stream.of(taken(), requests(), responses()).flatMap(List::stream).toList();
    }

    /** Returns the properties of node numbers that enter the NIC in commands. */
    private static List<Property> taken() {
        final String place = "{1'h0, io_cmd_w_0[13:10]} < io_%s_ky";
        final String beyond = "{1'h0, io_cmd_w_0[13:10]} <= io_%s_ky";
        final Mutant post = new Mutant(
                "a descriptor may name the node beyond the last",
                "InjectionFifos",
                String.format(place, "cfg"),
                String.format(beyond, "cfg"));
        final Mutant epoch = new Mutant(
                "an epoch may name the node beyond the last",
                "EpochOrigin",
                String.format(place, "nic"),
                String.format(beyond, "nic"));
        final Mutant store = new Mutant(
                "a request may name the node beyond the last",
                "DlaArbiter",
                "_GEN_9 < io_nic_ky",
                "_GEN_9 <= io_nic_ky");
        final Mutant stored = new Mutant(
                "the write pointer does not move",
                "DlaFifo",
                "write <= _write_T_3 == 4'h5 ? 3'h0 : _write_T_3[2:0];",
                "write <= write;");
        return Stream.of(
                        new ProvedUnit("header_post", "4 FIFOs of 2 descriptors, any shape", SHAPE)
                                .safety(GROUP, "PHP_P1", "PHP_C1", post),
                        new ProvedUnit("header_epoch", "2 epochs, any shape", SHAPE)
                                .safety(GROUP, "PHE_P1", "PHE_C1", epoch),
                        new ProvedUnit("header_store", "5 words, 2 channels, any shape", SHAPE, "PHN_A2")
                                .safety(GROUP, "PHD_P1", "PHD_C1", store),
                        new ProvedUnit("header_stored", "5 words, any shape", SHAPE, "PHW_A1")
                                .safety(GROUP, "PHW_P1", "PHW_C1", stored)
                                .upTo(12))
                .flatMap(unit -> unit.properties().stream())
                .toList();
    }

    private static List<Property> requests() {
        final Mutant ping = new Mutant(
                "a leg takes a coordinate of the other port's fence",
                "FenceUnit",
                "legNew_target_y = port ? io_arm_1_target_y : io_arm_0_target_y",
                "legNew_target_y = port ? io_arm_0_target_y : io_arm_1_target_y");
        final Mutant control = new Mutant(
                "a control packet has a coordinate of the other source",
                "RequestTx",
                "isControl ? (pick[5] ? io_control_0_dst_y : io_control_1_dst_y)",
                "isControl ? (pick[5] ? io_control_1_dst_y : io_control_0_dst_y)");
        return Stream.of(
                        new ProvedUnit("header_fence", "2 entries, any shape", SHAPE, "PHF_A1")
                                .safety(GROUP, "PHF_P1", "PHF_C1", ping),
                        new ProvedUnit(
                                        "header_request",
                                        "any shape",
                                        SHAPE,
                                        "PHN_A2",
                                        "PHQ_A1",
                                        "PHQ_A2",
                                        "PHQ_A3",
                                        "PHQ_A4")
                                .safety(GROUP, "PHQ_P1", "PHQ_C1", control))
                .flatMap(unit -> unit.properties().stream())
                .toList();
    }

    private static List<Property> responses() {
        final Mutant crossed = new Mutant(
                "a response has z of its target for y",
                "ResponseTx",
                "isQueue ? route[7:4] :",
                "isQueue ? route[11:8] :");
        final Mutant ack = new Mutant(
                "an ACK has z of its origin for y",
                "EpochTarget",
                "ackOwner_origin_y <= _owner_ext_R7_data[7:4];",
                "ackOwner_origin_y <= _owner_ext_R7_data[11:8];");
        final Mutant credit = new Mutant(
                "a CREDIT has z of its origin for y",
                "ReceptionFifos",
                "target_y <= freeEntry[7:4];",
                "target_y <= freeEntry[11:8];");
        return Stream.of(
                        new ProvedUnit("header_response", "2 slots, any shape", SHAPE, "PHN_A2", "PHR_A1", "PHR_A2")
                                .safety(GROUP, "PHR_P1", "PHR_C1", crossed),
                        new ProvedUnit("header_ack", "2 entries, any shape", SHAPE, "PHA_A1")
                                .safety(GROUP, "PHA_P1", "PHA_C1", ack),
                        new ProvedUnit("header_message", "4 FIFOs of 2 slots, any shape", SHAPE, "PHM_A1")
                                .limit(200)
                                .safety(GROUP, "PHM_P1", "PHM_C1", credit))
                .flatMap(unit -> unit.properties().stream())
                .toList();
    }
}
