// SPDX-License-Identifier: Apache-2.0
package fairlead.lab.strength;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A C++ file: its text, the text with comments, strings and preprocessor lines blanked out, and its functions. */
final class CppSource {
    private static final Pattern NO_CODE = Pattern.compile(
            "//[^\n]*|/\\*.*?\\*/|\"(?:\\\\.|[^\"\\\\])*\"|(?<![0-9A-Za-z])'(?:\\\\.|[^'\\\\])+'|(?m:^[ ]*#(?:[^\n]*\\\\\n)*[^\n]*)",
            Pattern.DOTALL);
    private static final Pattern NO_FUNCTION = Pattern.compile(
            "(namespace|class|enum|extern|struct|union|alignas|constexpr)\\b.*|.*[^=!<>]=\\s*|.*\\[\\] =.*",
            Pattern.DOTALL);

    /** A function with a body: its text begins at `signature`, and its braces are at `open` and `close`. */
    record Function(int signature, int open, int close, boolean isVoid) {}

    private final String text;
    private final String code;

    CppSource(final String text) {
        this.text = text;
        final Matcher found = NO_CODE.matcher(text);
        code = found.replaceAll(match -> Matcher.quoteReplacement(match.group().replaceAll("[^\n]", " ")));
    }

    String text() {
        return text;
    }

    /** Returns the text with blanks for everything that is not code; it has the length of the text. */
    String code() {
        return code;
    }

    int line(final int place) {
        return 1 + (int) text.substring(0, place).chars().filter(c -> c == '\n').count();
    }

    /** Returns the line at a position, without surrounding blanks. */
    String lineAt(final int place) {
        final int end = text.indexOf('\n', place);
        return text.substring(text.lastIndexOf('\n', place - 1) + 1, end < 0 ? text.length() : end)
                .trim();
    }

    /** Returns the outermost function bodies, except those that the compiler evaluates. */
    List<Function> functions() {
        final List<Function> functions = new ArrayList<>();
        final Deque<Integer> open = new ArrayDeque<>();
        int signature = 0;
        int depth = -1; // depth of the function that is open
        for (int i = 0; i < code.length(); i++) {
            final char c = code.charAt(i);
            if (c == '{') {
                final int from = 1
                        + Arrays.stream(new int[] {
                                    code.lastIndexOf(';', i), code.lastIndexOf('{', i - 1), code.lastIndexOf('}', i)
                                })
                                .max()
                                .orElseThrow();
                if (depth < 0 && isFunction(code.substring(from, i))) {
                    signature = from;
                    depth = open.size();
                }
                open.push(i);
            } else if (c == '}') {
                final int begin = open.pop();
                if (open.size() == depth) {
                    final String head = head(code.substring(signature, begin));
                    final boolean isVoid = head.startsWith("void ") || !head.matches(".*[\\w>&*] .*");
                    functions.add(new Function(signature, begin, i, isVoid));
                    depth = -1;
                }
            }
        }
        return functions;
    }

    /** Returns the return type and the name of a function. */
    private static String head(final String signature) {
        return signature
                .trim()
                .replaceFirst("^(public|private|protected):\\s*", "")
                .replaceFirst("(?s)^template\\s*<[^>]*>\\s*", "")
                .replaceFirst("^((inline|static|explicit|virtual) )+", "")
                .replaceFirst("(?s)\\(.*", "");
    }

    private static boolean isFunction(final String signature) {
        final String whole = signature.trim();
        return whole.contains("(")
                && !NO_FUNCTION.matcher(whole).matches()
                && !whole.contains("constexpr ")
                && !head(whole).isBlank();
    }
}
