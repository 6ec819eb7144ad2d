// SPDX-License-Identifier: Apache-2.0
package fairlead.engine.checkpoint;

import java.io.IOException;
import java.io.InputStream;
import java.io.InvalidObjectException;
import java.io.ObjectInputFilter;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.io.OutputStream;
import java.io.Serializable;
import java.lang.reflect.Array;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.lang.reflect.RecordComponent;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;

/**
 * The state of Java objects: everything that is reachable from one object, field by field, and back into objects that
 * were built in the same way. Nothing is declared for a class, so a new field is carried as soon as it exists. Static
 * and transient fields are not carried, and neither is the configuration, which is the same in both machines.
 *
 * <p>A state is two arrays in Java's own serialised form: the class of each object, and its content. Content is an
 * array of primitive values as it is, or the elements or field values of the object, where a {@link Link} stands for
 * another object. The objects themselves cannot be serialised by Java: a final field must lead to the same part of the
 * new machine, and lambda expressions are among them.
 */
public final class State {
    /** An object that has a part in its being saved and restored. */
    public interface Carried {
        /** Prepares the fields that are written; the object must go on as if this had not happened. */
        default void saving() {}

        /** Makes the parts that the object makes at their first use, before the state of such parts is read. */
        default void build() {}

        /** Derives transient fields from the others, which have been restored. */
        default void restored() {}
    }

    /** @param object number of the object, or -1 for a part of the configuration */
    private record Link(int object) implements Serializable {
        static final Link CONFIGURATION = new Link(-1);
    }

    private static final Set<String> CONFIGURATION = Set.of("fairlead.machine", "fairlead.engine");
    private static final String LAMBDA = "$$Lambda";
    private static final ObjectInputFilter VALUES = ObjectInputFilter.Config.createFilter("fairlead.**;java.lang.*;!*");

    private final Predicate<Field> leftOut;
    private final Map<Class<?>, List<Field>> fields = new HashMap<>();
    private final Map<Object, Integer> numbers = new IdentityHashMap<>();
    private final List<Object> objects =
            new ArrayList<>(); // by number; null: a saved object that is not yet known here
    // what is read
    private String[] types;
    private Object[] contents;
    /** Objects whose final fields, whose elements and whose other fields have not yet been followed, in this order. */
    private final List<ArrayDeque<Integer>> left = List.of(new ArrayDeque<>(), new ArrayDeque<>(), new ArrayDeque<>());

    private State(Predicate<Field> leftOut) {
        this.leftOut = leftOut;
    }

    public static void write(Object root, OutputStream out) throws IOException {
        write(root, out, field -> false);
    }

    /** @param leftOut fields that are left out, for tests that must notice it */
    public static void write(Object root, OutputStream out, Predicate<Field> leftOut) throws IOException {
        State state = new State(leftOut);
        state.saved(root);
        List<String> types = new ArrayList<>();
        List<Object> contents = new ArrayList<>();
        for (int i = 0; i < state.objects.size(); i++) { // grows while the contents link to further objects
            Object object = state.objects.get(i);
            types.add(name(object.getClass()));
            contents.add(state.content(object));
        }
        ObjectOutputStream data = new ObjectOutputStream(out);
        data.writeObject(types.toArray(String[]::new));
        data.writeObject(contents.toArray());
        data.flush();
    }

    /** Restores the state of `root`, which is undefined after an ObjectStreamException: the state does not fit it. */
    public static void read(Object root, InputStream in) throws IOException {
        read(root, in, field -> false);
    }

    public static void read(Object root, InputStream in, Predicate<Field> leftOut) throws IOException {
        try {
            ObjectInputStream data = new ObjectInputStream(in);
            data.setObjectInputFilter(VALUES);
            State state = new State(leftOut);
            state.types = (String[]) data.readObject();
            state.contents = (Object[]) data.readObject();
            state.restore(root);
        } catch (ReflectiveOperationException
                | IndexOutOfBoundsException
                | ClassCastException
                | NullPointerException
                | IllegalArgumentException e) {
            throw new InvalidObjectException("it does not fit: " + e.getMessage());
        }
    }

    // ---- classes

    /** Returns the carried fields of a class in a fixed order. */
    private List<Field> fields(Class<?> type) {
        return fields.computeIfAbsent(type, key -> {
            if (!type.getName().startsWith("fairlead.")) {
                throw new IllegalStateException("a checkpoint cannot carry an object of " + type.getName());
            }
            List<Field> all = new ArrayList<>();
            for (Class<?> at = type; at != Object.class && at != Record.class; at = at.getSuperclass()) {
                Arrays.stream(at.getDeclaredFields())
                        .filter(field -> (field.getModifiers() & (Modifier.STATIC | Modifier.TRANSIENT)) == 0)
                        .filter(leftOut.negate())
                        .sorted(Comparator.comparing(Field::getName))
                        .forEach(all::add);
            }
            all.forEach(field -> field.setAccessible(true));
            return all;
        });
    }

    private static Object get(Field field, Object holder) {
        try {
            return field.get(holder);
        } catch (IllegalAccessException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Returns the name of a class; that of a lambda expression is the same in each process. */
    private static String name(Class<?> type) {
        String name = type.getName();
        int lambda = name.indexOf(LAMBDA);
        return lambda < 0 ? name : name.substring(0, lambda + LAMBDA.length());
    }

    private static boolean isWords(Object object) {
        return object.getClass().isArray()
                && object.getClass().getComponentType().isPrimitive();
    }

    private static boolean isList(Object object) {
        return object instanceof Object[] || object instanceof ArrayList || object instanceof ArrayDeque;
    }

    private static boolean isConfiguration(Object object) {
        return object instanceof Record
                && CONFIGURATION.contains(object.getClass().getPackageName());
    }

    private static boolean isFinal(Field field) {
        return Modifier.isFinal(field.getModifiers());
    }

    // ---- writing

    private Object content(Object object) {
        if (object instanceof Carried carried) {
            carried.saving();
        }
        if (isWords(object)) {
            return object;
        }
        if (isList(object)) {
            Object[] elements = object instanceof Object[] array ? array : ((Collection<?>) object).toArray();
            return Arrays.stream(elements).map(this::saved).toArray();
        }
        return fields(object.getClass()).stream()
                .map(f -> saved(get(f, object)))
                .toArray();
    }

    /** Returns the value itself if it has no state that can change, else a link. */
    private Object saved(Object value) {
        if (value == null
                || value instanceof String
                || value instanceof Number
                || value instanceof Boolean
                || value instanceof Character
                || value instanceof Enum) {
            return value;
        }
        if (isConfiguration(value)) {
            return Link.CONFIGURATION;
        }
        Integer known = numbers.putIfAbsent(value, objects.size());
        if (known == null) {
            objects.add(value);
        }
        return new Link(numbers.get(value));
    }

    // ---- reading: which object of the machine is which saved one

    private void restore(Object root) throws IOException, ReflectiveOperationException {
        objects.addAll(java.util.Collections.nCopies(types.length, null));
        bind(0, root);
        for (int next = 0; next < left.size(); ) {
            if (left.get(next).isEmpty()) {
                next++;
            } else {
                int number = left.get(next).remove();
                if (next == 1) {
                    elements(number);
                } else {
                    follow(number, next == 0);
                }
                next = 0;
            }
        }
        for (int i = 0; i < types.length; i++) {
            create(i);
        }
        for (int i = 0; i < types.length; i++) {
            fill(objects.get(i), contents[i]);
        }
        for (Object object : objects) {
            if (object instanceof Carried carried) {
                carried.restored();
            }
        }
    }

    private boolean fits(int number, Object object) {
        return types[number].equals(name(object.getClass()))
                && (!object.getClass().isArray() || Array.getLength(object) == Array.getLength(contents[number]));
    }

    private void bind(int number, Object object) throws IOException {
        if (objects.get(number) == object) {
            return;
        }
        if (objects.get(number) != null || numbers.containsKey(object) || !fits(number, object)) {
            throw new InvalidObjectException(
                    "a " + types[number] + " is where the machine has a " + name(object.getClass()));
        }
        objects.set(number, object);
        numbers.put(object, number);
        if (isList(object)) {
            left.get(1).add(number);
        } else if (!isWords(object)) {
            left.get(0).add(number);
            left.get(2).add(number);
        }
    }

    private Object[] content(int number, List<Field> of) throws IOException {
        Object[] content = (Object[]) contents[number];
        if (content.length != of.size()) {
            throw new InvalidObjectException("class " + types[number] + " has other fields");
        }
        return content;
    }

    /** Binds what the final fields, or the others, lead to; a final field must have its saved value already. */
    private void follow(int number, boolean isFinal) throws IOException {
        Object holder = objects.get(number);
        List<Field> of = fields(holder.getClass());
        Object[] saved = content(number, of);
        for (int i = 0; i < saved.length; i++) {
            Field field = of.get(i);
            boolean isObject = saved[i] instanceof Link link && link.object >= 0;
            if (isFinal(field) != isFinal) {
                continue;
            }
            if (!isFinal) {
                if (isObject && holder instanceof Carried unbuilt && get(field, holder) == null) {
                    unbuilt.build();
                }
                maybe(saved[i], get(field, holder));
            } else if (isObject && get(field, holder) != null) {
                bind(((Link) saved[i]).object, get(field, holder));
            } else if (!same(saved[i], get(field, holder))) {
                throw new InvalidObjectException(field + " differs");
            }
        }
    }

    private static boolean same(Object saved, Object here) {
        return here != null && isConfiguration(here)
                ? Link.CONFIGURATION.equals(saved)
                : saved == null ? here == null : saved.equals(here);
    }

    private void elements(int number) throws IOException {
        if (objects.get(number) instanceof Object[] array) {
            for (int i = 0; i < array.length; i++) {
                maybe(((Object[]) contents[number])[i], array[i]);
            }
        }
    }

    /** Binds the object at a place that can change, unless it may be another one. */
    private void maybe(Object saved, Object here) throws IOException {
        if (saved instanceof Link link
                && link.object >= 0
                && here != null
                && !(here instanceof Record)
                && objects.get(link.object) == null
                && !numbers.containsKey(here)
                && fits(link.object, here)) {
            bind(link.object, here);
        }
    }

    // ---- reading: objects that the machine did not have when it was built, and values

    private Object create(int number) throws IOException, ReflectiveOperationException {
        if (objects.get(number) == null) {
            Class<?> type = Class.forName(types[number]);
            if (type.isArray()) {
                objects.set(number, Array.newInstance(type.getComponentType(), Array.getLength(contents[number])));
            } else if (type == ArrayList.class) {
                objects.set(number, new ArrayList<>());
            } else if (type == ArrayDeque.class) {
                objects.set(number, new ArrayDeque<>());
            } else if (type.isRecord() && type.getName().startsWith("fairlead.")) {
                objects.set(number, record(number, type));
            } else {
                throw new InvalidObjectException(
                        "an object of " + type.getName() + " that only a constructor can make");
            }
        }
        return objects.get(number);
    }

    private Object record(int number, Class<?> type) throws IOException, ReflectiveOperationException {
        List<String> names = fields(type).stream().map(Field::getName).toList();
        Object[] saved = content(number, fields(type));
        RecordComponent[] components = type.getRecordComponents();
        Object[] arguments = new Object[components.length];
        for (int i = 0; i < components.length; i++) {
            arguments[i] = value(saved[names.indexOf(components[i].getName())]);
        }
        var made = type.getDeclaredConstructor(
                Arrays.stream(components).map(RecordComponent::getType).toArray(Class<?>[]::new));
        made.setAccessible(true);
        return made.newInstance(arguments);
    }

    private Object value(Object saved) throws IOException, ReflectiveOperationException {
        return saved instanceof Link link ? create(link.object) : saved;
    }

    private void fill(Object object, Object content) throws IOException, ReflectiveOperationException {
        if (isWords(object)) {
            System.arraycopy(content, 0, object, 0, Array.getLength(object));
            return;
        }
        Object[] saved = (Object[]) content;
        if (object instanceof Object[] array) {
            for (int i = 0; i < array.length; i++) {
                array[i] = Link.CONFIGURATION.equals(saved[i]) ? array[i] : value(saved[i]);
            }
        } else if (object instanceof Collection<?>) {
            @SuppressWarnings("unchecked")
            Collection<Object> list = (Collection<Object>) object;
            list.clear();
            for (Object each : saved) {
                list.add(value(each));
            }
        } else {
            List<Field> of = fields(object.getClass());
            for (int i = 0; i < saved.length; i++) {
                if (!isFinal(of.get(i)) && !Link.CONFIGURATION.equals(saved[i])) {
                    of.get(i).set(object, value(saved[i]));
                }
            }
        }
    }
}
