// SPDX-License-Identifier: Apache-2.0
package fairlead.search.area;

import fairlead.run.ToolException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A cell library in the liberty format.
 *
 * @param file the file of the library
 * @param name the name of the library
 * @param gate the area of the smallest NAND gate with two inputs, which defines one gate equivalent
 */
record Liberty(Path file, String name, double gate) {
    /**
     * The default library: osu018 of the Debian package qflow-tech-osu018, for a 180 nm process. The library is free to
     * install, but its text is not copied into this project.
     */
    static final Path STANDARD = Path.of("/usr/share/qflow/tech/osu018/osu018_stdcells.lib");

    private static final Pattern NAND = Pattern.compile(
            "cell\\s*\\(\\s*\"?[\\w]*nand2[\\w]*\"?\\s*\\)\\s*\\{[^{}]*?\\barea\\s*:\\s*([0-9.eE+]+)",
            Pattern.CASE_INSENSITIVE | Pattern.DOTALL);

    static Liberty read(final Path file) throws IOException {
        final Matcher m = NAND.matcher(Files.readString(file, StandardCharsets.ISO_8859_1));
        double gate = Double.POSITIVE_INFINITY;
        while (m.find()) {
            gate = Math.min(gate, Double.parseDouble(m.group(1)));
        }
        if (!(gate > 0) || Double.isInfinite(gate)) {
            throw new ToolException(file + ": no cell named like NAND2 with an area, so no gate equivalent");
        }
        final String name = file.getFileName().toString();
        return new Liberty(file, name.endsWith(".lib") ? name.substring(0, name.length() - 4) : name, gate);
    }
}
