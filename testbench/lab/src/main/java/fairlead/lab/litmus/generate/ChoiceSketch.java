// SPDX-License-Identifier: Apache-2.0
package fairlead.lab.litmus.generate;

import java.util.List;

/** Draws a program in which a run decides what a task does: a loop until a condition, a branch, or a `wait any`. */
final class ChoiceSketch extends DrawnSketch {
    private ChoiceSketch(final Draw draw) {
        super(draw);
    }

    static Sketch draw(final Draw draw) {
        final ChoiceSketch sketch = new ChoiceSketch(draw);
        final String cycle =
                switch (draw.below(4)) {
                    case 0 -> sketch.spin();
                    case 1 -> sketch.branch();
                    case 2 -> sketch.sources();
                    default -> sketch.gets();
                };
        return sketch.of("CHOICE", cycle);
    }

    private void delay(final Draft task) {
        if (draw.percent(60)) {
            task.add("delay " + draw.of(50, 200, 500));
        }
    }

    /** Two puts in order or not, and a task that looks again and again for the second. */
    private String spin() {
        final Spot x = spot("x", "T");
        final Spot y = spot("y", "T");
        a.add("put " + x.all() + " = 1");
        if (draw.percent(50)) {
            a.add(order());
        }
        a.add("put " + y.word() + " = 1");
        final boolean until = draw.percent(50);
        t.add("repeat " + (2 + draw.below(4)) + (until ? " until r1 != 0 {" : " while " + y.word() + " == 0 {"));
        if (until) {
            t.add("r1 = load " + y.word());
        }
        t.add("delay " + draw.of(50, 100, 300));
        t.add("}");
        if (!until) {
            t.add("r1 = load " + y.word());
        }
        t.add("r2 = load " + x.word());
        tasks.add(t);
        return "T:r1 == 1 & T:r2 == 0";
    }

    /** A fence that is executed only if another node has put a word before. */
    private String branch() {
        final Spot x = spot("x", "T");
        final Spot y = spot("y", "T");
        final Spot z = spot("z", "A");
        delay(a);
        a.add("r1 = load " + z.word());
        a.add("put " + x.all() + " = 1");
        a.add("if r1 " + draw.of(List.of("== 1", "!= 0", "> 0")) + " {");
        a.add(order());
        if (draw.percent(40)) {
            a.add("} else {");
            a.add("put " + x.word() + " = 1");
        }
        a.add("}");
        a.add("put " + y.word() + " = 1");
        b.add("put " + z.word() + " = 1");
        tasks.add(b);
        reader(y.word() + " != 0", x);
        return "A:r1 == " + draw.below(2) + " & T:r1 == 1 & T:r2 == 0";
    }

    /** Two puts from buffers, one of which is written again: that of the put that is told, or the other. */
    private String sources() {
        final Spot x = spot("x", "T");
        final Spot y = spot("y", "B");
        final Spot p = buffer("p", x);
        final Spot q = buffer("q", y);
        events.initial().put("p", 1);
        events.initial().put("q", 1);
        a.add("h1 = put " + x.all() + " from " + p.all());
        a.add("h2 = put " + y.all() + " from " + q.all());
        a.add("r1 = wait any h1 h2");
        final boolean told = draw.percent(50);
        a.add("if r1 == " + (told ? 1 : 2) + " {");
        a.add("store " + p.word() + " = 7");
        a.add("} else {");
        a.add("store " + q.word() + " = 7");
        a.add("}");
        return "A:r1 == " + (told ? 1 : 2) + " & " + x.term() + " == 7 & " + y.term() + " >= 0";
    }

    /** Two gets, of which each is told once, and its word is read. */
    private String gets() {
        final Spot x = spot("x", "T");
        final Spot y = spot("y", "B");
        final Spot p = buffer("p", x);
        final Spot q = buffer("q", y);
        events.initial().put("x", 1);
        events.initial().put("y", 1);
        a.add("h1 = get " + p.all() + " = " + x.all());
        a.add("h2 = get " + q.all() + " = " + y.all());
        final boolean loop = draw.percent(40);
        final int looked = 1 + draw.below(2);
        if (loop) {
            a.add("repeat 2 until r1 == " + looked + " {");
        }
        a.add("r1 = wait any h1 h2");
        if (loop) {
            a.add("}");
        } else if (draw.percent(50)) {
            a.add("r3 = wait any h[1..2]");
            a.add("r2 = load " + (looked == 1 ? p : q).word());
            return "A:r1 == " + looked + " & A:r2 == " + draw.below(2) + " & A:r3 == " + looked;
        }
        a.add("r2 = load " + (looked == 1 ? p : q).word());
        return "A:r1 == " + looked + " & A:r2 == 0";
    }
}
