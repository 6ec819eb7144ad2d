// SPDX-License-Identifier: Apache-2.0
package fairlead.system.depth;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import fairlead.rtl.RtlOptions;
import fairlead.run.RunResult;
import fairlead.support.Runs;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Machines whose link VCs, and whose buffers between router and NIC, differ in depth by their kind. */
@Tag("M-570")
class SplitDepthTest {
    private static final String TRAFFIC = "kind: traffic, load: 0.9, packet_flits: 9, cycles: 600";
    private static final String ESCAPE = "routing: {mode: adaptive, escape: bubble}, buffers: {link_vc: 34";
    private static final String SPLIT =
            "buffers: {link_vc: 5, local: 4, link_vcs: {request_escape: 2, response_escape: 3,"
                    + " x: {request_escape: 7, response_escape: 1}}, locals: {request_injection: 1, response_ejection: 2}}";

    private static String yaml(String machine) {
        return Runs.yaml(7, "3x3x2", TRAFFIC, machine);
    }

    /**
     * The smallest library that runs 17 flits has depths that no adaptive machine fits, so the twin is the other side.
     */
    @ParameterizedTest
    @ValueSource(strings = {"request_adaptive", "response_adaptive", "request_escape", "response_escape"})
    void eachKindLimitsAnAdaptiveMachineOnBothEngines(String kind) {
        boolean response = kind.startsWith("response");
        String workload = response ? "kind: random, ops_per_node: 24, max_bytes: 2000, put_share: 0" : TRAFFIC;
        String all = Runs.yaml(7, "3x3x2", workload, ESCAPE + "}");
        String deeper = Runs.yaml(7, "3x3x2", workload, ESCAPE + ", link_vcs: {" + kind + ": 51}}");
        RunResult both = Runs.run(deeper, "engine=lockstep");
        Runs.assertAllHold(both, Runs.repro(deeper));
        assertNotEquals(Runs.run(all).report().eventSha256(), both.report().eventSha256(), Runs.repro(deeper));
    }

    @Test
    void everyKindOfItsOwnIsTheSameOnBothEnginesAndConserved() {
        RunResult result = Runs.run(yaml(SPLIT), "engine=lockstep");
        Runs.assertAllHold(result, Runs.repro(yaml(SPLIT)));
    }

    /** The twin checks its sums at rest, and the fabric during the run, against the depth of each VC. */
    @Test
    void aLostCreditOfAVcWithADepthOfItsOwnFailsConservation() {
        String yaml = yaml(SPLIT);
        RunResult result = Runs.run(
                RtlOptions.of("lab"), yaml, "faults=[{id: credit_drop, node: 4, cycle: 40}]", "run.max_cycles=4000");
        assertTrue(!Runs.verdicts(result).get("conservation").holds(), Runs.repro(yaml));
    }

    @Test
    void depthsThatAreEqualByTheirKeysAreThatDepth() {
        String all = "buffers: {link_vc: 4, local: 3}";
        String each = "buffers: {link_vc: 9, local: 8, link_vcs: {request_escape: 4, response_escape: 4},"
                + " locals: {request_injection: 3, response_injection: 3, request_ejection: 3, response_ejection: 3}}";
        assertEquals(
                Runs.run(yaml(all)).report().eventSha256(),
                Runs.run(yaml(each)).report().eventSha256(),
                Runs.repro(yaml(each)));
    }
}
