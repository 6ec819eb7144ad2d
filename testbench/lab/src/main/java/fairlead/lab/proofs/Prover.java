// SPDX-License-Identifier: Apache-2.0
package fairlead.lab.proofs;

import fairlead.lab.proofs.Answer.ProofVerdict;
import fairlead.lab.proofs.Property.Method;
import fairlead.lab.proofs.Property.Mutants;
import fairlead.lab.proofs.ProverTool.YosysException;
import fairlead.lab.proofs.Recipe.RestCheck;
import fairlead.run.ScratchFolder;
import fairlead.run.WholeFile;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicReference;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.apache.commons.codec.digest.DigestUtils;

/**
 * The interface to the provers. An answer that is neither clearly a proof nor clearly a counterexample counts as
 * undecided.
 */
final class Prover {
    private static final Pattern CHOICE = Pattern.compile("(?m)^input (\\d+) (\\d+) " + Mutants.CHOICE + "$");
    private static final String EXAMPLE = "example.txt"; // a counterexample; its inputs are named or numbered
    private static final Pattern HIGH = Pattern.compile("(?m)^(?:pi0*(?=\\d))?(\\S+)@0=1$");
    private static final Pattern SEARCHED = Pattern.compile("No output asserted in (\\d+) frames");
    private static final int FRONT_END_LIMIT = 120;
    /** The number of cycles of the base case: two cycles of reset and the first ones after it. */
    private static final int BASE = 4;

    private final Cache cache;
    private final Prepared prepared = new Prepared();

    Prover(Cache cache) {
        this.cache = cache;
    }

    Answer prove(Question question) throws IOException {
        return cached(question, "prove", folder -> decide(folder, question));
    }

    /** Tries to prove a question that is known to exceed its limit; the cache then keeps a time-out, too. */
    Answer attempt(Question question) throws IOException {
        return cached(question, "attempt " + question.limit(), folder -> decide(folder, question));
    }

    /** Searches for a counterexample in the first cycles; the depth of the question is their number. */
    Answer bound(Question question) throws IOException {
        return cached(question, "bound", folder -> {
            Answer answer = bits(folder, question, "bmc3 -F " + question.depth() + " -T " + question.limit());
            return searched(answer) >= question.depth()
                    ? new Answer(ProofVerdict.BOUNDED, question.depth(), answer.seconds(), "")
                    : answer;
        });
    }

    private Answer decide(Path folder, Question question) throws IOException {
        return question.method() == Method.STEP
                ? step(folder, question)
                : bits(folder, question, "pdr -T " + question.limit());
    }

    /** Searches for a counterexample, short ones first. The detail of one with mutants names the active mutant. */
    Answer refute(Question question) throws IOException {
        return cached(question, "refute", folder -> {
            Answer shallow = bits(folder, question, "bmc3 -T 5");
            return shallow.verdict() == ProofVerdict.REFUTED
                    ? shallow
                    : bits(folder, question, "pdr -T " + question.limit());
        });
    }

    private interface Run {
        Answer in(Path folder) throws IOException;
    }

    private Answer cached(Question question, String what, Run run) throws IOException {
        String key = what + " " + Recipe.VERSION + "\n" + question.text();
        Answer known = cache.find(key);
        if (known != null) {
            return known;
        }
        try (ScratchFolder scratch = new ScratchFolder("prove")) {
            Answer answer = run.in(scratch.place());
            if (answer.verdict() != ProofVerdict.UNDECIDED || what.startsWith("attempt")) {
                cache.keep(key, answer);
            }
            return answer;
        } catch (YosysException e) {
            return Answer.undecided(0, e.getMessage());
        }
    }

    private double front(Path folder, Question question) throws IOException {
        Gates gates;
        if (question.method() == Method.REST) {
            String id = question.byOutputs();
            Files.writeString(folder.resolve("model.v"), question.model());
            ProverTool.yosys(folder, FRONT_END_LIMIT, Recipe.flat(question));
            gates = Gates.made(folder, question, RestCheck.with(Files.readString(folder.resolve("flat.v")), id));
        } else {
            gates = prepared.of(folder, question);
            Files.write(folder.resolve(Recipe.WHOLE), gates.whole());
            Files.write(folder.resolve(Recipe.DRAWN), gates.drawn());
        }
        return gates.seconds()
                + ProverTool.yosys(folder, FRONT_END_LIMIT, Recipe.aiger(question))
                        .seconds();
    }

    /**
     * A model as gates, with all statements.
     *
     * @param drawn the list of its mutants
     * @param seconds the processor time that yosys took
     */
    private record Gates(byte[] whole, byte[] drawn, double seconds) {
        static Gates made(Path folder, Question question, String model) throws IOException {
            Files.writeString(folder.resolve("model.v"), model);
            double seconds = ProverTool.yosys(folder, FRONT_END_LIMIT, Recipe.whole(question))
                    .seconds();
            Path drawn = folder.resolve(Recipe.DRAWN);
            return new Gates(
                    Files.readAllBytes(folder.resolve(Recipe.WHOLE)),
                    Files.exists(drawn) ? Files.readAllBytes(drawn) : new byte[0],
                    seconds);
        }
    }

    /**
     * The last models of this run. Questions about one harness with the same mutants differ only in the statements that
     * they select, so yosys reads and maps the harness once for them.
     */
    private static final class Prepared {
        private static final int KEPT = 8;

        private final Map<List<Object>, AtomicReference<Gates>> known = new LinkedHashMap<>(KEPT, 1, true);

        Gates of(Path folder, Question question) throws IOException {
            String model = question.model();
            AtomicReference<Gates> place;
            synchronized (known) {
                place = known.computeIfAbsent(List.of(question.mutants(), model), key -> new AtomicReference<>());
                if (known.size() > KEPT) {
                    known.remove(known.keySet().iterator().next());
                }
            }
            synchronized (place) { // another prover may be making it
                if (place.get() == null) {
                    place.set(Gates.made(folder, question, model));
                }
                return place.get();
            }
        }
    }

    private Answer bits(Path folder, Question question, String engine) throws IOException {
        double front = front(folder, question);
        String prepare = question.method() == Method.L2S ? "l2s; orpos" : "fold; orpos";
        ProverTool.Result run = ProverTool.abc(
                folder,
                question.limit(),
                "read_aiger model.aig; " + prepare + "; strash; scorr; dc2; " + engine
                        + (question.mutants().some() ? "; write_cex -n " + EXAMPLE : ""));
        double seconds = front + run.seconds();
        if (run.exit() != 0) {
            return Answer.undecided(seconds, "yosys-abc: exit " + run.exit() + ": " + run.end());
        }
        if (run.frame() >= 0) {
            Answer refuted = new Answer(ProofVerdict.REFUTED, run.frame(), seconds, "");
            return question.mutants().some() ? named(folder, refuted) : refuted;
        }
        return run.isProof() ? new Answer(ProofVerdict.PROVED, -1, seconds, "") : Answer.undecided(seconds, run.end());
    }

    /** Returns in how many cycles abc has found no counterexample; -1 for an answer that is not undecided. */
    private static int searched(Answer answer) {
        Matcher frames = SEARCHED.matcher(answer.detail());
        return answer.verdict() == ProofVerdict.UNDECIDED && frames.find() ? Integer.parseInt(frames.group(1)) : -1;
    }

    private Answer step(Path folder, Question question) throws IOException {
        Answer base = bits(folder, question, "bmc3 -F " + BASE + " -T " + question.limit());
        if (searched(base) < BASE) {
            return base.verdict() == ProofVerdict.REFUTED
                    ? base
                    : Answer.undecided(base.seconds(), "base case: " + base.detail());
        }
        ProverTool.Result run = ProverTool.asked(folder, FRONT_END_LIMIT + question.limit(), Recipe.step(question));
        double seconds = base.seconds() + run.seconds();
        return run.exit() == 0 && run.output().contains("Induction step proven: SUCCESS!")
                ? new Answer(ProofVerdict.PROVED, -1, seconds, "")
                : Answer.undecided(seconds, "step: " + run.end());
    }

    private static Answer named(Path folder, Answer refuted) throws IOException {
        List<String> drawn = Files.readAllLines(folder.resolve(Recipe.DRAWN));
        int active = active(folder);
        return active == 0 || active > drawn.size()
                ? Answer.undecided(refuted.seconds(), "a counterexample without a mutant")
                : new Answer(
                        refuted.verdict(),
                        refuted.depth(),
                        refuted.seconds(),
                        drawn.get(active - 1).replaceAll(" -(ctrl \\S+ \\d+ \\d+|src \\S+)", ""));
    }

    /** Returns the number that the choice of the mutant has in the first cycle of a counterexample. */
    private static int active(Path folder) throws IOException {
        Set<String> high = HIGH.matcher(Files.readString(folder.resolve(EXAMPLE)))
                .results()
                .map(pin -> pin.group(1))
                .collect(Collectors.toSet());
        return CHOICE.matcher(Files.readString(folder.resolve(Recipe.MAP)))
                .results()
                .filter(bit -> high.contains(bit.group(1)) || high.contains(Mutants.CHOICE + "[" + bit.group(2) + "]"))
                .mapToInt(bit -> 1 << Integer.parseInt(bit.group(2)))
                .reduce(0, (x, y) -> x | y);
    }

    /**
     * A cache of answers, keyed by the hash of everything that an answer depends on. {@link Prover} decides which
     * answers are kept; a time-out is kept only if it was expected.
     */
    static final class Cache {
        private final Path folder; // null if no answer is kept
        private final boolean fresh;
        private final Set<String> own = ConcurrentHashMap.newKeySet(); // keys of the answers of this run

        private Cache(Path folder, boolean fresh) {
            this.folder = folder;
            this.fresh = fresh;
        }

        /** @param fresh whether answers of earlier runs do not count and are replaced */
        static Cache in(Path folder, boolean fresh) throws IOException {
            return new Cache(Files.createDirectories(folder), fresh);
        }

        static Cache none() {
            return new Cache(null, false);
        }

        Answer find(String key) throws IOException {
            if (folder == null || fresh && !own.contains(key)) {
                return null;
            }
            Path file = file(key);
            if (!Files.exists(file)) {
                return null;
            }
            String[] words =
                    Files.readString(file, StandardCharsets.ISO_8859_1).trim().split(" ", 4);
            try {
                return words.length < 3
                        ? null
                        : new Answer(
                                ProofVerdict.valueOf(words[0]),
                                Integer.parseInt(words[1]),
                                Double.parseDouble(words[2]),
                                words.length == 3 ? "" : words[3]);
            } catch (IllegalArgumentException damaged) {
                return null; // a damaged entry is ignored, so the prover runs again
            }
        }

        void keep(String key, Answer answer) throws IOException {
            if (folder != null) {
                WholeFile.write(
                        file(key),
                        String.format(
                                Locale.ROOT,
                                "%s %d %.3f %s%n",
                                answer.verdict(),
                                answer.depth(),
                                answer.seconds(),
                                answer.detail()));
                own.add(key);
            }
        }

        private Path file(String key) {
            return folder.resolve(DigestUtils.sha256Hex(key));
        }
    }

    /**
     * One model and a question about it.
     *
     * @param verilog the Verilog of the harness
     * @param assertions the identifiers of the assertions that shall hold together; for liveness only its own
     *     identifier
     * @param assumes the identifiers of the assumed assertions
     * @param depth the k of an induction or the number of rounds of a k-liveness
     * @param limit the time limit in seconds
     * @param mutants mutants of a unit, of which one may be active
     */
    record Question(
            Netlist verilog,
            Method method,
            List<String> assertions,
            List<String> assumes,
            int depth,
            int limit,
            Mutants mutants) {

        Question(Netlist verilog, Method method, List<String> assertions, List<String> assumes, int depth, int limit) {
            this(verilog, method, assertions, assumes, depth, limit, Mutants.NONE);
        }

        /**
         * Returns the identifier of the statement that outputs of the harness express, or null if all statements are
         * assertions.
         */
        String byOutputs() {
            return switch (method) {
                case L2S, REST -> assertions.get(0);
                    // helpers may precede the liveness statement in the list
                case ROUNDS -> assertions.stream()
                        .filter(id -> id.matches("\\w+_L\\d+"))
                        .findFirst()
                        .orElse(null);
                default -> null;
            };
        }

        String text() {
            return method + (method == Method.REST ? " " + RestCheck.VERSION : "") + " " + assertions + " " + assumes
                    + " " + depth + "\n" + (mutants.some() ? mutants + " of " + Mutants.COUNT + "\n" : "") + model();
        }

        String model() {
            return method == Method.ROUNDS
                    ? verilog.rounds(byOutputs(), depth, mutants.some())
                    : verilog.verilog(byOutputs(), mutants.some());
        }
    }
}
