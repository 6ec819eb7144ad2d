// SPDX-License-Identifier: Apache-2.0
package fairlead.lab.mutate;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import fairlead.lab.mutate.TwinMutant.Kind;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.util.CheckClassAdapter;

/** Each kind of mutant changes what it says, on a class whose results are known. */
class TwinCodeTest {
    private static final class Loader extends ClassLoader {
        Class<?> define(final byte[] code) {
            return defineClass(TwinSample.class.getName(), code, 0, code.length);
        }
    }

    private static byte[] code() throws ClassNotFoundException {
        return TwinLoader.code(TwinSample.class.getName());
    }

    /** Returns what a method gives in each mutant of a kind in it. */
    private static Set<Object> results(final String method, final Kind kind, final Object... arguments)
            throws Exception {
        final Set<Object> results = new TreeSet<>();
        for (final TwinMutant m : TwinCode.mutants(code())) {
            if (m.kind() == kind && m.method().startsWith(method + "(")) {
                results.add(call(TwinCode.with(code(), m), method, arguments));
                assertTrue(TwinReach.take(), "the changed instruction is executed");
            }
        }
        return results;
    }

    private static Object call(final byte[] code, final String method, final Object... arguments) throws Exception {
        final Class<?> type = new Loader().define(code);
        final Object one = type.getConstructor().newInstance();
        for (final var each : type.getMethods()) {
            if (each.getName().equals(method)) {
                TwinReach.take();
                return each.invoke(one, arguments);
            }
        }
        throw new IllegalArgumentException(method);
    }

    @Test
    void eachKindChangesWhatItSays() throws Exception {
        assertEquals(Set.of(-5), results("conditions", Kind.NEGATE, 5));
        assertEquals(Set.of(7), results("conditions", Kind.BOUNDARY, 7));
        assertEquals(Set.of(5), results("conditions", Kind.BOUNDARY, 5));
        assertEquals(Set.of(7), results("conditions", Kind.CONSTANT, 7));
        assertEquals(Set.of(-3L), results("operators", Kind.OPERATOR, 4L, 7L));
        assertEquals(Set.of(10L), results("operators", Kind.RETURN, 4L, 7L));
        assertEquals(Set.of(8), results("step", Kind.STEP, 9));
        assertEquals(Set.of(5, 8), results("stores", Kind.STORE, 5));
        assertEquals(Set.of(3), results("calls", Kind.CALL, 5));
    }

    @Test
    void withoutAMutantTheClassDoesWhatItDid() throws Exception {
        assertEquals(7L + 4, call(code(), "operators", 4L, 7L));
        assertEquals(10, call(code(), "calls", 5));
        assertFalse(TwinReach.take());
    }

    @Test
    void assertionsAreNotChanged() throws Exception {
        final List<TwinMutant> set = TwinCode.mutants(code()).stream()
                .filter(m -> m.method().startsWith("set("))
                .toList();
        assertEquals(
                EnumSet.of(Kind.OPERATOR, Kind.STORE),
                set.stream().map(TwinMutant::kind).collect(Collectors.toCollection(() -> EnumSet.noneOf(Kind.class))));
        assertTrue(TwinCode.mutants(code()).stream().noneMatch(m -> m.method().startsWith("<clinit>")));
    }

    /** Returns what ASM's verifier, which needs no class to be loaded, says of a mutant. */
    private static String text(final TwinMutant m) throws ClassNotFoundException {
        final StringWriter said = new StringWriter();
        CheckClassAdapter.verify(
                new ClassReader(TwinCode.with(TwinLoader.code(m.type()), m)),
                TwinCodeTest.class.getClassLoader(),
                false,
                new PrintWriter(said));
        return said.toString();
    }

    /** Every class of the twin with every thirtieth of its mutants passes a verifier of byte code. */
    @Test
    void theMutantsOfTheTwinAreSoundByteCode() throws Exception {
        final Map<Kind, Integer> kinds = new HashMap<>();
        final TwinDraw draw = TwinDraw.ofTwin(List.of());
        for (final TwinMutant m : draw.sample(1, draw.sites() / 30)) {
            final String text = text(m);
            assertTrue(text.isEmpty(), () -> m.text() + ": " + text);
            kinds.merge(m.kind(), 1, Integer::sum);
        }
        assertEquals(EnumSet.allOf(Kind.class), EnumSet.copyOf(kinds.keySet()));
    }
}
