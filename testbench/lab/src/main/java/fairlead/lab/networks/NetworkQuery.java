// SPDX-License-Identifier: Apache-2.0
package fairlead.lab.networks;

import fairlead.lab.proofs.Answer.ProofVerdict;
import fairlead.lab.proofs.ProverTool;
import fairlead.run.report.ScratchFolder;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Queries to the model checker abc whether a network can reach a local deadlock: the engine pdr searches a proof, bmc3
 * a path into the deadlock.
 */
public final class NetworkQuery {
    /**
     * The answer to a question.
     *
     * @param buffers the number of (link, VC) queues
     * @param trace a path into the deadlock, checked step by step on the model; empty if the question is proved
     * @param detail an explanation for the reader if the query gave no answer
     */
    public record Result(
            NetworkCase question,
            ProofVerdict verdict,
            int buffers,
            int registers,
            int gates,
            double seconds,
            Optional<Trace> trace,
            String detail) {
        public boolean passed() {
            return verdict == (question.safe() ? ProofVerdict.PROVED : ProofVerdict.REFUTED);
        }
    }

    private NetworkQuery() {}

    /**
     * Asks one question.
     *
     * @param limit the time limit of abc in seconds
     */
    public static Result ask(final NetworkCase question, final int limit) throws IOException {
        final NetworkModel model = new NetworkModel(question);
        final NetworkCircuit circuit = new NetworkCircuit(model);
        try (ScratchFolder scratch = new ScratchFolder("network")) {
            final Path folder = scratch.place();
            Files.write(folder.resolve("net.aig"), circuit.aig().aiger());
            final String engine = question.safe() ? "pdr -T " + limit : "bmc3 -T " + limit + "; write_cex trace.cex";
            final ProverTool.Result run =
                    ProverTool.run(folder, limit, List.of("yosys-abc", "-c", "read_aiger net.aig; strash; " + engine));
            return answer(model, circuit, run, folder);
        }
    }

    private static Result answer(
            final NetworkModel model, final NetworkCircuit circuit, final ProverTool.Result run, final Path folder)
            throws IOException {
        ProofVerdict verdict = ProofVerdict.UNDECIDED;
        Optional<Trace> trace = Optional.empty();
        final Path file = folder.resolve("trace.cex");
        if (run.exit() == 0 && run.output().contains("Property proved.")) {
            verdict = ProofVerdict.PROVED;
        } else if (run.exit() == 0 && run.output().contains("was asserted in frame")) {
            verdict = ProofVerdict.REFUTED;
            if (Files.exists(file)) {
                trace = Optional.of(
                        Trace.of(model, circuit, frames(Files.readString(file, StandardCharsets.US_ASCII), circuit)));
            }
        }
        return new Result(
                model.question,
                verdict,
                model.buffers.size(),
                circuit.aig().registers(),
                circuit.aig().gates(),
                run.seconds(),
                trace,
                verdict == ProofVerdict.UNDECIDED ? lastLine(run.output()) : "");
    }

    private static String lastLine(final String output) {
        final List<String> lines = output.lines().filter(l -> !l.isBlank()).toList();
        return lines.isEmpty() ? "no answer" : lines.get(lines.size() - 1);
    }

    /**
     * Returns the input values of each step. abc writes them one after the other, in some versions after the initial
     * values of the registers.
     */
    private static List<String> frames(final String text, final NetworkCircuit circuit) throws IOException {
        final String bits = text.replaceAll("[^01]", "");
        final int width = circuit.aig().inputCount();
        final int skip = bits.length() % width;
        if (skip != 0 && skip != circuit.aig().registers() % width) {
            throw new IOException("a counterexample of " + bits.length() + " values for " + width + " inputs");
        }
        final List<String> frames = new ArrayList<>();
        for (int at = skip == 0 ? 0 : circuit.aig().registers(); at < bits.length(); at += width) {
            frames.add(bits.substring(at, at + width));
        }
        return frames;
    }
}
