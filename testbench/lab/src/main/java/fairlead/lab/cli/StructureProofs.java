// SPDX-License-Identifier: Apache-2.0
package fairlead.lab.cli;

import fairlead.cli.ExitCode;
import fairlead.cli.JsonOption;
import fairlead.lab.proofs.ProofOutcome;
import fairlead.lab.proofs.ProofRun;
import fairlead.lab.proofs.ProofTable.ProofJson;
import fairlead.lab.proofs.ProofVerdict;
import fairlead.lab.proofs.Property;
import fairlead.lab.proofs.ProveException;
import fairlead.machine.MachineStructure;
import fairlead.rtl.StructureBuild;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * The part of `scripts/lab prove` for the structure of this process. A harness whose Verilog is that of the default
 * structure is left out.
 */
final class StructureProofs {
    private final Path standard;
    private final Path harnesses;
    private final ProofRun run;
    private final List<Property> stated = new ArrayList<>();
    private final List<String> missing = new ArrayList<>(); // of harnesses that lack something of the property
    private int equal; // properties of harnesses that are those of the default structure

    private StructureProofs(final Path standard, final Path here, final Path cache, final boolean fresh)
            throws IOException {
        this.standard = standard;
        this.harnesses = here;
        run = new ProofRun(here, cache, fresh);
    }

    /** Proves those of the properties that depend on the structure, and returns the exit code. */
    static int run(
            final Path root, final List<Property> wanted, final int jobs, final boolean fresh, final JsonOption json)
            throws IOException, InterruptedException {
        final Path made = StructureBuild.harnesses(MachineStructure.loaded());
        try {
            final StructureProofs proofs = new StructureProofs(
                    root.resolve("hw/target/rtl/prove"),
                    made.resolve("hw/rtl/prove"),
                    root.resolve("target/prove"),
                    fresh);
            for (final Property property : wanted) {
                proofs.choose(property);
            }
            final boolean isText = !json.takesStdout();
            final List<ProofOutcome> outcomes =
                    proofs.run.run(proofs.stated, jobs, isText ? proofs::print : outcome -> {});
            if (isText) {
                proofs.summary(outcomes);
            }
            json.write(() -> ProofJson.of(outcomes) + "\n");
            return outcomes.stream().allMatch(proofs::holds) ? ExitCode.OK : ExitCode.FAILS;
        } catch (final ProveException e) {
            System.err.println("fairlead: " + e.getMessage());
            return ExitCode.ENVIRONMENT;
        }
    }

    private void choose(final Property property) throws IOException {
        final Path file = harnesses.resolve(property.harness() + ".sv");
        if (Files.exists(file) && Files.mismatch(standard.resolve(file.getFileName()), file) < 0) {
            equal++;
            return;
        }
        final Property here = Files.exists(file) ? run.statedOrNull(property) : null;
        if (here == null) {
            missing.add(property.id());
            return;
        }
        stated.add(here);
    }

    /** All mutants may be without consequences in this structure, which then is proved of them. */
    private boolean holds(final ProofOutcome outcome) {
        return outcome.holds()
                || outcome.holdsWithoutMutant() && outcome.mutant().verdict() == ProofVerdict.PROVED;
    }

    private String mutant(final ProofOutcome outcome) {
        return outcome.mutant().verdict() == ProofVerdict.PROVED
                ? "idle mutants"
                : "mutant " + outcome.mutant().depth();
    }

    private void print(final ProofOutcome outcome) {
        System.out.printf(
                Locale.ROOT,
                "%-14s %-9s %-11s %7.2f s  cover %2d, %-12s  %s%n",
                outcome.property().id(),
                outcome.verdict().name().toLowerCase(Locale.ROOT),
                outcome.property().method().label(),
                outcome.seconds(),
                outcome.cover().depth(),
                mutant(outcome),
                holds(outcome) ? outcome.statement() : "FAILS: " + outcome.why());
    }

    private void summary(final List<ProofOutcome> outcomes) {
        System.out.printf(
                Locale.ROOT,
                "%d of %d are as the catalogue says, with the cover reached; %d are proved. %d refute a mutant.%n%d"
                        + " more are of harnesses that are those of the default structure, to the byte.%n",
                outcomes.stream().filter(this::holds).count(),
                outcomes.size(),
                outcomes.stream()
                        .filter(o -> o.verdict() == ProofVerdict.PROVED)
                        .count(),
                outcomes.stream()
                        .filter(o -> o.mutant().verdict() == ProofVerdict.REFUTED)
                        .count(),
                equal);
        if (!missing.isEmpty()) {
            System.out.println("Not stated in this structure: " + String.join(", ", missing) + ".");
        }
    }
}
