// SPDX-License-Identifier: Apache-2.0
package fairlead.lab.script;

import fairlead.lab.script.ScriptFile.ScriptException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** Parses by precedence: or, and, not, comparison, |, ^, &, shift, sum, product, sign, call. */
final class Parser {
    /** The part `for name in source if condition`; the condition may be null. */
    private record Clause(String name, Expression source, Expression condition) {
        static List<Scope> scopes(List<Clause> clauses, Scope scope) {
            List<Scope> all = List.of(scope);
            for (Clause clause : clauses) {
                List<Scope> inner = new ArrayList<>();
                for (Scope outer : all) {
                    Expression.list(clause.source.value(outer))
                            .forEach(item -> inner.add(outer.with(clause.name, item)));
                }
                inner.removeIf(one -> clause.condition != null && !clause.condition.isTrue(one));
                all = inner;
            }
            return all;
        }
    }

    private static final Pattern TOKEN =
            Pattern.compile("\\s*(0x[0-9a-fA-F]+|\\d+|[A-Za-z_]\\w*|'[^']*'|[=!<>]=|<<|>>|[-+*/%&|^~<>()\\[\\],.=])");
    private static final List<List<String>> BINARY = List.of(
            List.of("|"), List.of("^"), List.of("&"), List.of("<<", ">>"), List.of("+", "-"), List.of("*", "/", "%"));
    private static final List<String> COMPARISONS = List.of("==", "!=", "<", "<=", ">", ">=", "in");

    private final String source;
    private final List<String> tokens = new ArrayList<>();
    private final List<Integer> starts = new ArrayList<>();
    private final List<Integer> ends = new ArrayList<>();
    private int at;

    Parser(String source) {
        this.source = source;
        Matcher matcher = TOKEN.matcher(source);
        int end = 0;
        while (end < source.stripTrailing().length()) {
            matcher.region(end, source.length());
            if (!matcher.lookingAt()) {
                throw new ScriptException("no token at: " + source.substring(end) + " in: " + source);
            }
            tokens.add(matcher.group(1).intern()); // names are compared with names most of the time of a draw
            starts.add(matcher.start(1));
            end = matcher.end();
            ends.add(end);
        }
    }

    Expression whole() {
        Expression whole = expression();
        if (at < tokens.size()) {
            throw mistake("the end");
        }
        return whole;
    }

    private ScriptException mistake(String wanted) {
        return new ScriptException("expected " + wanted + " at: "
                + (at < tokens.size() ? source.substring(starts.get(at)) : "the end") + " in: " + source);
    }

    private boolean sees(String token) {
        return at < tokens.size() && tokens.get(at).equals(token);
    }

    private boolean take(String token) {
        boolean seen = sees(token);
        at += seen ? 1 : 0;
        return seen;
    }

    private void need(String token) {
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

    private String from(int start) {
        return source.substring(starts.get(start), ends.get(at - 1));
    }

    /** Returns an expression of the tokens from one up to the last one that was taken. */
    private Expression made(int start, Function<Scope, Object> value) {
        String text = from(start);
        return made(start, value, scope -> text);
    }

    private Expression made(int start, Function<Scope, Object> value, Function<Scope, String> why) {
        return new Expression(from(start), false, value, why);
    }

    private Expression expression() {
        int start = at;
        Expression yes = or();
        if (!take("if")) {
            return yes;
        }
        Expression condition = or();
        need("else");
        Expression no = expression();
        Function<Scope, Expression> chosen = scope -> condition.isTrue(scope) ? yes : no;
        return made(start, s -> chosen.apply(s).value(s), s -> chosen.apply(s).why(s));
    }

    private Expression or() {
        int start = at;
        Expression left = and();
        if (!take("or")) {
            return left;
        }
        Expression right = or();
        return made(start, s -> left.isTrue(s) || right.isTrue(s), s -> left.why(s) + "; " + right.why(s));
    }

    private Expression and() {
        int start = at;
        Expression left = not();
        if (!take("and")) {
            return left;
        }
        Expression right = and();
        return made(start, s -> left.isTrue(s) && right.isTrue(s), s -> (left.isTrue(s) ? right : left).why(s));
    }

    private Expression not() {
        int start = at;
        if (take("not")) {
            Expression of = not();
            return made(start, scope -> !of.isTrue(scope));
        }
        List<Expression> operands = new ArrayList<>(List.of(binary(0)));
        List<String> operators = new ArrayList<>();
        while (at < tokens.size() && COMPARISONS.contains(tokens.get(at))) {
            operators.add(tokens.get(at++));
            operands.add(binary(0));
        }
        if (operators.isEmpty()) {
            return operands.get(0);
        }
        String text = from(start);
        return made(
                start,
                scope -> compared(operands, operators, scope),
                scope -> text + ": "
                        + Expression.values(operands, scope).stream()
                                .map(String::valueOf)
                                .collect(Collectors.joining(" against ")));
    }

    private static boolean compared(List<Expression> operands, List<String> operators, Scope scope) {
        Object left = operands.get(0).value(scope);
        for (int i = 0; i < operators.size(); i++) {
            Object right = operands.get(i + 1).value(scope);
            if (!Expression.holds(operators.get(i), left, right)) {
                return false;
            }
            left = right;
        }
        return true;
    }

    private Expression binary(int level) {
        if (level == BINARY.size()) {
            return sign();
        }
        int start = at;
        Expression whole = binary(level + 1);
        while (at < tokens.size() && BINARY.get(level).contains(tokens.get(at))) {
            String operator = tokens.get(at++);
            Expression left = whole;
            Expression right = binary(level + 1);
            whole = made(start, s -> Expression.arithmetic(operator, left.value(s), right.value(s)));
        }
        return whole;
    }

    private Expression sign() {
        int start = at;
        if (sees("-") || sees("~")) {
            boolean isMinus = tokens.get(at++).equals("-");
            Expression of = sign();
            return made(start, s -> isMinus ? -Expression.number(of.value(s)) : ~Expression.number(of.value(s)));
        }
        Expression whole = primary();
        while (true) {
            Expression of = whole;
            if (take(".")) {
                String name = word();
                whole = sees("(") ? call(start, of, name) : made(start, s -> Reflection.member(of.value(s), name));
            } else if (take("[")) {
                Expression index = expression();
                need("]");
                whole = made(start, s -> item(Expression.list(of.value(s)), Expression.number(index.value(s)), s));
            } else {
                return whole;
            }
        }
    }

    /** Returns an item of a list. Behind the end of a list of events is an event that never occurred. */
    private static Object item(List<?> items, long at, Scope scope) {
        return at >= 0 && at < items.size() ? items.get((int) at) : scope.missing();
    }

    private Expression primary() {
        int start = at;
        if (take("(")) {
            Expression inner = expression();
            need(")");
            return inner;
        }
        if (take("[")) {
            List<Expression> items = new ArrayList<>();
            while (!take("]")) {
                items.add(item());
                comma("]");
            }
            return items.size() == 1 && items.get(0).isEach()
                    ? items.get(0)
                    : made(start, scope -> Expression.values(items, scope));
        }
        if (at >= tokens.size()) {
            throw mistake("a value");
        }
        String token = tokens.get(at);
        if (Character.isDigit(token.charAt(0))) {
            at++;
            Long number = Long.decode(token);
            return made(start, scope -> number);
        }
        if (token.startsWith("'")) { // the text in braces is evaluated and inserted
            at++;
            String inner = token.substring(1, token.length() - 1);
            return made(start, scope -> scope.text(inner));
        }
        String name = word();
        return sees("(") ? call(start, null, name) : made(start, scope -> scope.name(name));
    }

    private void comma(String end) {
        if (!sees(end)) {
            need(",");
        }
    }

    private Expression call(int start, Expression receiver, String name) {
        need("(");
        Map<String, Expression> named = new LinkedHashMap<>();
        List<Expression> arguments = new ArrayList<>();
        while (!take(")")) {
            if (at + 1 < tokens.size() && tokens.get(at + 1).equals("=")) {
                String key = word();
                need("=");
                named.put(key, expression());
            } else {
                arguments.add(item());
            }
            comma(")");
        }
        if (receiver != null) {
            return made(start, s -> s.call(receiver.value(s), name, Expression.values(arguments, s)));
        }
        boolean all = name.equals("all");
        if (all || name.equals("any")) {
            Expression of = arguments.get(0);
            String text = from(start);
            return made(
                    start,
                    s -> Expression.list(of.value(s)).stream().anyMatch(v -> Expression.isTrue(v) != all) != all,
                    s -> all ? of.why(s) : text);
        }
        String text = from(start);
        return made(
                start,
                scope -> {
                    List<Object> values = Expression.values(arguments, scope);
                    if (named.isEmpty()) {
                        return scope.call(name, values, Map.of());
                    }
                    Map<String, Object> options = new LinkedHashMap<>();
                    named.forEach((key, value) -> options.put(key, value.value(scope)));
                    return scope.call(name, values, options);
                },
                scope -> scope.why(name, Expression.values(arguments, scope), text));
    }

    /** Parses an expression, or a comprehension without its brackets. */
    private Expression item() {
        int start = at;
        Expression body = expression();
        List<Clause> clauses = new ArrayList<>();
        while (take("for")) {
            String name = word();
            need("in");
            Expression list = or();
            clauses.add(new Clause(name, list, take("if") ? or() : null));
        }
        if (clauses.isEmpty()) {
            return body;
        }
        String text = from(start);
        return new Expression(
                text,
                true,
                scope -> Clause.scopes(clauses, scope).stream()
                        .map(body::value)
                        .collect(Collectors.toCollection(ArrayList::new)),
                scope -> Clause.scopes(clauses, scope).stream()
                        .filter(inner -> !body.isTrue(inner))
                        .findFirst()
                        .map(inner -> body.why(inner) + " for "
                                + clauses.stream()
                                        .map(c -> c.name + " = " + inner.name(c.name))
                                        .collect(Collectors.joining(", ")))
                        .orElse(text));
    }
}
