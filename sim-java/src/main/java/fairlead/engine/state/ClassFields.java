// SPDX-License-Identifier: Apache-2.0
package fairlead.engine.state;

import java.lang.reflect.Array;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;

/**
 * What of an object belongs to its state: all its fields that are neither static nor transient, in a fixed order, or
 * the elements of an array or collection.
 *
 * @param words fields of primitive types, each of which is carried as one word
 * @param references fields of other types
 */
record ClassFields(List<Field> words, List<Field> references) {
    /** Packages of the configuration, which is not carried, because it is the same in both machines. */
    private static final Set<String> CONFIGURATION = Set.of("fairlead.machine", "fairlead.engine");

    private static final String LAMBDA = "$$Lambda";

    /** The fields of the classes seen so far. */
    static final class Table {
        private final Map<Class<?>, ClassFields> known = new IdentityHashMap<>();
        private final Predicate<Field> leftOut;

        /** @param leftOut fields that are left out, to show that a test notices it */
        Table(final Predicate<Field> leftOut) {
            this.leftOut = leftOut;
        }

        ClassFields of(final Class<?> type) {
            return known.computeIfAbsent(type, each -> ClassFields.of(each, leftOut));
        }
    }

    private static ClassFields of(final Class<?> type, final Predicate<Field> leftOut) {
        if (!type.getName().startsWith("fairlead.")) {
            throw new IllegalStateException("a checkpoint cannot carry an object of " + type.getName());
        }
        final List<Field> words = new ArrayList<>();
        final List<Field> references = new ArrayList<>();
        for (Class<?> at = type; at != Object.class && at != Record.class; at = at.getSuperclass()) {
            final List<Field> own = new ArrayList<>(List.of(at.getDeclaredFields()));
            own.removeIf(field -> Modifier.isStatic(field.getModifiers())
                    || Modifier.isTransient(field.getModifiers())
                    || leftOut.test(field));
            own.sort(Comparator.comparing(Field::getName));
            for (final Field field : own) {
                field.setAccessible(true);
                (field.getType().isPrimitive() ? words : references).add(field);
            }
        }
        return new ClassFields(List.copyOf(words), List.copyOf(references));
    }

    /** Returns the name of a class; that of a lambda expression is the same in each process. */
    static String name(final Class<?> type) {
        final String name = type.getName();
        final int lambda = name.indexOf(LAMBDA);
        return lambda < 0 ? name : name.substring(0, lambda + LAMBDA.length());
    }

    static boolean isWords(final Object object) {
        return object.getClass().isArray()
                && object.getClass().getComponentType().isPrimitive();
    }

    static boolean isList(final Object object) {
        return object instanceof Object[] || object instanceof ArrayList || object instanceof ArrayDeque;
    }

    /** Returns the number of elements of an array, or 0 for any other object. */
    static int length(final Object object) {
        return object.getClass().isArray() ? Array.getLength(object) : 0;
    }

    /** Returns the elements of an array of references or of a collection. */
    static Object[] elements(final Object list) {
        return list instanceof Object[] array ? array : ((Collection<?>) list).toArray();
    }

    /** Tells whether a reference leads to configuration, which is not carried. */
    static boolean isConfiguration(final Object object) {
        return object instanceof Record
                && CONFIGURATION.contains(object.getClass().getPackageName());
    }

    /** Tells whether a reference is carried with its holder, as it has no state that can change. */
    static boolean isValue(final Object object) {
        return object instanceof String
                || object instanceof Long
                || object instanceof Integer
                || object instanceof Enum;
    }

    static boolean isFinal(final Field field) {
        return Modifier.isFinal(field.getModifiers());
    }

    static Object get(final Field field, final Object holder) {
        try {
            return field.get(holder);
        } catch (final IllegalAccessException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Returns a field of a primitive type as a word. */
    static long word(final Field field, final Object holder) {
        final Object value = get(field, holder);
        if (value instanceof Boolean truth) {
            return truth ? 1 : 0;
        }
        if (value instanceof Character letter) {
            return letter;
        }
        return value instanceof Double number ? Double.doubleToRawLongBits(number) : ((Number) value).longValue();
    }

    /** Sets a field of a primitive type from its word. */
    static void set(final Field field, final Object holder, final long word) {
        set(field, holder, value(field.getType(), word));
    }

    static Object value(final Class<?> type, final long word) {
        if (type == long.class) {
            return word;
        }
        if (type == int.class) {
            return (int) word;
        }
        if (type == boolean.class) {
            return word != 0;
        }
        if (type == double.class) {
            return Double.longBitsToDouble(word);
        }
        if (type == char.class) {
            return (char) word;
        }
        if (type == byte.class) {
            return (byte) word;
        }
        if (type == short.class) {
            return (short) word;
        }
        throw new IllegalStateException("a checkpoint cannot carry a " + type);
    }

    static void set(final Field field, final Object holder, final Object value) {
        try {
            field.set(holder, value);
        } catch (final IllegalAccessException e) {
            throw new IllegalStateException(e);
        }
    }
}
