// SPDX-License-Identifier: Apache-2.0
package fairlead.lab.proofs;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Tests the recipes themselves: a false statement must be refuted, and an undecided one must not be called proved. */
@Tag("M-42")
class ProverTest {
    private static final int LIMIT = 60;
    private final Prover prover = new Prover(Cache.none());

    @BeforeAll
    static void tools() {
        for (final String tool : List.of("yosys", "yosys-abc", "yosys-smtbmc", "z3")) {
            assumeTrue(ProverTool.installed(tool), tool + " is not installed (scripts/setup --provers)");
        }
    }

    /** Returns a module with the given body, which asserts T_P1 and assumes T_A1. */
    private static Netlist module(final String pins, final String body, final String assumed, final String asserted) {
        return Netlist.of("module t(input clock, reset" + pins + "); " + body
                + " always @(posedge clock) begin if (~reset) begin"
                + " a: assert(" + assumed + ") else $error(\"Assertion failed: T_A1: given\\n\");"
                + " p: assert(" + asserted + ") else $error(\"Assertion failed: T_P1: asked\\n\");"
                + " end end endmodule");
    }

    private static final String COUNTER =
            "reg [2:0] n; always @(posedge clock) if (reset) n <= 3'h0; else if (up & n != 3'h5) n <= n + 3'h1;";

    private Answer prove(final Netlist netlist, final Method method, final int limit) throws IOException {
        return prover.prove(new Question(netlist, method, List.of("T_P1"), List.of("T_A1"), 4, limit));
    }

    @Test
    void aTrueStatementIsProvedAndAFalseOneRefutedAtItsDepth() throws IOException {
        assertEquals(
                ProofVerdict.PROVED,
                prove(module(", up", COUNTER, "1'h1", "n != 3'h6"), Method.PDR, LIMIT)
                        .verdict());
        final Answer no = prove(module(", up", COUNTER, "1'h1", "n != 3'h5"), Method.PDR, LIMIT);
        assertEquals(ProofVerdict.REFUTED, no.verdict());
        assertTrue(no.depth() >= 5, "five steps are needed: " + no);
    }

    @Test
    void anInductionProvesAndRefutesLikewise() throws IOException {
        assertEquals(
                ProofVerdict.PROVED,
                prove(module(", up", COUNTER, "1'h1", "n < 3'h6"), Method.INDUCTION, LIMIT)
                        .verdict());
        assertEquals(
                ProofVerdict.REFUTED,
                prove(module(", up", COUNTER, "1'h1", "~up"), Method.INDUCTION, LIMIT)
                        .verdict());
        assertEquals(
                ProofVerdict.UNDECIDED,
                prove(module(", up", COUNTER, "1'h1", "n != 3'h5"), Method.INDUCTION, LIMIT)
                        .verdict(),
                "false, but deeper than the base case, and the step fails: not a proof");
    }

    @Test
    void anAssumptionRestrictsThePresentAndThePastOnly() throws IOException {
        assertEquals(
                ProofVerdict.PROVED,
                prove(module(", up", COUNTER, "~up", "n == 3'h0"), Method.PDR, LIMIT)
                        .verdict());
        assertEquals(
                ProofVerdict.REFUTED,
                prove(module(", up", COUNTER, "n != 3'h2", "n == 3'h0"), Method.PDR, LIMIT)
                        .verdict(),
                "an assumption that fails later does not undo what went before");
    }

    @Test
    void whatHasNoResetOrNoValueMayBeAnything() throws IOException {
        assertEquals(
                ProofVerdict.REFUTED,
                prove(
                                module(", d", "reg r; always @(posedge clock) if (d) r <= 1'h0;", "1'h1", "r == 1'h0"),
                                Method.PDR,
                                LIMIT)
                        .verdict(),
                "a register without a reset value is not zero");
        assertEquals(
                ProofVerdict.REFUTED,
                prove(module(", d", "wire w = d ? 1'h0 : 1'bx;", "1'h1", "w == 1'h0"), Method.PDR, LIMIT)
                        .verdict(),
                "X is not a don't-care that the prover may choose");
        assertEquals(
                ProofVerdict.REFUTED,
                prove(
                                module(
                                        ", input [1:0] at",
                                        "reg m[0:2]; always @(posedge clock) if (reset) begin m[0] <= 1'h0; m[1] <= 1'h0; m[2] <= 1'h0; end"
                                                + " reg ready; always @(posedge clock) ready <= reset; wire w = m[at];",
                                        "1'h1",
                                        "w == 1'h0"),
                                Method.PDR,
                                LIMIT)
                        .verdict(),
                "a read beyond a memory is not zero");
    }

    private static Netlist live(final String goal, final String fair) {
        return Netlist.of("module t(input clock, reset, go, output live_T_L1, output fair_T_L1_0);"
                + " reg waiting; always @(posedge clock) if (reset) waiting <= 1'h1; else waiting <= waiting & ~go;"
                + " reg stuck; always @(posedge clock) stuck <= stuck;"
                + " assign live_T_L1 = " + goal + "; assign fair_T_L1_0 = " + fair + "; endmodule");
    }

    private Answer live(final Netlist netlist) throws IOException {
        return prover.prove(new Question(netlist, Method.L2S, List.of("T_L1"), List.of(), 0, LIMIT));
    }

    @Test
    void livenessHoldsOnlyUnderItsFairness() throws IOException {
        assertEquals(ProofVerdict.PROVED, live(live("~waiting", "go")).verdict());
        assertEquals(ProofVerdict.REFUTED, live(live("~waiting", "1'h1")).verdict());
        assertEquals(ProofVerdict.REFUTED, live(live("stuck", "go")).verdict(), "a register without a reset value");
    }

    /** Asks whether a goal is reached within the given number of rounds; n counts the cycles of {@code go} modulo 4. */
    private Answer rounds(final String goal, final String fair, final int rounds) throws IOException {
        final Netlist third =
                Netlist.of("module t(input clock, reset, go, on, output live_T_L1, fair_T_L1_0, fair_T_L1_1);"
                        + " reg [1:0] n; always @(posedge clock) if (reset) n <= 2'h0; else n <= n + {1'h0, go};"
                        + " assign live_T_L1 = " + goal + "; assign fair_T_L1_0 = go; assign fair_T_L1_1 = " + fair
                        + "; endmodule");
        return prover.prove(new Question(third, Method.ROUNDS, List.of("T_L1"), List.of(), rounds, LIMIT));
    }

    @Test
    void aGoalIsProvedWithinItsRoundsAndNotWithinFewer() throws IOException {
        assertEquals(ProofVerdict.PROVED, rounds("n == 2'h3", "1'h1", 3).verdict());
        assertEquals(ProofVerdict.REFUTED, rounds("n == 2'h3", "1'h1", 2).verdict());
        assertEquals(ProofVerdict.PROVED, rounds("n == 2'h3", "on", 3).verdict(), "a round has both");
        assertEquals(ProofVerdict.REFUTED, rounds("n == 2'h3", "go", 2).verdict());
        assertEquals(ProofVerdict.REFUTED, rounds("n == 2'h3 & on", "1'h1", 3).verdict(), "on is not asked for");
        assertEquals(ProofVerdict.REFUTED, rounds("1'h0", "1'h1", 3).verdict());
    }

    @Test
    void aTimeOutIsUndecidedAndNotKept() throws IOException {
        final Netlist hard = module(
                ", input [19:0] a, input [19:0] b",
                "reg [19:0] x, y; always @(posedge clock) if (reset) begin x <= a; y <= b; end wire [39:0] m = x * y;",
                "1'h1",
                "m != 40'd549754765313 || x == 20'h1 || y == 20'h1");
        assertEquals(ProofVerdict.UNDECIDED, prove(hard, Method.PDR, 1).verdict());
    }

    /** Returns a counter with an output that tells in which cycles it rests. */
    private static Netlist resting(final String rest) {
        return Netlist.of("module d(input clock, reset, go); reg [2:0] n;"
                + " always @(posedge clock) if (reset) n <= 3'h0; else if (go) n <= n + 3'h1; endmodule"
                + " module t(input clock, reset, go, output rest_T_G1); d dut(.clock(clock), .reset(reset), .go(go));"
                + " assign rest_T_G1 = " + rest + "; endmodule");
    }

    @Test
    void aUnitThatChangesWhileItSaysThatItRestsIsRefuted() throws IOException {
        assertEquals(
                ProofVerdict.PROVED,
                prover.prove(new Question(resting("~go"), Method.REST, List.of("T_G1"), List.of(), 0, LIMIT))
                        .verdict());
        assertEquals(
                ProofVerdict.REFUTED,
                prover.prove(new Question(resting("1'h1"), Method.REST, List.of("T_G1"), List.of(), 0, LIMIT))
                        .verdict());
    }

    @Test
    void aBoundIsNoMoreThanItSays() throws IOException {
        final Netlist netlist = module(", up", COUNTER, "1'h1", "n != 3'h5");
        final Answer within =
                prover.bound(new Question(netlist, Method.PDR, List.of("T_P1"), List.of("T_A1"), 4, LIMIT));
        assertEquals(ProofVerdict.BOUNDED, within.verdict());
        assertEquals(4, within.depth());
        assertEquals(
                ProofVerdict.REFUTED,
                prover.bound(new Question(netlist, Method.PDR, List.of("T_P1"), List.of("T_A1"), 12, LIMIT))
                        .verdict());
    }

    @Test
    void aClaimOfLessThanAProofHidesNeitherACounterexampleNorACrash() {
        final Property property = Catalogue.all().get(0);
        final Property open = property.claims(ProofVerdict.UNDECIDED, 0);
        final Property bounded = property.claims(ProofVerdict.BOUNDED, 20);
        final Answer refuted = new Answer(ProofVerdict.REFUTED, 3, 1, "");
        final Answer over = Answer.undecided(property.limit() + 1, "time");
        assertTrue(new ProofOutcome(open, "", over, refuted, refuted).holds());
        assertFalse(new ProofOutcome(open, "", Answer.undecided(0.1, "crash"), refuted, refuted).holds());
        assertFalse(new ProofOutcome(open, "", refuted, refuted, refuted).holds());
        assertFalse(new ProofOutcome(property, "", over, refuted, refuted).holds(), "proved is claimed");
        assertTrue(
                new ProofOutcome(bounded, "", new Answer(ProofVerdict.BOUNDED, 20, 1, ""), refuted, refuted).holds());
        assertFalse(
                new ProofOutcome(bounded, "", new Answer(ProofVerdict.BOUNDED, 19, 1, ""), refuted, refuted).holds());
    }

    @Test
    void aToolThatFailsIsUndecided() throws IOException {
        final Answer answer = prove(module("", "this is not Verilog;", "1'h1", "1'h1"), Method.PDR, LIMIT);
        assertEquals(ProofVerdict.UNDECIDED, answer.verdict());
        assertTrue(answer.detail().contains("yosys"), answer.detail());
    }

    @Test
    void aStatementThatTheVerilogDoesNotMakeIsUndecided() throws IOException {
        final Netlist netlist = module(", up", COUNTER, "1'h1", "1'h1");
        assertEquals(
                ProofVerdict.UNDECIDED,
                prover.prove(new Question(netlist, Method.PDR, List.of("T_P2"), List.of(), 0, LIMIT))
                        .verdict());
    }

    @Test
    void aMutantMustMatchExactlyOnce() {
        final Netlist netlist = module(", up", COUNTER, "1'h1", "n != 3'h6");
        assertThrows(ProveException.class, () -> netlist.with(new Mutant("m", "t", "n <= 3'h7;", "")));
        assertThrows(ProveException.class, () -> netlist.with(new Mutant("m", "t", "3'h1", "3'h2"))
                .verilog(null)
                .equals(netlist.with(new Mutant("m", "t", "posedge clock", "")).verilog(null)));
        assertThrows(ProveException.class, () -> netlist.with(new Mutant("m", "u", "n", "")));
    }

    @Test
    void aBlindOrVacuousPropertyDoesNotHold() {
        final Property property = Catalogue.all().get(0);
        final Answer proved = new Answer(ProofVerdict.PROVED, -1, 0, "");
        final Answer refuted = new Answer(ProofVerdict.REFUTED, 3, 0, "");
        assertTrue(new ProofOutcome(property, "", proved, refuted, refuted).holds());
        assertTrue(!new ProofOutcome(property, "", proved, proved, refuted).holds(), "its cover is not reachable");
        assertTrue(!new ProofOutcome(property, "", proved, refuted, proved).holds(), "it does not catch its mutant");
        assertTrue(!new ProofOutcome(property, "", refuted, refuted, refuted).holds());
    }
}
