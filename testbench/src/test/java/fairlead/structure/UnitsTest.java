// SPDX-License-Identifier: Apache-2.0
package fairlead.structure;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Tests docs/understand/units.md, which lists the RTL, the twin, the tests, the proofs and the page of each unit. The
 * page is made
 * from the tree: `scripts/test -Dtest=UnitsTest -Dfairlead.write=true` writes it.
 */
@Tag("lab")
@Tag("M-152")
@Tag("M-430")
class UnitsTest {
    private static final Path ROOT = Path.of("..");
    private static final Path PAGE = ROOT.resolve("docs/understand/units.md");
    private static final Pattern MODULE = Pattern.compile(
            "(?m)^class ([A-Z]\\w*)[^{]*? extends (?:RawModule|Module|FlitRing|Allocator|VcAllocator)\\b");
    private static final Pattern REQUIREMENT = Pattern.compile("R-[A-Z]{3}-\\d+");

    /** Packages whose modules are in no shipped tile. */
    private static final Set<String> NO_UNITS = Set.of("emit");

    /** Modules without a twin of their own, with the reason. */
    private static final Map<String, String> WITHOUT_TWIN = Map.ofEntries(
            Map.entry("InputUnit", "all VCs of all routers are arrays of `TorusRouter`'s twin"),
            Map.entry("OutputUnit", "all VCs of all routers are arrays of `TorusRouter`'s twin"),
            Map.entry("IslipSwitch", "the twin's `IslipPartition` has both allocators"),
            Map.entry("IslipVcs", "the twin's `IslipPartition` has both allocators"),
            Map.entry("SharedVcs", "the twin's `SharedPartition` has both allocators"),
            Map.entry("Guarded", "a value and its condition, for simulators"),
            Map.entry("GlobalLeg", "the twin's `Tile` has a `BarrierLeg` with fixed links, or none"),
            Map.entry("HostPort", "`CommandCheck` and the queues of `ModelEngine`"),
            Map.entry("NicConfigRegs", "`MachineConfig` is read directly"),
            Map.entry("ConfigGuard", "`MachineConfig` is checked before"),
            Map.entry("OneClockTile", "it is that of `Tile`, cycle by cycle"),
            Map.entry("DmaEngine", "the twin's `Tile` has both halves"),
            Map.entry("RequestRx", "the twin's `PacketReceiver` receives both classes"),
            Map.entry("ResponseRx", "the twin's `PacketReceiver` receives both classes"),
            Map.entry("EjectionBuffer", "the twin's `PacketReceiver` has it"),
            Map.entry("Flat", "the oracle of the fabric, for tests only"));

    /**
     * Units that have neither a test nor a proof of their own, because whole machines in lockstep and the checkers test
     * them.
     */
    private static final Set<String> IN_WHOLE_MACHINES =
            Set.of("DmaEngine", "Guarded", "HostPort", "IslipVcs", "NicConfigRegs", "OneClockTile", "Tile");

    /**
     * Files of package `prove` that are not named after a unit: the parts that all harnesses share, and harnesses of
     * several units.
     */
    private static final Set<String> OF_NO_UNIT =
            Set.of("EmitProofs", "FrontMemoryProof", "Harness", "HeaderProof", "LinkProof", "OrderProof", "Proofs");

    private static final Pattern HARNESS =
            Pattern.compile("(?m)^class (\\w+)[^{]*? extends (?:Harness|HeaderProof)\\b");

    @TempDir
    private Path folder;

    private record Row(
            String unit, String rtl, String twin, String tests, String rtlTest, String proofs, String page) {}

    @Test
    void thePageIsThatOfTheTree() throws IOException {
        String made = page(rows());
        if (Boolean.getBoolean("fairlead.write")) {
            Files.writeString(PAGE, made);
        }
        assertEquals(
                made, Files.readString(PAGE), "make it again: scripts/test -Dtest=UnitsTest -Dfairlead.write=true");
    }

    @Test
    void everyUnitHasItsTwinAPageAndATestOrAProof() throws IOException {
        List<Row> rows = rows();
        assertTrue(rows.size() > 30, "units seen: " + rows.size());
        assertEquals(List.of(), holes(rows));
        TreeSet<String> units = rows.stream().map(Row::unit).collect(Collectors.toCollection(TreeSet::new));
        assertTrue(units.containsAll(WITHOUT_TWIN.keySet()), "a reason for a unit that is gone");
    }

    /** Each row of an invented tree lacks one item; the last row has a test although it is listed as having none. */
    @Test
    void everyKindOfHoleIsSeen() {
        String file = "[file](file)";
        assertEquals(
                List.of(
                        "NoTwin has no twin",
                        "NoPage is on no page of docs/spec",
                        "NoTest has neither a test nor a proof",
                        "Tile has one: take it off the list"),
                holes(List.of(
                        new Row("Whole", file, file, file, "", "", file),
                        new Row("RtlTest", file, file, "", file, "", file),
                        new Row("Proved", file, file, "", "", file, file),
                        new Row("NoTwin", file, "", file, "", "", file),
                        new Row("NoPage", file, file, file, "", "", ""),
                        new Row("NoTest", file, file, "", "", "", file),
                        new Row("Tile", file, file, file, "", "", file),
                        new Row("Flat", file, WITHOUT_TWIN.get("Flat"), "", "", "", ""))));
    }

    private static String where(Path root, String... units) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of("bash", "scripts/lib/where.sh"));
        command.addAll(List.of(units));
        Process script = new ProcessBuilder(command)
                .directory(root.toFile())
                .redirectErrorStream(true)
                .start();
        String said = new String(script.getInputStream().readAllBytes());
        return said + script.waitFor();
    }

    /** Whoever asks the script for a unit gets every part that the page has, and each of them is a file. */
    @Test
    void theScriptFindsAllPartsOfAUnit() throws IOException, InterruptedException {
        String[] whole = {"BarrierLeg", "BarrierUnit", "DlaArbiter", "FenceUnit"};
        String found = where(ROOT, whole);
        assertTrue(found.endsWith("\n0"), found);
        assertFalse(found.contains(" -\n"), found);
        for (String part : List.of("RTL", "twin", "tests of the twin", "tests of the RTL", "proofs", "pages")) {
            assertTrue(found.split("(?m)^  " + part + "  ").length > whole.length, part + " in " + found);
        }
        String others = where(ROOT, "EpochUnit", "CommitUnit", "TorusRouter");
        assertTrue(others.endsWith("\n0"), others);
        assertTrue(where(ROOT, "Nobody").endsWith("docs/understand/units.md has no unit Nobody\n1"));
        write("docs/understand/units.md", "| Gate | [Gate](gone.scala) | | | | | | |\n");
        for (String script : List.of("where.sh", "common.sh")) {
            write(
                    "scripts/lib/" + script,
                    Files.readString(ROOT.resolve("scripts/lib").resolve(script)));
        }
        assertEquals("Gate\nfairlead: Gate: gone.scala does not exist\n1", where(folder, "Gate"));
    }

    /**
     * A harness and its file have the name of its unit, as in FenceUnit, FenceUnitTest, FenceUnitRtlTest,
     * FenceUnitProof.
     */
    @Test
    void eachHarnessIsNamedAsTheUnitThatItProves() throws IOException {
        assertEquals(List.of(), misnamed(ROOT));
    }

    @Test
    void aHarnessUnderAnotherNameIsSeen() throws IOException {
        for (String none : OF_NO_UNIT) {
            write("hw/src/lab/scala/fairlead/prove/" + none + ".scala", "object " + none + "\n");
        }
        write(
                "hw/src/lab/scala/fairlead/prove/GateProof.scala",
                "class GateProof(n: Int) extends Harness { new Gate }\nclass GateWideProof extends HeaderProof {}\n");
        assertEquals(List.of(), misnamed(folder));
        write("hw/src/lab/scala/fairlead/prove/DoorProof.scala", "class DoorProof extends Harness { new Gate }\n");
        write("hw/src/lab/scala/fairlead/prove/GateProof.scala", "class GatProof extends Harness { new Gate }\n");
        Files.delete(folder.resolve("hw/src/lab/scala/fairlead/prove/LinkProof.scala"));
        assertEquals(
                List.of(
                        "DoorProof.scala has no `new Door`",
                        "GateProof.scala: GatProof is not named as Gate",
                        "LinkProof is gone: take it off the list"),
                misnamed(folder));
    }

    private static List<String> misnamed(Path root) throws IOException {
        List<String> wrong = new ArrayList<>();
        TreeSet<String> gone = new TreeSet<>(OF_NO_UNIT);
        for (Path file : files(root, "hw/src/lab/scala/fairlead/prove", ".scala")) {
            String stem = name(file).replace(".scala", "");
            if (gone.remove(stem)) {
                continue;
            }
            String unit = stem.replaceAll("Proof$", "");
            if (!uses(file, "new " + unit)) {
                wrong.add(name(file) + " has no `new " + unit + "`");
            }
            Matcher harness = HARNESS.matcher(Files.readString(file));
            while (harness.find()) {
                if (!harness.group(1).matches(unit + "\\w*Proof")) {
                    wrong.add(name(file) + ": " + harness.group(1) + " is not named as " + unit);
                }
            }
        }
        gone.forEach(one -> wrong.add(one + " is gone: take it off the list"));
        return wrong;
    }

    private void write(String path, String text) throws IOException {
        Path file = folder.resolve(path);
        Files.createDirectories(file.getParent());
        Files.writeString(file, text);
    }

    private static List<String> holes(List<Row> rows) {
        List<String> holes = new ArrayList<>();
        for (Row row : rows) {
            boolean shipped = !WITHOUT_TWIN.getOrDefault(row.unit, "").contains("only");
            if (row.twin.isEmpty()) {
                holes.add(row.unit + " has no twin");
            }
            if (shipped && row.page.isEmpty()) {
                holes.add(row.unit + " is on no page of docs/spec");
            }
            boolean untested = row.tests.isEmpty() && row.rtlTest.isEmpty() && row.proofs.isEmpty();
            if (shipped && untested != IN_WHOLE_MACHINES.contains(row.unit)) {
                holes.add(row.unit + (untested ? " has neither a test nor a proof" : " has one: take it off the list"));
            }
        }
        return holes;
    }

    /** Returns whether a file of the twin has the class of a unit within that of its user. */
    private static boolean isIn(Path file, String unit) {
        return file.toString().contains("/twin/") && uses(file, "static final class " + unit);
    }

    private static List<Row> rows() throws IOException {
        List<Path> twin = files(ROOT, "sim-java/src/main/java", ".java");
        List<Path> tests = files(ROOT, "sim-java/src/test/java", "Test.java");
        List<Path> rtlTests = files(ROOT, "testbench/src/test/java", "RtlTest.java");
        List<Path> proofs = files(ROOT, "hw/src/lab/scala/fairlead/prove", ".scala");
        List<Path> pages = files(ROOT, "docs/spec", ".md");
        List<Row> rows = new ArrayList<>();
        for (Path file : files(ROOT, "hw/src/main/scala/fairlead", ".scala")) {
            String folder = file.getParent().getFileName().toString();
            if (NO_UNITS.contains(folder)) {
                continue;
            }
            Matcher m = MODULE.matcher(Files.readString(file));
            while (m.find()) {
                String unit = m.group(1);
                String own = links(twin, f -> name(f).equals(unit + ".java") || isIn(f, unit));
                rows.add(new Row(
                        unit,
                        link(file),
                        own.isEmpty() ? WITHOUT_TWIN.getOrDefault(unit, "") : own,
                        links(tests, f -> name(f).startsWith(unit) || uses(f, "new " + unit)),
                        links(rtlTests, f -> name(f).equals(unit + "RtlTest.java")),
                        links(proofs, f -> uses(f, "new " + unit)),
                        links(pages, f -> uses(f, unit))));
            }
        }
        rows.sort(Comparator.comparing(Row::unit));
        return rows;
    }

    private static String page(List<Row> rows) throws IOException {
        StringBuilder text = new StringBuilder("# Units, and where they are\n\n"
                + "This table names for each unit of the tile its RTL, its twin, the tests of the twin, the tests of the RTL alone,\n"
                + "the harnesses of its proofs and its pages. The properties are in `hw/src/lab/proofs`, and the\n"
                + "requirements are in [requirements](requirements.md). Every unit has a twin or the reason why it has none, a page, and\n"
                + "a test of the twin, a test of the RTL alone or a proof. Only whole machines in lockstep test\n"
                + String.join(", ", new TreeSet<>(IN_WHOLE_MACHINES)) + ".\n"
                + "An empty cell says that the unit has nothing of the kind under its own name: EpochUnit, for example, is proved in\n"
                + "its two halves. `UnitsTest` writes this page from the tree and fails when a part of a unit is missing.\n"
                + "`scripts/lib/where.sh FenceUnit` prints the files of a unit.\n\n"
                + "| unit | RTL | twin | tests of the twin | RTL alone | proofs | page | requirements |\n"
                + "|---|---|---|---|---|---|---|---|\n");
        for (Row r : rows) {
            text.append(String.join(
                            " | ", "| " + r.unit, r.rtl, r.twin, r.tests, r.rtlTest, r.proofs, r.page, requirements(r)))
                    .append(" |\n");
        }
        return text.toString();
    }

    /** Returns the families of requirements that the first page of the unit cites. */
    private static String requirements(Row row) throws IOException {
        TreeSet<String> families = new TreeSet<>();
        Matcher page = Pattern.compile("\\((?:\\.\\./)?(spec/[^)]*)\\)").matcher(row.page);
        while (page.find()) {
            Matcher id =
                    REQUIREMENT.matcher(Files.readString(ROOT.resolve("docs").resolve(page.group(1))));
            while (id.find()) {
                families.add(id.group().substring(0, 5));
            }
        }
        return String.join(", ", families);
    }

    private static boolean uses(Path file, String text) {
        try {
            return Pattern.compile("\\b" + text + "\\b")
                    .matcher(Files.readString(file))
                    .find();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static String links(List<Path> files, Predicate<Path> wanted) {
        return files.stream().filter(wanted).sorted().map(UnitsTest::link).collect(Collectors.joining(", "));
    }

    private static String link(Path file) {
        String path = ROOT.relativize(file).toString();
        String target = path.startsWith("docs/") ? "../" + path.substring("docs/".length()) : "../../" + path;
        return "[" + name(file).replaceAll("\\.[a-z]+$", "") + "](" + target + ")";
    }

    private static String name(Path file) {
        return file.getFileName().toString();
    }

    private static List<Path> files(Path root, String folder, String ending) throws IOException {
        try (Stream<Path> all = Files.walk(root.resolve(folder))) {
            return all.filter(f -> f.toString().endsWith(ending)).sorted().toList();
        }
    }
}
