// SPDX-License-Identifier: Apache-2.0
package fairlead.lab.litmus.generate;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Draws the statement for a read or a write, and collects the words and first values that it needs. */
final class DrawnEvents {
    private static final int POLL = 3000; // in cycles
    // of 100 puts from a buffer those behind which a local flush, or a wait for their handle, and a store to it come
    private static final int FLUSHED = 15;
    private static final int AWAITED = 30;

    private final Draw draw;
    private final List<String> words = new ArrayList<>();
    private final Map<String, Integer> initial = new LinkedHashMap<>();
    private int buffers;

    DrawnEvents(final Draw draw) {
        this.draw = draw;
    }

    List<String> words() {
        return words;
    }

    Map<String, Integer> initial() {
        return initial;
    }

    void declare(final Spot spot) {
        words.add(spot.symbol() + "@" + spot.node() + (spot.words() > 1 ? "[" + spot.words() + "]" : ""));
    }

    private Spot buffer(final String node, final int size, final int index) {
        final Spot buffer = new Spot("b" + ++buffers, node, size, index);
        declare(buffer);
        return buffer;
    }

    /** Adds a write of `value` to the spot; `epoch` is the text behind an operation of an epoch. */
    void write(final Draft task, final Spot spot, final int value, final boolean isSecond, final String epoch) {
        final boolean own = task.node.equals(spot.node());
        final int kind = draw.below(epoch.isEmpty() ? 12 : 7);
        if (own && epoch.isEmpty() && kind < 6) {
            task.add("store " + spot.word() + " = " + value);
        } else if (kind < 5) {
            task.add("put " + (draw.percent(50) ? spot.all() : spot.word()) + " = " + value + epoch);
        } else if (kind < 7) {
            final Spot source = buffer(task.node, spot.words(), spot.index());
            initial.put(source.symbol(), value);
            final String put = "put " + spot.all() + " from " + source.all() + epoch;
            final int then = draw.below(100);
            if (then < FLUSHED) {
                task.add(put);
                task.add("flush_local");
                task.add("store " + source.word() + " = 7");
            } else if (then < AWAITED) {
                final String handle = task.handle();
                task.add(handle + " = " + put);
                task.add("wait " + handle);
                task.add("store " + source.word() + " = 7");
            } else {
                task.add(put);
            }
        } else if (kind < 8 && own) {
            final Spot source = buffer(other(task.node), spot.words(), spot.index());
            initial.put(source.symbol(), value);
            task.add("get " + spot.all() + " = " + source.all() + "@" + source.node());
        } else if (kind < 9 && isSecond) {
            final boolean compares = draw.percent(50);
            task.add(task.register()
                    + (compares
                            ? " = cas " + spot.word() + " ? " + (value - 1) + " : " + value
                            : " = swap " + spot.word() + " = " + value));
        } else if (kind < 10 && value == 1) {
            task.add(task.register() + " = " + change(List.of("fadd %s += 1", "for %s |= 1", "fxor %s ^= 1"), spot));
        } else if (value == 1) {
            task.add(change(List.of("add %s += 1", "or %s |= 1", "xor %s ^= 1", "set %s = 1"), spot));
        } else {
            task.add("put " + spot.word() + " = " + value);
        }
    }

    private String change(final List<String> statements, final Spot spot) {
        return String.format(draw.of(statements), spot.word());
    }

    private String other(final String node) {
        return node.equals("T") ? "A" : "T";
    }

    /**
     * Adds a read of the spot.
     *
     * @param waits whether the read should see a write, so that a read of the own node polls
     * @return the register with the value
     */
    String read(final Draft task, final Spot spot, final boolean waits, final String epoch) {
        final String register = task.register();
        final boolean own = task.node.equals(spot.node());
        final int kind = draw.below(epoch.isEmpty() ? 10 : 8);
        if (own && epoch.isEmpty() && kind < 7) {
            task.add(register + " = " + (waits ? "poll " + spot.word() + " != 0 for " + POLL : "load " + spot.word()));
        } else if (kind < 6) {
            task.add("get " + register + " = " + spot.word() + epoch);
            task.pending(register);
        } else if (kind < 8) {
            final Spot landing = buffer(task.node, spot.words(), spot.index());
            final String get = "get " + landing.all() + " = " + spot.all() + epoch;
            if (buffers % 2 == 0) {
                final String handle = task.handle();
                task.add(handle + " = " + get);
                task.addLast("wait " + handle);
            } else {
                task.add(get);
                task.addLast("quiet");
            }
            task.addLast(register + " = load " + landing.word());
        } else if (kind < 9) {
            task.add(register + " = "
                    + change(
                            List.of("fadd %s += 0", "fand %s &= 0xffffffffffffffff", "for %s |= 0", "fxor %s ^= 0"),
                            spot));
        } else {
            task.add(register + " = cas " + spot.word() + " ? 99 : 98");
        }
        return register;
    }
}
