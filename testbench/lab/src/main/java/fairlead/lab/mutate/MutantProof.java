// SPDX-License-Identifier: Apache-2.0
package fairlead.lab.mutate;

import fairlead.lab.proofs.HarnessSearch;
import fairlead.lab.proofs.ProverTool;
import fairlead.rtl.NativeLibraries.LibraryException;
import fairlead.run.ScratchFolder;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Compares a unit with the same one that has a mutant, by yosys's `miter` and `sat`. What is in the unit's instances
 * and memories is outside: what they give is free, and what they get is compared.
 *
 * @param limit the seconds of processor time that each question may take
 */
record MutantProof(TileNetlist netlist, int limit) {
    private static final int FRAMES = 8; // cycles from reset on in which a difference is searched
    private static final int READ = 120; // seconds of processor time in addition to those of the prover

    /**
     * Asks first for the next state, from any state: registers are pins of the unit. If it may differ, the unit has its
     * registers, begins with 0 and is in reset in the first cycle, which is not compared.
     */
    MutantFate.Proof of(Mutant mutant) throws IOException {
        String unit = mutant.unit();
        String next = ask(mutant, unit + "/c:* fl_gate/c:*", "");
        if (next.contains("no model found: SUCCESS")) {
            return MutantFate.Proof.EQUIVALENT;
        }
        String reset = netlist.hasReset(unit) ? " -set-at 1 in_reset 1" : "";
        String found = ask(
                mutant,
                unit + "/c:* " + unit + "/t:$dff %d fl_gate/c:* fl_gate/t:$dff %d",
                "-prove-skip 1 -set-init-zero -seq " + FRAMES + reset);
        return found.contains("model found: FAIL") ? MutantFate.Proof.DIFFERS : MutantFate.Proof.UNDECIDED;
    }

    /** @param outside the cells that are outside of the units; only those that have a name of their own become pins */
    private String ask(Mutant mutant, String outside, String options) throws IOException {
        try (ScratchFolder scratch = new ScratchFolder("miter")) {
            String unit = mutant.unit();
            String script = String.join(
                    "\n",
                    "read_rtlil " + netlist.bare(),
                    "copy " + unit + " fl_gate",
                    mutant.edit("fl_gate"),
                    "expose -evert " + outside,
                    "miter -equiv -flatten " + unit + " fl_gate fl_miter",
                    "hierarchy -top fl_miter",
                    "opt_merge -share_all", // what the mutant does not influence is there once
                    "opt_expr",
                    "opt_clean",
                    "sat -prove trigger 0 " + options + " -timeout " + limit + " fl_miter");
            return ProverTool.asked(scratch.place(), limit + READ, script).output();
        }
    }

    /**
     * The rung proofs: a mutant is put into the harnesses in which its unit is proved, and a prover searches for a
     * counterexample of their statements. A harness has the mutants of words that have a name in the source: a bit of
     * the word of this name, driven by a cell of the same type. Most harnesses have smaller tables and fewer ports than
     * the product; some are made again with the unit as it is in the product.
     */
    static final class UnitProofs {
        /** The folder of the Verilog of the harnesses, below the root of the project. */
        static final String HARNESSES = "hw/target/rtl/prove";

        private final List<HarnessSearch> searches;
        private final Set<String> sound = new HashSet<>(); // harnesses that hold without a mutant, by search

        /**
         * @param folders folders of Verilog of harnesses
         * @param seconds the processor time of one search
         */
        UnitProofs(List<Path> folders, int seconds) throws IOException {
            List<HarnessSearch> all = new ArrayList<>();
            for (Path folder : folders) {
                all.add(new HarnessSearch(folder, seconds));
            }
            searches = List.copyOf(all);
        }

        /**
         * Returns {@link MutantFate#ALIVE}, which statements do not hold in which cycle, or an empty text if no
         * harness has this mutant.
         */
        String play(Mutant mutant) throws IOException {
            String answer = "";
            boolean isNamed = mutant.wire().matches("[a-zA-Z].*/\\d+"); // firtool's temporaries begin with _
            for (int k = 0; isNamed && k < searches.size(); k++) {
                for (String harness : searches.get(k).of(mutant.unit())) {
                    String[] wire = mutant.wire().split("/");
                    String filter = "-mode " + mutant.mode() + " -module " + mutant.unit() + " -port " + mutant.pin()
                            + " -wire " + wire[0] + " -wirebit " + wire[1];
                    List<Mutant> there = searches.get(k).mutations(harness, filter).stream()
                            .map(line -> Mutant.of(mutant.number(), line))
                            .filter(m -> type(m).equals(type(mutant)))
                            .toList();
                    if (there.size() == 1) {
                        requireSound(k, harness);
                        answer = searches.get(k).refuted(harness, there.get(0).edit(mutant.unit()));
                        if (!answer.isEmpty()) {
                            return answer;
                        }
                        answer = MutantFate.ALIVE;
                    }
                }
            }
            return answer;
        }

        private static String type(Mutant mutant) {
            return mutant.pin().equals("Q") ? "$dff" : mutant.cell().replaceFirst("^(\\$\\w+)\\$.*", "$1");
        }

        /** Requires, once, that a harness has no counterexample without a mutant: it would notice every mutant. */
        private synchronized void requireSound(int search, String harness) throws IOException {
            if (sound.add(search + " " + harness)) {
                String found = searches.get(search).refuted(harness, "");
                if (!found.isEmpty()) {
                    throw new LibraryException("a harness does not hold while no mutant is in it; " + found);
                }
            }
        }
    }
}
