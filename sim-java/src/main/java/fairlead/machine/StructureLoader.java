// SPDX-License-Identifier: Apache-2.0
package fairlead.machine;

import java.io.File;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Loads the classes of this project once more, for another structure (decision 18). The constants of {@link
 * fairlead.hw.HwLayout} are those of that structure in every class that comes from here. No object of such a class may
 * leave, and only objects of the JDK may enter, so two structures never meet. Libraries of others are shared.
 */
public final class StructureLoader extends URLClassLoader {
    private static final String PREFIX = "fairlead.";

    static {
        registerAsParallelCapable();
    }

    private final Path folder;

    /** @param folder folder of the structure, or null for the default structure */
    public StructureLoader(final Path folder) {
        super("structure", classPath(), StructureLoader.class.getClassLoader());
        this.folder = folder;
    }

    /** Returns the folder of the structure with its manifest, or null for the default structure. */
    public Path folderOrNull() {
        return folder;
    }

    private static URL[] classPath() {
        final List<URL> places = new ArrayList<>();
        for (final String place : System.getProperty("java.class.path").split(File.pathSeparator)) {
            try {
                places.add(Path.of(place).toUri().toURL());
            } catch (final MalformedURLException e) {
                throw new IllegalStateException(e);
            }
        }
        return places.toArray(new URL[0]);
    }

    @Override
    protected Class<?> loadClass(final String name, final boolean resolve) throws ClassNotFoundException {
        if (!name.startsWith(PREFIX) || name.equals(StructureLoader.class.getName())) {
            return super.loadClass(name, resolve);
        }
        synchronized (getClassLoadingLock(name)) {
            final Class<?> known = findLoadedClass(name);
            return known != null ? known : findClass(name);
        }
    }
}
