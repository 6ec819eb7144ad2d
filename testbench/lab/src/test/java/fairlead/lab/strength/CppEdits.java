// SPDX-License-Identifier: Apache-2.0
package fairlead.lab.strength;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Finds the one-line edits of a C++ file among which a campaign draws: another operator, a shift in the other
 * direction, a constant one larger or smaller, a condition inverted or constant, a statement left out, another variable
 * of the function.
 */
final class CppEdits {
    /** An edit: the text from `from` to `to` of a function becomes `with`. */
    record Site(String kind, CppSource.Function function, int from, int to, String with) {}

    private static final Map<String, List<String>> OPERATORS = Map.ofEntries(
            Map.entry("<", List.of("<=", ">")),
            Map.entry("<=", List.of("<")),
            Map.entry(">", List.of(">=", "<")),
            Map.entry(">=", List.of(">")),
            Map.entry("==", List.of("!=")),
            Map.entry("!=", List.of("==")),
            Map.entry("&&", List.of("||")),
            Map.entry("||", List.of("&&")),
            Map.entry("+", List.of("-")),
            Map.entry("-", List.of("+")),
            Map.entry("*", List.of("/")),
            Map.entry("/", List.of("*")),
            Map.entry("%", List.of("/")),
            Map.entry("&", List.of("|")),
            Map.entry("|", List.of("&")),
            Map.entry("<<", List.of(">>")),
            Map.entry(">>", List.of("<<")));
    private static final Pattern OPERATOR = Pattern.compile(" (<=?|>=?|==|!=|&&|\\|\\||\\+|-|\\*|/|%|&|\\||<<|>>) ");
    private static final Pattern STEP = Pattern.compile("\\+\\+|--");
    private static final Pattern COMPOUND = Pattern.compile(" ([+|&-])= ");
    private static final Pattern NUMBER = Pattern.compile("(?<![\\w.])(0x[0-9A-Fa-f]+|\\d+)(u|ull)?(?![\\w.])");
    private static final Pattern TRUTH = Pattern.compile("\\b(true|false)\\b");
    private static final Pattern CONDITION = Pattern.compile("\\b(?:if|while) \\(");
    private static final Pattern NOT = Pattern.compile("!(?=[\\w(])");
    private static final Pattern STATEMENT = Pattern.compile("(?m)^ +((?:[\\w*]|\\+\\+|--)[^\n]*;)$");
    private static final Pattern DECLARES = Pattern.compile(
            "(return|const|auto|static|constexpr|using|case|default|break|throw|u?int\\w*|bool|size_t|char|for|else|std::(string|vector|map|unique|istr|lock)\\w*)\\b.*"
                    + "|[A-Z]\\w*[*&]? \\w+.*|\\w+(::\\w+)?[*&] .*");
    private static final Pattern VARIABLE = Pattern.compile("(?<![\\w.:>])[a-z_]\\w*\\b(?!\\s*(?:\\(|::|<|\\{))");
    private static final Set<String> WORDS = Set.of(
            ("if for while return const auto static case break continue using switch default else do constexpr true false"
                            + " nullptr sizeof this throw new delete int bool char void uint8_t uint16_t uint32_t uint64_t int64_t"
                            + " int32_t size_t std static_cast reinterpret_cast uintptr_t")
                    .split(" "));

    private final CppSource source;
    private final Random random;
    private final List<Site> sites = new ArrayList<>();

    CppEdits(final CppSource source, final Random random) {
        this.source = source;
        this.random = random;
        source.functions().forEach(this::sites);
    }

    /** Returns one edit of each line that has any. The kind is drawn first, then the place. */
    List<Site> oneOfEachLine() {
        final Map<Integer, Map<String, List<Site>>> lines = new TreeMap<>();
        for (final Site site : sites) {
            lines.computeIfAbsent(source.line(site.from), line -> new TreeMap<>())
                    .computeIfAbsent(site.kind, kind -> new ArrayList<>())
                    .add(site);
        }
        return lines.values().stream()
                .map(kinds -> one(new ArrayList<>(kinds.values())))
                .map(this::one)
                .toList();
    }

    private <T> T one(final List<T> choices) {
        return choices.get(random.nextInt(choices.size()));
    }

    private void sites(final CppSource.Function in) {
        all(in, "operator", OPERATOR, 1, found -> OPERATORS.get(found.group(1)).stream());
        all(in, "step", STEP, 0, found -> Stream.of(found.group().equals("++") ? "--" : "++"));
        all(
                in,
                "assignment",
                COMPOUND,
                1,
                found -> Stream.of(
                        switch (found.group(1)) {
                            case "+" -> "-";
                            case "-" -> "+";
                            default -> "";
                        }));
        all(in, "constant", NUMBER, 0, found -> {
            final BigInteger value = found.group(1).startsWith("0x")
                    ? new BigInteger(found.group(1).substring(2), 16)
                    : new BigInteger(found.group(1));
            final String suffix = found.group(2) == null ? "" : found.group(2);
            return Stream.of(1, -1)
                    .map(step -> value.add(BigInteger.valueOf(step)))
                    .filter(other -> other.signum() >= 0)
                    .map(other -> other + suffix);
        });
        all(in, "constant", TRUTH, 0, found -> Stream.of(found.group().equals("true") ? "false" : "true"));
        all(in, "not", NOT, 0, found -> Stream.of(""));
        all(in, "statement", STATEMENT, 1, found -> Stream.of(";").filter(s -> isStatement(found.group(1))));
        conditions(in);
        variables(in);
    }

    private void all(
            final CppSource.Function in,
            final String kind,
            final Pattern pattern,
            final int group,
            final Function<MatchResult, Stream<String>> others) {
        pattern.matcher(source.code()).region(in.open(), in.close()).results().forEach(found -> others.apply(found)
                .forEach(with -> sites.add(new Site(kind, in, found.start(group), found.end(group), with))));
    }

    private static boolean isStatement(final String statement) {
        return !DECLARES.matcher(statement).matches()
                && count(statement, '(') == count(statement, ')')
                && count(statement, '{') == count(statement, '}');
    }

    private static long count(final String text, final char c) {
        return text.chars().filter(each -> each == c).count();
    }

    private void conditions(final CppSource.Function in) {
        CONDITION.matcher(source.code()).region(in.open(), in.close()).results().forEach(found -> {
            final int open = found.end() - 1;
            int depth = 0;
            int close = open;
            do {
                final char c = source.code().charAt(close++);
                depth += c == '(' ? 1 : c == ')' ? -1 : 0;
            } while (depth > 0);
            final String condition = source.text().substring(open + 1, close - 1);
            sites.add(new Site("condition", in, open, close, "(!(" + condition + "))"));
        });
    }

    /** Adds edits that replace a variable by another one: a member by a member, any other by any other. */
    private void variables(final CppSource.Function in) {
        final List<String> names = VARIABLE.matcher(source.code())
                .region(in.signature(), in.close())
                .results()
                .map(MatchResult::group)
                .filter(name -> !WORDS.contains(name))
                .distinct()
                .sorted()
                .toList();
        all(in, "variable", VARIABLE, 0, found -> {
            final String name = found.group();
            final List<String> others = names.stream()
                    .filter(other -> !other.equals(name) && other.startsWith("m_") == name.startsWith("m_"))
                    .toList();
            return names.contains(name) && !others.isEmpty() ? Stream.of(one(others)) : Stream.empty();
        });
    }
}
