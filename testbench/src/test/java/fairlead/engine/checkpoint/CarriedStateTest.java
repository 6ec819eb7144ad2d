// SPDX-License-Identifier: Apache-2.0
package fairlead.engine.checkpoint;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * A checkpoint of the twin carries every field of its classes, except static and transient ones. So a class has no
 * static state, and each transient field stands here with its reason.
 */
@Tag("M-690")
class CarriedStateTest {
    private static final Path CLASSES = Path.of("../sim-java/target/classes");
    private static final List<String> PACKAGES = List.of("fairlead/twin", "fairlead/openloop");

    private static final Map<String, String> TRANSIENT = new TreeMap<>(Map.ofEntries(
            Map.entry("ModelEngine.events", "the batch that the caller has read; EventStream carries its count"),
            Map.entry("ModelMachine.crew", "threads, which belong to the process"),
            Map.entry("ModelMachine.goesOn", "set by each run"),
            Map.entry("EventStream.records", "the batch that the caller has read"),
            Map.entry("EventStream.view", "a view of the records"),
            Map.entry("Births.random", "tells no state; randomState is carried for it"),
            Map.entry("Sources.spec", "the configuration"),
            Map.entry("Sources.sending", "follows from the words of the nodes"),
            Map.entry("Sinks.latencies", "of one measurement, begins empty"),
            Map.entry("OpenLoop.spec", "the configuration"),
            Map.entry("OpenLoop.machine", "the configuration"),
            Map.entry("OpenLoop.runEnd", "set by each run"),
            Map.entry("OpenLoop.roundEnd", "set by each run"),
            Map.entry("OpenLoop.threads", "of the process; the partitions, which are carried, are the machine's"),
            Map.entry("PartitionLinks.sources", "follows from the links and the partitions"),
            Map.entry("TorusRouter.fetched", "read by nobody"),
            Map.entry("OpenLoop.from", "of one measurement, set when it starts"),
            Map.entry("OpenLoop.bornBefore", "of one measurement, set when it starts"),
            Map.entry("OpenLoop.batches", "of one measurement, cleared when it starts"),
            Map.entry("OpenLoop.backlog", "of one measurement, cleared when it starts"),
            Map.entry("OpenLoop.sumBefore", "of one measurement, set when it starts"),
            Map.entry("OpenLoop.countBefore", "of one measurement, set when it starts")));

    private static List<Class<?>> classes() throws IOException {
        List<Class<?>> classes = new ArrayList<>();
        for (String part : PACKAGES) {
            try (Stream<Path> files = Files.walk(CLASSES.resolve(part))) {
                for (Path file : files.filter(f -> f.toString().endsWith(".class"))
                        .filter(f -> !f.endsWith("package-info.class"))
                        .toList()) {
                    String name = CLASSES.relativize(file).toString().replace('/', '.');
                    classes.add(load(name.substring(0, name.length() - ".class".length())));
                }
            }
        }
        assertTrue(classes.size() > 100, () -> "classes: " + classes.size());
        return classes;
    }

    private static Class<?> load(String name) {
        try {
            return Class.forName(name, false, CarriedStateTest.class.getClassLoader());
        } catch (ClassNotFoundException e) {
            throw new AssertionError(e);
        }
    }

    private static TreeSet<String> fields(List<Class<?>> classes, Predicate<Field> which) {
        TreeSet<String> names = new TreeSet<>();
        for (Class<?> type : classes) {
            for (Field field : type.getDeclaredFields()) {
                if (which.test(field)) {
                    names.add(type.getSimpleName() + "." + field.getName());
                }
            }
        }
        return names;
    }

    private static boolean isTransient(Field field) {
        return Modifier.isTransient(field.getModifiers());
    }

    private static boolean isStaticState(Field field) {
        return Modifier.isStatic(field.getModifiers())
                && !field.isSynthetic()
                && (!Modifier.isFinal(field.getModifiers())
                        || Collection.class.isAssignableFrom(field.getType())
                                && !field.getType().equals(Set.class));
    }

    @Test
    void everyTransientFieldStandsInTheListWithItsReason() throws IOException {
        assertEquals(TRANSIENT.keySet(), fields(classes(), CarriedStateTest::isTransient));
    }

    @Test
    void noClassOfTheTwinHasStaticState() throws IOException {
        assertEquals(new TreeSet<>(), fields(classes(), CarriedStateTest::isStaticState));
    }

    private static final class Counting {
        private static int all;
        private transient int here;

        int next() {
            here++;
            return ++all;
        }
    }

    @Test
    void aNewTransientOrStaticFieldIsNoticed() {
        assertEquals(1, new Counting().next());
        assertEquals(
                new TreeSet<>(List.of("Counting.here")),
                fields(List.of(Counting.class), CarriedStateTest::isTransient));
        assertEquals(
                new TreeSet<>(List.of("Counting.all")),
                fields(List.of(Counting.class), CarriedStateTest::isStaticState));
    }
}
