// SPDX-License-Identifier: Apache-2.0
package fairlead.litmus.syntax;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import fairlead.scenario.BadInput;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Drawn litmus texts of one task, with typing errors, against a second reader, written from docs/use/litmus.md for the
 * statements that the draw has. What the parser accepts has the meaning that it has there; what it refuses, it refuses
 * in one line that names a line of the file. One text again: {@code scripts/test -Dtest=LitmusFuzzTest
 * -Dfairlead.importer=SEED:1}.
 */
@Tag("M-36")
class LitmusFuzzTest {
    private static final int SHORT = 500;
    private static final int LONG = 20_000;
    private static final Map<String, Integer> WORDS = Map.of("x", 4, "y", 1, "m", 4); // symbols, and their numbers
    private static final List<String> VALUES = List.of(
            "0", "1", "7", "0x10", "0XfF", "007", "18446744073709551615", "2 + 3", "7 - 9", "2 * (3 + 1)", "9 / 2");
    private static final List<String> ODD =
            List.of("18446744073709551616`-1`0x`1e3`1_0`0b1`x`r2`1 2`7 / 0`-7 % 4``0 - 7 / 2".split("`"));
    private static final List<String> TYPOS = List.of(
            " ", "\t", "\n", "\r\n", "#", "1", "0", "x", "=", "==", "+", "-", "(", ")", "[", "]", "@", ":", "..",
            "\u00a0", "\u0663", "r1", "A", "T", "for", "put", "0x");
    private static final String WORD =
            "(?<%1$s>[a-z]+)\\s*(?:\\[(?<%1$sIndex>[^\\]@]*)\\]\\s*)?(?:@\\s*(?<%1$sNode>\\w+))?";
    private static final String LABEL = "^\\s*(?![rh][0-9]+\\s*:)[A-Za-z][A-Za-z0-9_]*\\s*:";
    private static final String RESULT = "(?<register>r[0-9]+)\\s*=\\s*";

    /** The statements: what stands before the values, and the values in groups that no other part has. */
    private static final Map<String, Pattern> STATEMENTS = Map.ofEntries(
            form("store", "store\\s+" + word("w") + "\\s*=(?!=)(?<value>.*)"),
            form("load", RESULT + "load\\s+" + word("w") + "\\s*"),
            form(
                    "poll",
                    RESULT + "poll\\s+" + word("w")
                            + "\\s*(?<relation>==|!=|<=|>=|=|<|>)(?<value>.*)\\bfor\\b(?<number>.*)"),
            form("put", "put\\s+" + word("w") + "\\s*=(?!=)(?<value>.*)"),
            form("get", "get\\s+" + RESULT + word("w") + "\\s*"),
            form("wait", "wait\\s+(?<register>r[0-9]+)\\s*"),
            form("fence", "fence\\s+(?<node>\\w+)\\s*"),
            form("flush", "flush\\s+(?<node>\\w+)\\s*"),
            form("quiet", "quiet\\s*"),
            form("delay", "delay\\b(?<value>.*)"),
            form("add", "add\\s+" + word("w") + "\\s*\\+=(?<value>.*)"),
            form("fadd", RESULT + "fadd\\s+" + word("w") + "\\s*\\+=(?<value>.*)"),
            form("cas", RESULT + "cas\\s+" + word("w") + "\\s*\\?(?<value>[^:]*):(?<second>.*)"));

    /** What the page has and the second reader has not: ranges and operations of zero bytes. */
    private static final Pattern OTHER_FORMS = Pattern.compile("\\[\\s*]|\\.\\.");

    private SplittableRandom random;
    private int accepted;

    private static Map.Entry<String, Pattern> form(String verb, String regex) {
        return Map.entry(verb, Pattern.compile("\\s*" + regex));
    }

    private static String word(String name) {
        return String.format(WORD, name);
    }

    @Test
    void aFewTextsMeanWhatThePageSays() {
        String[] asked = System.getProperty("fairlead.importer", "1:" + SHORT).split(":");
        fuzz(Long.parseLong(asked[0]), Integer.parseInt(asked[1]));
    }

    @Test
    @Tag("slow")
    void manyTextsMeanWhatThePageSays() {
        fuzz(100_000, LONG);
        assertTrue(accepted > LONG / 5 && accepted < LONG, accepted + " of " + LONG + " are accepted");
    }

    private void fuzz(long first, int count) {
        for (long seed = first; seed < first + count; seed++) {
            random = new SplittableRandom(seed);
            String body = drawn();
            if (OTHER_FORMS.matcher(body).find()) {
                continue;
            }
            String text = "litmus F\nnodes A=0 T=1\nwords x@T[4] y@T m@A[4]\nprogram A {\n" + body + "}\n";
            String what = "-Dfairlead.importer=" + seed + ":1\n" + text;
            LitmusTest test;
            try {
                test = LitmusParser.parse("f.litmus", text, 8);
            } catch (BadInput refused) {
                assertTrue(refused.getMessage().matches("f\\.litmus:[0-9]+: .*"), () -> refused.getMessage() + what);
                continue;
            }
            accepted++;
            assertEquals(1, test.tasks().size(), what);
            List<String> there = read(body);
            assertNotNull(there, () -> "no statements of the page: " + what);
            assertEquals(
                    there,
                    test.tasks().get(0).statements().stream()
                            .map(LitmusFuzzTest::meaning)
                            .toList(),
                    what);
        }
    }

    // ---- drawing

    private <T> T one(List<T> of) {
        return of.get(random.nextInt(of.size()));
    }

    private String value() {
        return one(random.nextInt(60) == 0 ? ODD : VALUES);
    }

    private String remote() {
        return one(List.of("x", "y", "x[1]", "x[3]", "x[1 + 1]@T", "y@T", random.nextInt(20) == 0 ? "x[4]" : "x[ 2 ]"));
    }

    private String own() {
        return one(List.of("m", "m[2]", "m[3]@A", random.nextInt(20) == 0 ? "x" : "m[0]"));
    }

    private String drawn() {
        StringBuilder text = new StringBuilder();
        int registers = 0;
        for (int i = random.nextInt(5); i >= 0; i--) {
            String result = "r" + ++registers + one(List.of(" = ", "=", "  =\t"));
            text.append(one(List.of("  ", "", "\t")));
            text.append(
                    switch (random.nextInt(12)) {
                        case 0 -> "store " + own() + " = " + value();
                        case 1 -> result + "load " + own();
                        case 2 -> result + "poll " + own() + one(List.of(" != ", "=", " == ", "<", " >= ")) + value()
                                + " for 20";
                        case 3, 4 -> "put " + remote() + one(List.of(" = ", "=")) + value();
                        case 5 -> "get " + result + remote() + "\n  wait r" + registers;
                        case 6 -> "fence " + one(List.of("T", "A"));
                        case 7 -> "flush T";
                        case 8 -> one(List.of("quiet", "quiet ", "delay 5"));
                        case 9 -> "add " + remote() + " += " + value();
                        case 10 -> result + "fadd " + remote() + " += " + value();
                        default -> result + "cas " + remote() + " ? " + value() + " : " + value();
                    });
            text.append(one(List.of("\n", "\n", " # put x = 3\n", "\n\n", "\n# c\n")));
        }
        for (int i = random.nextInt(4) - 1; i > 0; i--) { // a typing error: something more, less or else
            int at = random.nextInt(text.length());
            text.replace(at, Math.min(text.length(), at + random.nextInt(3)), random.nextInt(3) == 0 ? "" : one(TYPOS));
        }
        return text.toString();
    }

    // ---- the second reader

    private static List<String> read(String body) {
        List<String> all = new ArrayList<>();
        for (String line : body.split("\r?\n", -1)) {
            String bare = line.replaceFirst("#.*", "").replaceFirst(LABEL, "");
            if (!bare.isBlank()) {
                String said = statement(bare);
                if (said == null) {
                    return null;
                }
                all.add(said);
            }
        }
        return all;
    }

    private static String statement(String line) {
        for (Map.Entry<String, Pattern> form : STATEMENTS.entrySet()) {
            Matcher is = form.getValue().matcher(line);
            if (is.matches()) {
                Map<String, String> parts = new HashMap<>();
                for (String name : List.of("register", "node", "relation", "value", "second", "number")) {
                    if (form.getValue().pattern().contains("(?<" + name + ">")) {
                        parts.put(name, is.group(name).strip());
                    }
                }
                boolean hasWord = form.getValue().pattern().contains("(?<w>");
                String word = hasWord ? word(is) : "";
                String value = parts.containsKey("value") ? " " + operand(parts.get("value")) : "";
                String second = parts.containsKey("second") ? " " + operand(parts.get("second")) : "";
                String number = parts.containsKey("number") ? " " + new Sum(parts.get("number")).all() : "";
                String relation = parts.getOrDefault("relation", "");
                return (word + value + second + number).contains("null")
                        ? null
                        : form.getKey() + " " + parts.getOrDefault("register", "") + parts.getOrDefault("node", "")
                                + word + (relation.equals("=") ? "==" : relation) + value + second + number;
            }
        }
        return null;
    }

    private static String word(Matcher is) {
        String symbol = is.group("w");
        BigInteger index = is.group("wIndex") == null ? BigInteger.ZERO : new Sum(is.group("wIndex")).all();
        String node = symbol.equals("m") ? "A" : "T";
        boolean fits = WORDS.containsKey(symbol)
                && index != null
                && index.signum() >= 0
                && index.compareTo(BigInteger.valueOf(WORDS.get(symbol))) < 0
                && (is.group("wNode") == null || is.group("wNode").equals(node));
        return fits ? symbol + "[" + index + "]@" + node : "null";
    }

    /** A value, or a register to which one is added. */
    private static String operand(String text) {
        Matcher is = Pattern.compile("(r[0-9]+)\\s*(?:([-+])(.*))?").matcher(text);
        if (!is.matches()) {
            return unsigned(new Sum(text).all());
        }
        BigInteger more = is.group(2) == null ? BigInteger.ZERO : new Sum("0" + is.group(2) + is.group(3)).all();
        return is.group(1) + "+" + unsigned(more);
    }

    private static String unsigned(BigInteger value) {
        return value == null ? "null" : Long.toUnsignedString(value.longValue());
    }

    /** A sum of products, without blanks within numbers; 64 bits that wrap, and signed factors of `/` and `%`. */
    private static final class Sum {
        private final List<String> tokens = new ArrayList<>();
        private int at;
        private boolean wrong;

        Sum(String text) {
            Matcher token = Pattern.compile("\\G\\s*(0[xX][0-9A-Fa-f]+|[0-9]+|[-+*/%()])")
                    .matcher(text);
            int end = 0;
            for (; token.find(); end = token.end()) {
                tokens.add(token.group(1));
            }
            wrong = !text.substring(end).isBlank() || tokens.isEmpty();
            tokens.add("");
        }

        BigInteger all() {
            long value = sum();
            return wrong || at < tokens.size() - 1 ? null : BigInteger.valueOf(value);
        }

        private long sum() {
            long sum = product();
            while (tokens.get(at).equals("+") || tokens.get(at).equals("-")) {
                boolean adds = tokens.get(at++).equals("+");
                long next = product();
                sum += adds ? next : -next;
            }
            return sum;
        }

        private long product() {
            long product = factor();
            while (!wrong && "*/%".contains(tokens.get(at)) && !tokens.get(at).isEmpty()) {
                String sign = tokens.get(at++);
                long right = factor();
                wrong |= right == 0 && !sign.equals("*");
                product = wrong
                        ? 0
                        : sign.equals("*")
                                ? product * right
                                : sign.equals("/") ? Math.floorDiv(product, right) : Math.floorMod(product, right);
            }
            return product;
        }

        private long factor() {
            String token = tokens.get(at);
            if (token.equals("(")) {
                at++;
                long inner = sum();
                wrong |= !tokens.get(at).equals(")");
                at += wrong ? 0 : 1;
                return inner;
            }
            if (token.isEmpty() || !Character.isDigit(token.charAt(0))) {
                wrong = true;
                return 0;
            }
            at++;
            boolean isHexadecimal = token.matches("0[xX].+");
            BigInteger value = new BigInteger(isHexadecimal ? token.substring(2) : token, isHexadecimal ? 16 : 10);
            wrong |= value.bitLength() > 64;
            return value.longValue();
        }
    }

    // ---- what the parser has read

    private static String meaning(Statement s) {
        Ref word = s.remote != null ? s.remote : s.local;
        String relation = s.relation == null ? "" : s.relation.sign();
        return s.verb.word() + " " + (s.register == null ? "" : s.register) + String.join("", s.nodes)
                + (word == null ? "" : word.symbol() + "[" + word.from() + "]@" + word.node())
                + relation + operand(s.value) + operand(s.second) + (s.verb == Verb.POLL ? " " + s.number : "");
    }

    private static String operand(Operand is) {
        return is == null ? "" : " " + (is.isPlain() ? "" : is.register() + "+") + Long.toUnsignedString(is.value());
    }
}
