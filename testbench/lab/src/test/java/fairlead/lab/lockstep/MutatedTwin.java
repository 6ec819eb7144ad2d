// SPDX-License-Identifier: Apache-2.0
package fairlead.lab.lockstep;

import fairlead.engine.EngineFactory;
import fairlead.twin.fabric.ModelEngineFactory;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import javax.tools.FileObject;
import javax.tools.ForwardingJavaFileManager;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileManager;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.ToolProvider;

/**
 * The engine `model` with one changed source line. It is compiled in memory and loaded, with all other classes of the
 * twin, by a class loader of its own.
 */
final class MutatedTwin {
    /** Packages of the twin. Every other class, in particular the engine interface, comes from the parent loader. */
    private static final Set<String> TWIN = Set.of(
            "fairlead.twin.ports",
            "fairlead.twin.router",
            "fairlead.twin.dma",
            "fairlead.twin.dla",
            "fairlead.twin.fence",
            "fairlead.twin.epoch",
            "fairlead.twin.barrier",
            "fairlead.twin.collective",
            "fairlead.twin.counters",
            "fairlead.twin.tile",
            "fairlead.twin.fabric");

    private MutatedTwin() {}

    /**
     * @param file path of the file below sim-java/src/main/java/fairlead
     * @param line text of the line in the file, without indent
     * @param changed text that replaces it
     */
    static EngineFactory of(final Path sources, final String file, final String line, final String changed) {
        final Map<String, byte[]> classes = compile(file, mutate(sources.resolve(file), line, changed));
        try {
            final Class<?> factory = new TwinLoader(classes).loadClass(ModelEngineFactory.class.getName());
            return (EngineFactory) factory.getDeclaredConstructor().newInstance();
        } catch (final ReflectiveOperationException e) {
            throw new IllegalStateException(e);
        }
    }

    /**
     * Makes the same change as {@link #of}, and writes the class files to a folder with which the class path of another
     * process can begin.
     */
    static void write(final Path folder, final Path sources, final String file, final String line, final String changed)
            throws IOException {
        for (final Map.Entry<String, byte[]> one :
                compile(file, mutate(sources.resolve(file), line, changed)).entrySet()) {
            final Path place = folder.resolve(one.getKey().replace('.', '/') + ".class");
            Files.createDirectories(place.getParent());
            Files.write(place, one.getValue());
        }
    }

    /**
     * Returns the text with the line changed. The line must occur exactly once, because otherwise the mutation has lost
     * its meaning.
     */
    static String mutate(final Path file, final String line, final String changed) {
        final List<String> lines;
        try {
            lines = Files.readAllLines(file);
        } catch (final IOException e) {
            throw new UncheckedIOException(e);
        }
        final long found = lines.stream().filter(l -> l.strip().equals(line)).count();
        if (found != 1) {
            throw new AssertionError(file + " has this line " + found + " times, not once: " + line);
        }
        return String.join(
                        "\n",
                        lines.stream()
                                .map(l -> l.strip().equals(line) ? changed : l)
                                .toList()) + "\n";
    }

    private static Map<String, byte[]> compile(final String file, final String text) {
        final JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        final Map<String, ByteArrayOutputStream> made = new HashMap<>();
        final JavaFileManager memory =
                new ForwardingJavaFileManager<JavaFileManager>(compiler.getStandardFileManager(null, null, null)) {
                    @Override
                    public JavaFileObject getJavaFileForOutput(
                            final Location location,
                            final String name,
                            final JavaFileObject.Kind kind,
                            final FileObject sibling) {
                        return new SimpleJavaFileObject(URI.create("memory:///" + name + ".class"), kind) {
                            @Override
                            public OutputStream openOutputStream() {
                                final ByteArrayOutputStream out = new ByteArrayOutputStream();
                                made.put(name, out);
                                return out;
                            }
                        };
                    }
                };
        final JavaFileObject source =
                new SimpleJavaFileObject(URI.create("memory:///" + file), JavaFileObject.Kind.SOURCE) {
                    @Override
                    public CharSequence getCharContent(final boolean ignoreErrors) {
                        return text;
                    }
                };
        final String twin = Path.of(place()).toString();
        final StringWriter messages = new StringWriter();
        final boolean done = compiler.getTask(
                        messages, memory, null, List.of("-proc:none", "-cp", twin), null, List.of(source))
                .call();
        if (!done) {
            throw new AssertionError(file + " does not compile: " + messages);
        }
        final Map<String, byte[]> classes = new HashMap<>();
        made.forEach((name, bytes) -> classes.put(name, bytes.toByteArray()));
        return classes;
    }

    private static URI place() {
        try {
            return ModelEngineFactory.class
                    .getProtectionDomain()
                    .getCodeSource()
                    .getLocation()
                    .toURI();
        } catch (final java.net.URISyntaxException e) {
            throw new IllegalStateException(e);
        }
    }

    private static final class TwinLoader extends ClassLoader {
        private final Map<String, byte[]> mutated;

        TwinLoader(final Map<String, byte[]> mutated) {
            super(MutatedTwin.class.getClassLoader());
            this.mutated = mutated;
        }

        @Override
        protected Class<?> loadClass(final String name, final boolean resolve) throws ClassNotFoundException {
            if (!TWIN.contains(name.substring(0, Math.max(0, name.lastIndexOf('.'))))) {
                return super.loadClass(name, resolve);
            }
            synchronized (getClassLoadingLock(name)) {
                final Class<?> known = findLoadedClass(name);
                if (known != null) {
                    return known;
                }
                final byte[] code = mutated.containsKey(name) ? mutated.get(name) : original(name);
                return defineClass(name, code, 0, code.length);
            }
        }

        private byte[] original(final String name) throws ClassNotFoundException {
            try (InputStream in = getParent().getResourceAsStream(name.replace('.', '/') + ".class")) {
                if (in == null) {
                    throw new ClassNotFoundException(name);
                }
                return in.readAllBytes();
            } catch (final IOException e) {
                throw new ClassNotFoundException(name, e);
            }
        }
    }
}
