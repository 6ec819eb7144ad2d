// SPDX-License-Identifier: Apache-2.0
package fairlead.lab.networks;

import fairlead.deadlock.RoutingRules;
import fairlead.lab.proofs.Answer.ProofVerdict;
import fairlead.lab.proofs.ProverTool;
import fairlead.machine.Routing;
import fairlead.machine.Shape;
import fairlead.machine.VcRule;
import fairlead.run.ScratchFolder;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * One question: can some packets of a network wait for each other forever?
 *
 * @param rules the rules of packet movement, as the static check has them
 * @param capacity the capacity of a VC buffer in units; a unit is a packet or a part of one
 * @param lengths the possible lengths of packets in units, ascending: one or two values
 * @param whole whether a packet of any length takes as much room as the longest, because a credit is room for a whole
 *      packet
 * @param bothTies whether packets at distance k/2 go in either direction; else only in the direction that the header
 *      builder selects
 * @param straight whether only packets that move in one dimension exist; with adaptive routing these have one link to
 *      take at every hop
 * @param safe whether the expected answer is no
 */
public record NetworkCase(
        String id,
        Shape shape,
        RoutingRules rules,
        int capacity,
        int[] lengths,
        boolean whole,
        boolean bothTies,
        boolean straight,
        boolean safe) {

    private static final List<Shape> SHAPES = List.of(new Shape(4, 4, 1), new Shape(5, 5, 1), new Shape(4, 2, 2));
    private static final int BUBBLE_SLOTS = 2;
    private static final RoutingRules ORDERED = RoutingRules.of(Routing.DIMENSION_ORDER, VcRule.DATELINE);
    private static final RoutingRules ADAPTIVE = RoutingRules.of(Routing.ADAPTIVE, VcRule.DATELINE);
    private static final RoutingRules BUBBLE = RoutingRules.of(Routing.BUBBLE, VcRule.DATELINE);

    /**
     * Returns the questions that docs/understand/deadlock.md lists: first every routing mode as it is built, on every
     * shape, which must be proved; then flaws, which must be refuted. Ties of a flaw go in the direction of the header
     * builder, so that the RTL can follow the trace into the deadlock.
     */
    public static List<NetworkCase> all() {
        List<NetworkCase> all = new ArrayList<>();
        Routing adaptiveBubble = new Routing(Routing.Mode.ADAPTIVE, true, false, false);
        for (Shape shape : SHAPES) {
            for (RoutingRules rules : List.of(
                    ORDERED,
                    RoutingRules.of(Routing.DIMENSION_ORDER, VcRule.STATIC),
                    ADAPTIVE,
                    RoutingRules.of(Routing.ADAPTIVE, VcRule.STATIC),
                    BUBBLE,
                    RoutingRules.of(adaptiveBubble, VcRule.DATELINE))) {
                all.add(packets(shape, rules, rules.bubble() ? BUBBLE_SLOTS : 1, true));
            }
        }
        Shape square = SHAPES.get(0);
        Shape odd = SHAPES.get(1);
        all.add(packets(square, ORDERED.oneVc(), 1, false));
        all.add(packets(odd, ORDERED.oneVc(), 1, false));
        // This question has a ring of 5 and straight packets, so that its deadlock can be repeated on the RTL. On a
        // ring of 4, half of the straight packets of two hops take the other direction, and the model does not say
        // which link the other packets choose.
        all.add(packets(odd, ADAPTIVE.noEscape(), 1, false).straightOnly());
        all.add(packets(square, BUBBLE.bubbleOne(), BUBBLE_SLOTS, false));
        all.add(lengths("bubble.flits", false));
        all.add(lengths("bubble.slots", true));
        return all;
    }

    /** Returns a question whose ties go in both directions if it is safe. */
    private static NetworkCase packets(Shape shape, RoutingRules rules, int slots, boolean safe) {
        String id = "NET." + shape + "." + rules.name();
        return new NetworkCase(id, shape, rules, slots, new int[] {1}, false, safe, false, safe);
    }

    /**
     * Returns the question of bubble rings with packets of one and of two units in buffers of four units. Room is
     * counted in units or, if `whole`, in packets of any length.
     */
    private static NetworkCase lengths(String name, boolean whole) {
        Shape ring = new Shape(7, 1, 1);
        int[] units = {1, 2};
        return new NetworkCase(
                "NET." + ring + "." + name, ring, BUBBLE, 2 * BUBBLE_SLOTS, units, whole, true, false, whole);
    }

    /**
     * Returns the same question about straight packets only. A deadlock of straight packets is also a deadlock of the
     * full question.
     */
    NetworkCase straightOnly() {
        return new NetworkCase(id, shape, rules, capacity, lengths, whole, bothTies, true, safe);
    }

    /** Tells whether packets from src to dst are part of the question. */
    boolean asksAbout(int src, int dst) {
        int dimensions = (shape.x(src) == shape.x(dst) ? 0 : 1)
                + (shape.y(src) == shape.y(dst) ? 0 : 1)
                + (shape.z(src) == shape.z(dst) ? 0 : 1);
        return dimensions > 0 && (!straight || dimensions == 1);
    }

    int longest() {
        return lengths[lengths.length - 1];
    }

    /** Returns the number of units that a packet of this length takes. */
    int takes(int length) {
        return whole ? longest() : length;
    }

    /**
     * Queries to the model checker abc whether a network can reach a local deadlock: the engine pdr searches a proof,
     * bmc3 a path into the deadlock.
     */
    public static final class NetworkQuery {
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
                    trace = Optional.of(Trace.of(
                            model, circuit, frames(Files.readString(file, StandardCharsets.US_ASCII), circuit)));
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
         * Returns the input values of each step. abc writes them one after the other, in some versions after the
         * initial values of the registers.
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
}
