// SPDX-License-Identifier: Apache-2.0
package fairlead.engine.state;

import java.io.IOException;
import java.io.InputStream;
import java.lang.reflect.Array;
import java.lang.reflect.Constructor;
import java.lang.reflect.Field;
import java.lang.reflect.RecordComponent;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.function.Predicate;

/**
 * Restores what a {@link StateWriter} has written into objects that were built in the same way. Each saved object is
 * first bound to one of these: final fields lead to the same objects on both sides, and so do the elements of arrays
 * and the other fields while the objects behind them have the same class and length. What has no counterpart is
 * created: an array, a record or a collection. Then all elements and fields get their saved values; a final field must
 * have it already.
 */
public final class StateReader {
    private final ClassFields.Table fields;
    private final List<SavedObject> saved;
    private final Object[] bound;
    private final IdentityHashMap<Object, Integer> taken = new IdentityHashMap<>();
    // objects whose final fields, whose elements and whose other fields have not yet been followed, in this order
    private final ArrayDeque<Integer> finals = new ArrayDeque<>();
    private final ArrayDeque<Integer> lists = new ArrayDeque<>();
    private final ArrayDeque<Integer> others = new ArrayDeque<>();

    private StateReader(final List<SavedObject> saved, final Predicate<Field> leftOut) {
        this.saved = saved;
        bound = new Object[saved.size()];
        fields = new ClassFields.Table(leftOut);
    }

    /** Restores the state of `root`; after a StateException it is undefined. */
    public static void read(final Object root, final InputStream in) throws IOException {
        read(root, in, field -> false);
    }

    public static void read(final Object root, final InputStream in, final Predicate<Field> leftOut)
            throws IOException {
        final List<SavedObject> saved = new StateInput(in).objects();
        if (saved.isEmpty()) {
            throw new StateException("it has no object");
        }
        try {
            new StateReader(saved, leftOut).restore(root);
        } catch (final IndexOutOfBoundsException | ClassCastException | IllegalArgumentException e) {
            throw new StateException("it does not fit: " + e.getMessage());
        }
    }

    private void restore(final Object root) {
        bind(0, root);
        while (true) {
            if (!finals.isEmpty()) {
                follow(finals.remove(), true);
            } else if (!lists.isEmpty()) {
                elements(lists.remove());
            } else if (!others.isEmpty()) {
                follow(others.remove(), false);
            } else {
                break;
            }
        }
        for (int i = 0; i < bound.length; i++) {
            create(i);
        }
        for (int i = 0; i < bound.length; i++) {
            fill(bound[i], saved.get(i));
        }
        for (final Object object : bound) {
            if (object instanceof Carried carried) {
                carried.restored();
            }
        }
    }

    // ---- which object is which

    private boolean fits(final int number, final Object object) {
        final SavedObject one = saved.get(number);
        return one.type().equals(ClassFields.name(object.getClass())) && one.length() == ClassFields.length(object);
    }

    private void bind(final int number, final Object object) {
        if (bound[number] == object) {
            return;
        }
        if (bound[number] != null || taken.containsKey(object) || !fits(number, object)) {
            throw new StateException("a " + saved.get(number).type() + " is where the machine has a "
                    + ClassFields.name(object.getClass()));
        }
        bound[number] = object;
        taken.put(object, number);
        if (ClassFields.isList(object)) {
            lists.add(number);
        } else if (!ClassFields.isWords(object)) {
            finals.add(number);
            others.add(number);
        }
    }

    private void follow(final int number, final boolean isFinal) {
        final Object holder = bound[number];
        final List<Field> of = fields.of(holder.getClass()).references();
        final Reference[] references = saved.get(number).references();
        if (of.size() != references.length) {
            throw new StateException("class " + holder.getClass().getName() + " has other fields");
        }
        for (int i = 0; i < references.length; i++) {
            final Field field = of.get(i);
            if (ClassFields.isFinal(field) != isFinal) {
                continue;
            }
            final Object here = ClassFields.get(field, holder);
            if (!isFinal) {
                if (here == null && references[i].isObject() && holder instanceof Carried unbuilt) {
                    unbuilt.build();
                }
                maybe(references[i], ClassFields.get(field, holder));
            } else if (references[i].isObject() && here != null) {
                bind(references[i].number(), here);
            } else if (!same(references[i], here)) {
                throw new StateException(field + " differs");
            }
        }
    }

    private static boolean same(final Reference reference, final Object here) {
        return switch (reference.kind()) {
            case Reference.NULL -> here == null;
            case Reference.CONFIGURATION -> here != null && ClassFields.isConfiguration(here);
            case Reference.CONSTANT -> here instanceof Enum<?> constant
                    && reference.value().equals(constant.ordinal());
            case Reference.OBJECT -> false;
            default -> reference.value().equals(here);
        };
    }

    private void elements(final int number) {
        if (bound[number] instanceof Object[] array) {
            final Reference[] references = saved.get(number).references();
            for (int i = 0; i < array.length; i++) {
                maybe(references[i], array[i]);
            }
        }
    }

    /** Binds the object at a place that can change, unless it may be another one. */
    private void maybe(final Reference reference, final Object here) {
        if (reference.isObject()
                && here != null
                && !(here instanceof Record)
                && bound[reference.number()] == null
                && !taken.containsKey(here)
                && fits(reference.number(), here)) {
            bind(reference.number(), here);
        }
    }

    // ---- objects that the machine did not have when it was built

    private Object create(final int number) {
        if (bound[number] == null) {
            final SavedObject one = saved.get(number);
            try {
                final Class<?> type = Class.forName(one.type());
                if (type.isArray()) {
                    bound[number] = Array.newInstance(type.getComponentType(), one.length());
                } else if (type == ArrayList.class) {
                    bound[number] = new ArrayList<>();
                } else if (type == ArrayDeque.class) {
                    bound[number] = new ArrayDeque<>();
                } else if (type.isRecord() && type.getName().startsWith("fairlead.")) {
                    bound[number] = record(type, one);
                } else {
                    throw new StateException("an object of " + one.type() + " that only a constructor can make");
                }
            } catch (final ReflectiveOperationException e) {
                throw new StateException("class " + one.type() + ": " + e);
            }
        }
        return bound[number];
    }

    private Object record(final Class<?> type, final SavedObject one) throws ReflectiveOperationException {
        final ClassFields of = fields.of(type);
        final RecordComponent[] components = type.getRecordComponents();
        final Object[] arguments = new Object[components.length];
        for (int i = 0; i < components.length; i++) {
            final RecordComponent component = components[i];
            final Predicate<Field> isIt = field -> field.getName().equals(component.getName());
            if (component.getType().isPrimitive()) {
                arguments[i] = ClassFields.value(component.getType(), one.words()[index(of.words(), isIt)]);
            } else {
                arguments[i] = value(one.references()[index(of.references(), isIt)], component.getType());
            }
        }
        final Constructor<?> made = type.getDeclaredConstructor(
                Arrays.stream(components).map(RecordComponent::getType).toArray(Class<?>[]::new));
        made.setAccessible(true);
        return made.newInstance(arguments);
    }

    private static int index(final List<Field> fields, final Predicate<Field> isIt) {
        for (int i = 0; i < fields.size(); i++) {
            if (isIt.test(fields.get(i))) {
                return i;
            }
        }
        throw new StateException("a component that was left out");
    }

    private Object value(final Reference reference, final Class<?> type) {
        return switch (reference.kind()) {
            case Reference.OBJECT -> create(reference.number());
            case Reference.CONSTANT -> type.getEnumConstants()[(int) reference.value()];
            case Reference.CONFIGURATION -> throw new StateException("configuration that can change");
            default -> reference.value();
        };
    }

    // ---- values

    private void fill(final Object object, final SavedObject one) {
        if (ClassFields.isWords(object)) {
            WordArray.fill(object, one.bytes());
        } else if (object instanceof Object[] array) {
            final Class<?> type = array.getClass().getComponentType();
            for (int i = 0; i < array.length; i++) {
                if (one.references()[i].kind() != Reference.CONFIGURATION) {
                    array[i] = value(one.references()[i], type);
                }
            }
        } else if (ClassFields.isList(object)) {
            @SuppressWarnings("unchecked")
            final Collection<Object> list = (Collection<Object>) object;
            list.clear();
            for (final Reference reference : one.references()) {
                list.add(value(reference, Object.class));
            }
        } else {
            fields(object, one);
        }
    }

    private void fields(final Object object, final SavedObject one) {
        final ClassFields of = fields.of(object.getClass());
        if (of.words().size() != one.words().length) {
            throw new StateException("class " + object.getClass().getName() + " has other fields");
        }
        for (int i = 0; i < one.words().length; i++) {
            final Field field = of.words().get(i);
            if (!ClassFields.isFinal(field)) {
                ClassFields.set(field, object, one.words()[i]);
            } else if (ClassFields.word(field, object) != one.words()[i]) {
                throw new StateException(field + " differs");
            }
        }
        for (int i = 0; i < one.references().length; i++) {
            final Field field = of.references().get(i);
            if (!ClassFields.isFinal(field) && one.references()[i].kind() != Reference.CONFIGURATION) {
                ClassFields.set(field, object, value(one.references()[i], field.getType()));
            }
        }
    }
}
