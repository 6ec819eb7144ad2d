// SPDX-License-Identifier: Apache-2.0
package fairlead.lab.proofs;

import fairlead.evaluate.Campaign;
import fairlead.lab.proofs.Property.Method;
import fairlead.lab.proofs.Prover.Cache;
import fairlead.lab.proofs.Prover.Question;
import fairlead.lab.proofs.ProverTool.ProveException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.stream.Stream;

/** A run of the provers over a list of properties, a few at a time, each with its cover and its mutants. */
public final class ProofRun {
    private final Path verilog;
    private final Prover prover;
    private final Map<String, Netlist> netlists = new HashMap<>();

    /**
     * @param verilog the folder with one Verilog file per harness
     * @param cache the folder for answers
     * @param fresh true if answers of earlier runs do not count; the new answers replace them
     */
    public ProofRun(Path verilog, Path cache, boolean fresh) throws IOException {
        ProverTool.require("yosys", "yosys-abc");
        this.verilog = verilog;
        this.prover = new Prover(Cache.in(cache, fresh));
    }

    /**
     * @param jobs the number of provers that run at the same time
     * @param each a listener that gets each outcome when it is ready
     * @return the outcomes in the order of the properties
     */
    public List<ProofOutcome> run(List<Property> properties, int jobs, Consumer<ProofOutcome> each) throws IOException {
        for (Property property : properties) {
            netlist(property.harness());
        }
        return Campaign.run(properties, jobs, this::decide, (property, outcome) -> each.accept(outcome));
    }

    /** Returns a property as its harness can state it, see {@link Property#statedOrNull}. */
    public Property statedOrNull(Property property) throws IOException {
        return property.statedOrNull(netlist(property.harness()).stated());
    }

    /** Decides one property, its cover and its mutants. */
    public ProofOutcome decide(Property property) throws IOException {
        Netlist netlist = netlist(property.harness());
        List<String> alone = List.of(property.assertion());
        List<String> together = Stream.concat(alone.stream(), property.helpers().stream())
                .distinct()
                .sorted()
                .toList();
        Question proof = new Question(
                netlist, property.method(), together, property.assumes(), property.depth(), property.limit());
        Question cover =
                new Question(netlist, Method.PDR, List.of(property.cover()), property.assumes(), 0, property.limit());
        String statement = property.statement().isEmpty()
                ? netlist.statements().getOrDefault(property.assertion(), "")
                : property.statement();
        return new ProofOutcome(
                property, statement, answer(property, proof), prover.refute(cover), mutant(property, netlist));
    }

    private Answer answer(Property property, Question proof) throws IOException {
        return switch (property.claim()) {
            case BOUNDED -> prover.bound(proof);
            case UNDECIDED -> prover.attempt(proof);
            default -> prover.prove(proof);
        };
    }

    /** Decides whether the property refutes a mutant. No other property is enabled, not even the helpers. */
    private Answer mutant(Property property, Netlist netlist) throws IOException {
        return prover.refute(new Question(
                netlist,
                property.method() == Method.STEP ? Method.PDR : property.method(),
                List.of(property.assertion()),
                property.assumes(),
                property.method() == Method.ROUNDS ? property.depth() : 0,
                property.limit(),
                property.mutants()));
    }

    private synchronized Netlist netlist(String harness) throws IOException {
        Netlist known = netlists.get(harness);
        if (known == null) {
            Path file = verilog.resolve(harness + ".sv");
            if (!Files.exists(file)) {
                throw new ProveException("no Verilog of the harness " + harness + " in " + verilog);
            }
            known = Netlist.of(Files.readString(file));
            netlists.put(harness, known);
        }
        return known;
    }
}
