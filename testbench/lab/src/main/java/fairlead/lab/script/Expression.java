// SPDX-License-Identifier: Apache-2.0
package fairlead.lab.script;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/** An expression of a case file, in the syntax of Python. Its values are numbers, texts, lists and Java objects. */
public sealed interface Expression {
    /** Returns the text of the expression. */
    String text();

    Object value(Scope scope);

    /** Returns the reason why the value is false, with the numbers that decide. */
    default String why(final Scope scope) {
        return text();
    }

    /** Returns the expression of this text. A text is parsed once. */
    static Expression of(final String text) {
        return Parser.of(text);
    }

    /** Tells whether a value counts as true: a number other than 0, a text or a list that is not empty. */
    static boolean isTrue(final Object value) {
        if (value instanceof String s) {
            return !s.isEmpty();
        }
        return value instanceof List<?> list ? !list.isEmpty() : number(value) != 0;
    }

    private static long number(final Object value) {
        if (value instanceof Long n) {
            return n;
        }
        if (value instanceof Boolean b) {
            return b ? 1 : 0;
        }
        throw new ScriptException("no number: " + value);
    }

    private static List<?> list(final Object value) {
        if (value instanceof List<?> list) {
            return list;
        }
        throw new ScriptException("no list: " + value);
    }

    /** A number, or a text without parts that are inserted. */
    record Literal(String text, Object constant) implements Expression {
        @Override
        public Object value(final Scope scope) {
            return constant;
        }
    }

    /** A text; what stands in braces is evaluated and inserted. */
    record Template(String text, String pattern) implements Expression {
        @Override
        public Object value(final Scope scope) {
            return scope.text(pattern);
        }
    }

    record Name(String text) implements Expression {
        @Override
        public Object value(final Scope scope) {
            return scope.name(text);
        }
    }

    record Items(String text, List<Expression> items) implements Expression {
        @Override
        public Object value(final Scope scope) {
            final List<Object> values = new ArrayList<>();
            items.forEach(item -> values.add(item.value(scope)));
            return values;
        }
    }

    /** The part `for name in source if condition`; the condition may be null. */
    record Clause(String name, Expression source, Expression condition) {}

    /** A list by comprehension. */
    record Each(String text, Expression body, List<Clause> clauses) implements Expression {
        @Override
        public List<Object> value(final Scope scope) {
            final List<Object> values = new ArrayList<>();
            visit(scope, 0, inner -> values.add(body.value(inner)));
            return values;
        }

        private void visit(final Scope scope, final int depth, final java.util.function.Consumer<Scope> each) {
            if (depth == clauses.size()) {
                each.accept(scope);
                return;
            }
            final Clause clause = clauses.get(depth);
            for (final Object item : list(clause.source.value(scope))) {
                final Scope inner = scope.with(clause.name, item);
                if (clause.condition == null || isTrue(clause.condition.value(inner))) {
                    visit(inner, depth + 1, each);
                }
            }
        }

        @Override
        public String why(final Scope scope) {
            final List<String> reasons = new ArrayList<>();
            visit(scope, 0, inner -> {
                if (reasons.isEmpty() && !isTrue(body.value(inner))) {
                    final List<String> names = clauses.stream()
                            .map(c -> c.name + " = " + inner.name(c.name))
                            .toList();
                    reasons.add(body.why(inner) + " for " + String.join(", ", names));
                }
            });
            return reasons.isEmpty() ? text : reasons.get(0);
        }
    }

    record Negation(String text, Expression of) implements Expression {
        @Override
        public Object value(final Scope scope) {
            return !isTrue(of.value(scope));
        }
    }

    record Unary(String text, String operator, Expression of) implements Expression {
        @Override
        public Object value(final Scope scope) {
            final long n = number(of.value(scope));
            return operator.equals("-") ? -n : ~n;
        }
    }

    /** Two operands with `and` or `or`, of which the second is evaluated only where it decides. */
    record Logic(String text, boolean and, Expression left, Expression right) implements Expression {
        @Override
        public Object value(final Scope scope) {
            return isTrue(left.value(scope)) == and ? isTrue(right.value(scope)) : !and;
        }

        @Override
        public String why(final Scope scope) {
            if (!and) {
                return left.why(scope) + "; " + right.why(scope);
            }
            return isTrue(left.value(scope)) ? right.why(scope) : left.why(scope);
        }
    }

    record Choice(String text, Expression condition, Expression yes, Expression no) implements Expression {
        @Override
        public Object value(final Scope scope) {
            return (isTrue(condition.value(scope)) ? yes : no).value(scope);
        }

        @Override
        public String why(final Scope scope) {
            return (isTrue(condition.value(scope)) ? yes : no).why(scope);
        }
    }

    /** A chain of comparisons: each holds between an operand and the next one. */
    record Comparisons(String text, List<Expression> operands, List<String> operators) implements Expression {
        @Override
        public Object value(final Scope scope) {
            Object left = operands.get(0).value(scope);
            for (int i = 0; i < operators.size(); i++) {
                final Object right = operands.get(i + 1).value(scope);
                if (!holds(operators.get(i), left, right)) {
                    return false;
                }
                left = right;
            }
            return true;
        }

        private static boolean holds(final String operator, final Object left, final Object right) {
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

        @Override
        public String why(final Scope scope) {
            final List<String> values = new ArrayList<>();
            operands.forEach(operand -> values.add(String.valueOf(operand.value(scope))));
            final StringBuilder seen = new StringBuilder(text).append(": ").append(values.get(0));
            for (int i = 0; i < operators.size(); i++) {
                seen.append(" against ").append(values.get(i + 1));
            }
            return seen.toString();
        }
    }

    record Arithmetic(String text, String operator, Expression left, Expression right) implements Expression {
        @Override
        public Object value(final Scope scope) {
            final Object a = left.value(scope);
            final Object b = right.value(scope);
            if (operator.equals("+") && a instanceof List<?> first) {
                final List<Object> both = new ArrayList<>(first);
                both.addAll(list(b));
                return both;
            }
            final long x = number(a);
            final long y = number(b);
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

    /** An item of a list. Behind the end of a list of events is an event that never occurred. */
    record Item(String text, Expression of, Expression index) implements Expression {
        @Override
        public Object value(final Scope scope) {
            final List<?> items = list(of.value(scope));
            final long at = number(index.value(scope));
            return at >= 0 && at < items.size() ? items.get((int) at) : scope.missing();
        }
    }

    /** A member of a Java object, or a constant of a class. */
    record Member(String text, Expression of, String name) implements Expression {
        @Override
        public Object value(final Scope scope) {
            return Reflection.member(of.value(scope), name);
        }
    }

    /** A call of a function; with a receiver, of one of its methods. */
    record Call(
            String text, Expression receiver, String name, List<Expression> arguments, Map<String, Expression> named)
            implements Expression {
        @Override
        public Object value(final Scope scope) {
            if (receiver != null) {
                final Object on = receiver.value(scope);
                return on instanceof Scope.Run
                        ? scope.with(Scope.RUN, on).call(name, values(scope), Map.of())
                        : Reflection.call(on, name, values(scope));
            }
            if (name.equals("all") || name.equals("any")) {
                final boolean all = name.equals("all");
                return list(arguments.get(0).value(scope)).stream().anyMatch(v -> isTrue(v) != all) != all;
            }
            final List<Object> values = values(scope);
            final Map<String, Object> options = new LinkedHashMap<>();
            named.forEach((key, value) -> options.put(key, value.value(scope)));
            return scope.call(name, values, options);
        }

        private List<Object> values(final Scope scope) {
            final List<Object> values = new ArrayList<>();
            arguments.forEach(argument -> values.add(argument.value(scope)));
            return values;
        }

        @Override
        public String why(final Scope scope) {
            if (receiver != null) {
                return text;
            }
            return name.equals("all") ? arguments.get(0).why(scope) : scope.why(name, values(scope), text);
        }
    }
}
