// SPDX-License-Identifier: Apache-2.0
package fairlead.lab.mutate;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import fairlead.lab.proofs.Aig;
import fairlead.lab.proofs.ProverTool;
import fairlead.run.report.ScratchFolder;
import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.function.BiFunction;
import java.util.function.IntPredicate;
import java.util.function.Predicate;

/**
 * Asks whether a mutant is the same machine, with three of {@link MutantMiter}. The first two ask for the next state,
 * from any state: of one instance of the unit, and of the tile. The third one has the instance from its reset on, with
 * any inputs; only this one shows a difference, since the others have states that the machine may never be in.
 * Registers without a reset value begin at 0, as in the library.
 */
final class MiterProof {
    private static final int SHALLOW = 10; // seconds for a difference in the first cycles
    private static final int FRAMES = 16;
    private static final String FILE = "miter.aig";
    private static final String KEEP = "fl_keep"; // the word that a site is masked with; all others are 0 when idle

    private final TileNetlist netlist;
    private final int limit;

    /** @param limit the seconds of processor time that each prover may take */
    MiterProof(final TileNetlist netlist, final int limit) {
        this.netlist = netlist;
        this.limit = limit;
    }

    /** Compares a machine with one mutant of it. */
    MutantFate.Proof of(final WordMutant mutant) throws IOException {
        return of(mutant.site().unit(), List.of(mutant), (name, width) -> control(mutant, name, width));
    }

    /** Compares a machine with the same one that has mutants in a unit, none of which is chosen. */
    MutantFate.Proof idle(final String unit, final List<WordMutant> mutants) throws IOException {
        return of(unit, mutants, (name, width) -> word(width, i -> name.startsWith(KEEP)));
    }

    private MutantFate.Proof of(
            final String unit, final List<WordMutant> mutants, final BiFunction<String, Integer, ArrayNode> control)
            throws IOException {
        final FlatNetlist tile = netlist.flat();
        final ObjectNode module = netlist.module(unit);
        new NetlistEdit(module).mutate(mutants, control);
        final Collection<FlatCell> edited = new ArrayList<>();
        tile.places(unit).forEach(place -> edited.addAll(tile.cellsOf(place, module)));
        final String one = tile.places(unit).get(0);
        final Predicate<FlatCell> inside = cell -> cell.place().equals(one);
        if (isNever(new MutantMiter(tile, edited, MutantMiter.Extent.next(inside)))
                || isNever(new MutantMiter(tile, edited, MutantMiter.Extent.next(cell -> true)))) {
            return MutantFate.Proof.EQUIVALENT;
        }
        final MutantMiter.Extent all = MutantMiter.Extent.fromReset(inside, tile.reset(unit, one));
        final MutantMiter alone = new MutantMiter(tile, edited, all);
        return isReached(alone)
                ? MutantFate.Proof.DIFFERS
                : isNever(alone) ? MutantFate.Proof.EQUIVALENT : MutantFate.Proof.UNDECIDED;
    }

    /** Tells whether a miter is proved never to differ. */
    private boolean isNever(final MutantMiter miter) throws IOException {
        final String answer = ask(miter, limit, "iprove", "scorr; dc2; pdr -T " + limit);
        return answer.contains("UNSATISFIABLE") || answer.contains("Property proved");
    }

    /** Tells whether a prover finds inputs, from reset on, with which a miter differs. */
    private boolean isReached(final MutantMiter miter) throws IOException {
        final String answer = ask(miter, SHALLOW, "iprove", "bmc3 -F " + FRAMES + " -T " + SHALLOW);
        return answer.matches("(?s).*\\bSATISFIABLE.*") || answer.contains("was asserted in frame");
    }

    /** Returns what a prover says of a miter without and of one with registers. */
    private static String ask(final MutantMiter miter, final int seconds, final String now, final String later)
            throws IOException {
        if (miter.differs() == Aig.FALSE) {
            return "UNSATISFIABLE";
        }
        try (ScratchFolder scratch = new ScratchFolder("miter")) {
            final boolean hasState = miter.graph().registers() > 0;
            Files.write(scratch.place().resolve(FILE), miter.graph().aiger());
            final String what = "read_aiger " + FILE + "; strash; " + (hasState ? later : now);
            return ProverTool.run(scratch.place(), seconds, List.of("yosys-abc", "-c", what))
                    .output();
        }
    }

    /** Returns the value of a word of control while a mutant is chosen. */
    static ArrayNode control(final WordMutant mutant, final String name, final int width) {
        return word(width, i -> isOne(mutant, name, i));
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
