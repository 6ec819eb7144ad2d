// SPDX-License-Identifier: Apache-2.0
package fairlead.workload.goal;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import fairlead.workload.goal.GoalFile.GoalOp;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.function.LongPredicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Drawn GOAL texts, with typing errors, against a second reader, written from the states of the format's scanner
 * (LogGOPSim, txt2bin.re). What the parser accepts means what it means there; more may be refused, with a line of the
 * text. One text again: {@code scripts/test -Dtest=GoalFuzzTest -Dfairlead.importer=SEED:1}.
 */
@Tag("M-352")
class GoalFuzzTest {
    private static final int SHORT = 500;
    private static final int LONG = 20_000;
    private static final String GAP = "[ \t]*";
    private static final String NAME = "[A-Za-z][A-Za-z0-9_]*";
    private static final String CPU = "(?:" + GAP + "cpu" + GAP + "(?<cpu>[0-9]+))?";
    private static final String MESSAGE = "(?<kind>send|recv)" + GAP + "(?<size>[0-9]+)" + GAP + "b" + GAP
            + "(?<way>to|from)" + GAP + "(?<peer>-1|[0-9]+)(?:" + GAP + "tag" + GAP + "(?<tag>-1|[0-9]+))?" + CPU
            + "(?:" + GAP + "nic" + GAP + "(?<nic>[0-9]+))?" + GAP;
    private static final String LABEL = "(?:(?<label>" + NAME + ")" + GAP + ":" + GAP + ")?";
    private static final List<Pattern> STATEMENTS = List.of(
            Pattern.compile(LABEL + MESSAGE),
            Pattern.compile(LABEL + "(?<kind>calc)" + GAP + "(?<size>[0-9]+)" + CPU + GAP),
            Pattern.compile(
                    "(?<label>" + NAME + ")[ \t]+(?<kind>requires|irequires)" + GAP + "(?<other>" + NAME + ")" + GAP));
    private static final Pattern KEYWORD = Pattern.compile("send|recv|calc|rank|num_ranks");
    private static final Pattern RANK = Pattern.compile("rank" + GAP + "([0-9]+)" + GAP + "\\{" + GAP);
    private static final List<String> SIZES = List.of("0", "8", "007", "65535", "65536", "1000000");
    private static final List<String> ODD = List.of("268435455 268435456 4294967296 -8 256 -1 9 x".split(" "));
    private static final List<String> TYPOS = List.of((" `\t`\n`\r\n`\r`1`-1`b`x`_`:`{`}`//`"
                    + "/*`*/`\u00a0`\ufeff`\u0663`tag`cpu 1`nic`requires`send`0x10`1e3`+1`\0")
            .split("`"));

    private SplittableRandom random;
    private int accepted;

    @Test
    void aFewTextsMeanWhatTheyMeanThere() {
        String[] asked = System.getProperty("fairlead.importer", "1:" + SHORT).split(":");
        fuzz(Long.parseLong(asked[0]), Integer.parseInt(asked[1]));
    }

    @Test
    @Tag("slow")
    void manyTextsMeanWhatTheyMeanThere() {
        fuzz(100_000, LONG);
        assertTrue(accepted > LONG / 5 && accepted < LONG, accepted + " of " + LONG + " are accepted");
    }

    private void fuzz(long first, int count) {
        for (long seed = first; seed < first + count; seed++) {
            random = new SplittableRandom(seed);
            String text = drawn();
            String what = "-Dfairlead.importer=" + seed + ":1\n" + text;
            List<String> here;
            try {
                here = meaning(new GoalParser(text, false).parse());
            } catch (GoalException refused) {
                long lines = text.chars().filter(c -> c == '\n').count() + 1;
                assertTrue(refused.line() >= 1 && refused.line() <= lines, () -> refused.getMessage() + ": " + what);
                continue;
            }
            accepted++;
            List<String> there = read(text);
            assertNotNull(there, () -> "no GOAL text: " + what);
            assertEquals(there, here, what);
        }
    }

    // ---- drawing

    private <T> T one(List<T> of) {
        return of.get(random.nextInt(of.size()));
    }

    private String gap() {
        return one(List.of(" ", " ", " ", "  ", "\t", " /* c */ "));
    }

    private String clause(String word, List<String> values) {
        return random.nextInt(3) == 0 ? gap() + word + gap() + number(values) : "";
    }

    private String number(List<String> usual) {
        return random.nextInt(40) == 0 ? one(ODD) : one(usual);
    }

    private String drawn() {
        int ranks = 1 + random.nextInt(3);
        StringBuilder text = new StringBuilder("num_ranks " + ranks + "\n");
        for (int rank = 0; rank < ranks; rank++) {
            text.append(one(List.of("", "// c\n", "/* a\n b */"))).append("rank " + rank + " {\n");
            List<String> labels = new ArrayList<>();
            for (int i = random.nextInt(5); i >= 0; i--) {
                text.append(statement(labels, ranks)).append(one(List.of("\n", "\n", " \n", "// c\n", "\r\n", "\n\n")));
            }
            text.append("}\n");
        }
        for (int i = random.nextInt(4) - 1; i > 0; i--) { // a typing error: something more, less or else
            int at = random.nextInt(text.length());
            text.replace(at, Math.min(text.length(), at + random.nextInt(3)), random.nextInt(3) == 0 ? "" : one(TYPOS));
        }
        return text.toString();
    }

    private String statement(List<String> labels, int ranks) {
        if (labels.size() > 1 && random.nextInt(3) == 0) {
            int later = 1 + random.nextInt(labels.size() - 1);
            String earlier = random.nextInt(20) == 0 ? one(labels) : labels.get(random.nextInt(later));
            return labels.get(later) + gap() + one(List.of("requires", "irequires")) + gap() + earlier;
        }
        String label = one(List.of("", "a", "b1", "c_", "tag", "send1", "requires"));
        boolean isNew = !label.isEmpty() && (!labels.contains(label) || random.nextInt(30) == 0);
        String begin = isNew ? label + one(List.of(":", ": ", " : ")) : "";
        if (isNew) {
            labels.add(label);
        }
        if (random.nextInt(3) == 0) {
            return begin + "calc" + gap() + number(SIZES) + clause("cpu", List.of("0", "1", "255"));
        }
        boolean sends = random.nextBoolean();
        List<String> peers = sends ? List.of("0") : List.of("0", "-1");
        String peer = random.nextInt(4) == 0 ? number(peers) : Integer.toString(random.nextInt(ranks));
        return begin
                + (sends ? "send" : "recv")
                + gap()
                + number(SIZES)
                + one(List.of("b", "b", " b"))
                + gap()
                + (sends == (random.nextInt(40) > 0) ? "to" : "from")
                + gap()
                + peer
                + clause("tag", List.of("0", "7", "-1", "4294967294"))
                + clause("cpu", List.of("0", "1", "255"))
                + clause("nic", List.of("0", "1"));
    }

    // ---- the second reader: a line is a statement, and a comment is a blank

    private static List<String> read(String text) {
        List<String> lines = new ArrayList<>(List.of(plain(text).split("\n", -1)));
        List<String> said = new ArrayList<>();
        Map<String, Integer> labels = new HashMap<>();
        int rank = -1;
        int ranks = 0;
        boolean inside = false;
        while (!lines.isEmpty() && (inside || rank + 1 < ranks || ranks == 0)) {
            String line = lines.remove(0).replaceFirst("^[ \t]+", "");
            Matcher number = Pattern.compile("num_ranks" + GAP + "([0-9]+)").matcher(line);
            Matcher opens = RANK.matcher(line);
            if (line.isEmpty()) {
                continue;
            } else if (!inside && number.lookingAt()) {
                ranks = Integer.parseInt(number.group(1));
                lines.add(0, line.substring(number.end()));
            } else if (!inside && opens.lookingAt()) {
                inside = true;
                rank = Integer.parseInt(opens.group(1));
                labels.clear();
                lines.add(0, line.substring(opens.end()));
            } else if (inside && line.startsWith("}")) {
                inside = false;
                lines.add(0, line.substring(1));
            } else if (!inside || !statement(line, rank, labels, said)) {
                return null;
            }
        }
        return said;
    }

    /** Comments as blanks, and the ends of their lines. */
    private static String plain(String text) {
        StringBuilder plain = new StringBuilder();
        for (int at = 0; at < text.length(); at++) {
            if (text.startsWith("//", at)) {
                int end = text.indexOf('\n', at);
                at = (end < 0 ? text.length() : end) - 1;
                plain.append(' ');
            } else if (text.startsWith("/*", at)) {
                int end = text.indexOf("*/", at + 2);
                plain.append(' ').append(text.substring(at, end).replaceAll("[^\n]", ""));
                at = end + 1;
            } else {
                plain.append(text.charAt(at));
            }
        }
        return plain.toString().replace("\r\n", "\n");
    }

    private static boolean statement(String line, int rank, Map<String, Integer> labels, List<String> said) {
        for (Pattern pattern : STATEMENTS) {
            Matcher is = pattern.matcher(line);
            if (!is.matches()) {
                continue;
            }
            String label = is.group("label");
            boolean depends = pattern == STATEMENTS.get(2);
            if (depends) {
                Integer later = labels.get(label);
                Integer earlier = labels.get(is.group("other"));
                if (later == null || earlier == null) {
                    return false;
                }
                String relation = " " + is.group("kind") + " ";
                String before = said.get(later);
                int at = relation.equals(" requires ") ? before.indexOf(" irequires ") : -1; // these come first
                at = at < 0 ? before.length() : at;
                said.set(later, before.substring(0, at) + relation + earlier + before.substring(at));
                return true;
            }
            if (label == null
                    ? !line.matches("(send|recv|calc)[^A-Za-z0-9_].*")
                    : KEYWORD.matcher(label).matches()) {
                return false;
            }
            if (label != null) {
                labels.putIfAbsent(label, said.size());
            }
            String meaning = said(is, rank);
            if (meaning == null) {
                return false;
            }
            said.add(meaning);
            return true;
        }
        return false;
    }

    private static String said(Matcher is, int rank) {
        String kind = is.group("kind");
        String what = rank + " " + kind + " " + number(is.group("size"), v -> v >= 0);
        String cpu = " cpu " + number(is.group("cpu"), v -> v < 256);
        if (kind.equals("calc")) {
            return what + cpu;
        }
        boolean any = is.group("peer").equals("-1");
        if (is.group("way").equals("to") != kind.equals("send") || any && kind.equals("send")) {
            return null;
        }
        return what + " " + number(is.group("peer"), v -> true) + " tag "
                + number(is.group("tag"), v -> v < (1L << 32) - 1) + cpu + " nic "
                + number(is.group("nic"), v -> v < 256);
    }

    /** A number that the format has room for; others are no number here. */
    private static String number(String digits, LongPredicate fits) {
        long value = digits == null ? 0 : digits.length() > 18 ? Long.MAX_VALUE : Long.parseLong(digits);
        return fits.test(value) ? Long.toString(value) : "too large";
    }

    // ---- what the parser has read

    private static List<String> meaning(GoalFile file) {
        List<String> all = new ArrayList<>();
        for (GoalOp op : file.ops()) {
            String kind = op.kind.word();
            String what = op.rank + " " + kind + " " + (kind.equals("calc") ? op.nanoseconds : op.bytes);
            String peer = kind.equals("calc") ? "" : " " + op.peer + " tag " + op.tag;
            all.add(what + peer + " cpu " + op.cpu + (kind.equals("calc") ? "" : " nic " + op.nic)
                    + others(op.requires, " requires ") + others(op.starts, " irequires "));
        }
        return all;
    }

    private static String others(List<GoalOp> ops, String relation) {
        return ops.stream().map(op -> relation + op.index).collect(Collectors.joining());
    }
}
