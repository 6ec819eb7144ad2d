// SPDX-License-Identifier: Apache-2.0
package fairlead.verdict;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import fairlead.hw.HwLayout;
import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.List;

/**
 * Calls that are written as words, so that each case of a test is a line: names of methods with their arguments, which
 * are numbers or names of constants. The calls of a line are divided by semicolons.
 */
final class Script {
    private static final List<Class<?>> CONSTANTS = List.of(
            HwLayout.EventKind.class, HwLayout.PacketType.class, HwLayout.TileCommand.class, HwLayout.OpKind.class);

    private Script() {}

    /** Makes the calls; each method is that of the first object that has one with this name and number of arguments. */
    static void play(String calls, Object... on) {
        for (String call : calls.split(";")) {
            String[] words = call.trim().split("\\s+");
            Object object = Arrays.stream(on)
                    .filter(one -> method(one, words) != null)
                    .findFirst()
                    .orElseThrow(() -> new AssertionError("no call " + call));
            Method method = method(object, words);
            Object[] arguments = new Object[words.length - 1];
            Arrays.setAll(arguments, i -> argument(words[i + 1], method.getParameterTypes()[i], on[0].getClass()));
            try {
                method.setAccessible(true);
                method.invoke(object, arguments);
            } catch (ReflectiveOperationException e) {
                throw new AssertionError(call, e);
            }
        }
    }

    private static Method method(Object object, String[] words) {
        return Arrays.stream(object.getClass().getDeclaredMethods())
                .filter(one -> one.getName().equals(words[0]) && one.getParameterCount() == words.length - 1)
                .findFirst()
                .orElse(null);
    }

    private static Object argument(String word, Class<?> type, Class<?> test) {
        if (type.isEnum()) {
            return Arrays.stream(type.getEnumConstants())
                    .filter(one -> one.toString().equals(word))
                    .findFirst()
                    .orElseThrow();
        }
        if (type == String.class) {
            return word;
        }
        if (type == boolean.class) {
            return Boolean.valueOf(word);
        }
        long value = Character.isLetter(word.charAt(0)) ? constant(word, test) : Long.decode(word);
        if (type == int.class) {
            return (int) value;
        }
        return value;
    }

    private static long constant(String name, Class<?> test) {
        for (Class<?> of : CONSTANTS) {
            for (Class<?> each : List.of(test, of)) {
                try {
                    Field field = each.getDeclaredField(name);
                    field.setAccessible(true);
                    return ((Number) field.get(null)).longValue();
                } catch (ReflectiveOperationException e) {
                    continue;
                }
            }
        }
        throw new AssertionError("no constant " + name);
    }

    /** Asserts that there is one violation with this text, or none if the text is null. */
    static void judge(String finding, Violations violations) {
        assertEquals(finding == null ? 0 : 1, violations.count(), violations.text());
        assertTrue(finding == null || violations.text().contains(finding), violations.text());
    }
}
