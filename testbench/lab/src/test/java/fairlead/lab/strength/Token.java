// SPDX-License-Identifier: Apache-2.0
package fairlead.lab.strength;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;

/**
 * A token of Scala, as far as hardware expressions need it.
 *
 * @param before white space and comments before it
 * @param partner index of the bracket that closes or opens it, otherwise -1
 * @param line line of its first character, from 1
 */
record Token(Kind kind, String text, String before, int partner, int line) {
    enum Kind {
        NAME,
        NUMBER,
        STRING,
        SYMBOL,
        BRACKET,
        POINT,
        END
    }

    private static final String SYMBOLS = "!#%&*+-/:<=>?@\\^|~";

    boolean is(final String wanted) {
        return text.equals(wanted) && kind != Kind.STRING;
    }

    boolean startsLine() {
        return before.indexOf('\n') >= 0;
    }

    static List<Token> of(final String source) {
        final List<Token> raw = new ArrayList<>();
        int at = 0;
        int line = 1;
        while (true) {
            final int start = at;
            at = skip(source, at);
            final String before = source.substring(start, at);
            line += (int) before.chars().filter(c -> c == '\n').count();
            if (at >= source.length()) {
                raw.add(new Token(Kind.END, "", before, -1, line));
                return paired(raw);
            }
            final int from = at;
            final Kind kind = kind(source, at);
            at = end(source, at, kind);
            final String text = source.substring(from, at);
            raw.add(new Token(kind, text, before, -1, line));
            line += (int) text.chars().filter(c -> c == '\n').count();
        }
    }

    private static int skip(final String source, final int from) {
        int at = from;
        while (at < source.length()) {
            if (Character.isWhitespace(source.charAt(at))) {
                at++;
            } else if (source.startsWith("//", at)) {
                at = source.indexOf('\n', at) < 0 ? source.length() : source.indexOf('\n', at);
            } else if (source.startsWith("/*", at)) {
                at = source.indexOf("*/", at) + 2;
            } else {
                return at;
            }
        }
        return at;
    }

    private static Kind kind(final String source, final int at) {
        final char c = source.charAt(at);
        final boolean quoted = Character.isLetter(c) && source.startsWith("\"", at + 1) && (c == 's' || c == 'f');
        if (c == '"' || quoted) {
            return Kind.STRING;
        } else if (c == '\'') {
            return Kind.STRING;
        } else if (Character.isDigit(c)) {
            return Kind.NUMBER;
        } else if (Character.isJavaIdentifierStart(c)) {
            return Kind.NAME;
        } else if ("()[]{}".indexOf(c) >= 0) {
            return Kind.BRACKET;
        } else {
            return SYMBOLS.indexOf(c) >= 0 ? Kind.SYMBOL : Kind.POINT;
        }
    }

    private static int end(final String source, final int from, final Kind kind) {
        int at = from + 1;
        switch (kind) {
            case STRING:
                return string(source, from);
            case NUMBER:
                while (at < source.length() && Character.isLetterOrDigit(source.charAt(at))) {
                    at++;
                }
                return at;
            case NAME:
                while (at < source.length() && Character.isJavaIdentifierPart(source.charAt(at))) {
                    at++;
                }
                return at;
            case SYMBOL:
                while (SYMBOLS.indexOf(source.charAt(at)) >= 0 && !"!~".contains("" + source.charAt(at))) {
                    at++;
                }
                return at;
            default:
                return at;
        }
    }

    private static int string(final String source, final int from) {
        if (source.charAt(from) == '\'') {
            return source.indexOf('\'', from + (source.charAt(from + 1) == '\\' ? 3 : 2)) + 1;
        }
        int at = source.indexOf('"', from);
        if (source.startsWith("\"\"\"", at)) {
            return source.indexOf("\"\"\"", at + 3) + 3;
        }
        at++;
        while (source.charAt(at) != '"') {
            at += source.charAt(at) == '\\' ? 2 : 1;
        }
        return at + 1;
    }

    private static List<Token> paired(final List<Token> raw) {
        final Deque<Integer> open = new ArrayDeque<>();
        for (int i = 0; i < raw.size(); i++) {
            final Token token = raw.get(i);
            if (token.kind != Kind.BRACKET) {
                continue;
            }
            if ("([{".contains(token.text)) {
                open.push(i);
            } else {
                final int start = open.pop();
                raw.set(i, token.withPartner(start));
                raw.set(start, raw.get(start).withPartner(i));
            }
        }
        return raw;
    }

    private Token withPartner(final int index) {
        return new Token(kind, text, before, index, line);
    }
}
