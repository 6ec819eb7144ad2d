// SPDX-License-Identifier: Apache-2.0
package fairlead.twin.nic;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import fairlead.hw.HwLayout;
import fairlead.hw.HwLayout.EventKind;
import fairlead.hw.HwLayout.EventUnit;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;

/**
 * Drives one unit of the twin by scripts: a line is a cycle. Left of `>` are inputs and questions (`question = answer`)
 * before its edge, separated by `;`. Right of it are all events of the cycle, which the page shows in the next one, in
 * their order, and questions after the edge; `..` is for any events. A line without `>` has no event. `5 cycles` are
 * five edges. In a file, a line `== name` begins a test with a new unit, `#` a comment, and a line that begins with a
 * space goes on with the one before.
 */
public abstract class UnitScript implements EventPorts {
    /** Cycle of the next edge. */
    protected long t;

    /** Number of edges of a line that names none. */
    protected int edges = 1;

    private final List<String> events = new ArrayList<>();
    private final long[] last = new long[HwLayout.FIRST_TILE_PORT_UNIT + HwLayout.EVENT_PORTS];

    /** Executes an input, or returns the answer to a question. */
    protected abstract Object play(String[] words);

    /** Executes step and edge of cycle t. */
    protected abstract void edge();

    /** Returns the text of an event; the words are hexadecimal. */
    protected String text(int unit, int kind, long a, long b) {
        return EventKind.name(kind) + " " + Long.toHexString(a) + " " + Long.toHexString(b);
    }

    protected static int number(String word) {
        return Integer.decode(word);
    }

    @Override
    public final void emit(int unit, int kind, long a, long b) {
        assertTrue(
                last[unit] != t + 1, () -> "two events of " + EventUnit.name(unit) + " in cycle " + t + ": " + events);
        last[unit] = t + 1;
        show(text(unit, kind, a, b));
    }

    /** Adds something that the unit does in this cycle to its events. */
    protected final void show(String event) {
        events.add(event);
    }

    /** Plays these lines. */
    public final void play(String lines) {
        lines.lines().filter(line -> !line.isBlank()).forEach(this::cycle);
    }

    private void cycle(String line) {
        String[] sides = line.split(">", 2);
        int cycles = edges;
        for (String item : items(sides[0])) {
            if (item.matches("\\d+ cycles")) {
                cycles = Integer.parseInt(item.substring(0, item.indexOf(' ')));
            } else {
                item(item, line);
            }
        }
        for (int i = 0; i < cycles; i++) {
            tick();
        }
        List<String> expected = new ArrayList<>();
        List<String> after = new ArrayList<>();
        for (String item : sides.length < 2 ? List.<String>of() : items(sides[1])) {
            (item.contains(" = ") ? after : expected).add(item);
        }
        if (!expected.equals(List.of(".."))) {
            assertEquals(expected, events, () -> "events of cycle " + (t - 1) + ": " + line);
        }
        events.clear();
        after.forEach(item -> item(item, line));
    }

    private void item(String item, String line) {
        String[] sides = item.split(" = ");
        Object answer = play(sides[0].trim().split(" +"));
        if (sides.length > 1) {
            assertEquals(sides[1].trim(), String.valueOf(answer), () -> sides[0] + " in cycle " + t + ": " + line);
        }
    }

    private static List<String> items(String side) {
        return Stream.of(side.split(";"))
                .map(String::trim)
                .filter(s -> !s.isEmpty())
                .toList();
    }

    /** Ends a cycle within an input that takes several. */
    protected final void tick() {
        edge();
        t++;
    }

    /** Forgets the events so far, and returns them. */
    protected final List<String> forget() {
        List<String> forgotten = List.copyOf(events);
        events.clear();
        return forgotten;
    }

    /** A test for each `== name` of the file in the resource folder `units`. */
    public static Stream<DynamicTest> tests(String file, Supplier<UnitScript> unit) {
        String text;
        try (var in = UnitScript.class.getResourceAsStream("/units/" + file)) {
            text = new String(in.readAllBytes(), StandardCharsets.UTF_8)
                    .replaceAll("(?m) *#.*", "")
                    .replaceAll("\\n +", " ");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        List<DynamicTest> tests = new ArrayList<>();
        for (String part : text.split("(?m)^== ")) {
            if (!part.isBlank()) {
                int end = part.indexOf('\n');
                tests.add(DynamicTest.dynamicTest(
                        part.substring(0, end), () -> unit.get().play(part.substring(end))));
            }
        }
        assertTrue(tests.size() > 1, file);
        return tests.stream();
    }
}
