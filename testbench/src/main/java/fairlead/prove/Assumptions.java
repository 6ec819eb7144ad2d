// SPDX-License-Identifier: Apache-2.0
package fairlead.prove;

import java.util.Map;

/**
 * What is taken as given in a proof, and what makes it true in the machine. Those of a unit are also asserted, at full size, in every run of the lab library; PBA_A,
 * PDA_A and PDL_A bound the instance that is proved.
 */
public final class Assumptions {
    private static final Map<String, String> DISCHARGED = Map.ofEntries(
            Map.entry(
                    "RT_A3",
                    "PRT_P6: the class of a packet never changes; at the source the port of a class takes its packets only"),
            Map.entry("RT_A6", "PSW_P6: an adaptive VC is granted to adaptive heads only"),
            Map.entry(
                    "RT_A10",
                    "both engines refuse the mode on a machine without cut-through; asserted at full size in simulation"),
            Map.entry("PSW_A1", "PRT_P1, PIN_P5: a route names one of the ten ports"),
            Map.entry("PSW_A2", "PIN_P7, PRT_P12: only heads that have not arrived have links"),
            Map.entry("PSW_A3", "POU_P5, POU_P6"),
            Map.entry(
                    "PSW_A4",
                    "PRT_P1, PIN_P5: the output that a head carries is the route unit's, one of the escape pair"),
            Map.entry(
                    "PSW_A5",
                    "RT_P8, RT_P9, PIN_P3: an output VC carries one packet at a time, and flits leave in order"),
            Map.entry("EU_A2", "one command a cycle at the host port: a gate question is a POST, another command"),
            Map.entry(
                    "EU_A6",
                    "PEO_P1, PEO_P2: puts enter open epochs only, and the target knows the generation of its INIT_ACK"),
            Map.entry("EU_A7", "PEO_P2, EU_P1: PUT_COUNT is sent once, on closing"),
            Map.entry(
                    "EU_A8", "the origin writes its index in INIT and PUT_COUNT; asserted at full size in simulation"),
            Map.entry("EU_A9", "PEO_P3, EU_P3: TERM is sent from CLOSED only, which needs the ACK"),
            Map.entry("EU_P6", "PEO_P1, PEO_P2: the count is frozen before it is sent and covers every put"),
            Map.entry("EU_P7", "PEO_P1, PEO_P2: the count is frozen before it is sent and covers every put"),
            Map.entry("RF_A3", "the host names one of four FIFOs; asserted at full size in simulation"),
            Map.entry(
                    "BU_A1",
                    "the configuration is checked when a scenario is read; asserted at full size in simulation"),
            Map.entry("PBA_A1", "size of the instance, not of the machine: 1 or 2 tasks a node"),
            Map.entry(
                    "DL_A1",
                    "software sends the data of a request before the next request (docs/spec/dla-arbiter.md); asserted at full size in simulation"),
            Map.entry(
                    "DL_A2",
                    "software sends the data of accepted requests only (docs/spec/dla-arbiter.md); asserted at full size in simulation"),
            Map.entry("PDA_A1", "the machine as it is by default, as PDL_A1"),
            Map.entry("PDA_A2", "size of the instance, not of the machine: one request inside at a time"),
            Map.entry("PDA_A3", "PDW_P1: every word leaves with the class and channel with which it entered"),
            Map.entry(
                    "PDL_A1",
                    "the machine as it is by default: no limit on event credits, no bypass; with them the rules say something else"),
            Map.entry("DP_A1", "DP_A1 itself, proved of DlaArbiter"),
            Map.entry("DP_A2", "DlaArbiter gives back only what is held (DL_P1); asserted at full size in simulation"),
            Map.entry(
                    "DP_A3",
                    "the configuration is checked when a scenario is read; asserted at full size in simulation"));

    private Assumptions() {}

    /** What discharges an assumption; empty when it is not in the list. */
    public static String discharge(final String id) {
        return DISCHARGED.getOrDefault(id, "");
    }
}
