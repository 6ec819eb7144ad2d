// SPDX-License-Identifier: Apache-2.0
package fairlead.lab.networks;

import fairlead.lab.proofs.Answer.ProofVerdict;
import fairlead.lab.proofs.ProverTool;
import fairlead.run.ScratchFolder;
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

    /** @param limit the time limit of abc in seconds */
    public static Result ask(NetworkCase question, int limit) throws IOException {
        NetworkModel model = new NetworkModel(question);
        NetworkCircuit circuit = new NetworkCircuit(model);
        try (ScratchFolder scratch = new ScratchFolder("network")) {
            Path folder = scratch.place();
            Files.writeString(folder.resolve("net.blif"), circuit.aig().blif());
            String engine = question.safe() ? "pdr -T " + limit : "bmc3 -T " + limit + "; write_cex trace.cex";
            ProverTool.Result run = ProverTool.abc(folder, limit, "read_blif net.blif; strash; " + engine);
            return answer(model, circuit, run, folder);
        }
    }

    private static Result answer(NetworkModel model, NetworkCircuit circuit, ProverTool.Result run, Path folder)
            throws IOException {
        ProofVerdict verdict = ProofVerdict.UNDECIDED;
        Optional<Trace> trace = Optional.empty();
        Path file = folder.resolve("trace.cex");
        if (run.exit() == 0 && run.isProof()) {
            verdict = ProofVerdict.PROVED;
        } else if (run.exit() == 0 && run.frame() >= 0) {
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
                verdict == ProofVerdict.UNDECIDED ? run.end() : "");
    }

    /**
     * Returns the input values of each step. abc writes them one after the other, in some versions after the initial
     * values of the registers.
     */
    private static List<String> frames(String text, NetworkCircuit circuit) throws IOException {
        String bits = text.replaceAll("[^01]", "");
        int width = circuit.aig().inputCount();
        int skip = bits.length() % width;
        if (skip != 0 && skip != circuit.aig().registers() % width) {
            throw new IOException("a counterexample of " + bits.length() + " values for " + width + " inputs");
        }
        List<String> frames = new ArrayList<>();
        for (int at = skip == 0 ? 0 : circuit.aig().registers(); at < bits.length(); at += width) {
            frames.add(bits.substring(at, at + width));
        }
        return frames;
    }
}
