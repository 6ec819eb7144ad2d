// SPDX-License-Identifier: Apache-2.0
package fairlead.lab.lockstep;

import java.io.File;
import java.io.IOException;
import java.lang.reflect.Constructor;
import java.lang.reflect.Method;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/**
 * Plays a test that compares a unit of the RTL with a twin whose classes are changed, in a class loader that shares
 * nothing with the present one.
 */
final class MutatedUnit {
    private MutatedUnit() {}

    /** Writes the changed classes into a folder. */
    interface Change {
        void write(Path folder) throws IOException;
    }

    /**
     * @param test class and method, as `package.Class#method`
     * @throws java.lang.reflect.InvocationTargetException the test failed, with its error as cause
     */
    static void play(final String test, final Change change) throws IOException, ReflectiveOperationException {
        final Path folder = Files.createTempDirectory("fairlead-mutated-unit");
        try {
            change.write(folder);
            final List<URL> places = new ArrayList<>(List.of(folder.toUri().toURL()));
            for (final String place : System.getProperty("java.class.path").split(File.pathSeparator)) {
                places.add(Path.of(place).toUri().toURL());
            }
            try (URLClassLoader own =
                    new URLClassLoader(places.toArray(URL[]::new), ClassLoader.getPlatformClassLoader())) {
                final String[] names = test.split("#");
                final Constructor<?> made = own.loadClass(names[0]).getDeclaredConstructor();
                made.setAccessible(true);
                final Method method = own.loadClass(names[0]).getDeclaredMethod(names[1]);
                method.setAccessible(true);
                method.invoke(made.newInstance());
            }
        } finally {
            try (Stream<Path> files = Files.walk(folder)) {
                files.sorted(Comparator.reverseOrder())
                        .forEach(file -> file.toFile().delete());
            }
        }
    }
}
