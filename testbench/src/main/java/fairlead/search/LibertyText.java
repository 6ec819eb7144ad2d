// SPDX-License-Identifier: Apache-2.0
package fairlead.search;

import fairlead.scenario.BadInput;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** The text of a file in the liberty format, as groups. A mistake is a BadInput with file and line. */
final class LibertyText {
    private static final int MOST_BYTES = 128 << 20;
    private static final int DEEPEST = 32;
    private static final String WORD_END = "(){}:;,\"";

    private final Path file;
    private final String text;
    private int at;
    private int line = 1;

    /**
     * A group of statements: `type (name, ..) { .. }`.
     *
     * @param attributes the values of `name : value;` and `name (value, ..);`, the latter joined by commas
     */
    record Group(String type, String name, int line, Map<String, String> attributes, List<Group> groups) {
        /** Returns the groups of a type in this group. */
        Stream<Group> all(String wanted) {
            return groups.stream().filter(group -> group.type.equals(wanted));
        }

        String attribute(String key) {
            return attributes.getOrDefault(key, "");
        }
    }

    private LibertyText(Path file, String text) {
        this.file = file;
        this.text = text;
    }

    /** Returns the library group of a file. */
    static Group read(Path file) {
        if (!Files.isRegularFile(file)) { // the tools read it again, so that a pipe would not do
            throw new BadInput(file + (Files.exists(file) ? ": is no plain file" : ": no such file"));
        }
        try (InputStream in = Files.newInputStream(file)) {
            byte[] bytes = in.readNBytes(MOST_BYTES + 1);
            if (bytes.length > MOST_BYTES) {
                throw new BadInput(file + ": has more than " + MOST_BYTES + " bytes, the most that is read");
            }
            LibertyText reader = new LibertyText(file, new String(bytes, StandardCharsets.ISO_8859_1));
            if (reader.skip() == 0 || !"library".equals(reader.word())) {
                throw reader.bad("a liberty file begins with library (NAME) {");
            }
            return reader.group("library", reader.arguments(), 0);
        } catch (IOException e) {
            throw new BadInput(file + ": cannot be read: " + e.getMessage());
        }
    }

    private BadInput bad(String what) {
        return new BadInput(file + " line " + line + ": " + what);
    }

    /** Moves to the next sign that is neither a blank nor in a comment, and returns it; 0 is the end of the text. */
    private char skip() {
        while (at < text.length()) {
            char c = text.charAt(at);
            boolean block = text.startsWith("/*", at);
            if (block || text.startsWith("//", at)) {
                int end = text.indexOf(block ? "*/" : "\n", at + 2);
                if (block && end < 0) {
                    throw bad("this comment has no end");
                }
                move(end < 0 ? text.length() : block ? end + 2 : end);
            } else if (c == '\\' || Character.isWhitespace(c)) {
                move(at + 1);
            } else {
                return c;
            }
        }
        return 0;
    }

    private void move(int to) {
        for (; at < to; at++) {
            line += text.charAt(at) == '\n' ? 1 : 0;
        }
    }

    private boolean take(char wanted) {
        boolean there = skip() == wanted;
        if (there) {
            move(at + 1);
        }
        return there;
    }

    private void require(char wanted) {
        char found = skip();
        if (!take(wanted)) {
            throw bad("here should be " + wanted + ", not " + (found == 0 ? "the end of the file" : found));
        }
    }

    /** Returns a name, a number or the content of a string. */
    private String word() {
        char first = skip();
        int start = at;
        if (first == '"') {
            int end = text.indexOf('"', at + 1);
            if (end < 0) {
                throw bad("this string has no end");
            }
            move(end + 1);
            return text.substring(start + 1, end);
        }
        int end = at;
        while (end < text.length()
                && WORD_END.indexOf(text.charAt(end)) < 0
                && !Character.isWhitespace(text.charAt(end))) {
            end++;
        }
        if (end == at) {
            throw bad("here should be a name or a value, not " + (first == 0 ? "the end of the file" : first));
        }
        move(end);
        return text.substring(start, end);
    }

    /** Returns the value after a colon, which may be an expression of several words. */
    private String value() {
        int from = line;
        StringBuilder value = new StringBuilder(word());
        while (skip() != ';' && skip() != '}' && line == from) {
            value.append(' ').append(word());
        }
        take(';');
        return value.toString();
    }

    private String arguments() {
        List<String> words = new ArrayList<>();
        require('(');
        while (!take(')')) {
            words.add(word());
            while (take(',') || take(':')) {
                continue; // a bit range is two words
            }
        }
        return String.join(",", words);
    }

    private Group group(String type, String name, int depth) {
        Group group = new Group(type, name, line, new HashMap<>(), new ArrayList<>());
        if (depth > DEEPEST) {
            throw bad("groups are nested more than " + DEEPEST + " deep");
        }
        require('{');
        while (!take('}')) {
            if (skip() == 0) {
                throw bad("the " + type + " (" + name + ") of line " + group.line + " has no }");
            }
            String word = word();
            if (take(':')) {
                group.attributes.put(word, value());
            } else {
                String arguments = arguments();
                if (skip() == '{') {
                    group.groups.add(group(word, arguments, depth + 1));
                } else {
                    group.attributes.put(word, arguments);
                }
            }
            while (take(';')) {
                continue; // after a group it may be left out
            }
        }
        return group;
    }
}
