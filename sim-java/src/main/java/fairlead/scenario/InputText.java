// SPDX-License-Identifier: Apache-2.0
package fairlead.scenario;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CoderResult;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Objects;

/**
 * Reads the text of a file that the user named. The text must have bounded size, be in UTF-8 and consist of printable
 * characters; otherwise a BadInput gives the reason and the line. Every input file is read by this class.
 */
public final class InputText {
    /** Greatest size of a file in bytes; the parsers are not made for larger files. */
    public static final int MOST_BYTES = 4 << 20;

    /** Greatest length of a line in characters. */
    public static final int LONGEST_LINE = 1 << 16;

    private static final char BYTE_ORDER_MARK = '\uFEFF';

    private InputText() {}

    public static String of(Path file) {
        if (Files.isDirectory(file)) {
            throw new BadInput(file + ": is a folder, not a file");
        }
        try (InputStream in = Files.newInputStream(file)) {
            byte[] bytes = in.readNBytes(MOST_BYTES + 1);
            if (bytes.length > MOST_BYTES) {
                throw new BadInput(file + ": has more than " + MOST_BYTES + " bytes, the most that is read");
            }
            return checked(decode(bytes, file.toString()), file.toString());
        } catch (NoSuchFileException e) {
            throw new BadInput(file + ": no such file");
        } catch (IOException e) {
            throw new BadInput(file + ": cannot be read: " + e.getMessage());
        }
    }

    /** Returns the text of a resource that is beside a class. */
    public static String resource(Class<?> beside, String name) {
        try (InputStream in = beside.getResourceAsStream(name)) {
            InputStream there = Objects.requireNonNull(in, () -> name + " is not beside " + beside.getName());
            return new String(there.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static String decode(byte[] bytes, String source) {
        ByteBuffer in = ByteBuffer.wrap(bytes);
        CharBuffer out = CharBuffer.allocate(bytes.length);
        CoderResult result = StandardCharsets.UTF_8
                .newDecoder()
                .onMalformedInput(CodingErrorAction.REPORT)
                .decode(in, out, true);
        String text = out.flip().toString();
        if (result.isError()) {
            throw new BadInput(source + " line " + line(text, text.length()) + ": not a text file in UTF-8");
        }
        return text;
    }

    /** Returns the text of a file without its byte order mark, after a check that a parser can read it. */
    public static String checked(String all, String source) {
        return printable(!all.isEmpty() && all.charAt(0) == BYTE_ORDER_MARK ? all.substring(1) : all, source);
    }

    /** Returns the text after a check that a parser can read it. A word of a command line has no byte order mark. */
    static String printable(String text, String source) {
        int begin = 0;
        for (int at = 0; at < text.length(); at++) {
            char c = text.charAt(at);
            if (c == '\n' || c == '\r') {
                begin = at + 1;
            } else if (!isPrintable(text, at)) {
                throw new BadInput(source + " line " + line(text, at) + ": character "
                        + String.format("\\u%04x", (int) c) + " in column " + (at - begin + 1) + " is not text");
            } else if (at - begin >= LONGEST_LINE) {
                throw new BadInput(
                        source + " line " + line(text, at) + ": has more than " + LONGEST_LINE + " characters");
            }
        }
        return text;
    }

    private static boolean isPrintable(String text, int at) {
        char c = text.charAt(at);
        if (Character.isSurrogate(c)) {
            return Character.isHighSurrogate(c)
                    ? at + 1 < text.length() && Character.isLowSurrogate(text.charAt(at + 1))
                    : at > 0 && Character.isHighSurrogate(text.charAt(at - 1));
        }
        return c == '\t'
                || !Character.isISOControl(c) && c != '\u2028' && c != '\u2029' && c < '\uFFFE' && c != BYTE_ORDER_MARK;
    }

    private static int line(String text, int at) {
        return text.substring(0, at).split("\r\n|[\r\n]", -1).length;
    }
}
