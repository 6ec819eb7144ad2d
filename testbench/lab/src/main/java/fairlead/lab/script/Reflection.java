// SPDX-License-Identifier: Apache-2.0
package fairlead.lab.script;

import fairlead.lab.script.ScriptFile.ScriptException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/** Calls methods and reads constants of Java, which are the vocabulary of the case files. */
final class Reflection {
    private static final Map<List<Object>, Object> CONSTANTS = new ConcurrentHashMap<>();
    private static final Map<List<Object>, Optional<Method>> METHODS = new ConcurrentHashMap<>();

    private Reflection() {}

    /** Returns a constant of a class, or the value of a method without parameters of an object. */
    static Object member(Object of, String name) {
        return of instanceof Class<?> type
                ? Scope.once(CONSTANTS, List.of(type, name), key -> constant(type, name))
                : call(of, name, List.of());
    }

    private static Object constant(Class<?> type, String name) {
        try {
            return plain(type.getField(name).get(null));
        } catch (ReflectiveOperationException e) {
            throw new ScriptException(type.getSimpleName() + " has no " + name, e);
        }
    }

    static boolean has(Class<?> type, String name, int parameters) {
        return find(type, name, parameters) != null;
    }

    private static Method find(Class<?> type, String name, int parameters) {
        return Scope.once(METHODS, List.of(type, name, parameters), k -> only(type, name, parameters))
                .orElse(null);
    }

    private static Optional<Method> only(Class<?> type, String name, int parameters) {
        List<Method> found = Arrays.stream(type.getDeclaredMethods())
                .filter(m -> m.getName().equals(name) && !Modifier.isPrivate(m.getModifiers()))
                .filter(m -> m.getParameterCount() == parameters)
                .toList();
        if (found.size() > 1) {
            throw new ScriptException(type.getSimpleName() + " has several methods " + name);
        }
        found.forEach(method -> method.setAccessible(true));
        return found.stream().findFirst();
    }

    /** Calls a static method of a class or a method of an object. */
    static Object call(Object on, String name, List<?> values) {
        Class<?> type = on instanceof Class<?> c ? c : on.getClass();
        Method method = find(type, name, values.size());
        if (method == null) {
            throw new ScriptException(type.getSimpleName() + " has no " + name + " of " + values.size() + " values");
        }
        Object[] arguments = new Object[values.size()];
        for (int i = 0; i < arguments.length; i++) {
            arguments[i] = converted(values.get(i), method.getParameterTypes()[i]);
        }
        try {
            return plain(method.invoke(on instanceof Class<?> ? null : on, arguments));
        } catch (InvocationTargetException e) {
            throw new ScriptException(name + values + ": " + e.getCause().getMessage(), e.getCause());
        } catch (ReflectiveOperationException | IllegalArgumentException e) {
            throw new ScriptException(name + values + ": " + e.getMessage(), e);
        }
    }

    @SuppressWarnings({"unchecked", "rawtypes"})
    private static Object converted(Object value, Class<?> to) {
        if (to == boolean.class) {
            return Expression.isTrue(value);
        }
        if (value instanceof Long n && to == int.class) {
            return Math.toIntExact(n);
        }
        if (to == int[].class) {
            return ((List<?>) value)
                    .stream().mapToInt(v -> ((Long) v).intValue()).toArray();
        }
        return to.isEnum() ? Enum.valueOf((Class<Enum>) to, (String) value) : value;
    }

    /** Returns whole numbers as Long and constants of an enumeration as their names. */
    static Object plain(Object value) {
        if (value instanceof Integer || value instanceof Short || value instanceof Byte) {
            return ((Number) value).longValue();
        }
        if (value instanceof Enum<?> constant) {
            return constant.name();
        }
        if (value instanceof List<?> list && !list.isEmpty() && plain(list.get(0)) != list.get(0)) {
            List<Object> all = new ArrayList<>();
            list.forEach(item -> all.add(plain(item)));
            return all;
        }
        return value;
    }
}
