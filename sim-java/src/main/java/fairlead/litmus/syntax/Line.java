// SPDX-License-Identifier: Apache-2.0
package fairlead.litmus.syntax;

import fairlead.program.Comparison;
import fairlead.scenario.BadInput;
import fairlead.scenario.Nearest;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** One line of a file as tokens, read from left to right. */
final class Line {
    private static final Pattern TOKEN = Pattern.compile(
            "\\s*(?:([A-Za-z][A-Za-z0-9_]*|(?:0[xX][0-9A-Fa-f]+|[0-9]+(?:x[0-9]+)*)(?![A-Za-z0-9_])|\\.\\.|==|!=|<=|>=|[+&|^]=|[-+*/%=<>&|!()\\[\\]{}@:?,.;])|(\\S))");
    private static final String LETTER = "a number ends in a letter behind it: a blank is missing, or a digit is wrong";
    private static final List<String> FACTORS = List.of("*", "/", "%");

    static final int DEEPEST = 64;

    private final String file;
    private final int number;
    private final String text;
    private final List<String> tokens;
    private final List<Integer> starts;
    Map<String, Long> values = Map.of(); // of the constants and variables that are allowed for numbers here
    private int next;
    private int depth;

    Line(String file, int number, String text) {
        this.file = file;
        this.number = number;
        this.text = text.stripTrailing();
        tokens = new ArrayList<>();
        starts = new ArrayList<>();
        Matcher m = TOKEN.matcher(this.text);
        for (int at = 0; at < this.text.length() && m.find(at); at = m.end()) {
            refuse(
                    m.group(2) != null,
                    () -> m.group(2).matches("[0-9]") ? LETTER : "character '" + m.group(2) + "' has no meaning here");
            tokens.add(m.group(1));
            starts.add(m.start(1));
        }
    }

    private Line(Line other, Map<String, Long> values) {
        file = other.file;
        number = other.number;
        text = other.text;
        tokens = other.tokens;
        starts = other.starts;
        this.values = values;
    }

    Line again(Map<String, Long> with) {
        return new Line(this, with);
    }

    int number() {
        return number;
    }

    int length() {
        return text.length();
    }

    // ---- errors

    BadInput error(String what) {
        return error(file, number, what);
    }

    static BadInput error(String file, int number, String what) {
        return new BadInput(file + ":" + number + ": " + what);
    }

    void refuse(boolean wrong, Supplier<String> what) {
        if (wrong) {
            throw error(what.get());
        }
    }

    /** Returns the word, which must be a known one. */
    String known(String what, String word, Collection<String> known) {
        refuse(
                !known.contains(word),
                () -> "no " + what + " " + word + "; known: " + String.join(", ", known) + Nearest.hint(word, known));
        return word;
    }

    private BadInput expected(String what) {
        return error("expected " + what + (isEnd() ? " at the end of the line" : ", found '" + peek() + "'"));
    }

    // ---- tokens

    boolean isEnd() {
        return next == tokens.size();
    }

    String peek() {
        return peek(0);
    }

    String peek(int ahead) {
        return next + ahead < tokens.size() ? tokens.get(next + ahead) : "";
    }

    String between(int from) {
        return text.substring(starts.get(from), isEnd() ? text.length() : starts.get(next))
                .strip();
    }

    int position() {
        return next;
    }

    void seek(int position) {
        next = position;
    }

    /** Returns whether a block may begin after the line. */
    boolean opens() {
        return peek().equals("repeat")
                || !tokens.isEmpty() && tokens.get(tokens.size() - 1).equals("{");
    }

    String take() {
        refuse(isEnd(), () -> "the line ends too early");
        return tokens.get(next++);
    }

    boolean accept(String token) {
        boolean found = peek().equals(token);
        next += found ? 1 : 0;
        return found;
    }

    void expect(String token) {
        if (!accept(token)) {
            throw expected("'" + token + "'");
        }
    }

    void end() {
        refuse(!isEnd(), () -> "unexpected '" + peek() + "' behind the statement");
    }

    void deeper() {
        refuse(++depth > DEEPEST, () -> "nested more than " + DEEPEST + " deep");
    }

    void shallower() {
        depth--;
    }

    static boolean isName(String token) {
        return !token.isEmpty() && Character.isLetter(token.charAt(0));
    }

    String name(String what) {
        if (!isName(peek())) {
            throw expected(what);
        }
        return take();
    }

    static boolean isRegister(String token) {
        return token.matches("r[0-9]+");
    }

    // ---- values

    /**
     * Reads a sum of products of numbers and the given names, in wrapping 64-bit arithmetic. `/` rounds down and `%` is
     * never negative, both for signed operands, so `(i - 1) % 4` is 3 for i = 0.
     */
    long value() {
        return product() + more();
    }

    /** Reads what is added to a value or taken away, if anything is. */
    long more() {
        refuse(
                FACTORS.contains(peek()),
                () -> "a register may only have values added or taken away, as in r1 + 1 or r1 - 1");
        long sum = 0;
        while (peek().equals("+") || peek().equals("-")) {
            sum += take().equals("+") ? product() : -product();
        }
        return sum;
    }

    private long product() {
        long product = factor();
        while (FACTORS.contains(peek())) {
            String sign = take();
            long right = factor();
            refuse(right == 0 && !sign.equals("*"), () -> "division by zero");
            product = sign.equals("*")
                    ? product * right
                    : sign.equals("/") ? Math.floorDiv(product, right) : Math.floorMod(product, right);
        }
        return product;
    }

    private long factor() {
        if (accept("(")) {
            deeper();
            long inner = value();
            shallower();
            expect(")");
            return inner;
        }
        if (values.containsKey(peek())) {
            return values.get(take());
        }
        if (isEnd() || !Character.isDigit(peek().charAt(0))) {
            BadInput error = expected("a value");
            throw isRegister(peek())
                    ? new BadInput(error.getMessage()
                            + ": a register comes first where a value is written, added, compared or sent, as"
                            + " in r1 + 1")
                    : error;
        }
        String digits = take();
        refuse(digits.matches("[0-9]+x.*") && !digits.startsWith("0x"), () -> LETTER); // as in the value of axis shape
        boolean isHexadecimal = digits.startsWith("0x") || digits.startsWith("0X");
        try {
            return Long.parseUnsignedLong(digits.substring(isHexadecimal ? 2 : 0), isHexadecimal ? 16 : 10);
        } catch (NumberFormatException e) {
            throw error(digits + " does not fit in 64 bits: 0 to " + Long.toUnsignedString(-1));
        }
    }

    int count(String what, long most) {
        long value = value();
        refuse(value < 0 || value > most, () -> what + " must be 0 to " + most + ": " + Long.toUnsignedString(value));
        return (int) value;
    }

    /** Reads `a..b`, both from 0 to `most`; b may be a - 1, which is no value at all. Returns a and b. */
    int[] range(String what, int most) {
        int from = count(what, most);
        expect("..");
        long to = value();
        refuse(
                to < from - 1L || to > most,
                () -> what + " " + from + ".." + to + ": must end between " + (from - 1L) + " and " + most);
        return new int[] {from, (int) to};
    }

    Comparison relation() {
        for (Comparison relation : Comparison.values()) {
            if (accept(relation.sign()) || relation == Comparison.EQ && accept("=")) {
                return relation;
            }
        }
        throw expected("one of == != < <= > >=");
    }
}
