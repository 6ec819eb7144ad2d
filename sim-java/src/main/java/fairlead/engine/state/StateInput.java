// SPDX-License-Identifier: Apache-2.0
package fairlead.engine.state;

import java.io.DataInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Reads the objects that a {@link StateWriter} has written. */
final class StateInput {
    private static final Map<String, Integer> WIDTHS = Map.of(
            "[J",
            Long.BYTES,
            "[D",
            Long.BYTES,
            "[I",
            Integer.BYTES,
            "[C",
            Short.BYTES,
            "[S",
            Short.BYTES,
            "[B",
            1,
            "[Z",
            1);
    private static final int PIECE = 1 << 20; // so that a wrong count ends in the end of the file, not of the memory

    private final DataInputStream in;
    private final List<String> names = new ArrayList<>();

    StateInput(final InputStream in) {
        this.in = new DataInputStream(in);
    }

    List<SavedObject> objects() throws IOException {
        final int count = count();
        final List<String> types = new ArrayList<>();
        final List<Integer> lengths = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            types.add(name());
            lengths.add(count());
        }
        final List<SavedObject> objects = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            objects.add(object(types.get(i), lengths.get(i)));
        }
        return objects;
    }

    private int count() throws IOException {
        final int count = in.readInt();
        if (count < 0) {
            throw new StateException("a negative count");
        }
        return count;
    }

    private String name() throws IOException {
        final int index = count();
        if (index == names.size()) {
            names.add(in.readUTF());
        }
        if (index >= names.size()) {
            throw new StateException("class " + index + " has no name");
        }
        return names.get(index);
    }

    private SavedObject object(final String type, final int length) throws IOException {
        final Integer width = WIDTHS.get(type);
        if (width != null) {
            final byte[] bytes = in.readNBytes(Math.multiplyExact(length, width));
            if (bytes.length != length * width) {
                throw new StateException("it ends early");
            }
            return new SavedObject(type, length, bytes, null, null);
        }
        final long[] words = isList(type) ? null : words();
        return new SavedObject(type, length, null, words, references());
    }

    static boolean isList(final String type) {
        return type.startsWith("[") || type.startsWith("java.util.");
    }

    private long[] words() throws IOException {
        final long[] words = new long[Math.min(count(), PIECE)];
        for (int i = 0; i < words.length; i++) {
            words[i] = in.readLong();
        }
        return words;
    }

    private Reference[] references() throws IOException {
        final int count = count();
        final List<Reference> all = new ArrayList<>(Math.min(count, PIECE));
        for (int i = 0; i < count; i++) {
            all.add(reference());
        }
        return all.toArray(Reference[]::new);
    }

    private Reference reference() throws IOException {
        final int kind = in.readUnsignedByte();
        return new Reference(
                kind,
                switch (kind) {
                    case Reference.NULL, Reference.CONFIGURATION -> null;
                    case Reference.OBJECT, Reference.CONSTANT, Reference.INT -> in.readInt();
                    case Reference.LONG -> in.readLong();
                    case Reference.TEXT -> in.readUTF();
                    default -> throw new StateException("a reference of kind " + kind);
                });
    }
}
