// SPDX-License-Identifier: Apache-2.0
package fairlead.lab.litmus.generate;

import fairlead.lab.litmus.generate.LitmusGenerator.Draw;
import fairlead.lab.litmus.generate.Sketch.Draft;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Draws the statement for a read or a write, and collects the words and first values that it needs. */
final class DrawnEvents {
    /**
     * The word through which two tasks are linked.
     *
     * @param symbol its name
     * @param node node on which it is
     * @param words words of the symbol; operations may carry them all
     * @param index the word that is observed
     */
    record Spot(String symbol, String node, int words, int index) {
        String word() {
            return index == 0 ? symbol : symbol + "[" + index + "]";
        }

        String all() {
            return words == 1 ? symbol : symbol + "[0.." + (words - 1) + "]";
        }

        String term() {
            return word() + "@" + node;
        }
    }

    private static final int POLL = 3000; // in cycles
    // of 100 puts from a buffer those after which a local flush, or a wait for their handle, and a store to it come
    private static final int FLUSHED = 15;
    private static final int AWAITED = 30;

    private final Draw draw;
    final List<String> words = new ArrayList<>();
    final Map<String, Integer> initial = new LinkedHashMap<>();
    private int buffers;

    DrawnEvents(Draw draw) {
        this.draw = draw;
    }

    void declare(Spot spot) {
        words.add(spot.symbol() + "@" + spot.node() + (spot.words() > 1 ? "[" + spot.words() + "]" : ""));
    }

    /** Declares a buffer of the size of a spot, whose words begin with a value. */
    private Spot buffer(String node, Spot like, int value) {
        Spot buffer = new Spot("b" + ++buffers, node, like.words(), like.index());
        declare(buffer);
        if (value != 0) {
            initial.put(buffer.symbol(), value);
        }
        return buffer;
    }

    /** Adds a write of `value` to the spot; `epoch` is the text after an operation of an epoch. */
    void write(Draft task, Spot spot, int value, boolean isSecond, String epoch) {
        boolean own = task.node.equals(spot.node());
        int kind = draw.below(epoch.isEmpty() ? 12 : 7);
        String word = spot.word();
        if (own && epoch.isEmpty() && kind < 6) {
            task.add("store " + word + " = " + value);
        } else if (kind < 5) {
            task.add(draw.text("put [50?" + spot.all() + "~" + word + "] = " + value + epoch));
        } else if (kind < 7) {
            putFromBuffer(task, spot, value, epoch);
        } else if (kind < 8 && own) {
            Spot source = buffer(task.node.equals("T") ? "A" : "T", spot, value);
            task.add("get " + spot.all() + " = " + source.all() + "@" + source.node());
        } else if (kind < 9 && isSecond) {
            task.add(task.register()
                    + draw.text(" = [50?cas " + word + " ? " + (value - 1) + " :~swap " + word + " =] " + value));
        } else if (kind < 10 && value == 1) {
            task.add(task.register()
                    + draw.text(" = [fadd W +=~for W |=~fxor W ^=] 1").replace("W", word));
        } else if (value == 1) {
            task.add(draw.text("[add W +=~or W |=~xor W ^=~set W =] 1").replace("W", word));
        } else {
            task.add("put " + word + " = " + value);
        }
    }

    private void putFromBuffer(Draft task, Spot spot, int value, String epoch) {
        Spot source = buffer(task.node, spot, value);
        String put = "put " + spot.all() + " from " + source.all() + epoch;
        int then = draw.below(100);
        String handle = then >= FLUSHED && then < AWAITED ? task.handle() : null;
        task.add(handle == null ? put : handle + " = " + put);
        if (then < AWAITED) {
            task.add(handle == null ? "flush_local" : "wait " + handle);
            task.add("store " + source.word() + " = 7");
        }
    }

    /**
     * @param waits whether the read should see a write, so that a read of the own node polls
     * @return the register with the value
     */
    String read(Draft task, Spot spot, boolean waits, String epoch) {
        String register = task.register();
        boolean own = task.node.equals(spot.node());
        int kind = draw.below(epoch.isEmpty() ? 10 : 8);
        String word = spot.word();
        if (own && epoch.isEmpty() && kind < 7) {
            task.add(register + " = " + (waits ? "poll " + word + " != 0 for " + POLL : "load " + word));
        } else if (kind < 6) {
            task.add("get " + register + " = " + word + epoch);
            task.pending = register;
        } else if (kind < 8) {
            Spot landing = buffer(task.node, spot, 0);
            String handle = buffers % 2 == 0 ? task.handle() : null;
            task.add((handle == null ? "" : handle + " = ") + "get " + landing.all() + " = " + spot.all() + epoch);
            task.last.add(handle == null ? "quiet" : "wait " + handle);
            task.last.add(register + " = load " + landing.word());
        } else if (kind < 9) {
            task.add(register
                    + draw.text(" = [fadd W += 0~fand W &= 0xffffffffffffffff~for W |= 0~fxor W ^= 0]")
                            .replace("W", word));
        } else {
            task.add(register + " = cas " + word + " ? 99 : 98");
        }
        return register;
    }
}
