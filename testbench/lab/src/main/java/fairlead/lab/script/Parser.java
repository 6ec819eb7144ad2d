// SPDX-License-Identifier: Apache-2.0
package fairlead.lab.script;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Parses expressions by precedence: or, and, not, comparison, |, ^, &, shift, sum, product, sign, call. */
final class Parser {
    private static final Pattern TOKEN =
            Pattern.compile("\\s*(0x[0-9a-fA-F]+|\\d+|[A-Za-z_]\\w*|'[^']*'|[=!<>]=|<<|>>|[-+*/%&|^~<>()\\[\\],.=])");
    private static final List<List<String>> BINARY = List.of(
            List.of("|"), List.of("^"), List.of("&"), List.of("<<", ">>"), List.of("+", "-"), List.of("*", "/", "%"));
    private static final List<String> COMPARISONS = List.of("==", "!=", "<", "<=", ">", ">=", "in");
    private static final Map<String, Expression> PARSED = new ConcurrentHashMap<>();

    private final String source;
    private final List<String> tokens = new ArrayList<>();
    private final List<Integer> starts = new ArrayList<>();
    private final List<Integer> ends = new ArrayList<>();
    private int at;

    private Parser(final String source) {
        this.source = source;
        final Matcher matcher = TOKEN.matcher(source);
        int end = 0;
        while (end < source.stripTrailing().length()) {
            matcher.region(end, source.length());
            if (!matcher.lookingAt()) {
                throw new ScriptException("no token at: " + source.substring(end) + " in: " + source);
            }
            tokens.add(matcher.group(1));
            starts.add(matcher.start(1));
            end = matcher.end();
            ends.add(end);
        }
    }

    static Expression of(final String text) {
        Expression parsed = PARSED.get(text);
        if (parsed == null) {
            final Parser parser = new Parser(text);
            parsed = parser.expression();
            if (parser.at < parser.tokens.size()) {
                throw parser.mistake("the end");
            }
            PARSED.put(text, parsed);
        }
        return parsed;
    }

    private ScriptException mistake(final String wanted) {
        return new ScriptException("expected " + wanted + " at: "
                + (at < tokens.size() ? source.substring(starts.get(at)) : "the end") + " in: " + source);
    }

    private boolean sees(final String token) {
        return at < tokens.size() && tokens.get(at).equals(token);
    }

    private boolean take(final String token) {
        final boolean seen = sees(token);
        at += seen ? 1 : 0;
        return seen;
    }

    private void need(final String token) {
        if (!take(token)) {
            throw mistake(token);
        }
    }

    private String word() {
        if (at >= tokens.size()
                || !Character.isJavaIdentifierStart(tokens.get(at).charAt(0))) {
            throw mistake("a name");
        }
        return tokens.get(at++);
    }

    /** Returns the source text from a token up to the last one that was taken. */
    private String from(final int start) {
        return source.substring(starts.get(start), ends.get(at - 1));
    }

    private Expression expression() {
        final int start = at;
        final Expression value = or();
        if (!take("if")) {
            return value;
        }
        final Expression condition = or();
        need("else");
        final Expression otherwise = expression();
        return new Expression.Choice(from(start), condition, value, otherwise);
    }

    private Expression or() {
        final int start = at;
        final Expression left = and();
        return take("or") ? logic(start, false, left, or()) : left;
    }

    private Expression and() {
        final int start = at;
        final Expression left = not();
        return take("and") ? logic(start, true, left, and()) : left;
    }

    private Expression logic(final int start, final boolean and, final Expression left, final Expression right) {
        return new Expression.Logic(from(start), and, left, right);
    }

    private Expression not() {
        final int start = at;
        if (take("not")) {
            final Expression of = not();
            return new Expression.Negation(from(start), of);
        }
        final List<Expression> operands = new ArrayList<>(List.of(binary(0)));
        final List<String> operators = new ArrayList<>();
        while (at < tokens.size() && COMPARISONS.contains(tokens.get(at))) {
            operators.add(tokens.get(at++));
            operands.add(binary(0));
        }
        return operators.isEmpty() ? operands.get(0) : new Expression.Comparisons(from(start), operands, operators);
    }

    private Expression binary(final int level) {
        if (level == BINARY.size()) {
            return sign();
        }
        final int start = at;
        Expression left = binary(level + 1);
        while (at < tokens.size() && BINARY.get(level).contains(tokens.get(at))) {
            final String operator = tokens.get(at++);
            final Expression right = binary(level + 1);
            left = new Expression.Arithmetic(from(start), operator, left, right);
        }
        return left;
    }

    private Expression sign() {
        final int start = at;
        if (sees("-") || sees("~")) {
            final String operator = tokens.get(at++);
            final Expression of = sign();
            return new Expression.Unary(from(start), operator, of);
        }
        Expression value = primary();
        while (true) {
            if (take(".")) {
                final String name = word();
                value = sees("(") ? call(start, value, name) : new Expression.Member(from(start), value, name);
            } else if (take("[")) {
                final Expression index = expression();
                need("]");
                value = new Expression.Item(from(start), value, index);
            } else {
                return value;
            }
        }
    }

    private Expression primary() {
        final int start = at;
        if (take("(")) {
            final Expression inner = expression();
            need(")");
            return inner;
        }
        if (take("[")) {
            final List<Expression> items = items("]");
            return items.size() == 1 && items.get(0) instanceof Expression.Each
                    ? items.get(0)
                    : new Expression.Items(from(start), items);
        }
        if (at >= tokens.size()) {
            throw mistake("a value");
        }
        final String token = tokens.get(at);
        if (Character.isDigit(token.charAt(0))) {
            at++;
            return new Expression.Literal(token, Long.decode(token));
        }
        if (token.startsWith("'")) {
            at++;
            final String inner = token.substring(1, token.length() - 1);
            return inner.contains("{") ? new Expression.Template(token, inner) : new Expression.Literal(token, inner);
        }
        final String name = word();
        return sees("(") ? call(start, null, name) : new Expression.Name(name);
    }

    private Expression call(final int start, final Expression receiver, final String name) {
        need("(");
        final Map<String, Expression> named = new LinkedHashMap<>();
        final List<Expression> arguments = new ArrayList<>();
        while (!take(")")) {
            if (at + 1 < tokens.size() && tokens.get(at + 1).equals("=")) {
                final String key = word();
                need("=");
                named.put(key, expression());
            } else {
                arguments.add(item());
            }
            if (!sees(")")) {
                need(",");
            }
        }
        return new Expression.Call(from(start), receiver, name, List.copyOf(arguments), named);
    }

    private List<Expression> items(final String end) {
        final List<Expression> items = new ArrayList<>();
        while (!take(end)) {
            items.add(item());
            if (!sees(end)) {
                need(",");
            }
        }
        return items;
    }

    /** Parses an expression, or a comprehension without its brackets. */
    private Expression item() {
        final int start = at;
        final Expression body = expression();
        final List<Expression.Clause> clauses = new ArrayList<>();
        while (take("for")) {
            final String name = word();
            need("in");
            final Expression list = or();
            clauses.add(new Expression.Clause(name, list, take("if") ? or() : null));
        }
        return clauses.isEmpty() ? body : new Expression.Each(from(start), body, List.copyOf(clauses));
    }
}
