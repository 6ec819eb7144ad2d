// SPDX-License-Identifier: Apache-2.0
package fairlead.lab.litmus.generate;

import java.util.List;

/**
 * Draws a program with what node software adds to the operations of the machine: locks, contexts, looks at a handle,
 * and values that come from registers.
 */
final class ServiceSketch extends DrawnSketch {
    private ServiceSketch(final Draw draw) {
        super(draw);
    }

    static Sketch draw(final Draw draw) {
        final ServiceSketch sketch = new ServiceSketch(draw);
        final String cycle =
                switch (draw.below(5)) {
                    case 0 -> sketch.counter();
                    case 1 -> sketch.readers();
                    case 2 -> sketch.look();
                    case 3 -> sketch.ticket();
                    default -> sketch.contexts();
                };
        return sketch.of("SERVICE", cycle);
    }

    /** Returns the name of a lock: of the node T, or a word elsewhere. */
    private String lock() {
        return draw.percent(50)
                ? "T"
                : spot("m", draw.of(List.of("A", "B", "T")), 1).word();
    }

    /** Two tasks that add to the same word under one lock, which both hold alone. */
    private String counter() {
        final String lock = lock();
        final Spot c = spot("c", "T", 1);
        for (final Draft task : List.of(a, b)) {
            task.add("lock " + lock);
            task.add("get r1 = " + c.word());
            task.add("wait r1");
            task.add("put " + c.word() + " = r1 + 1");
            task.add("unlock " + lock);
        }
        tasks.add(b);
        return "A:r1 == " + draw.below(2) + " & B:r1 == " + draw.below(2) + " & " + c.term() + " == "
                + (1 + draw.below(2));
    }

    /** A writer of two words and a reader, who share the lock or do not. */
    private String readers() {
        final String lock = lock();
        final Spot x = spot("x", "T");
        final Spot y = spot("y", "T");
        a.add("lock " + lock + draw.of(List.of("", "", " shared")));
        a.add("put " + x.all() + " = 1");
        a.add("put " + y.all() + " = 1");
        a.add("unlock " + lock);
        b.add("lock " + lock + draw.of(List.of("", " shared", " shared")));
        b.add("get r1 = " + y.word());
        b.add("get r2 = " + x.word());
        b.add("unlock " + lock);
        tasks.add(b);
        return "B:r1 == " + draw.below(2) + " & B:r2 == " + draw.below(2);
    }

    /** A put from a buffer that is written again when a look has found the put complete, or in any case. */
    private String look() {
        final Spot x = spot("x", "T");
        final Spot p = buffer("p", x);
        events.initial().put("p", 1);
        a.add("h1 = put " + x.all() + " from " + p.all());
        a.add("r1 = test h1");
        final boolean asks = draw.percent(60);
        if (asks) {
            a.add("if r1 == 1 {");
        }
        a.add("store " + p.word() + " = 7");
        if (asks) {
            a.add("}");
        }
        a.add("r2 = test h1");
        if (draw.percent(50)) {
            a.add("wait h1");
        }
        return "A:r1 == 1 & A:r2 == " + draw.below(2) + " & " + x.term() + " == " + draw.of(1, 7);
    }

    /** The value of a put or store comes from a register that is written again behind it. */
    private String ticket() {
        final Spot n = spot("n", "T", 1);
        final Spot x = spot("x", "T");
        final Spot z = spot("z", "A", 1);
        events.initial().put("z", 5);
        a.add("r1 = fadd " + n.word() + " += 1");
        a.add("put " + x.all() + " = r1 + 3");
        a.add("r1 = load " + z.word());
        if (draw.percent(50)) {
            a.add("store " + z.word() + " = r1 - 1");
        }
        b.add("r1 = fadd " + n.word() + " += 1");
        tasks.add(b);
        return x.term() + " == " + draw.of(3, 4, 8) + " & B:r1 == " + draw.below(2) + " & " + z.term() + " == "
                + draw.of(4, 5);
    }

    /** Two puts in contexts, and an order of one context between them. */
    private String contexts() {
        final Spot x = spot("x", "T");
        final Spot y = spot("y", "T");
        final String order = order();
        a.add("put " + x.all() + " = 1 ctx " + draw.below(2));
        a.add(order + " ctx " + draw.below(2));
        a.add("put " + y.word() + " = 1 ctx " + draw.below(2));
        reader(y.word() + " != 0", x);
        return "T:r1 == 1 & T:r2 == 0";
    }
}
