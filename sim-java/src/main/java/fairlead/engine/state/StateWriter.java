// SPDX-License-Identifier: Apache-2.0
package fairlead.engine.state;

import java.io.DataOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.lang.reflect.Field;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;

/**
 * Writes everything that is reachable from one object: each object once, with its class and its fields. Nothing has to
 * be declared for a class, so a new field is carried as soon as it exists. Transient fields are not carried, and
 * neither is the configuration (records of `fairlead.engine`).
 */
public final class StateWriter {
    private final ClassFields.Table fields;
    private final IdentityHashMap<Object, Integer> numbers = new IdentityHashMap<>();
    private final List<Object> objects = new ArrayList<>();
    private final Map<String, Integer> names = new HashMap<>();
    private final DataOutputStream out;

    private StateWriter(final OutputStream out, final Predicate<Field> leftOut) {
        this.out = new DataOutputStream(out);
        fields = new ClassFields.Table(leftOut);
    }

    public static void write(final Object root, final OutputStream out) throws IOException {
        write(root, out, field -> false);
    }

    /** @param leftOut fields that are left out, for tests that must notice it */
    public static void write(final Object root, final OutputStream out, final Predicate<Field> leftOut)
            throws IOException {
        new StateWriter(out, leftOut).write(root);
    }

    private void write(final Object root) throws IOException {
        number(root);
        for (int i = 0; i < objects.size(); i++) {
            find(objects.get(i));
        }
        out.writeInt(objects.size());
        for (final Object object : objects) {
            name(ClassFields.name(object.getClass()));
            out.writeInt(ClassFields.length(object));
        }
        for (final Object object : objects) {
            content(object);
        }
        out.flush();
    }

    private void number(final Object object) {
        if (object != null
                && !ClassFields.isValue(object)
                && !ClassFields.isConfiguration(object)
                && numbers.putIfAbsent(object, objects.size()) == null) {
            objects.add(object);
        }
    }

    private void find(final Object object) {
        if (object instanceof Carried carried) {
            carried.saving();
        }
        if (ClassFields.isList(object)) {
            for (final Object element : ClassFields.elements(object)) {
                number(element);
            }
        } else if (!ClassFields.isWords(object)) {
            for (final Field field : fields.of(object.getClass()).references()) {
                number(ClassFields.get(field, object));
            }
        }
    }

    private void name(final String name) throws IOException {
        final Integer known = names.putIfAbsent(name, names.size());
        out.writeInt(known == null ? names.size() - 1 : known);
        if (known == null) {
            out.writeUTF(name);
        }
    }

    private void content(final Object object) throws IOException {
        if (ClassFields.isWords(object)) {
            out.write(WordArray.bytes(object));
        } else if (ClassFields.isList(object)) {
            final Object[] elements = ClassFields.elements(object);
            out.writeInt(elements.length);
            for (final Object element : elements) {
                reference(element);
            }
        } else {
            final ClassFields of = fields.of(object.getClass());
            final ByteBuffer words = ByteBuffer.allocate(of.words().size() * Long.BYTES);
            out.writeInt(of.words().size());
            for (final Field field : of.words()) {
                words.putLong(ClassFields.word(field, object));
            }
            out.write(words.array());
            out.writeInt(of.references().size());
            for (final Field field : of.references()) {
                reference(ClassFields.get(field, object));
            }
        }
    }

    private void reference(final Object to) throws IOException {
        if (to == null) {
            out.writeByte(Reference.NULL);
        } else if (ClassFields.isConfiguration(to)) {
            out.writeByte(Reference.CONFIGURATION);
        } else if (to instanceof String text) {
            out.writeByte(Reference.TEXT);
            out.writeUTF(text);
        } else if (to instanceof Enum<?> constant) {
            out.writeByte(Reference.CONSTANT);
            out.writeInt(constant.ordinal());
        } else if (to instanceof Long number) {
            out.writeByte(Reference.LONG);
            out.writeLong(number);
        } else if (to instanceof Integer number) {
            out.writeByte(Reference.INT);
            out.writeInt(number);
        } else {
            out.writeByte(Reference.OBJECT);
            out.writeInt(numbers.get(to));
        }
    }
}
