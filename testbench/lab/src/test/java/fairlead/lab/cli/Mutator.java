// SPDX-License-Identifier: Apache-2.0
package fairlead.lab.cli;

import java.io.ByteArrayOutputStream;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.SplittableRandom;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;

/**
 * Changes a text a little, as a slip, an editor, a program or an attacker would: bytes, tokens, lines, structure,
 * numbers at their edges.
 */
final class Mutator {
    static final List<String> NUMBERS = List.of(
            ("0 1 -1 2 3 7 8 15 16 17 63 64 255 256 1023 1024 4095 4096 65535 65536 262144 1048575 1048576 2147483647 2147483648"
                            + " -2147483648 4294967296 9223372036854775807 9223372036854775808 -9223372036854775809 1e3 1e999 -0 0.5 -0.1"
                            + " 1e-400 1e999999999 1e-999999999 .inf -.inf .nan 10 12 14 20 32 100 128 500 1000 2000 5000 0x10 0xffffffffffffffff 010 1_000 +4 0b11 1:30 1.5 100000 1000000")
                    .split(" "));
    private static final List<String> VALUES =
            List.of(("[];{};null;~;\"\";'';x;[x];[[1]];{a: 1};|;>;*a;&a 1;!!int 3;!!java.net.URL [x];true;"
                            + "no;2024-01-01;\"\\u0000\";\"\\e[31m\";?;- 1;#;---;...;%YAML 1.1;@;`;\u00e9\u4e2d")
                    .split(";"));
    private static final Pattern NUMBER = Pattern.compile("[0-9]+");
    private static final Pattern WORD = Pattern.compile("[A-Za-z_][A-Za-z0-9_]*");
    private static final Pattern VALUE = Pattern.compile("(?<=[:=] ?)[^\\n,}\\]]+");
    private static final int MOST = 4;
    private static final List<Charset> CHARSETS = List.of(
            StandardCharsets.ISO_8859_1, StandardCharsets.UTF_16, StandardCharsets.UTF_16LE, StandardCharsets.US_ASCII);

    private final SplittableRandom random;
    private final List<String> corpus;

    Mutator(long seed, List<String> corpus) {
        random = new SplittableRandom(seed);
        this.corpus = corpus;
    }

    private int below(int end) {
        return random.nextInt(Math.max(1, end));
    }

    <T> T pick(List<T> list) {
        return list.get(below(list.size()));
    }

    /**
     * Bytes of an input; one in twenty is a text of the corpus as it is, every third one with a number of its own that
     * may well be legal.
     */
    byte[] input() {
        String text = pick(corpus);
        if (below(20) == 0) {
            return text.getBytes(StandardCharsets.UTF_8);
        }
        if (below(3) == 0) {
            return nudged(text).getBytes(StandardCharsets.UTF_8);
        }
        for (int i = 1 + below(1 + below(MOST)); i > 0; i--) {
            text = mutate(text);
        }
        switch (below(24)) {
            case 0:
            case 1:
                return raw(text.getBytes(StandardCharsets.UTF_8));
            case 2:
                return text.getBytes(pick(CHARSETS));
            case 3:
                return ("\uFEFF" + text).getBytes(StandardCharsets.UTF_8);
            case 4:
                return text.replace("\n", pick(List.of("\r\n", "\r", "\n\r"))).getBytes(StandardCharsets.UTF_8);
            default:
                return text.getBytes(StandardCharsets.UTF_8);
        }
    }

    /** One number a little larger or smaller, or the whole text with other ends of its lines. */
    private String nudged(String text) {
        List<MatchResult> found = NUMBER.matcher(text).results().toList();
        if (found.isEmpty() || below(12) == 0) {
            return text.replace("\n", "\r\n");
        }
        MatchResult one = pick(found);
        long old = one.group().length() > 9 ? below(1 << 30) : Long.parseLong(one.group());
        long fresh = pick(List.of(old + 1, Math.max(0, old - 1), 2 * old, old / 2, (long) below(20)));
        return text.substring(0, one.start()) + fresh + text.substring(one.end());
    }

    /** Changes that are none of characters. */
    private byte[] raw(byte[] bytes) {
        int at = below(bytes.length);
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        out.write(bytes, 0, at);
        out.write(below(256));
        out.write(bytes, at, bytes.length - at);
        byte[] changed = out.toByteArray();
        for (int i = below(4); i > 0; i--) {
            changed[below(changed.length)] ^= (byte) (1 << below(8));
        }
        return changed;
    }

    private String mutate(String text) {
        switch (below(16)) {
            case 0:
            case 1:
            case 2:
                return replaceOne(text, NUMBER, pick(NUMBERS));
            case 3:
            case 4:
                return replaceOne(text, WORD, word());
            case 5:
            case 6:
                return replaceOne(text, VALUE, below(3) == 0 ? pick(NUMBERS) : pick(VALUES));
            case 7:
            case 8:
            case 9:
                return lines(text);
            case 10:
                return nested(text);
            case 11:
                return insert(
                        text,
                        pick(List.of(
                                "\0", "\uFEFF", "\r", "\t", "\u0007", "\u2028", "\"", "'", "{", "}", "[", "]", ":", ",",
                                "\\", "=", "..", "@")));
            case 12:
                int begin = below(text.length());
                return text.substring(0, begin) + text.substring(Math.min(text.length(), begin + 1 + below(40)));
            case 13:
                return text.substring(0, below(text.length() + 1));
            case 14:
                return insert(text, tooLong());
            default:
                String other = pick(corpus);
                return text.substring(0, below(text.length())) + other.substring(below(other.length()));
        }
    }

    private String word() {
        List<MatchResult> words = WORD.matcher(pick(corpus)).results().toList();
        return words.isEmpty() || below(6) == 0 ? pick(VALUES) : pick(words).group();
    }

    private String tooLong() {
        return pick(List.of("x", " ", "1", "a b ", "(", "- ", "\n")).repeat(1 << 4 + below(14));
    }

    private String insert(String text, String what) {
        int at = below(text.length() + 1);
        return text.substring(0, at) + what + text.substring(at);
    }

    private String replaceOne(String text, Pattern pattern, String by) {
        List<MatchResult> found = pattern.matcher(text).results().toList();
        if (found.isEmpty()) {
            return insert(text, by);
        }
        MatchResult one = pick(found);
        return text.substring(0, one.start()) + by + text.substring(one.end());
    }

    private String lines(String text) {
        List<String> lines = new ArrayList<>(Arrays.asList(text.split("\n", -1)));
        int at = below(lines.size());
        String line = lines.get(at);
        switch (below(6)) {
            case 0:
                lines.remove(at);
                break;
            case 1:
                lines.addAll(at, Collections.nCopies(1 + below(3), line));
                break;
            case 2:
                Collections.swap(lines, at, below(lines.size()));
                break;
            case 3:
                lines.set(at, " ".repeat(below(8)) + line.stripLeading());
                break;
            case 4:
                lines.add(at, pick(Arrays.asList(pick(corpus).split("\n", -1))));
                break;
            default:
                lines.addAll(at, Collections.nCopies(1 << below(12), line));
                break;
        }
        return String.join("\n", lines);
    }

    private String nested(String text) {
        int depth = 1 << below(13);
        return insert(
                text,
                pick(List.of("[", "{a: ", "(", "!", "- ", "repeat 2 {\n", "{\"a\":", "repeat 100000 {\n"))
                        .repeat(depth));
    }
}
