// SPDX-License-Identifier: Apache-2.0
package fairlead.search;

import java.util.List;
import java.util.function.Supplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The value of a boolean function in the liberty format: `!a`, `a'`, `a ^ b`, `a * b`, `a & b`, `a b`, `a + b`, `a | b`. */
final class Expression {
    private static final Pattern TOKEN = Pattern.compile("\\s*(\\w+|[!'^*&+|()])");

    private final List<String> tokens;
    private final List<String> inputs;
    private final int row;
    private int at;
    private boolean wrong;

    /** @param row the values of the inputs, the first one in bit 0 */
    Expression(String text, List<String> inputs, int row) {
        this.inputs = inputs;
        this.row = row;
        Matcher token = TOKEN.matcher(text);
        tokens = token.results().map(t -> t.group(1)).toList();
        wrong = !text.matches("(" + TOKEN + ")*\\s*");
    }

    /** Returns the value, or throws what `error` gives if the text is no expression of the inputs. */
    boolean value(Supplier<RuntimeException> error) {
        boolean value = sum();
        if (wrong || at != tokens.size()) {
            throw error.get();
        }
        return value;
    }

    private String next() {
        return at < tokens.size() ? tokens.get(at) : ")";
    }

    private boolean sum() {
        boolean value = product();
        while (next().equals("+") || next().equals("|")) {
            at++;
            value |= product();
        }
        return value;
    }

    private boolean product() {
        boolean value = difference();
        while (!List.of(")", "+", "|", "'", "^").contains(next())) {
            at += next().equals("*") || next().equals("&") ? 1 : 0;
            value &= difference();
        }
        return value;
    }

    private boolean difference() {
        boolean value = term();
        while (next().equals("^")) {
            at++;
            value ^= term();
        }
        return value;
    }

    private boolean term() {
        String token = next();
        boolean value = false;
        at++;
        if (token.equals("!")) {
            value = !term();
        } else if (token.equals("(")) {
            value = sum();
            wrong |= !next().equals(")") || at >= tokens.size();
            at++;
        } else {
            wrong |= !inputs.contains(token) && !token.matches("[01]");
            value = token.equals("1") || inputs.contains(token) && (row >> inputs.indexOf(token) & 1) != 0;
        }
        while (next().equals("'")) {
            at++;
            value = !value;
        }
        return value;
    }
}
