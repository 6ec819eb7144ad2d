// SPDX-License-Identifier: Apache-2.0
package fairlead.lab.script;

import fairlead.lab.script.ScriptFile.ScriptException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;

/**
 * An expression of a case file, in the syntax of Python. Its values are numbers, texts, lists and Java objects.
 *
 * @param text the text of the expression
 * @param isEach whether it is a comprehension, which makes a list without brackets around it
 * @param result computes its value
 * @param reason computes why the value is false, with the numbers that decide
 */
public record Expression(String text, boolean isEach, Function<Scope, Object> result, Function<Scope, String> reason) {
    private static final Map<String, Expression> PARSED = new ConcurrentHashMap<>();

    /** Returns the expression of this text. A text is parsed once. */
    public static Expression of(String text) {
        return Scope.once(PARSED, text, t -> new Parser(t).whole());
    }

    public Object value(Scope scope) {
        return result.apply(scope);
    }

    public String why(Scope scope) {
        return reason.apply(scope);
    }

    boolean isTrue(Scope scope) {
        return isTrue(value(scope));
    }

    /** Tells whether a value counts as true: a number other than 0, a text or a list that is not empty. */
    public static boolean isTrue(Object value) {
        if (value instanceof String s) {
            return !s.isEmpty();
        }
        return value instanceof List<?> list ? !list.isEmpty() : number(value) != 0;
    }

    static long number(Object value) {
        if (value instanceof Long n) {
            return n;
        }
        if (value instanceof Boolean b) {
            return b ? 1 : 0;
        }
        throw new ScriptException("no number: " + value);
    }

    static List<?> list(Object value) {
        if (value instanceof List<?> list) {
            return list;
        }
        throw new ScriptException("no list: " + value);
    }

    static List<Object> values(List<Expression> all, Scope scope) {
        List<Object> values = new ArrayList<>(all.size()); // no stream: most of the time of a draw is spent here
        for (Expression one : all) {
            values.add(one.value(scope));
        }
        return values;
    }

    static boolean holds(String operator, Object left, Object right) {
        return switch (operator) {
            case "==" -> Objects.equals(left, right);
            case "!=" -> !Objects.equals(left, right);
            case "in" -> right instanceof String s
                    ? s.contains((String) left)
                    : list(right).contains(left);
            case "<" -> number(left) < number(right);
            case "<=" -> number(left) <= number(right);
            case ">" -> number(left) > number(right);
            default -> number(left) >= number(right);
        };
    }

    static Object arithmetic(String operator, Object a, Object b) {
        if (operator.equals("+") && a instanceof List<?> first) {
            List<Object> both = new ArrayList<>(first);
            both.addAll(list(b));
            return both;
        }
        long x = number(a);
        long y = number(b);
        return switch (operator) {
            case "+" -> x + y;
            case "-" -> x - y;
            case "*" -> x * y;
            case "/" -> Math.floorDiv(x, y);
            case "%" -> Math.floorMod(x, y);
            case "&" -> x & y;
            case "|" -> x | y;
            case "^" -> x ^ y;
            case "<<" -> x << y;
            default -> x >> y;
        };
    }
}
