// SPDX-License-Identifier: Apache-2.0
package fairlead.prove;

import java.util.List;
import java.util.stream.Collectors;

/**
 * Scripts for yosys: from Verilog to what a prover reads.
 *
 * <p>Sound for proofs: what Verilog leaves undefined (X, reads beyond a memory) may be anything in every cycle, a register without a reset value may start with
 * anything. Both are made explicit before any optimisation could choose a value.
 */
final class Recipe {
    /** Changes with every change of the scripts, so that no older answer is used. */
    static final String VERSION = "5";

    private static final List<String> FRONT = List.of(
            "read_verilog -sv -formal model.v",
            "hierarchy -check -top " + Netlist.TOP,
            "proc",
            "flatten",
            "setundef -undriven -anyseq",
            "opt_clean",
            "async2sync",
            "chformal -cover -remove",
            "chformal -early",
            "memory_map",
            "setundef -undriven -anyseq",
            // before any pass that would give a register without a reset value the start that suits it
            "formalff -clk2ff -ff2anyinit",
            "opt -full");

    private Recipe() {}

    /** Bit level: model.aig, its outputs bad states, or the fairness pair. */
    static String aiger(final Question question) {
        final boolean live = question.method() == Method.L2S;
        final String write = live ? "write_aiger -zinit -symbols model.aig" : "write_aiger -I -B -zinit model.aig";
        return lines(
                FRONT,
                live ? List.of("delete t:$assert") : select(question),
                List.of("opt -full", "techmap", "opt -fast", "techmap", "abc -g AND -fast", "opt_clean", write));
    }

    /** From model.v to flat.v: one module, with what is given as its assumptions and no assertion, see {@link RestCheck}. */
    static String flat(final Question question) {
        final String given = cells(question.assumes());
        return lines(List.of(
                "read_verilog -sv -formal model.v",
                "hierarchy -check -top " + Netlist.TOP,
                "proc",
                "flatten",
                "select -set given " + (given.isEmpty() ? "c:NONE" : given),
                "select -assert-min " + question.assumes().size() + " @given",
                "delete t:$assert @given %d",
                "chformal -assert2assume @given",
                "memory_map",
                "write_verilog -noattr flat.v"));
    }

    /** Word level: model.smt2. */
    static String smt(final Question question) {
        return lines(FRONT, select(question), List.of("dffunmap", "opt_clean", "write_smt2 -wires model.smt2"));
    }

    /** Bit level: from any state in which all hold to the next; the pass fails unless that is so. */
    static String step(final Question question) {
        return lines(
                FRONT,
                select(question),
                List.of(
                        "dffunmap",
                        "opt_clean",
                        "sat -tempinduct -tempinduct-inductonly -prove-asserts -set-assumes -maxsteps 1 -timeout "
                                + question.limit() + " -verify"));
    }

    private static List<String> select(final Question question) {
        final List<String> assumes =
                question.method() == Method.REST ? List.of() : question.assumes(); // in flat.v already
        final String given = cells(assumes);
        return List.of(
                "select -set proved " + cells(question.assertions()),
                "select -assert-min " + question.assertions().size() + " @proved",
                "select -set given " + (given.isEmpty() ? "c:NONE" : given),
                "select -assert-min " + assumes.size() + " @given",
                "delete t:$assert @proved %d @given %d",
                "chformal -assert2assume @given",
                "opt_clean");
    }

    private static String cells(final List<String> ids) {
        return ids.stream().map(id -> "c:" + id + "__* c:*." + id + "__*").collect(Collectors.joining(" "));
    }

    @SafeVarargs
    private static String lines(final List<String>... parts) {
        final StringBuilder text = new StringBuilder();
        for (final List<String> part : parts) {
            part.forEach(line -> text.append(line).append('\n'));
        }
        return text.toString();
    }
}
