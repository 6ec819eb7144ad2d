// SPDX-License-Identifier: Apache-2.0
package fairlead.rtl;

import fairlead.machine.LoadedStructure;
import fairlead.rtl.NativeLibraries.LibraryException;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.apache.commons.codec.digest.DigestUtils;

/**
 * Libraries of the product's tile in which files of the user replace units (docs/use/own-rtl.md). A library is made
 * when it is first asked for, in `target/units/<hash>`; the hash is that of the files, of all that the tile around them
 * is made of, and of the tools.
 */
public final class OwnUnits {
    private static final String VARIANT = "own";
    private static final List<String> TOOLS = List.of("verilator_bin", "g++", "yosys");
    private static final String MEMORY = ".*_\\d+x\\d+(_\\d+)?"; // firtool's names of memories

    private OwnUnits() {}

    /** The files of a user's unit cannot take its place. Each line names the unit, and the file where it can. */
    public static final class RefusedUnit extends RuntimeException {
        private static final long serialVersionUID = 1;

        private final transient List<String> lines;

        RefusedUnit(List<String> lines) {
            super(String.join("\n", lines));
            this.lines = List.copyOf(lines);
        }

        public List<String> lines() {
            return lines;
        }
    }

    /** Returns the library with these units: by module, its files. It is made again if it is damaged. */
    static Path library(Map<String, List<String>> units) {
        Path base = verilog();
        Map<String, UnitSource> sources = sources(units);
        Path folder = StructureBuild.root().resolve("target/units").resolve(hash(sources));
        Path library = folder.resolve("lib/libfairlead_" + VARIANT + ".so");
        if (!isMade(folder.resolve("made"), library)) {
            List<String> wrong = new ArrayList<>();
            units.forEach((module, files) -> wrong.addAll(mistakes(base, module, files)));
            if (!wrong.isEmpty()) {
                throw new RefusedUnit(wrong);
            } else if (!sources.equals(sources(units))) {
                throw new RefusedUnit(List.of("a file has changed while it was read: run it again"));
            }
            make(base, folder, sources);
        }
        return NativeLibraries.whole(library);
    }

    /** Makes the library with these units, if there are any and it is missing. */
    public static void require(Map<String, List<String>> units) {
        if (!units.isEmpty()) {
            library(units);
        }
    }

    private static boolean isMade(Path made, Path library) {
        try {
            return Files.readString(made).strip().equals(NativeLibraries.sum(NativeLibraries.whole(library)));
        } catch (IOException | LibraryException e) { // it is missing or damaged
            return false;
        }
    }

    /** Returns the names of the units that a user can replace, in the structure of this process. */
    public static Set<String> names() {
        Set<String> names = VerilogPorts.modules(verilog());
        names.removeIf(name -> name.equals("Tile") || name.matches(MEMORY));
        return names;
    }

    /** Returns the ports of a unit of the product. */
    public static VerilogPorts ports(String module) {
        Path base = verilog();
        return VerilogPorts.of(
                base, module, List.of(base.resolve(module + ".sv").toString()));
    }

    /** Returns the folder with the Verilog of the product's tile in the structure of this process. */
    public static Path verilog() {
        NativeLibraries.path("product"); // makes it
        Path folder = LoadedStructure.folderOrNull();
        Path verilog = (folder == null ? StructureBuild.root().resolve("hw/target") : folder.resolve("hw"))
                .resolve("rtl/product");
        if (!Files.isDirectory(verilog)) {
            throw new LibraryException("no Verilog in " + verilog + ": units are replaced in a checkout that is built");
        }
        return verilog;
    }

    /** Returns why files cannot take the place of a unit, a line each. */
    public static List<String> refusals(String module, List<String> files) {
        return mistakes(verilog(), module, files);
    }

    private static List<String> mistakes(Path base, String module, List<String> files) {
        Set<String> names = names();
        if (!names.contains(module)) {
            String near = names.stream()
                    .filter(name -> name.equalsIgnoreCase(module) || name.startsWith(module))
                    .findFirst()
                    .orElse("");
            return List.of(module + ": no such unit" + (near.isEmpty() ? "" : "; did you mean " + near + "?")
                    + "; fairlead unit lists them");
        }
        VerilogPorts own = VerilogPorts.of(base, module, files);
        List<String> wrong = own.errors().isEmpty() ? ports(module).differences(own) : own.errors();
        if (wrong.isEmpty()) {
            wrong = own.faults(base, module, files);
        }
        if (wrong.isEmpty()) {
            List<String> read = UnitSource.of(files).files();
            own.warnings().stream()
                    .filter(line -> read.stream().anyMatch(line::contains))
                    .forEach(System.err::println);
        }
        return wrong.stream().map(line -> module + ": " + line).toList();
    }

    private static void make(Path base, Path folder, Map<String, UnitSource> sources) {
        try {
            Files.deleteIfExists(folder.resolve("made"));
            for (Map.Entry<String, UnitSource> unit : sources.entrySet()) {
                Path place = Files.createDirectories(folder.resolve("units"));
                Path file = Files.createTempFile(place, "unit", ".new"); // another process may read the old one
                Files.writeString(file, unit.getValue().text(), StandardCharsets.ISO_8859_1);
                Files.move(file, place.resolve(unit.getKey() + ".sv"), StandardCopyOption.ATOMIC_MOVE);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        StructureBuild.run(
                "units " + String.join(", ", sources.keySet()),
                folder.resolve("build.log"),
                StructureBuild.root().resolve("scripts/lib/own.sh").toString(),
                folder.toString(),
                base.toString());
    }

    /** Returns the hash of the tile with these units, by the content of the files. */
    public static String id(Map<String, List<String>> units) {
        return hash(sources(units));
    }

    private static Map<String, UnitSource> sources(Map<String, List<String>> units) {
        Map<String, UnitSource> sources = new TreeMap<>();
        units.forEach((module, files) -> sources.put(module, UnitSource.of(files)));
        return sources;
    }

    /** The names of files are not in it, nor is the text between them, which follows from their content. */
    private static String hash(Map<String, UnitSource> sources) {
        StringBuilder all = new StringBuilder(NativeLibraries.origin(NativeLibraries.path("product")));
        TOOLS.forEach(tool -> all.append('\n').append(stamp(tool)));
        sources.forEach(
                (module, unit) -> all.append('\n').append(module).append(' ').append(String.join(" ", unit.sums())));
        return DigestUtils.sha256Hex(all.toString()).substring(0, 16);
    }

    /** Returns what changes with the version of a tool; nothing if it is not installed. */
    private static String stamp(String tool) {
        try {
            for (String folder : System.getenv("PATH").split(File.pathSeparator)) {
                Path file = Path.of(folder, tool);
                if (Files.isExecutable(file)) {
                    return file.toRealPath() + " " + Files.size(file) + " " + Files.getLastModifiedTime(file);
                }
            }
            return "";
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
