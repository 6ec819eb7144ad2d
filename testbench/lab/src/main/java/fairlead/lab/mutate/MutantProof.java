// SPDX-License-Identifier: Apache-2.0
package fairlead.lab.mutate;

import fairlead.lab.proofs.ProverTool;
import fairlead.run.report.ScratchFolder;
import java.io.IOException;
import java.nio.file.Files;
import java.util.List;

/**
 * Compares a unit with the same one that has a mutant, by yosys's `miter` and `sat`. What is in the unit's instances and
 * memories is outside: what they give is free, and what they get is compared.
 */
final class MutantProof {
    private static final int FRAMES = 8; // cycles from reset on in which a difference is searched
    private static final int READ = 120; // seconds of processor time beside those of the prover

    private final TileNetlist netlist;
    private final int limit;

    /** @param limit the seconds of processor time that each question may take */
    MutantProof(final TileNetlist netlist, final int limit) {
        this.netlist = netlist;
        this.limit = limit;
    }

    /**
     * Asks first for the next state, from any state: registers are pins of the unit. If it may differ, the unit has its
     * registers, begins with 0 and is in reset in the first cycle, which is not compared.
     */
    MutantFate.Proof of(final Mutant mutant) throws IOException {
        final String unit = mutant.unit();
        final String next = ask(mutant, unit + "/c:* fl_gate/c:*", "");
        if (next.contains("no model found: SUCCESS")) {
            return MutantFate.Proof.EQUIVALENT;
        }
        final String reset = netlist.hasReset(unit) ? " -set-at 1 in_reset 1" : "";
        final String found = ask(
                mutant,
                unit + "/c:* " + unit + "/t:$dff %d fl_gate/c:* fl_gate/t:$dff %d",
                "-prove-skip 1 -set-init-zero -seq " + FRAMES + reset);
        return found.contains("model found: FAIL") ? MutantFate.Proof.DIFFERS : MutantFate.Proof.UNDECIDED;
    }

    /** @param outside the cells that are outside of the units; only those that have a name of their own become pins */
    private String ask(final Mutant mutant, final String outside, final String options) throws IOException {
        try (ScratchFolder scratch = new ScratchFolder("miter")) {
            final String unit = mutant.unit();
            final String script = String.join(
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
            Files.writeString(scratch.place().resolve("script.ys"), script + "\n");
            return ProverTool.run(scratch.place(), limit + READ, List.of("yosys", "-Q", "script.ys"))
                    .output();
        }
    }
}
