// SPDX-License-Identifier: Apache-2.0
package fairlead.scenario.importer;

import fairlead.scenario.BadInput;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

/** The settings of a BookSim configuration: `key = value;` with comments behind two slashes. */
final class BooksimFile {
    private static final Pattern KEY = Pattern.compile("[A-Za-z_][A-Za-z0-9_]*");
    private static final int SHOWN = 40;

    /** A value as it was written, with its line. */
    record Setting(int line, String value) {}

    private BooksimFile() {}

    /** Returns the settings by key; of a key that is set twice the last one counts, as in BookSim. */
    static Map<String, Setting> read(final String text, final String source, final List<String> notes) {
        final Map<String, Setting> settings = new LinkedHashMap<>();
        final List<String> mistakes = new ArrayList<>();
        final String[] lines = text.split("\n", -1);
        final StringBuilder open = new StringBuilder();
        int begin = 0;
        for (int i = 0; i < lines.length; i++) {
            final String[] parts = (lines[i].replaceFirst("//.*", "") + " ").split(";", -1);
            for (int j = 0; j < parts.length; j++) {
                if (open.isEmpty()) {
                    begin = i + 1;
                }
                if (!open.isEmpty() || !parts[j].isBlank()) {
                    open.append(parts[j]);
                }
                if (j < parts.length - 1) {
                    final String what = setting(open.toString(), begin, settings, notes);
                    if (!what.isEmpty()) {
                        mistakes.add(source + " line " + begin + ": " + brief(open.toString()) + what);
                    }
                    open.setLength(0);
                }
            }
        }
        if (!open.isEmpty()) {
            mistakes.add(source + " line " + begin + ": " + brief(open.toString()) + ": ';' is missing");
        }
        if (!mistakes.isEmpty()) {
            throw new BadInput(mistakes);
        }
        return settings;
    }

    /** Adds one setting, and returns what is wrong with it or an empty text. */
    private static String setting(
            final String text, final int line, final Map<String, Setting> settings, final List<String> notes) {
        final int equals = text.indexOf('=');
        final String key = equals < 0 ? "" : text.substring(0, equals).strip();
        final String value = text.substring(equals + 1).strip();
        if (!KEY.matcher(key).matches() || value.isEmpty()) {
            return text.isBlank() ? "" : ": must be key = value;";
        }
        final Setting before = settings.put(key, new Setting(line, value));
        if (before != null) {
            notes.add("line " + before.line() + ": " + key + ": ignored: it is set again in line " + line);
        }
        return "";
    }

    private static String brief(final String text) {
        final String all = text.strip().replaceAll("\\s+", " ");
        return "'" + (all.length() > SHOWN ? all.substring(0, SHOWN) + "..." : all) + "'";
    }
}
