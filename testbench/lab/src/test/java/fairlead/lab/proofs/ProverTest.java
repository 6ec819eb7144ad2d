// SPDX-License-Identifier: Apache-2.0
package fairlead.lab.proofs;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import fairlead.lab.proofs.Answer.ProofVerdict;
import fairlead.lab.proofs.Property.Method;
import fairlead.lab.proofs.Property.Mutants;
import fairlead.lab.proofs.Prover.Cache;
import fairlead.lab.proofs.Prover.Question;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** Tests the recipes themselves: a false statement must be refuted, and an undecided one must not be called proved. */
@Tag("M-42")
class ProverTest {
    private static final int LIMIT = 60;
    private static final String COUNTER =
            "reg [2:0] n; always @(posedge clock) if (reset) n <= 3'h0; else if (up & n != 3'h5) n <= n + 3'h1;";

    private final Prover prover = new Prover(Cache.none());

    @BeforeAll
    static void needsTheProvers() {
        for (String tool : List.of("yosys", "yosys-abc")) {
            assumeTrue(ProverTool.installed(tool), tool + " is not installed (scripts/setup --provers)");
        }
    }

    private static String assertion(String id, String condition) {
        return " always @(posedge clock) if (~reset) a: assert(" + condition + ") else $error(\"Assertion failed: " + id
                + ": asked\\n\");";
    }

    /** Returns a module with the given body, which asserts T_P1 and assumes T_A1. */
    private static Netlist module(String pins, String body, String assumed, String asserted) {
        return Netlist.of("module t(input clock, reset, up, d" + pins + "); " + body + assertion("T_A1", assumed)
                + assertion("T_P1", asserted) + " endmodule");
    }

    private static Question question(Netlist netlist, Method method, int depth, int limit) {
        return new Question(netlist, method, List.of("T_P1"), List.of("T_A1"), depth, limit);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "COUNTER | 1 | n != 3'h6 | PDR | PROVED",
                "COUNTER | 1 | n != 3'h5 | PDR | REFUTED",
                "COUNTER | 1 | ~up | STEP | REFUTED",
                // false, but deeper than the base case, and the step fails: not a proof
                "COUNTER | 1 | n != 3'h5 | STEP | UNDECIDED",
                "COUNTER | ~up | n == 3'h0 | PDR | PROVED",
                // an assumption that fails later does not undo what went before
                "COUNTER | n != 3'h2 | n == 3'h0 | PDR | REFUTED",
                // a register without a reset value is not zero
                "reg r; always @(posedge clock) if (d) r <= 1'h0; | 1 | r == 1'h0 | PDR | REFUTED",
                // X is not a don't-care that the prover may choose
                "wire w = d ? 1'h0 : 1'bx; | 1 | w == 1'h0 | PDR | REFUTED",
                // a read beyond a memory is not zero
                "reg m[0:2]; always @(posedge clock) if (reset) begin m[0] <= 1'h0; m[1] <= 1'h0; m[2] <= 1'h0; end"
                        + " wire w = m[{up, d}]; | 1 | w == 1'h0 | PDR | REFUTED",
                "this is not Verilog; | 1 | 1 | PDR | UNDECIDED",
            })
    void aQuestionHasItsAnswer(String body, String assumed, String asserted, Method method, ProofVerdict is)
            throws IOException {
        Netlist netlist = module("", body.replace("COUNTER", COUNTER), assumed, asserted);
        Answer answer = prover.prove(question(netlist, method, 4, LIMIT));
        assertEquals(is, answer.verdict(), answer.detail());
        assertTrue(is != ProofVerdict.REFUTED || !asserted.equals("n != 3'h5") || answer.depth() >= 5, "five steps");
        assertTrue(method != Method.PDR
                || is != ProofVerdict.UNDECIDED
                || answer.detail().contains("yosys"));
    }

    @Test
    void aTimeOutOrAStatementThatTheVerilogDoesNotMakeIsUndecided() throws IOException {
        Netlist hard = module(
                ", input [19:0] a, input [19:0] b",
                "reg [19:0] x, y; always @(posedge clock) if (reset) begin x <= a; y <= b; end wire [39:0] m = x * y;",
                "1'h1",
                "m != 40'd549754765313 || x == 20'h1 || y == 20'h1");
        assertEquals(
                ProofVerdict.UNDECIDED,
                prover.prove(question(hard, Method.PDR, 4, 1)).verdict());
        Question other = new Question(hard, Method.PDR, List.of("T_P2"), List.of(), 4, LIMIT);
        assertEquals(ProofVerdict.UNDECIDED, prover.prove(other).verdict());
    }

    @Test
    void aFreshRunFindsItsOwnAnswersOnlyAndReplacesTheOthers(@TempDir Path folder) throws IOException {
        Answer old = new Answer(ProofVerdict.REFUTED, 1, 0.5, "mutate -mode inv");
        Answer mine = new Answer(ProofVerdict.PROVED, -1, 0.5, "");
        Cache.in(folder, false).keep("a", old);
        assertEquals(old, Cache.in(folder, false).find("a"));
        Cache fresh = Cache.in(folder, true);
        assertNull(fresh.find("a"), "an answer of an earlier run");
        fresh.keep("a", mine);
        assertEquals(mine, fresh.find("a"));
        assertEquals(mine, Cache.in(folder, false).find("a"), "the next run that is not fresh");
    }

    @Test
    void aBoundIsNoMoreThanItSays() throws IOException {
        Netlist netlist = module("", COUNTER, "1'h1", "n != 3'h5");
        Answer within = prover.bound(question(netlist, Method.PDR, 4, LIMIT));
        assertEquals(new Answer(ProofVerdict.BOUNDED, 4, within.seconds(), ""), within);
        assertEquals(
                ProofVerdict.REFUTED,
                prover.bound(question(netlist, Method.PDR, 12, LIMIT)).verdict());
    }

    /** Liveness under fairness, as such and within a number of rounds; n counts the cycles of go modulo 4. */
    @ParameterizedTest
    @CsvSource({
        "~waiting, go, 1'h1, 0, PROVED",
        "~waiting, 1'h1, 1'h1, 0, REFUTED",
        "stuck, go, 1'h1, 0, REFUTED", // a register without a reset value
        "n == 2'h3, go, 1'h1, 3, PROVED",
        "n == 2'h3, go, 1'h1, 2, REFUTED",
        "n == 2'h3, go, on, 3, PROVED", // a round has both
        "n == 2'h3, go, go, 2, REFUTED",
        "n == 2'h3 & on, go, 1'h1, 3, REFUTED", // on is not asked for
        "1'h0, go, 1'h1, 3, REFUTED",
    })
    void aGoalIsReachedUnderItsFairnessOnly(String goal, String fair, String too, int rounds, ProofVerdict is)
            throws IOException {
        Netlist netlist = Netlist.of("module t(input clock, reset, go, on, output live_T_L1, fair_T_L1_0,"
                + " fair_T_L1_1); reg waiting; always @(posedge clock) waiting <= reset | waiting & ~go;"
                + " reg stuck; always @(posedge clock) stuck <= stuck;"
                + " reg [1:0] n; always @(posedge clock) if (reset) n <= 2'h0; else n <= n + {1'h0, go};"
                + " assign live_T_L1 = " + goal + "; assign fair_T_L1_0 = " + fair + "; assign fair_T_L1_1 = " + too
                + "; endmodule");
        Method method = rounds > 0 ? Method.ROUNDS : Method.L2S;
        assertEquals(
                is,
                prover.prove(new Question(netlist, method, List.of("T_L1"), List.of(), rounds, LIMIT))
                        .verdict());
    }

    /** Returns a question about a counter in a unit u, which never exceeds 5, next to a unit v without gates. */
    private static Question unit(String asserted, String rest, Method method, Mutants mutants) {
        Netlist netlist = Netlist.of("module u(input clock, reset, up, output reg [2:0] n);"
                + " always @(posedge clock) if (reset) n <= 3'h0; else if (up & n != 3'h5) n <= n + 3'h1; endmodule"
                + " module v(input clock, reset, a, output b); assign b = a;" + assertion("V_P1", "~a | b")
                + " endmodule module t(input clock, reset, up, output live_T_L1, output rest_T_G1);"
                + " wire [2:0] n; wire c; u dut(clock, reset, up, n); v w(clock, reset, up, c);"
                + " assign rest_T_G1 = " + rest + "; assign live_T_L1 = ~n[1] | ~up;" + assertion("T_P1", asserted)
                + " endmodule");
        String id = method == Method.PDR ? "T_P1" : method == Method.REST ? "T_G1" : "T_L1";
        return new Question(netlist, method, List.of(id), List.of(), 9, LIMIT, mutants);
    }

    @ParameterizedTest
    @EnumSource(names = {"PDR", "L2S", "ROUNDS", "REST"})
    void aMutantOfTheUnitIsRefutedAndNamed(Method method) throws IOException {
        Answer answer = prover.refute(unit("n != 3'h6", "~up", method, new Mutants("u", "", 1)));
        assertEquals(ProofVerdict.REFUTED, answer.verdict(), answer.detail());
        assertTrue(answer.detail().matches("mutate -mode \\w+ -module u -cell .*"), answer.detail());
    }

    /** Logic that only an assertion of the unit reads has no mutants. */
    @Test
    void aStatementThatSaysNothingAndAUnitWithoutGatesHaveNoMutantThatIsRefuted() throws IOException {
        assertEquals(
                ProofVerdict.PROVED,
                prover.refute(unit("n < 4'h8", "~up", Method.PDR, new Mutants("u", "", 1)))
                        .verdict());
        Answer none = prover.refute(unit("n != 3'h6", "~up", Method.PDR, new Mutants("v", "", 1)));
        assertEquals(ProofVerdict.UNDECIDED, none.verdict());
        assertTrue(none.detail().contains("yosys"), none.detail());
    }

    @ParameterizedTest
    @CsvSource({"~up, PROVED", "1'h1, REFUTED"})
    void aUnitThatChangesWhileItSaysThatItRestsIsRefuted(String rest, ProofVerdict is) throws IOException {
        assertEquals(
                is, prover.prove(unit("1", rest, Method.REST, Mutants.NONE)).verdict());
    }

    @Test
    void aBlindOrVacuousPropertyOrALesserVerdictThanClaimedDoesNotHold() {
        Property property = Catalogue.all().get(0);
        Property open = property.claims(ProofVerdict.UNDECIDED, 0);
        Property bounded = property.claims(ProofVerdict.BOUNDED, 20);
        Answer proved = new Answer(ProofVerdict.PROVED, -1, 0, "");
        Answer refuted = new Answer(ProofVerdict.REFUTED, 3, 1, "");
        Answer over = Answer.undecided(property.limit() + 1, "time");
        assertTrue(new ProofOutcome(property, "", proved, refuted, refuted).holds());
        assertFalse(new ProofOutcome(property, "", proved, proved, refuted).holds(), "its cover is not reachable");
        assertFalse(new ProofOutcome(property, "", proved, refuted, proved).holds(), "it refutes no mutant");
        assertFalse(new ProofOutcome(property, "", refuted, refuted, refuted).holds());
        assertFalse(new ProofOutcome(property, "", over, refuted, refuted).holds(), "proved is claimed");
        assertTrue(new ProofOutcome(open, "", over, refuted, refuted).holds());
        assertFalse(new ProofOutcome(open, "", Answer.undecided(0.1, "crash"), refuted, refuted).holds());
        assertFalse(new ProofOutcome(open, "", refuted, refuted, refuted).holds());
        for (int cycles : List.of(19, 20)) {
            Answer bound = new Answer(ProofVerdict.BOUNDED, cycles, 1, "");
            assertEquals(cycles == 20, new ProofOutcome(bounded, "", bound, refuted, refuted).holds());
        }
    }
}
