// SPDX-License-Identifier: Apache-2.0
package fairlead.workload.goal;

import java.math.BigInteger;
import java.util.function.Supplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Characters of a GOAL text, with the number of the line. Blanks do not include the end of a line. A comment is as many
 * blanks, and the ends of its lines.
 */
final class GoalText {
    private static final int SHOWN = 24;
    private static final Pattern COMMENT = Pattern.compile("//[^\n]*|/\\*(?s:.*?)\\*/|/\\*");
    private static final Pattern WORD = Pattern.compile("[A-Za-z][A-Za-z0-9_]*");
    private static final Pattern DIGITS = Pattern.compile("[0-9]+");
    private static final Pattern HEXADECIMAL = Pattern.compile("[0-9A-Fa-f]+");

    private final String text;
    private int at;
    private int line = 1;

    GoalText(String text) {
        String plain = text.replace("\r\n", "\n");
        this.text = COMMENT.matcher(plain).replaceAll(comment -> {
            if (comment.group().equals("/*")) {
                int before = (int) plain.substring(0, comment.start())
                        .chars()
                        .filter(c -> c == '\n')
                        .count();
                throw new GoalException(1 + before, "the comment that begins here is never closed");
            }
            return comment.group().replaceAll("[^\n]", " ");
        });
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

    void refuse(boolean wrong, Supplier<String> what) {
        if (wrong) {
            throw wrong(what.get());
        }
    }

    /** Refuses the text here if something else is required. */
    void expect(boolean found, String what) {
        if (!found) {
            throw other(what, "");
        }
    }

    /** Makes an error of a word that was taken, or of the text here if it is empty. */
    GoalException other(String what, String word) {
        return wrong("expected " + what + ", found " + (word.isEmpty() ? here() : "'" + word + "'"));
    }

    /** Returns the text here, for messages. */
    String here() {
        if (isEnd()) {
            return "the end of the file";
        }
        String rest = text.substring(at, endOfLine()).strip();
        return rest.isEmpty() ? "the end of the line" : "'" + shown(rest) + "'";
    }

    private static String shown(String what) {
        return what.length() > SHOWN ? what.substring(0, SHOWN) + "..." : what;
    }

    private int endOfLine() {
        int end = text.indexOf('\n', at);
        return end < 0 ? text.length() : end;
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

    /** Skips blanks and then the word, if it is there; else nothing. */
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
        boolean found = take(word);
        blanks();
        expect(found, "'" + word + "' after " + after);
    }

    /** Skips ends of lines and blanks. */
    void space() {
        while (!isEnd()) {
            if (text.charAt(at) == '\n') {
                at++;
                line++;
            } else if (!blanks()) {
                return;
            }
        }
    }

    /** Skips the end of a statement: blanks up to the end of the line. */
    void endOfStatement(int rank) {
        blanks();
        refuse(isEnd(), () -> "rank " + rank + " is not closed: did you forget a closing bracket?");
        refuse(text.charAt(at) == '}', () -> "'}' must stand in a line of its own behind the statement");
        expect(text.charAt(at) == '\n', "the end of the line behind the statement");
        space();
    }

    /** Takes the longest part of the text that a pattern matches here; it may be empty. */
    private String matched(Pattern pattern) {
        int from = at;
        Matcher found = pattern.matcher(text).region(at, text.length());
        at = found.lookingAt() ? found.end() : at;
        return text.substring(from, at);
    }

    /** Takes the longest word of letters, digits and underscores that begins with a letter; it may be empty. */
    String word() {
        return matched(WORD);
    }

    boolean isDigitNext() {
        return DIGITS.matcher(text).region(at, text.length()).lookingAt();
    }

    /** Takes blanks and a decimal number from `low` to `high`. */
    long number(String what, long low, long high) {
        blanks();
        return number(what, 10, low, high);
    }

    /** Takes blanks and a number, decimal or after 0x hexadecimal. */
    long anyNumber(String what, long low, long high) {
        blanks();
        boolean isHexadecimal = isAt("0x");
        at += isHexadecimal ? 2 : 0;
        return number(what, isHexadecimal ? 16 : 10, low, high);
    }

    private long number(String what, int radix, long low, long high) {
        String digits = matched(radix == 16 ? HEXADECIMAL : DIGITS);
        expect(!digits.isEmpty(), what + ", a number from " + low + " to " + high);
        BigInteger value = new BigInteger(digits, radix);
        refuse(
                value.compareTo(BigInteger.valueOf(low)) < 0 || value.compareTo(BigInteger.valueOf(high)) > 0,
                () -> what + " = " + shown(digits) + ": must be from " + low + " to " + high);
        return value.longValue();
    }
}
