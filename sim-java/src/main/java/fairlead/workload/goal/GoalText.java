// SPDX-License-Identifier: Apache-2.0
package fairlead.workload.goal;

/** Characters of a GOAL text, with the number of the line. Blanks do not include the end of a line. */
final class GoalText {
    private static final int SHOWN = 24;

    private final String text;
    private int at;
    private int line = 1;

    GoalText(String text) {
        this.text = text.replace("\r\n", "\n").replace('\r', '\n');
    }

    int line() {
        return line;
    }

    boolean isEnd() {
        return at >= text.length();
    }

    GoalException wrong(String what) {
        return new GoalException(line, what);
    }

    /** Makes an error of what stands here. */
    GoalException expected(String what) {
        return wrong("expected " + what + ", found " + here());
    }

    /** Returns what stands here, for messages. */
    String here() {
        if (isEnd()) {
            return "the end of the file";
        }
        int end = text.indexOf('\n', at);
        String rest = text.substring(at, end < 0 ? text.length() : end).strip();
        return rest.isEmpty()
                ? "the end of the line"
                : "'" + (rest.length() > SHOWN ? rest.substring(0, SHOWN) + "..." : rest) + "'";
    }

    private boolean isAt(String word) {
        return text.startsWith(word, at);
    }

    /** Skips blanks; returns whether there was one. */
    boolean blanks() {
        int from = at;
        while (!isEnd() && (text.charAt(at) == ' ' || text.charAt(at) == '\t')) {
            at++;
        }
        return at > from;
    }

    /** Skips blanks and then the word, if it stands there; else nothing. */
    boolean take(String word) {
        int from = at;
        blanks();
        if (isAt(word)) {
            at += word.length();
            return true;
        }
        at = from;
        return false;
    }

    void expect(String word, String after) {
        if (!take(word)) {
            blanks();
            throw expected("'" + word + "' after " + after);
        }
    }

    /** Skips ends of lines, blanks and comments. */
    void space() {
        while (!isEnd()) {
            if (text.charAt(at) == '\n') {
                at++;
                line++;
            } else if (!blanks() && !comment()) {
                return;
            }
        }
    }

    /** Skips one comment, if it stands here; the end of a line behind it remains. */
    private boolean comment() {
        if (isAt("//")) {
            int end = text.indexOf('\n', at);
            at = end < 0 ? text.length() : end;
            return true;
        }
        if (!isAt("/*")) {
            return false;
        }
        int end = text.indexOf("*/", at + 2);
        if (end < 0) {
            throw wrong("the comment that begins here is never closed");
        }
        line += (int) text.substring(at, end).chars().filter(c -> c == '\n').count();
        at = end + 2;
        return true;
    }

    /** Skips the end of a statement: blanks and comments up to the end of the line. */
    void endOfStatement(int rank) {
        int first = line;
        while (blanks() || comment()) {
            continue;
        }
        if (isEnd()) {
            throw wrong("rank " + rank + " is not closed: did you forget a closing bracket?");
        }
        if (text.charAt(at) == '\n') {
            at++;
            line++;
        } else if (line == first) {
            throw text.charAt(at) == '}'
                    ? wrong("'}' must stand in a line of its own behind the statement")
                    : expected("the end of the line behind the statement");
        }
    }

    private static boolean isLetter(char c) {
        return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z';
    }

    private static boolean isDigit(char c) {
        return c >= '0' && c <= '9';
    }

    /** Takes the longest word of letters, digits and underscores that begins with a letter; it may be empty. */
    String word() {
        int from = at;
        while (!isEnd()) {
            char c = text.charAt(at);
            if (!isLetter(c) && (at == from || !isDigit(c) && c != '_')) {
                break;
            }
            at++;
        }
        return text.substring(from, at);
    }

    boolean isDigitNext() {
        return !isEnd() && isDigit(text.charAt(at));
    }

    /** Takes blanks and a decimal number from `low` to `high`. */
    long number(String what, long low, long high) {
        blanks();
        return number(what, 10, low, high);
    }

    /** Takes blanks and a number, decimal or behind 0x hexadecimal. */
    long anyNumber(String what, long low, long high) {
        blanks();
        if (isAt("0x")) {
            at += 2;
            return number(what, 16, low, high);
        }
        return number(what, 10, low, high);
    }

    private long number(String what, int radix, long low, long high) {
        int from = at;
        while (!isEnd() && text.charAt(at) < 128 && Character.digit(text.charAt(at), radix) >= 0) {
            at++;
        }
        String digits = text.substring(from, at);
        if (digits.isEmpty()) {
            throw expected(what + ", a number from " + low + " to " + high);
        }
        try {
            long value = Long.parseLong(digits, radix);
            if (value >= low && value <= high) {
                return value;
            }
        } catch (NumberFormatException e) {
            // too long: refused below as every number outside the range
        }
        throw wrong(what + " = " + (digits.length() > SHOWN ? digits.substring(0, SHOWN) + "..." : digits)
                + ": must be from " + low + " to " + high);
    }
}
