// SPDX-License-Identifier: Apache-2.0
package fairlead.engine.checkpoint;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.ObjectStreamException;
import java.io.Serializable;
import java.lang.reflect.Field;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntSupplier;
import java.util.function.Predicate;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("M-690")
@Tag("M-691")
class StateTest {
    private enum Colour {
        RED,
        BLUE
    }

    private record Note(int cycle, String text, Colour colour, Note before) implements Serializable {}

    private static class Base {
        protected long count;
    }

    private static final class Machine extends Base {
        private final int size;
        private final int[] fixed;
        private int[] grown = new int[1];
        private boolean truth;
        private char letter;
        private byte octet;
        private short half;
        private double number;
        private Colour colour = Colour.RED;
        private String text = "";
        private Object chosen;
        private final Machine[] parts;
        private final ArrayDeque<Note> notes = new ArrayDeque<>();
        private List<int[]> lists = new ArrayList<>();
        private final IntSupplier reads;
        private transient int[] scratch = {1};

        Machine(int size, int children) {
            this.size = size;
            fixed = new int[size];
            parts = new Machine[children];
            Arrays.setAll(parts, i -> new Machine(size, 0));
            int[] hidden = {0};
            reads = () -> hidden[0]++;
        }
    }

    private static Machine used() {
        Machine machine = new Machine(3, 2);
        machine.count = 1L << 40;
        machine.fixed[1] = 7;
        machine.grown = new int[] {1, 2, 3};
        machine.truth = true;
        machine.letter = 'x';
        machine.octet = -3;
        machine.half = -300;
        machine.number = -0.5;
        machine.colour = Colour.BLUE;
        machine.text = "stopped";
        machine.chosen = machine.parts[1];
        machine.parts[0].grown = machine.grown; // shared
        machine.parts[1].chosen = machine; // a circle
        Note first = new Note(5, "one", Colour.BLUE, null);
        machine.notes.add(first);
        machine.notes.add(new Note(6, null, Colour.RED, first));
        machine.lists.add(machine.fixed);
        machine.reads.getAsInt();
        machine.reads.getAsInt();
        machine.scratch = null;
        return machine;
    }

    private static byte[] written(Object root, Predicate<Field> leftOut) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        try {
            State.write(root, out, leftOut);
        } catch (IOException e) {
            throw new AssertionError(e);
        }
        return out.toByteArray();
    }

    private static byte[] written(Object root) {
        return written(root, field -> false);
    }

    @Test
    void everyFieldIsRestoredIntoTheObjectsOfTheNewMachine() throws IOException {
        Machine fresh = new Machine(3, 2);
        Machine part = fresh.parts[1];
        int[] fixed = fresh.fixed;
        State.read(fresh, new ByteArrayInputStream(written(used())));
        assertEquals(1L << 40, fresh.count);
        assertSame(fixed, fresh.fixed);
        assertArrayEquals(new int[] {0, 7, 0}, fresh.fixed);
        assertArrayEquals(new int[] {1, 2, 3}, fresh.grown);
        assertTrue(fresh.truth);
        assertEquals('x', fresh.letter);
        assertEquals(-3, fresh.octet);
        assertEquals(-300, fresh.half);
        assertEquals(-0.5, fresh.number);
        assertEquals(Colour.BLUE, fresh.colour);
        assertEquals("stopped", fresh.text);
        assertSame(part, fresh.parts[1]);
        assertSame(part, fresh.chosen, "a reference that can change leads to the part of the new machine");
        assertSame(fresh.grown, fresh.parts[0].grown, "what was shared is shared");
        assertSame(fresh, part.chosen);
        assertNull(fresh.parts[0].chosen);
        Note last = fresh.notes.getLast();
        assertEquals(new Note(6, null, Colour.RED, new Note(5, "one", Colour.BLUE, null)), last);
        assertSame(fresh.notes.getFirst(), last.before());
        assertSame(fixed, fresh.lists.get(0));
        assertEquals(2, fresh.reads.getAsInt(), "what only a lambda expression reaches");
        assertArrayEquals(new int[] {1}, fresh.scratch, "a transient field is not carried");
    }

    @Test
    void theStateOfARestoredMachineIsTheSavedState() throws IOException {
        byte[] state = written(used());
        Machine fresh = new Machine(3, 2);
        State.read(fresh, new ByteArrayInputStream(state));
        assertArrayEquals(state, written(fresh));
        assertNotSame(state, written(fresh));
    }

    @Test
    void aMachineThatWasBuiltInAnotherWayIsRefused() {
        byte[] state = written(used());
        ObjectStreamException size = assertThrows(
                ObjectStreamException.class, () -> State.read(new Machine(4, 2), new ByteArrayInputStream(state)));
        assertTrue(size.getMessage().contains("[I"), size.getMessage());
        assertThrows(ObjectStreamException.class, () -> State.read(new Machine(3, 1), new ByteArrayInputStream(state)));
        assertThrows(ObjectStreamException.class, () -> State.read(new Base(), new ByteArrayInputStream(state)));
    }

    @Test
    void aFieldThatIsLeftOutKeepsItsFirstValue() throws IOException {
        Predicate<Field> leftOut = field -> field.getName().equals("count");
        Machine fresh = new Machine(3, 2);
        State.read(fresh, new ByteArrayInputStream(written(used(), leftOut)), leftOut);
        assertEquals(0, fresh.count);
        assertTrue(fresh.truth);
    }

    /** A new field of a class that cannot be carried is noticed by whoever first saves the machine. */
    @Test
    void anObjectThatCannotBeCarriedIsNamed() {
        class Newer {
            final Map<String, String> map = new HashMap<>();

            int size() {
                return map.size();
            }
        }
        Newer newer = new Newer();
        assertEquals(0, newer.size());
        IllegalStateException refused = assertThrows(IllegalStateException.class, () -> written(newer));
        assertTrue(refused.getMessage().contains("java.util.HashMap"), refused.getMessage());
    }

    @Test
    void aStateThatEndsEarlyIsRefused() {
        byte[] state = written(used());
        for (int length = 0; length < state.length; length++) {
            byte[] part = Arrays.copyOf(state, length);
            Exception refused = assertThrows(
                    Exception.class,
                    () -> State.read(new Machine(3, 2), new ByteArrayInputStream(part)),
                    () -> part.length + " bytes were accepted");
            assertTrue(refused instanceof ObjectStreamException || refused instanceof EOFException, refused.toString());
        }
    }
}
