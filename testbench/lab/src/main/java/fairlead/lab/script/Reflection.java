// SPDX-License-Identifier: Apache-2.0
package fairlead.lab.script;

import java.lang.reflect.Field;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Calls methods and reads constants of Java, which are the vocabulary of the case files. */
final class Reflection {
    private Reflection() {}

    /** Returns a constant of a class, or the value of a method without parameters of an object. */
    static Object member(final Object of, final String name) {
        if (of instanceof Class<?> type) {
            try {
                final Field field = type.getField(name);
                return plain(field.get(null));
            } catch (final ReflectiveOperationException e) {
                throw new ScriptException(type.getSimpleName() + " has no " + name, e);
            }
        }
        return call(of, name, List.of());
    }

    /** Tells whether a class has a method of this name with so many parameters. */
    static boolean has(final Class<?> type, final String name, final int parameters) {
        return find(type, name, parameters) != null;
    }

    private static Method find(final Class<?> type, final String name, final int parameters) {
        final List<Method> found = Arrays.stream(type.getDeclaredMethods())
                .filter(m -> m.getName().equals(name) && !Modifier.isPrivate(m.getModifiers()))
                .filter(m -> m.getParameterCount() == parameters)
                .toList();
        if (found.size() > 1) {
            throw new ScriptException(type.getSimpleName() + " has several methods " + name);
        }
        return found.isEmpty() ? null : found.get(0);
    }

    /** Calls a static method of a class or a method of an object. */
    static Object call(final Object on, final String name, final List<?> values) {
        final Class<?> type = on instanceof Class<?> c ? c : on.getClass();
        final Method method = find(type, name, values.size());
        if (method == null) {
            throw new ScriptException(type.getSimpleName() + " has no " + name + " of " + values.size() + " values");
        }
        final Object[] arguments = new Object[values.size()];
        for (int i = 0; i < arguments.length; i++) {
            arguments[i] = converted(values.get(i), method.getParameterTypes()[i]);
        }
        try {
            method.setAccessible(true);
            return plain(method.invoke(on instanceof Class<?> ? null : on, arguments));
        } catch (final InvocationTargetException e) {
            throw new ScriptException(name + values + ": " + e.getCause().getMessage(), e.getCause());
        } catch (final ReflectiveOperationException | IllegalArgumentException e) {
            throw new ScriptException(name + values + ": " + e.getMessage(), e);
        }
    }

    @SuppressWarnings({"unchecked", "rawtypes"})
    private static Object converted(final Object value, final Class<?> to) {
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
    static Object plain(final Object value) {
        if (value instanceof Integer || value instanceof Short || value instanceof Byte) {
            return ((Number) value).longValue();
        }
        if (value instanceof Enum<?> constant) {
            return constant.name();
        }
        if (value instanceof List<?> list && !list.isEmpty() && plain(list.get(0)) != list.get(0)) {
            final List<Object> all = new ArrayList<>();
            list.forEach(item -> all.add(plain(item)));
            return all;
        }
        return value;
    }
}
