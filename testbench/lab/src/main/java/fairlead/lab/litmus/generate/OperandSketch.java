// SPDX-License-Identifier: Apache-2.0
package fairlead.lab.litmus.generate;

import java.util.List;

/** Draws a program whose atomics, polls, signals or messages take their operands from registers. */
final class OperandSketch extends DrawnSketch {
    private static final int FIRST = 5;

    private OperandSketch(final Draw draw) {
        super(draw);
    }

    static Sketch draw(final Draw draw) {
        final OperandSketch sketch = new OperandSketch(draw);
        final String cycle =
                switch (draw.below(5)) {
                    case 0 -> sketch.late();
                    case 1 -> sketch.flag();
                    case 2 -> sketch.swap();
                    case 3 -> sketch.relay();
                    default -> sketch.signal();
                };
        return sketch.of("OPERAND", cycle);
    }

    /** Returns a word that holds 5 from the beginning, and a statement of the task that reads it into r1. */
    private void first(final Draft task, final String node) {
        final Spot z = word("z", node);
        events.initial().put("z", FIRST);
        if (node.equals(task.node)) {
            task.add("r1 = load " + z.word());
        } else {
            task.add("get r1 = " + z.word());
            task.add(draw.of(List.of("wait r1", "flush " + node, "quiet")));
        }
    }

    private String atomic(final Spot x, final int more) {
        final String value = "r1" + (more == 0 ? "" : more > 0 ? " + " + more : " - " + -more);
        return switch (draw.below(6)) {
            case 0 -> "or " + x.word() + " |= " + value;
            case 1 -> "xor " + x.word() + " ^= " + value;
            case 2 -> "set " + x.word() + " = " + value;
            case 3 -> "r2 = fadd " + x.word() + " += " + value;
            case 4 -> "r2 = cas " + x.word() + " ? r3 : " + value; // r3 is 0
            default -> "add " + x.word() + " += " + value;
        };
    }

    /** An atomic of a register that is read again behind it. */
    private String late() {
        first(a, draw.of(List.of("A", "T", "B")));
        final Spot x = word("x", "T");
        final Spot w = word("w", "A");
        events.initial().put("w", 2 * FIRST);
        final int more = draw.below(3) - 1;
        a.add(atomic(x, more));
        if (draw.percent(30)) {
            a.add("fence T");
        }
        a.add("r1 = load " + w.word());
        return x.term() + " == " + (draw.of(FIRST, 2 * FIRST) + more) + " & A:r1 == " + 2 * FIRST;
    }

    /** Data, an order or none, and a flag; both have values of a register, and the reader polls for one. */
    private String flag() {
        first(a, draw.of(List.of("A", "B")));
        final Spot x = word("x", "T");
        final Spot y = word("y", "T");
        a.add(draw.percent(50) ? atomic(x, 1) : "put " + x.word() + " = r1 + 1");
        a.add(draw.of(List.of("delay 20", "fence T", "flush T", "fence B")));
        a.add("set " + y.word() + " = r1 + 2");
        final Spot k = word("k", "T");
        events.initial().put("k", FIRST);
        t.add("r3 = load " + k.word());
        reader(y.word() + " == r3 + 2", x);
        return "T:r1 == " + (FIRST + 2) + " & T:r2 == " + draw.of(0, FIRST + 1);
    }

    /** Two tasks that increment a word by compare-and-swap of what they have read, or by a put of it. */
    private String swap() {
        final Spot c = word("c", "T");
        events.initial().put("c", FIRST);
        final boolean safe = draw.percent(60);
        for (final Draft task : List.of(a, b)) {
            task.add("get r1 = " + c.word());
            task.add(draw.of(List.of("wait r1", "flush T", "quiet")));
            task.add(safe ? "r2 = cas " + c.word() + " ? r1 : r1 + 1" : "r2 = swap " + c.word() + " = r1 + 1");
        }
        tasks.add(b);
        return "A:r2 == " + FIRST + " & B:r2 == " + (FIRST + draw.below(2)) + " & " + c.term() + " == "
                + (FIRST + 1 + draw.below(2));
    }

    /** A message that goes on with another value, beside data for the last node. */
    private String relay() {
        first(a, "A");
        final Spot x = word("x", "T");
        a.add("put " + x.word() + " = r1");
        a.add(draw.of(List.of("delay 20", "flush T", "quiet", "fence T")));
        a.add("send B 1 r1");
        a.add("r1 = load " + word("w", "A").word());
        b.add("r1 = recv 1");
        b.add("send T 2 r1 + 1");
        t.add("r1 = recv 2");
        t.add("r2 = load " + x.word());
        tasks.addAll(List.of(b, t));
        return "T:r1 == " + draw.of(FIRST + 1, FIRST + 1, 1) + " & T:r2 == " + draw.of(0, FIRST);
    }

    /** A signal of a value that was read elsewhere. */
    private String signal() {
        first(a, draw.of(List.of("A", "B")));
        final Spot x = word("x", "T");
        final Spot s = word("s", "T");
        final boolean follows = draw.percent(60);
        final String sign = draw.of(List.of(" = ", " += "));
        a.add(
                follows
                        ? "signal " + s.word() + sign + "r1 - 1 after put " + x.word() + " = r1"
                        : "put " + x.word() + " = r1");
        if (!follows) {
            a.add("add " + s.word() + " += r1 - 1");
        }
        a.add("r1 = load " + word("w", "A").word());
        reader(s.word() + " != 0", x);
        return "T:r1 == " + (FIRST - 1) + " & T:r2 == " + draw.of(0, FIRST);
    }
}
