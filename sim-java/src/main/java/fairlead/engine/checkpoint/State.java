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
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Predicate;

/**
 * The state of Java objects: everything that is reachable from one object, field by field, and back into objects that
 * were built in the same way. Nothing is declared for a class, so a new field is carried as soon as it exists. Static
 * and transient fields are not carried, and neither is the configuration, which is the same in both machines.
 *
 * <p>Writing and reading visit the objects in the same order and pass each value on: a value that cannot change as it
 * is, which may be a Serializable record, and a {@link Link} for another object. An object that is read takes the place
 * of the machine's object where the link is, if that is of its class; a final field must lead to it. The objects
 * themselves cannot be serialised by Java: lambda expressions are among them.
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

    /**
     * @param object number of the object, or -1 for a part of the configuration
     * @param type class of an object that has not been linked before, else null
     * @param size number of elements of such an array
     */
    private record Link(int object, String type, int size) implements Serializable {
        static final Link CONFIGURATION = new Link(-1, null, 0);
    }

    private static final Set<String> CONFIGURATION = Set.of("fairlead.machine", "fairlead.engine");
    private static final String LAMBDA = "$$Lambda";
    private static final ObjectInputFilter VALUES =
            ObjectInputFilter.Config.createFilter("fairlead.**;java.lang.*;java.util.ArrayList;!*");

    // the order in which what objects lead to is visited: what may be another object comes after what may not
    private static final int FINAL_FIELDS = 0;
    private static final int ARRAY_ELEMENTS = 1;
    private static final int OTHER_FIELDS = 2;
    private static final int LIST_ELEMENTS = 3;

    private final Predicate<Field> leftOut;
    private final ObjectOutputStream out; // null while a state is read
    private final ObjectInputStream in; // null while a state is written
    private final Map<Class<?>, List<Field>> fields = new HashMap<>();
    private final Map<Object, Integer> numbers = new IdentityHashMap<>();
    private final List<Object> objects = new ArrayList<>(); // by number
    private final List<ArrayDeque<Object>> left =
            List.of(new ArrayDeque<>(), new ArrayDeque<>(), new ArrayDeque<>(), new ArrayDeque<>());

    private State(Predicate<Field> leftOut, ObjectOutputStream out, ObjectInputStream in) {
        this.leftOut = leftOut;
        this.out = out;
        this.in = in;
    }

    public static void write(Object root, OutputStream out) throws IOException {
        write(root, out, field -> false);
    }

    /** @param leftOut fields that are left out, for tests that must notice it */
    public static void write(Object root, OutputStream out, Predicate<Field> leftOut) throws IOException {
        ObjectOutputStream data = new ObjectOutputStream(out);
        try {
            new State(leftOut, data, null).carry(root);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(e);
        }
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
            State state = new State(leftOut, null, data);
            state.carry(root);
            for (Object object : state.objects) {
                if (object instanceof Carried carried) {
                    carried.restored();
                }
            }
        } catch (ReflectiveOperationException
                | IndexOutOfBoundsException
                | ClassCastException
                | NullPointerException
                | IllegalArgumentException e) {
            throw new InvalidObjectException("it does not fit: " + e.getMessage());
        }
    }

    // ---- classes

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

    /** Returns the name of a class; that of a lambda expression is the same in each process. */
    private static String name(Class<?> type) {
        String name = type.getName();
        int lambda = name.indexOf(LAMBDA);
        return lambda < 0 ? name : name.substring(0, lambda + LAMBDA.length());
    }

    private static int size(Object object) {
        return object.getClass().isArray() ? Array.getLength(object) : 0;
    }

    private static boolean isConfiguration(Object object) {
        return object instanceof Record
                && CONFIGURATION.contains(object.getClass().getPackageName());
    }

    private static boolean isPlain(Object value) {
        return value == null
                || value instanceof String
                || value instanceof Number
                || value instanceof Boolean
                || value instanceof Character
                || value instanceof Enum
                || value instanceof Record && value instanceof Serializable;
    }

    // ---- the objects in their order

    private void carry(Object root) throws IOException, ReflectiveOperationException {
        value(token(root), root, true);
        for (int part = 0; part < left.size(); ) {
            Object object = left.get(part).poll();
            if (object == null) {
                part++;
                continue;
            }
            switch (part) {
                case ARRAY_ELEMENTS -> {
                    Object[] array = (Object[]) object;
                    for (int i = 0; i < array.length; i++) {
                        array[i] = value(token(array[i]), array[i], false);
                    }
                }
                case LIST_ELEMENTS -> elements(object);
                default -> follow(object, part == FINAL_FIELDS);
            }
            part = 0;
        }
    }

    private void elements(Object object) throws IOException, ReflectiveOperationException {
        @SuppressWarnings("unchecked")
        Collection<Object> list = (Collection<Object>) object;
        int size = (int) token(list.size());
        if (out != null) {
            for (Object each : list) {
                value(token(each), each, false);
            }
        } else {
            list.clear();
            for (int i = 0; i < size; i++) {
                list.add(value(token(null), null, false));
            }
        }
    }

    private void follow(Object holder, boolean isFinal) throws IOException, ReflectiveOperationException {
        if (out != null && isFinal && holder instanceof Carried carried) {
            carried.saving();
        }
        for (Field field : fields(holder.getClass())) {
            if (Modifier.isFinal(field.getModifiers()) != isFinal) {
                continue;
            }
            Object here = field.get(holder);
            Object token = token(here);
            if (!isFinal && here == null && token instanceof Link && holder instanceof Carried unbuilt) {
                unbuilt.build();
                here = field.get(holder);
            }
            Object value = value(token, here, isFinal);
            if (in != null && !isFinal) {
                field.set(holder, value);
            }
        }
    }

    // ---- values

    /** Writes what stands for a value, or reads what stands for the value that was there. */
    private Object token(Object here) throws IOException, ReflectiveOperationException {
        if (in != null) {
            return in.readObject();
        }
        Object token = here;
        if (isConfiguration(here)) {
            token = Link.CONFIGURATION;
        } else if (!isPlain(here)) {
            Integer known = numbers.get(here);
            token = known != null
                    ? new Link(known, null, 0)
                    : new Link(objects.size(), name(here.getClass()), size(here));
        }
        out.writeObject(token);
        return token;
    }

    /** Returns the value of a token, which must be `here` if it is `fixed`, and carries the content of a new object. */
    private Object value(Object token, Object here, boolean fixed) throws IOException, ReflectiveOperationException {
        Object value = token;
        if (token instanceof Link link) {
            value = link.type != null
                    ? first(link, here, fixed)
                    : link.object >= 0 ? objects.get(link.object) : isConfiguration(here) || !fixed ? here : link;
        }
        if (fixed && value != here && !(isPlain(here) && Objects.equals(value, here))) {
            throw new InvalidObjectException("a final field has another value: " + here);
        }
        return value;
    }

    private Object first(Link link, Object here, boolean fixed) throws IOException, ReflectiveOperationException {
        int number = objects.size();
        Object object = out != null ? here : place(link, here, fixed);
        if (number != link.object) {
            throw new InvalidObjectException("objects are not in their order");
        }
        objects.add(object);
        numbers.put(object, number);
        if (object instanceof Object[]) {
            left.get(ARRAY_ELEMENTS).add(object);
        } else if (object.getClass().isArray() && out != null) {
            out.writeObject(object);
        } else if (object.getClass().isArray()) {
            System.arraycopy(in.readObject(), 0, object, 0, link.size);
        } else if (object instanceof ArrayList || object instanceof ArrayDeque) {
            left.get(LIST_ELEMENTS).add(object);
        } else {
            left.get(FINAL_FIELDS).add(object);
            left.get(OTHER_FIELDS).add(object);
        }
        return object;
    }

    /** Returns the object for a link: the one that is here if it fits, else a new one. */
    private Object place(Link link, Object here, boolean fixed) throws IOException, ReflectiveOperationException {
        boolean fits = here != null
                && !numbers.containsKey(here)
                && link.type.equals(name(here.getClass()))
                && link.size == size(here);
        if (fits) {
            return here;
        }
        if (fixed) {
            throw new InvalidObjectException(
                    "a " + link.type + " is where the machine has a " + (here == null ? here : name(here.getClass())));
        }
        Class<?> type = Class.forName(link.type);
        if (type.isArray()) {
            return Array.newInstance(type.getComponentType(), link.size);
        }
        if (type == ArrayList.class || type == ArrayDeque.class) {
            return type.getConstructor().newInstance();
        }
        throw new InvalidObjectException("an object of " + type.getName() + " that only a constructor can make");
    }
}
