// SPDX-License-Identifier: Apache-2.0
package fairlead.lab.cli;

import fairlead.cli.ExitCode;
import fairlead.cli.JsonOption;
import fairlead.cli.OptionRange;
import fairlead.cli.ProgressOption;
import fairlead.cli.StructureOption;
import fairlead.lab.controls.ControlReplay;
import fairlead.lab.networks.NetworkCase;
import fairlead.lab.networks.NetworkCase.NetworkQuery;
import fairlead.lab.networks.NetworkCase.NetworkQuery.Result;
import fairlead.lab.networks.Trace;
import fairlead.lab.proofs.Answer.ProofVerdict;
import fairlead.lab.proofs.Catalogue;
import fairlead.lab.proofs.ProofOutcome;
import fairlead.lab.proofs.ProofOutcome.ProofCounts;
import fairlead.lab.proofs.ProofRun;
import fairlead.lab.proofs.ProofTable;
import fairlead.lab.proofs.ProofTable.ProofJson;
import fairlead.lab.proofs.Property;
import fairlead.lab.proofs.ProverTool;
import fairlead.machine.MachineStructure;
import fairlead.rtl.StructureBuild;
import fairlead.scenario.BadInput;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/**
 * The command `scripts/lab prove`, which proves properties of the RTL for all inputs and all time (docs/lab/proofs.md).
 */
@Command(name = "prove", mixinStandardHelpOptions = true, showDefaultValues = true)
public final class ProveCommand implements Callable<Integer> {
    private static final String HARNESSES = "hw/target/rtl/prove";

    @Option(names = "--only", paramLabel = "ID")
    private List<String> only = new ArrayList<>();

    @Option(names = "--network")
    private boolean network;

    @Option(names = "--quick")
    private boolean quick;

    @Mixin
    private JsonOption json;

    @Option(names = "--table")
    private boolean table;

    @Option(names = "--jobs", paramLabel = "N", defaultValue = "2")
    private int jobs;

    @Option(names = "--structure", paramLabel = "FILE")
    private Path structure;

    @Option(names = "--fresh")
    private boolean fresh;

    @Mixin
    private ProgressOption progress;

    @Override
    public Integer call() throws IOException, InterruptedException {
        OptionRange.between("--jobs", jobs, 1, 64);
        if (structure != null && (network || table)) {
            throw new BadInput("--structure goes with neither --network nor --table");
        }
        StructureOption.require(structure);
        if (network) {
            if (quick || json.isAsked() || table) {
                throw new BadInput("--network goes with --only and nothing else");
            }
            return NetworkProofs.run(only);
        }
        List<Property> wanted = wanted();
        if (table) {
            System.out.print(ProofTable.of(wanted, LabMain.root().resolve(HARNESSES)));
            return ExitCode.OK;
        }
        return prove(wanted);
    }

    private List<Property> wanted() {
        List<Property> wanted = Catalogue.all().stream()
                .filter(property -> only.isEmpty() || only.stream().anyMatch(property::matches))
                .filter(property -> !quick || property.quick())
                .toList();
        for (String text : only) {
            if (Catalogue.all().stream().noneMatch(p -> p.matches(text))) {
                throw new BadInput("--only " + text + ": no such property; groups are F C R D A E P B I");
            }
        }
        if (wanted.isEmpty()) {
            throw new BadInput("--quick: none of " + String.join(", ", only) + " is in the fast tier of the tests");
        }
        return wanted;
    }

    private int prove(List<Property> wanted) throws IOException, InterruptedException {
        long begin = System.nanoTime();
        Path root = LabMain.root();
        Path harnesses = structure == null
                ? root.resolve(HARNESSES)
                : StructureBuild.harnesses(MachineStructure.loaded()).resolve("hw/rtl/prove");
        ProofRun run = new ProofRun(harnesses, root.resolve("target/prove"), fresh);
        List<String> missing = new ArrayList<>(); // of harnesses that lack something of the property
        List<Property> stated = structure == null ? wanted : ofStructure(run, harnesses, wanted, missing);
        List<ProofOutcome> outcomes = LabMain.rows(
                progress.besideRows("properties", stated.size()),
                json,
                ended -> run.run(stated, jobs, ended),
                this::text);
        if (!json.takesStdout()) {
            summary(outcomes, (System.nanoTime() - begin) / 1e9);
            if (structure != null) {
                System.out.println(wanted.size() - stated.size() - missing.size()
                        + " more are of harnesses that are those of the default structure, to the byte."
                        + (missing.isEmpty()
                                ? ""
                                : "\nNot stated in this structure: " + String.join(", ", missing) + "."));
            }
        }
        json.write(() -> LabMain.json(ProofJson.of(outcomes)));
        return outcomes.stream().allMatch(this::holds) ? ExitCode.OK : ExitCode.FAILS;
    }

    /** Returns the properties of the harnesses whose Verilog is not that of the default structure. */
    private static List<Property> ofStructure(ProofRun run, Path harnesses, List<Property> wanted, List<String> missing)
            throws IOException {
        List<Property> stated = new ArrayList<>();
        for (Property property : wanted) {
            Path file = harnesses.resolve(property.harness() + ".sv");
            Path standard = LabMain.root().resolve(HARNESSES).resolve(file.getFileName());
            if (Files.exists(file) && Files.mismatch(standard, file) < 0) {
                continue;
            }
            Property here = Files.exists(file) ? run.statedOrNull(property) : null;
            if (here == null) {
                missing.add(property.id());
            } else {
                stated.add(here);
            }
        }
        return stated;
    }

    /** All mutants may be without consequences in a structure, which then is proved of them. */
    private boolean holds(ProofOutcome outcome) {
        return outcome.holds()
                || structure != null
                        && outcome.holdsWithoutMutant()
                        && outcome.mutant().verdict() == ProofVerdict.PROVED;
    }

    private String text(ProofOutcome outcome) {
        Property property = outcome.property();
        return String.format(
                "%-14s %-9s %-9s %-11s %7.2f s  cover %2d, %s  %s%s",
                property.id(),
                outcome.verdict().name().toLowerCase(Locale.ROOT),
                property.kind().name().toLowerCase(Locale.ROOT),
                property.method().label(),
                outcome.seconds(),
                outcome.cover().depth(),
                outcome.mutant().verdict() == ProofVerdict.PROVED
                        ? "idle mutants"
                        : String.format("mutant %2d", outcome.mutant().depth()),
                holds(outcome) ? said(outcome) : "FAILS: " + outcome.why(),
                outcome.mutant().verdict() == ProofVerdict.REFUTED
                        ? "\n               refutes " + outcome.mutant().detail()
                        : "");
    }

    private static String said(ProofOutcome outcome) {
        return outcome.verdict() == ProofVerdict.PROVED
                ? outcome.statement()
                : outcome.told() + ": " + outcome.statement();
    }

    private void summary(List<ProofOutcome> outcomes, double seconds) {
        long holds = outcomes.stream().filter(this::holds).count();
        System.out.printf(
                "%s%n%d of %d are as the catalogue says, with the cover reached and a mutant refuted; %.1f s%n",
                ProofCounts.of(outcomes), holds, outcomes.size(), seconds);
    }

    /**
     * The command `scripts/lab prove --network`, which searches whole small networks for local deadlocks
     * (docs/understand/deadlock.md).
     */
    static final class NetworkProofs {
        private static final int LIMIT = 300;

        private NetworkProofs() {}

        static int run(List<String> only) throws IOException {
            List<String> known = NetworkCase.all().stream().map(NetworkCase::id).toList();
            LabMain.require("--only", only, known, "question");
            List<NetworkCase> wanted = NetworkCase.all().stream()
                    .filter(one -> only.isEmpty() || only.contains(one.id()))
                    .toList();
            ProverTool.require("yosys-abc");
            int passed = 0;
            for (NetworkCase one : wanted) {
                passed += print(NetworkQuery.ask(one, LIMIT)) ? 1 : 0;
            }
            System.out.println(passed + " of " + wanted.size() + " as they must be");
            return passed == wanted.size() ? ExitCode.OK : ExitCode.FAILS;
        }

        private static boolean print(Result result) {
            NetworkCase question = result.question();
            System.out.printf(
                    "%s %-36s %-9s %4d buffers, %5d registers, %6d gates, %6.1f s  %s%n",
                    result.passed() ? "ok  " : "FAIL",
                    question.id(),
                    result.verdict().name().toLowerCase(Locale.ROOT),
                    result.buffers(),
                    result.registers(),
                    result.gates(),
                    result.seconds(),
                    result.detail());
            boolean passed = result.passed();
            if (result.trace().isPresent()) {
                Trace trace = result.trace().get();
                trace.witness().forEach(stuck -> System.out.println("       " + stuck.text(question.shape())));
                if (ControlReplay.isPossible(question)) {
                    ControlReplay replay = ControlReplay.of(question, trace);
                    System.out.println(
                            "     on the RTL: " + replay.kind() + ", reported at cycle " + replay.reportedAt()
                                    + (replay.same()
                                            ? ", the same " + replay.blocked() + " buffers, "
                                                    + replay.found().size() + " of them in the ring that is shown"
                                            : ": " + replay));
                    passed &= replay.same();
                }
            }
            return passed;
        }
    }
}
