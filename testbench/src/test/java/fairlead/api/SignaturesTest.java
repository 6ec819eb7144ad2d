// SPDX-License-Identifier: Apache-2.0
package fairlead.api;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.lang.reflect.Constructor;
import java.lang.reflect.Field;
import java.lang.reflect.Member;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.tools.DiagnosticCollector;
import javax.tools.JavaFileObject;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The programming interface changes on purpose only: its public signatures are those of structure/api.txt, they mention
 * nothing internal, and each has a comment. -Dfairlead.write=true writes the file.
 */
@Tag("M-421")
class SignaturesTest {
    private static final Path SOURCES = Path.of("src/main/java/fairlead/api");
    private static final Path SIGNATURES = Path.of("src/test/resources/structure/api.txt");
    private static final Pattern INTERNAL = Pattern.compile("fairlead\\.(?!api\\.)[\\w.]+");

    @TempDir
    private Path folder;

    private static List<Path> files() throws IOException {
        try (Stream<Path> all = Files.walk(SOURCES)) {
            return all.filter(f -> f.toString().endsWith(".java")).sorted().toList();
        }
    }

    private static List<Class<?>> classes() throws IOException {
        List<Class<?>> classes = new ArrayList<>();
        for (Path file : files()) {
            String name = SOURCES.relativize(file).toString().replace(".java", "");
            if (!name.endsWith("package-info")) {
                add(load("fairlead.api." + name.replace('/', '.')), classes);
            }
        }
        return classes;
    }

    private static Class<?> load(String name) {
        try {
            return Class.forName(name);
        } catch (ClassNotFoundException e) {
            throw new IllegalStateException(e);
        }
    }

    private static void add(Class<?> type, List<Class<?>> to) {
        if (Modifier.isPublic(type.getModifiers())) {
            to.add(type);
            Arrays.stream(type.getDeclaredClasses()).forEach(inner -> add(inner, to));
        }
    }

    /** The public members of a type, a line each, sorted below the line of the type. */
    static List<String> signatures(Class<?> type) {
        Set<String> members = new TreeSet<>();
        for (Constructor<?> c : type.getDeclaredConstructors()) {
            add(c, c.toGenericString(), members);
        }
        for (Method m : type.getDeclaredMethods()) {
            if (!m.isSynthetic()) {
                Object standard = m.getDefaultValue();
                add(m, m.toGenericString() + (standard == null ? "" : " default " + text(standard)), members);
            }
        }
        for (Field f : type.getDeclaredFields()) {
            add(f, f.toGenericString(), members);
        }
        List<String> lines = new ArrayList<>(List.of(type.toGenericString()
                + (type.getGenericSuperclass() == null ? "" : " extends " + type.getGenericSuperclass())
                + Arrays.stream(type.getGenericInterfaces())
                        .map(i -> " implements " + i.getTypeName())
                        .collect(Collectors.joining())));
        members.forEach(m -> lines.add("  " + m));
        return lines;
    }

    private static String text(Object value) {
        return value instanceof Object[] list ? Arrays.toString(list) : String.valueOf(value);
    }

    private static void add(Member member, String text, Set<String> to) {
        if (Modifier.isPublic(member.getModifiers()) || Modifier.isProtected(member.getModifiers())) {
            to.add(text);
        }
    }

    @Test
    void thePublicSignaturesAreThoseOfTheFile() throws IOException {
        List<String> lines = new ArrayList<>();
        classes().forEach(c -> lines.addAll(signatures(c)));
        if (Boolean.getBoolean("fairlead.write")) {
            Files.write(SIGNATURES, lines);
        }
        assertEquals(
                String.join("\n", Files.readAllLines(SIGNATURES)),
                String.join("\n", lines),
                "the interface has changed; if that is meant, write the file with -Dfairlead.write=true, and a line of"
                        + " the changelog");
    }

    @Test
    void noSignatureMentionsAnInternalType() throws IOException {
        List<String> internal = new ArrayList<>();
        for (Class<?> type : classes()) {
            signatures(type).stream().filter(s -> INTERNAL.matcher(s).find()).forEach(internal::add);
        }
        assertEquals(List.of(), internal);
        assertTrue(signatures(Leaky.class).stream()
                .anyMatch(s -> INTERNAL.matcher(s).find()));
    }

    /** A type as no type of the interface may be. */
    public static final class Leaky {
        public fairlead.program.Operation operation() {
            return null;
        }
    }

    private List<String> commentsMissing(List<Path> sources) throws IOException {
        DiagnosticCollector<JavaFileObject> found = new DiagnosticCollector<>();
        var javac = ToolProvider.getSystemJavaCompiler();
        try (StandardJavaFileManager manager = javac.getStandardFileManager(found, null, null)) {
            List<String> options = List.of(
                    "-proc:none",
                    "-implicit:none",
                    "-Xdoclint:all/protected",
                    "-Xdoclint/package:fairlead.api,fairlead.api.junit",
                    "-d",
                    folder.toString(),
                    "-cp",
                    System.getProperty("java.class.path"));
            javac.getTask(
                            new StringWriter(),
                            manager,
                            found,
                            options,
                            null,
                            manager.getJavaFileObjectsFromPaths(sources))
                    .call();
        } catch (UncheckedIOException e) {
            throw e.getCause();
        }
        return found.getDiagnostics().stream()
                .map(d -> (d.getSource() == null ? "" : d.getSource().getName() + ":" + d.getLineNumber() + ": ")
                        + d.getMessage(null))
                .toList();
    }

    /** javac's own check of comments: broken references and tags, and public members without a comment. */
    @Test
    void everyPublicMemberHasAComment() throws IOException {
        List<String> found = commentsMissing(files()).stream()
                .filter(line -> !line.endsWith("no @return") && !line.contains("no @param"))
                .toList();
        assertEquals(List.of(), found);
        Path bare = Files.createDirectories(folder.resolve("fairlead/api")).resolve("Bare.java");
        Files.writeString(
                bare,
                "package fairlead.api;\n/** See {@link Nothing}. */\npublic class Bare {\n  public int x() { return 1; }\n}\n");
        List<String> seen = commentsMissing(List.of(bare));
        assertTrue(seen.stream().anyMatch(l -> l.contains("no comment")), seen::toString);
        assertTrue(seen.stream().anyMatch(l -> l.contains("reference not found")), seen::toString);
    }
}
