// SPDX-License-Identifier: Apache-2.0
package fairlead.litmus.syntax;

import fairlead.scenario.BadInput;
import fairlead.scenario.Nearest;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** One line of a file as tokens, read from left to right. */
final class Line {
    private static final Pattern TOKEN = Pattern.compile(
            "\\s*(?:([A-Za-z][A-Za-z0-9_]*|0[xX][0-9A-Fa-f]+|[0-9]+|\\.\\.|==|!=|<=|>=|[+&|^]=|[-+*/%=<>&|!()\\[\\]{}@:?,.;])|(\\S))");

    private static final String REGISTER_FIRST =
            ": a register comes first where a value is written, added, compared or sent, as in r1 + 1";

    static final int DEEPEST = 64;

    private final String file;
    private final int number;
    private final String text;
    private final List<String> tokens;
    private final List<Integer> starts;
    Map<String, Long> values = Map.of(); // of the constants and variables that may stand for numbers here
    private int next;
    private int depth;

    Line(String file, int number, String text) {
        this.file = file;
        this.number = number;
        this.text = text.stripTrailing();
        tokens = new ArrayList<>();
        starts = new ArrayList<>();
        Matcher m = TOKEN.matcher(this.text);
        int at = 0;
        while (at < this.text.length() && m.find(at)) {
            if (m.group(2) != null) {
                throw error("character '" + m.group(2) + "' has no meaning here");
            }
            tokens.add(m.group(1));
            starts.add(m.start(1));
            at = m.end();
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

    BadInput error(String what) {
        return error(file, number, what);
    }

    static BadInput error(String file, int number, String what) {
        return new BadInput(file + ":" + number + ": " + what);
    }

    BadInput unknown(String what, String word, Collection<String> known) {
        String near = Nearest.to(word, known);
        return error("no " + what + " " + word + "; known: " + String.join(", ", known)
                + (near.isEmpty() ? "" : "; did you mean " + near + "?"));
    }

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

    /** Returns whether a block may begin behind the line. */
    boolean opens() {
        return peek().equals("repeat")
                || !tokens.isEmpty() && tokens.get(tokens.size() - 1).equals("{");
    }

    String take() {
        if (isEnd()) {
            throw error("the line ends too early");
        }
        return tokens.get(next++);
    }

    boolean accept(String token) {
        if (peek().equals(token)) {
            next++;
            return true;
        }
        return false;
    }

    void expect(String token) {
        if (!accept(token)) {
            throw error("expected '" + token + "'" + found());
        }
    }

    private String found() {
        return isEnd() ? " at the end of the line" : ", found '" + peek() + "'";
    }

    void end() {
        if (!isEnd()) {
            throw error("unexpected '" + peek() + "' behind the statement");
        }
    }

    void deeper() {
        if (++depth > DEEPEST) {
            throw error("nested more than " + DEEPEST + " deep");
        }
    }

    void shallower() {
        depth--;
    }

    void seek(int position) {
        next = position;
    }

    static boolean isName(String token) {
        return !token.isEmpty() && Character.isLetter(token.charAt(0));
    }

    String name(String what) {
        if (!isName(peek())) {
            throw error("expected " + what + found());
        }
        return take();
    }

    static boolean isRegister(String token) {
        return token.matches("r[0-9]+");
    }

    private static boolean isNumber(String token) {
        return !token.isEmpty() && Character.isDigit(token.charAt(0));
    }

    /**
     * Reads a sum of products of numbers and the given names, in wrapping 64-bit arithmetic. `/` rounds down and `%` is
     * never negative, both for signed operands, so `(i - 1) % 4` is 3 for i = 0.
     */
    long value() {
        return product() + more();
    }

    /** Reads what is added to a value or taken away, if anything is. */
    long more() {
        if (List.of("*", "/", "%").contains(peek())) {
            throw error("a register may only have values added or taken away, as in r1 + 1 or r1 - 1");
        }
        long sum = 0;
        while (peek().equals("+") || peek().equals("-")) {
            boolean plus = take().equals("+");
            long right = product();
            sum = plus ? sum + right : sum - right;
        }
        return sum;
    }

    private long product() {
        long product = factor();
        while (List.of("*", "/", "%").contains(peek())) {
            String sign = take();
            long right = factor();
            if (right == 0 && !sign.equals("*")) {
                throw error("division by zero");
            }
            product = switch (sign) {
                case "*" -> product * right;
                case "/" -> Math.floorDiv(product, right);
                default -> Math.floorMod(product, right);
            };
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
        if (!isNumber(peek())) {
            boolean isLate = isRegister(peek());
            throw error("expected a value" + found() + (isLate ? REGISTER_FIRST : ""));
        }
        String digits = take();
        try {
            return digits.length() > 1 && Character.toLowerCase(digits.charAt(1)) == 'x'
                    ? Long.parseUnsignedLong(digits.substring(2), 16)
                    : Long.parseUnsignedLong(digits);
        } catch (NumberFormatException e) {
            throw error(digits + " does not fit in 64 bits: 0 to " + Long.toUnsignedString(-1));
        }
    }

    int count(String what, long most) {
        long value = value();
        if (value < 0 || value > most) {
            throw error(what + " must be 0 to " + most + ": " + Long.toUnsignedString(value));
        }
        return (int) value;
    }

    /** Reads `a..b`, both from 0 to `most`; b may be a - 1, which is no value at all. Returns a and b. */
    int[] range(String what, int most) {
        int from = count(what, most);
        expect("..");
        long to = value();
        if (to < from - 1L || to > most) {
            throw error(what + " " + from + ".." + to + ": must end between " + (from - 1L) + " and " + most);
        }
        return new int[] {from, (int) to};
    }

    Relation relation() {
        for (Relation relation : Relation.values()) {
            if (accept(relation.sign()) || relation == Relation.EQ && accept("=")) {
                return relation;
            }
        }
        throw error("expected one of == != < <= > >=" + found());
    }
}
