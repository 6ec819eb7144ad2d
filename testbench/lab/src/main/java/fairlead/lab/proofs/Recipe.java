// SPDX-License-Identifier: Apache-2.0
package fairlead.lab.proofs;

import fairlead.lab.proofs.Property.Method;
import fairlead.lab.proofs.Property.Mutants;
import fairlead.lab.proofs.Prover.Question;
import fairlead.lab.proofs.ProverTool.ProveException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The yosys scripts that turn Verilog into the input of a prover.
 *
 * <p>The scripts are sound for proofs. A value that Verilog leaves undefined (X, or a read beyond a memory) may be any
 * value in every cycle, and a register without a reset value may start with any value. Both cases are made explicit
 * before any optimisation could choose a value.
 */
final class Recipe {
    /**
     * The version of the scripts. The version must change with every change of the scripts, so that no older answer is
     * used.
     */
    static final String VERSION = "6";

    static final String DRAWN = "mutants.ys"; // the file of the drawn mutants, a line for each one

    static final String WHOLE = "whole.il"; // the file of the model as gates, with all statements

    /** The file with the inputs of the model in the order in which abc numbers them. */
    static final String MAP = "model.map";

    private static final List<String> READ =
            List.of("read_verilog -sv -formal model.v", "hierarchy -check -top " + Netlist.TOP, "proc");

    private static final List<String> MODEL = List.of(
            "flatten",
            "setundef -undriven -anyseq",
            "opt_clean",
            "async2sync",
            "chformal -cover -remove",
            "chformal -early",
            "memory_map",
            "setundef -undriven -anyseq",
            // before any pass that could choose a convenient initial value for a register without a reset value
            "formalff -clk2ff -ff2anyinit",
            "opt -full");

    private static final List<String> TO_GATES = List.of("techmap", "opt -fast", "techmap", "opt -fast");

    /** What follows the choice of the statements: gates that only other statements have go. */
    private static final List<String> TO_AND = List.of("opt -fast", "abc -g AND -fast", "opt_clean");

    private Recipe() {}

    /** Statements that are asserted together, and those that are assumed with them. */
    record Selection(List<String> assertions, List<String> assumes) {}

    /** Returns the script that executes a command on the cells of model.v, module by module. */
    static String cells(String command) {
        return lines(READ, List.of("opt_clean", command));
    }

    /** Returns the script that goes on after such a command and writes model0.aig, model1.aig .., one a selection. */
    static String aigers(String command, List<Selection> selections) {
        StringBuilder text = new StringBuilder(cells(command) + lines(MODEL, TO_GATES));
        text.append("design -save whole\n");
        for (int k = 0; k < selections.size(); k++) {
            text.append(lines(
                    List.of("design -load whole"),
                    select(selections.get(k).assertions(), selections.get(k).assumes()),
                    TO_AND,
                    List.of("write_aiger -I -B -zinit model" + k + ".aig")));
        }
        return text.toString();
    }

    /**
     * Returns the script that goes on after such a command and writes model.aig, with an output for each assertion in
     * the order of the assertions in outputs.il.
     */
    static String outputs(String command, Selection selection) {
        return cells(command)
                + lines(
                        MODEL,
                        TO_GATES,
                        select(selection.assertions(), selection.assumes()),
                        TO_AND,
                        List.of("write_aiger -I -B -zinit model.aig", "write_rtlil outputs.il"));
    }

    /** Returns the script that goes on after such a command and writes model.aig for a statement of liveness. */
    static String lasso(String command) {
        return cells(command)
                + lines(
                        MODEL,
                        TO_GATES,
                        List.of("delete t:$assert"),
                        TO_AND,
                        List.of("write_aiger -zinit -symbols model.aig"));
    }

    /** Returns the identifiers of the outputs that {@link #outputs(String, Selection)} has written into a folder. */
    static List<String> outputs(Path folder) throws IOException {
        Matcher cell = Pattern.compile("(?m)^ *cell \\$assert \\\\(?:\\S*\\.)?([A-Z]+_[A-Z]\\d+)__\\d+$")
                .matcher(Files.readString(folder.resolve("outputs.il")));
        return cell.results().map(m -> m.group(1)).toList();
    }

    /**
     * Returns the script that goes on after such a command and writes a counterexample of one statement as a waveform.
     *
     * @param cycles the number of cycles from the first of reset on
     */
    static String waveform(String command, Selection selection, int cycles, int limit, Path file) {
        return cells(command)
                + lines(
                        MODEL,
                        select(selection.assertions(), selection.assumes()),
                        List.of(
                                "dffunmap",
                                "opt_clean",
                                "sat -tempinduct-baseonly -maxsteps " + cycles
                                        + " -prove-asserts -set-assumes -show-public -timeout " + limit + " -dump_vcd "
                                        + file));
    }

    /**
     * Returns the script that writes model.v, with the mutants of a question, as gates with all statements to the file
     * {@link #WHOLE}.
     */
    static String whole(Question question) {
        List<String> mutants = question.method() == Method.REST ? List.of() : mutants(question);
        return lines(READ, mutants, MODEL, TO_GATES, List.of("write_rtlil " + WHOLE));
    }

    /**
     * Returns the script for the bit level. The script goes on with the file {@link #WHOLE} and writes model.aig, whose
     * outputs are bad states or, for liveness, the pair of goal and fairness.
     */
    static String aiger(Question question) {
        boolean live = question.method() == Method.L2S;
        String write = (live ? "write_aiger -zinit -symbols" : "write_aiger -I -B -zinit")
                + (question.mutants().some() ? " -map " + MAP : "") + " model.aig";
        return lines(
                List.of("read_rtlil " + WHOLE),
                live ? List.of("delete t:$assert") : select(question),
                TO_AND,
                List.of(write));
    }

    /**
     * Returns the script that flattens model.v to flat.v: one module, which has the assumed assertions as assumptions
     * and no assertion, see {@link RestCheck}.
     */
    static String flat(Question question) {
        String given = cells(question.assumes());
        return lines(
                READ,
                mutants(question),
                List.of(
                        "flatten",
                        "select -set given " + (given.isEmpty() ? "c:NONE" : given),
                        "select -assert-min " + question.assumes().size() + " @given",
                        "delete t:$assert @given %d",
                        "chformal -assert2assume @given",
                        "memory_map",
                        "write_verilog -noattr flat.v"));
    }

    /**
     * Returns the script of one induction step on the bit level: from any state in which all statements hold, they must
     * hold in the next state, else the script fails.
     */
    static String step(Question question) {
        return lines(
                READ,
                MODEL,
                select(question),
                List.of(
                        "dffunmap",
                        "opt_clean",
                        "sat -tempinduct -tempinduct-inductonly -prove-asserts -set-assumes -maxsteps 1 -timeout "
                                + question.limit() + " -verify"));
    }

    /**
     * Puts the mutants of a question into its unit. Those of gates are drawn in a copy without assertions, so that none
     * is in logic that serves an assertion alone; what stores bits, and when, is not changed.
     */
    private static List<String> mutants(Question question) {
        Mutants drawn = question.mutants();
        if (!drawn.some()) {
            return List.of();
        }
        boolean any = drawn.wire().isEmpty();
        String cells = any ? String.format("%1$s/t:$* %1$s/t:$*dff* %%d %1$s/t:$mem* %%d", drawn.unit()) : drawn.unit();
        String list = String.format(
                "mutate -list %d -seed %d -ctrl %s %d 1 -o %s %s%s",
                Mutants.COUNT,
                drawn.seed(),
                Mutants.ACTIVE,
                Mutants.BITS,
                DRAWN,
                any ? "" : "-wire " + drawn.wire() + " ",
                cells);
        return Stream.of(
                        List.of("design -save sound"),
                        any ? List.of("delete t:$assert t:$assume t:$cover", "opt_clean") : List.<String>of(),
                        List.of("select -assert-any " + cells, list, "design -load sound", "script " + DRAWN))
                .flatMap(List::stream)
                .toList();
    }

    private static List<String> select(Question question) {
        List<String> assumes =
                // flat.v already contains the assumptions
                question.method() == Method.REST ? List.of() : question.assumes();
        return select(question.assertions(), assumes);
    }

    private static List<String> select(List<String> assertions, List<String> assumes) {
        String given = cells(assumes);
        return List.of(
                "select -set proved " + cells(assertions),
                "select -assert-min " + assertions.size() + " @proved",
                "select -set given " + (given.isEmpty() ? "c:NONE" : given),
                "select -assert-min " + assumes.size() + " @given",
                "delete t:$assert @proved %d @given %d",
                "chformal -assert2assume @given",
                "opt_clean");
    }

    private static String cells(List<String> ids) {
        return ids.stream().map(id -> "c:" + id + "__* c:*." + id + "__*").collect(Collectors.joining(" "));
    }

    @SafeVarargs
    private static String lines(List<String>... parts) {
        StringBuilder text = new StringBuilder();
        for (List<String> part : parts) {
            part.forEach(line -> text.append(line).append('\n'));
        }
        return text.toString();
    }

    /**
     * The statement that a unit which reports rest, with idle inputs, changes no register at the next clock edge, so
     * that the fabric may omit this edge.
     *
     * <p>The statement covers all registers of the harness's instance {@code dut}, or of several instances with numbers
     * after this name, including memories. The statement is therefore generated from the flattened design, with a copy
     * of each register that is one cycle older.
     */
    static final class RestCheck {
        /**
         * The version of this class. The version must change with every change of the class, so that no older answer is
         * used.
         */
        static final String VERSION = "2";

        private static final Pattern REGISTER =
                Pattern.compile("(?m)^  reg (\\[\\d+:\\d+\\] )?(\\\\top\\.dut\\d*\\.\\S* )(= [^;]*)?;$");

        private RestCheck() {}

        /**
         * Returns the flattened design with the assertion {@code id}; the design's output {@code rest} shows when no
         * register may change.
         */
        static String with(String flat, String id) {
            StringBuilder more =
                    new StringBuilder("  reg rested = 1'b0;\n  always @(posedge clock) rested <= rest & ~first;\n");
            StringBuilder same = new StringBuilder("1'b1");
            Matcher m = REGISTER.matcher(flat);
            int n = 0;
            while (m.find()) {
                String width = m.group(1) == null ? "" : m.group(1);
                more.append(String.format(
                        "  reg %swas_%d; always @(posedge clock) was_%d <= %s;%n", width, n, n, m.group(2)));
                same.append(String.format(" && %s == was_%d", m.group(2), n));
                n++;
            }
            if (n == 0) {
                throw new ProveException(id + ": the harness has no instance dut with registers");
            }
            more.append("  always @(posedge clock) if (!first) ")
                    .append(id)
                    .append("__0: assert(!rested || (")
                    .append(same)
                    .append("));\n");
            // the prover would take an output of the model for a statement
            String inside =
                    flat.replaceFirst("(module \\w+\\([^;]*), rest\\b", "$1").replaceFirst("(?m)^  output rest;$", "");
            int end = inside.lastIndexOf("endmodule");
            return inside.substring(0, end) + more + inside.substring(end);
        }
    }
}
