// SPDX-License-Identifier: Apache-2.0
package fairlead.mutate;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import fairlead.prove.ProverTool;
import fairlead.run.report.ScratchFolder;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.function.BiFunction;
import java.util.function.IntPredicate;

/**
 * Asks whether a mutant is the same machine: a unit and its mutant, with the same inputs, without the units inside
 * them, both in reset in the first cycle and free after it. Registers without a reset value begin at 0, as in the
 * library.
 */
final class MiterProof {
    private static final int SHALLOW = 10; // seconds for a difference in the first cycles
    private static final int FRAMES = 16;
    private static final String KEEP = "fl_keep"; // the word that a site is masked with; all others are 0 when idle

    private final TileNetlist netlist;
    private final int limit;

    /** @param limit the seconds of processor time that a proof may take */
    MiterProof(final TileNetlist netlist, final int limit) {
        this.netlist = netlist;
        this.limit = limit;
    }

    /** Compares a unit with one mutant of it. */
    MutantFate.Proof of(final WordMutant mutant) throws IOException {
        return of(mutant.site().unit(), List.of(mutant), (name, width) -> word(width, i -> isOne(mutant, name, i)));
    }

    /** Compares a unit with the same one that has mutants, none of which is chosen. */
    MutantFate.Proof idle(final String unit, final List<WordMutant> mutants) throws IOException {
        return of(unit, mutants, (name, width) -> word(width, i -> name.startsWith(KEEP)));
    }

    private MutantFate.Proof of(
            final String unit, final List<WordMutant> mutants, final BiFunction<String, Integer, ArrayNode> control)
            throws IOException {
        try (ScratchFolder scratch = new ScratchFolder("miter")) {
            final Path folder = scratch.place();
            final ObjectMapper mapper = new ObjectMapper();
            final ObjectNode root = mapper.createObjectNode().put("creator", "fairlead");
            final ObjectNode modules = root.putObject("modules");
            modules.set("gold", cut(new NetlistEdit(netlist.module(unit))));
            final NetlistEdit changed = new NetlistEdit(netlist.module(unit));
            changed.mutate(mutants, control);
            modules.set("gate", cut(changed));
            mapper.writeValue(folder.resolve("miter.json").toFile(), root);
            TileNetlist.yosys(
                    folder,
                    "read_json miter.json",
                    "miter -equiv -flatten gold gate miter",
                    "hierarchy -top miter",
                    "setundef -init -zero",
                    "setundef -undriven -zero",
                    "opt -full",
                    "dffunmap",
                    "techmap",
                    "opt_expr",
                    "opt_merge",
                    "opt_clean",
                    "abc -g AND -fast",
                    "opt_clean",
                    "write_aiger -zinit miter.aig");
            final String shallow = abc(folder, SHALLOW, "bmc3 -F " + FRAMES + " -T " + SHALLOW);
            if (shallow.contains("was asserted in frame")) {
                return MutantFate.Proof.DIFFERS;
            }
            final String deep = abc(folder, limit, "scorr; dc2; pdr -T " + limit);
            return deep.contains("Property proved.") || deep.contains("Networks are equivalent")
                    ? MutantFate.Proof.EQUIVALENT
                    : deep.contains("was asserted in frame") ? MutantFate.Proof.DIFFERS : MutantFate.Proof.UNDECIDED;
        }
    }

    private static String abc(final Path folder, final int seconds, final String what) throws IOException {
        return ProverTool.run(folder, seconds, List.of("yosys-abc", "-c", "read_aiger miter.aig; strash; " + what))
                .output();
    }

    private static ObjectNode cut(final NetlistEdit edit) {
        edit.cut();
        return edit.finish();
    }

    private static ArrayNode word(final int width, final IntPredicate isOne) {
        final ArrayNode bits = JsonNodeFactory.instance.arrayNode();
        for (int i = 0; i < width; i++) {
            bits.add(isOne.test(i) ? "1" : "0");
        }
        return bits;
    }

    /** Tells the value of one bit of a word of control while the mutant is chosen. */
    private static boolean isOne(final WordMutant mutant, final String name, final int bit) {
        final boolean here = mutant.bit() < 0 || mutant.bit() == bit;
        if (name.startsWith(KEEP)) {
            return !here || mutant.kind() == MutantKind.INVERT;
        }
        return here && mutant.kind() != MutantKind.STUCK_0 && mutant.kind() != MutantKind.WORD_0;
    }
}
