// SPDX-License-Identifier: Apache-2.0
package fairlead.lab.networks;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import fairlead.lab.controls.ControlReplay;
import fairlead.lab.networks.NetworkCase.NetworkQuery;
import fairlead.lab.networks.NetworkCase.NetworkQuery.Result;
import fairlead.lab.proofs.Answer.ProofVerdict;
import fairlead.lab.proofs.ProverTool;
import java.util.List;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Small networks: the shipped modes cannot deadlock, flaws can, and the RTL can take the same path into the deadlock.
 */
class NetworkQueryTest {
    private static final int LIMIT = 300;

    @BeforeAll
    static void abc() {
        Assumptions.assumeTrue(ProverTool.installed("yosys-abc"), "yosys-abc is not installed");
    }

    private static Result ask(String id) throws Exception {
        NetworkCase question = NetworkCase.all().stream()
                .filter(c -> c.id().equals(id))
                .findFirst()
                .orElseThrow();
        return NetworkQuery.ask(question, LIMIT);
    }

    @Test
    void everyKindOfEscapeIsProved() throws Exception {
        for (String mode :
                List.of("dimension_order+dateline", "dimension_order+static", "adaptive+dateline", "bubble")) {
            assertEquals(ProofVerdict.PROVED, ask("NET.4x4x1." + mode).verdict(), mode);
        }
    }

    /**
     * The packets of the counterexample are sent on the RTL with the same flaw, and the detector names the same
     * buffers.
     */
    @Test
    void theWayIntoTheDeadlockIsOneOfTheRtl() throws Exception {
        for (String flaw : List.of("4x4x1.N01", "5x5x1.N01", "5x5x1.N06", "4x4x1.N09")) {
            Result result = ask("NET." + flaw);
            assertEquals(ProofVerdict.REFUTED, result.verdict(), flaw);
            assertTrue(result.trace().orElseThrow().witness().size() >= 4, flaw);
            ControlReplay replay =
                    ControlReplay.of(result.question(), result.trace().orElseThrow());
            assertTrue(replay.same(), flaw + " " + replay);
        }
    }

    @Tag("slow")
    @Test
    void allQuestions() throws Exception {
        for (NetworkCase question : NetworkCase.all()) {
            assertTrue(NetworkQuery.ask(question, LIMIT).passed(), question.id());
        }
    }
}
