// SPDX-License-Identifier: Apache-2.0
package fairlead.lab.litmus.generate;

import java.util.List;

/**
 * Draws an epoch beside a put of another node. When the epoch's first get has come back, the epoch is open. A put of
 * whoever is told so is refused, so that the epoch's later gets do not find it. A put that the target has admitted
 * before may still be written.
 */
final class GuardSketch extends DrawnSketch {
    private GuardSketch(final Draw draw) {
        super(draw);
    }

    static Sketch draw(final Draw draw) {
        return new GuardSketch(draw).epoch();
    }

    private Sketch epoch() {
        final Spot x = spot("x", "T");
        a.add("epoch open 1 to T");
        a.add("get r1 = " + x.word() + " in 1");
        a.add("wait r1");
        final boolean tells = draw.percent(60);
        if (tells) {
            word("f", "B");
            a.add("put f = 1");
        }
        if (draw.percent(40)) {
            a.add("put " + (draw.percent(50) ? x.all() : x.word()) + " = 1 in 1");
            a.add(draw.of(List.of("flush T", "fence T", "quiet")));
        }
        if (draw.percent(60)) {
            a.add("delay " + draw.of(50, 200, 500));
        }
        a.add("get r2 = " + x.word() + " in 1");
        a.add("wait r2");
        a.add("epoch close 1");
        if (tells) {
            b.add("r3 = poll f == 1 for 4000");
        } else if (draw.percent(70)) {
            b.add("delay " + draw.of(50, 100, 150, 300, 500));
        }
        b.add("r1 = try put " + x.word() + " = 2");
        if (draw.percent(50)) {
            b.add("r2 = try put " + x.word() + " = 2");
        }
        tasks.add(b);
        if (draw.percent(30)) {
            t.add("epoch await 1 from A");
            t.add("r1 = load " + x.word());
            tasks.add(t);
        }
        return of("GUARD", "A:r1 == 0 & A:r2 == 2" + (tells ? " & B:r3 == 1" : ""), "B:r1", x.term());
    }
}
