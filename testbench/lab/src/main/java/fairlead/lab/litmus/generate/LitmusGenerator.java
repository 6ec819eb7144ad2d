// SPDX-License-Identifier: Apache-2.0
package fairlead.lab.litmus.generate;

import fairlead.lab.litmus.operational.Interpreter;
import fairlead.litmus.syntax.Condition;
import fairlead.litmus.syntax.LitmusParser;
import fairlead.litmus.syntax.LitmusTest;
import fairlead.litmus.syntax.Outcome;
import fairlead.scenario.BadInput;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/** Draws litmus programs. The same seed and number always give the same program. */
public final class LitmusGenerator {
    private static final int MOST_STATES = 20_000;
    // of SHARE programs that of this number has something that a run decides
    private static final int SHARE = 16;
    private static final int CHOICE = 7;
    private static final int SERVICE = 15;
    private static final int OPERANDS = 32;
    private static final int OPERAND = 19;

    private final long seed;
    private final Interpreter interpreter = new Interpreter(MOST_STATES);

    public LitmusGenerator(long seed) {
        this.seed = seed;
    }

    /**
     * Returns a program. A draw is repeated if an epoch of another node may refuse one of its operations, or if it is
     * too large for the interpreter.
     *
     * @param number number of the program, from 0 on
     */
    public Generated program(int number) {
        Draw draw = new Draw(seed, number);
        String name = "G" + seed + "." + number;
        while (true) {
            Sketch sketch =
                    switch (number % SHARE) {
                        case CHOICE -> DrawnSketch.draw("CHOICE", draw);
                        case SERVICE -> DrawnSketch.draw("SERVICE", draw);
                        default -> number % OPERANDS == OPERAND ? DrawnSketch.draw("OPERAND", draw) : common(draw);
                    };
            String open = sketch.text(name, "seen " + sketch.always());
            try {
                LitmusTest test = LitmusParser.parse(name, open, 1);
                Interpreter.Outcomes outcomes = interpreter.outcomes(test);
                if (outcomes.isJudged()) {
                    return finished(name, sketch, outcomes);
                }
            } catch (BadInput e) {
                throw new IllegalStateException(e.getMessage() + "\n" + open, e);
            }
        }
    }

    private static Sketch common(Draw draw) {
        return draw.percent(6) ? DrawnSketch.guard(draw) : CycleSketch.draw(draw);
    }

    private static Generated finished(String name, Sketch sketch, Interpreter.Outcomes outcomes) {
        String seen = "seen " + sketch.always();
        String strict = sketch.text(name, "forbidden " + sketch.cycle() + "\n" + seen);
        LitmusTest test = LitmusParser.parse(name, strict, 1);
        Condition cycle = test.claims().get(0).condition();
        boolean allowed =
                outcomes.outcomes().stream().anyMatch(values -> cycle.holds(Outcome.of(outcomes.terms(), values)));
        String text = allowed ? sketch.text(name, "# allowed: " + sketch.cycle() + "\n" + seen) : strict;
        return new Generated(name, sketch.shape(), text, test, cycle, outcomes, !allowed);
    }

    /**
     * A drawn program.
     *
     * @param name name of the test
     * @param shape name of its cycle
     * @param text the litmus file
     * @param test the same, parsed
     * @param cycle the condition that closes the cycle
     * @param outcomes what the interpreter allows
     * @param forbidden whether the rules of the programming models forbid the cycle
     */
    public record Generated(
            String name,
            String shape,
            String text,
            LitmusTest test,
            Condition cycle,
            Interpreter.Outcomes outcomes,
            boolean forbidden) {}

    /** The random choices of one program. */
    static final class Draw {
        private final SplittableRandom random;

        Draw(long seed, int number) {
            random = new SplittableRandom(seed * 1_000_003 + number);
        }

        int below(int n) {
            return random.nextInt(n);
        }

        boolean percent(int share) {
            return random.nextInt(100) < share;
        }

        <T> T of(List<T> values) {
            return values.get(random.nextInt(values.size()));
        }

        int of(int... values) {
            return values[random.nextInt(values.length)];
        }

        /**
         * Returns a text with its choices made from left to right: `[a~b~c]` is one of the three, `[30?a]` is `a` in 30
         * of 100 draws, and `[30?a~b]` is `b` in the others. Choices may have choices in them.
         */
        String text(String choices) {
            StringBuilder out = new StringBuilder();
            for (int i = 0; i < choices.length(); i++) {
                if (choices.charAt(i) != '[') {
                    out.append(choices.charAt(i));
                    continue;
                }
                List<String> parts = parts(choices, i + 1);
                int share = parts.get(0).matches("[0-9]+\\?.*") ? parts.get(0).indexOf('?') : -1;
                if (share > 0) {
                    boolean first = percent(Integer.parseInt(parts.get(0).substring(0, share)));
                    out.append(text(first ? parts.get(0).substring(share + 1) : parts.size() > 1 ? parts.get(1) : ""));
                } else {
                    out.append(parts.size() > 1 ? text(of(parts)) : "[" + text(parts.get(0)) + "]");
                }
                i += String.join("~", parts).length() + 1;
            }
            return out.toString();
        }

        /** Returns the parts of the choice that begins after a `[`. */
        private static List<String> parts(String text, int from) {
            List<String> parts = new ArrayList<>();
            int depth = 0;
            int begin = from;
            for (int i = from; ; i++) {
                char c = text.charAt(i);
                if (depth == 0 && (c == '~' || c == ']')) {
                    parts.add(text.substring(begin, i));
                    begin = i + 1;
                    if (c == ']') {
                        return parts;
                    }
                }
                depth += c == '[' ? 1 : c == ']' ? -1 : 0;
            }
        }
    }
}
