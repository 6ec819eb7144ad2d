// SPDX-License-Identifier: Apache-2.0
package fairlead.lab.mutate;

import fairlead.engine.EngineFactory;
import fairlead.twin.fabric.ModelEngineFactory;
import java.io.IOException;
import java.io.InputStream;

/** Loads a twin of its own, in which one instruction is changed. All other classes are those of the process. */
final class TwinLoader extends ClassLoader {
    private static final String UNITS = "fairlead.model.";
    private static final String ENGINE = ModelEngineFactory.class.getPackageName() + ".";

    private final TwinMutant mutant;

    /** @param mutant what is changed, or null for the twin as it is */
    TwinLoader(final TwinMutant mutant) {
        super(TwinLoader.class.getClassLoader());
        this.mutant = mutant;
    }

    /** Tells whether a class, or the path of a class file with dots, belongs to the twin. */
    static boolean isOfTwin(final String name) {
        return name.startsWith(UNITS) || name.startsWith(ENGINE);
    }

    /** Returns the factory of the changed twin. */
    EngineFactory factory() {
        try {
            return (EngineFactory) Class.forName(ModelEngineFactory.class.getName(), true, this)
                    .getConstructor()
                    .newInstance();
        } catch (final ReflectiveOperationException e) {
            throw new IllegalStateException("the twin cannot be loaded: " + e, e);
        }
    }

    @Override
    protected Class<?> loadClass(final String name, final boolean resolve) throws ClassNotFoundException {
        if (!isOfTwin(name)) {
            return super.loadClass(name, resolve);
        }
        synchronized (getClassLoadingLock(name)) {
            final Class<?> known = findLoadedClass(name);
            if (known != null) {
                return known;
            }
            final byte[] code = code(name);
            final byte[] own = mutant != null && name.equals(mutant.type()) ? TwinCode.with(code, mutant) : code;
            return defineClass(name, own, 0, own.length);
        }
    }

    /** Returns the byte code of a class of the process. */
    static byte[] code(final String name) throws ClassNotFoundException {
        try (InputStream in =
                TwinLoader.class.getClassLoader().getResourceAsStream(name.replace('.', '/') + ".class")) {
            if (in == null) {
                throw new ClassNotFoundException(name);
            }
            return in.readAllBytes();
        } catch (final IOException e) {
            throw new ClassNotFoundException(name, e);
        }
    }
}
