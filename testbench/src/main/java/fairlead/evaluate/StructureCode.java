// SPDX-License-Identifier: Apache-2.0
package fairlead.evaluate;

import fairlead.machine.LoadedStructure;
import fairlead.machine.MachineStructure;
import fairlead.machine.StructureLoader;
import fairlead.rtl.StructureBuild;
import fairlead.scenario.BadInput;
import fairlead.scenario.OtherStructure;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The code of this program with other structures than that of the process (decision 18). Each structure has its own
 * {@link StructureLoader}, of which the last {@value #MOST} remain loaded. The manifest of a structure is elaborated
 * when it is first asked for.
 */
public final class StructureCode {
    private static final int MOST = 32;

    private static final Map<MachineStructure, StructureLoader> LOADED = lastUsed(MOST);

    private StructureCode() {}

    /** Returns a map of which the entries that were used last remain. */
    static <K, V> Map<K, V> lastUsed(final int most) {
        return new LinkedHashMap<>(2 * most, 0.75f, true) {
            private static final long serialVersionUID = 1;

            @Override
            protected boolean removeEldestEntry(final Map.Entry<K, V> eldest) {
                return size() > most;
            }
        };
    }

    /**
     * Calls a public static method of a class with the structure that is asked for. Arguments and result are objects of
     * the JDK. An error of the method is thrown here as what it is.
     */
    public static Object call(
            final OtherStructure asked, final Class<?> type, final String method, final Object... arguments) {
        if (LoadedStructure.isBeside()) { // a point has come to the code of the wrong structure
            throw new IllegalStateException(asked.getMessage());
        }
        try {
            final Class<?> own = Class.forName(type.getName(), true, loader(asked.wanted()));
            return named(own, method).invoke(null, arguments);
        } catch (final InvocationTargetException e) {
            throw translated(e.getCause());
        } catch (final ReflectiveOperationException e) {
            throw new IllegalStateException(e);
        }
    }

    private static Method named(final Class<?> type, final String name) {
        return Arrays.stream(type.getMethods())
                .filter(m -> m.getName().equals(name))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException(type + " has no public method " + name));
    }

    private static StructureLoader loader(final MachineStructure structure) {
        synchronized (LOADED) {
            return LOADED.computeIfAbsent(
                    structure,
                    s -> new StructureLoader(s.equals(MachineStructure.STANDARD) ? null : StructureBuild.manifest(s)));
        }
    }

    /** Returns the same error as one of this process. */
    private static RuntimeException translated(final Throwable cause) {
        if (cause.getClass().getName().equals(BadInput.class.getName())) {
            return new BadInput(cause.getMessage().lines().toList());
        }
        if (cause.getClass().getClassLoader() instanceof StructureLoader) {
            try {
                return (RuntimeException) Class.forName(cause.getClass().getName())
                        .getConstructor(String.class)
                        .newInstance(cause.getMessage());
            } catch (final ReflectiveOperationException | ClassCastException e) {
                return new IllegalStateException(cause.toString(), e);
            }
        }
        if (cause instanceof Error error) {
            throw error;
        }
        return (RuntimeException) cause;
    }
}
