// SPDX-License-Identifier: Apache-2.0
package fairlead.rtl;

import fairlead.rtl.OwnUnits.RefusedUnit;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.commons.codec.digest.DigestUtils;

/**
 * The Verilog of a user's unit: its files one after the other, each included file in its place, which is relative to
 * the file that includes it.
 *
 * @param files all that was read, the included files too
 * @param sums the hash of each of them
 */
record UnitSource(List<String> files, List<String> sums, String text) {
    private static final Pattern COMMENT_STRING_OR_INCLUDE = Pattern.compile(
            "(?s)/\\*.*?\\*/|//[^\n]*|\"[^\"\\\\\n]*+(?:\\\\.[^\"\\\\\n]*+)*+\"|`include\\s+\"([^\"\n]+)\"");

    static UnitSource of(List<String> files) {
        UnitSource all = new UnitSource(new ArrayList<>(), new ArrayList<>(), "");
        StringBuilder text = new StringBuilder();
        files.forEach(file -> text.append(at(1, file, 0)).append(all.read(file, List.of(file))));
        return new UnitSource(all.files, all.sums, text.toString());
    }

    /**
     * Returns the text of a file, which ends a line. What includes itself or does not exist remains as it is: it is
     * within a condition, or else Verilator names it.
     */
    private StringBuilder read(String file, List<String> around) {
        byte[] bytes;
        try {
            bytes = Files.readAllBytes(Path.of(file));
        } catch (IOException e) {
            throw new RefusedUnit(List.of(file + ": cannot be read: " + e.getMessage()));
        }
        files.add(file);
        sums.add(DigestUtils.sha256Hex(bytes));
        String all = new String(bytes, StandardCharsets.ISO_8859_1);
        StringBuilder text = new StringBuilder();
        Matcher found = COMMENT_STRING_OR_INCLUDE.matcher(all);
        int from = 0;
        while (found.find()) {
            String name = found.group(1) == null
                    ? file
                    : Path.of(file).resolveSibling(found.group(1)).normalize().toString();
            if (!around.contains(name) && Files.isRegularFile(Path.of(name))) {
                List<String> inside = new ArrayList<>(around);
                inside.add(name);
                long line = all.substring(0, found.end()).lines().count();
                text.append(all, from, found.start()).append('\n').append(at(1, name, 1));
                text.append(read(name, inside)).append(at(line, file, 2));
                from = found.end();
            }
        }
        return text.append(all, from, all.length()).append('\n');
    }

    private static String at(long line, String file, int way) {
        String bytes = new String(file.getBytes(StandardCharsets.UTF_8), StandardCharsets.ISO_8859_1);
        return "`line " + line + " \"" + bytes + "\" " + way + "\n";
    }
}
