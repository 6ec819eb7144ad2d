// SPDX-License-Identifier: Apache-2.0
package fairlead.lab.litmus.generate;

import java.util.ArrayList;
import java.util.List;

/**
 * What the sketches of a kind have in common: a task on each of three nodes A, T and B, of which a program has those in
 * {@link #tasks}, and the words that they name.
 */
abstract class DrawnSketch {
    static final int POLL = 3000; // in cycles

    final Draw draw;
    final DrawnEvents events;
    final Draft a = new Draft("A");
    final Draft b = new Draft("B");
    final Draft t = new Draft("T");
    final List<Draft> tasks = new ArrayList<>(List.of(a));

    DrawnSketch(final Draw draw) {
        this.draw = draw;
        events = new DrawnEvents(draw);
    }

    /** Returns the program of a kind; {@code cycle} is the outcome that it asks for, as a condition. */
    final Sketch of(final String kind, final String cycle, final String... more) {
        return new Sketch(
                kind,
                List.of("A=0", "T=" + draw.of(List.of("near", "far")), "B=other"),
                CycleSketch.axes(draw, 3),
                events,
                tasks,
                cycle,
                List.of(more));
    }

    /** Declares a symbol of so many words, of which one is drawn to be looked at. */
    final Spot spot(final String symbol, final String node, final int words) {
        final Spot spot = new Spot(symbol, node, words, draw.below(words));
        events.declare(spot);
        return spot;
    }

    /** Declares a symbol of a size that is drawn. */
    final Spot spot(final String symbol, final String node) {
        return spot(symbol, node, draw.of(1, 1, 8, 64));
    }

    /** Declares a symbol of one word; nothing is drawn. */
    final Spot word(final String symbol, final String node) {
        final Spot spot = new Spot(symbol, node, 1, 0);
        events.declare(spot);
        return spot;
    }

    /** Declares a buffer at A of the size of a symbol, with the same word to be looked at. */
    final Spot buffer(final String symbol, final Spot like) {
        final Spot spot = new Spot(symbol, "A", like.words(), like.index());
        events.declare(spot);
        return spot;
    }

    /** Returns a statement that orders what its task has sent to T. */
    final String order() {
        return draw.of(List.of("fence T", "flush T", "quiet"));
    }

    /** Adds the task of T that waits for one word and reads another into r2. */
    final void reader(final String awaited, final Spot read) {
        t.add("r1 = poll " + awaited + " for " + POLL);
        t.add("r2 = load " + read.word());
        tasks.add(t);
    }
}
