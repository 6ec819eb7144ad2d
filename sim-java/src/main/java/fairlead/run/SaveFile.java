// SPDX-License-Identifier: Apache-2.0
package fairlead.run;

import fairlead.deadlock.Knot;
import fairlead.engine.Capabilities;
import fairlead.hw.HwLayout;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Writes a GTKWave save file for a waveform. Each member of a knot has a group of signals: its buffer, the front flit,
 * and the credits and the owner of the output VC that it wants. Of another waveform, each unit has a group of its pins.
 */
public final class SaveFile {
    private static final String HEX = "@22";
    private static final String BIT = "@28";
    private static final String OPEN = "@800200"; // the begin and the end of a group that GTKWave shows open
    private static final String OPEN_END = "@1000200";
    private static final String CLOSED = "@c00200"; // and of one that it shows closed
    private static final String CLOSED_END = "@1401200";
    /** Number of waveform ticks in a cycle: a rising edge and a falling edge. */
    private static final int TICKS = 2;
    /** The number of cycles before the marker with which GTKWave begins. */
    private static final int LEAD = 40;

    /** A pin of a tile or of one of its units, by the names of their scopes. */
    private static final Pattern PIN = Pattern.compile("(node\\d+)\\.Tile\\.(?:(\\w+)\\.)?(io_\\w+)");

    private static final int LINK_VCS = HwLayout.CLASSES * HwLayout.VCS_PER_CLASS;
    /** Number of output VCs of a router: all VCs of the links, and one VC for each ejection port. */
    private static final int PLACES = HwLayout.LINKS * LINK_VCS + HwLayout.ROUTER_PORTS - HwLayout.LINKS;

    /**
     * Width of an input VC's front signal. Its fields from bit 31 on are: stamp, first dimension, enters, adaptive
     * links, output VC, head, tail.
     */
    private static final int FRONT = HwLayout.STAMP_BITS + 2 + 1 + HwLayout.LINKS + bits(PLACES) + 2;

    private final StringBuilder text = new StringBuilder();
    private final Capabilities library; // null without a knot

    private SaveFile(Capabilities library) {
        this.library = library;
    }

    /**
     * @param library capabilities of the library that wrote the waveform; its buffer depths give the width of a pointer
     */
    public static String of(String waveform, Knot knot, Capabilities library) {
        SaveFile file = new SaveFile(library);
        file.begin(
                "knot closed in cycle " + knot.reportedAt() + ", "
                        + knot.members().size() + " members",
                waveform,
                knot.reportedAt());
        for (int i = 0; i < knot.members().size(); i++) {
            file.member(i + 1, knot.members().get(i));
        }
        return file.text.toString();
    }

    /**
     * @param what what is in the marked cycle
     * @param cycle cycle of the marker
     * @throws IOException if the waveform cannot be read
     */
    public static String of(Path waveform, String what, long cycle) throws IOException {
        Map<String, Map<String, Integer>> groups = new TreeMap<>();
        FstSignals.widths(waveform).forEach((name, width) -> {
            Matcher pin = PIN.matcher(name);
            if (pin.matches()) {
                String unit = pin.group(2) == null ? "tile" : pin.group(2);
                groups.computeIfAbsent(pin.group(1) + " " + unit, n -> new TreeMap<>())
                        .put(name, width);
            }
        });
        SaveFile file = new SaveFile(null);
        file.begin(what + " in cycle " + cycle, waveform.getFileName().toString(), cycle);
        groups.forEach((group, pins) -> {
            file.line(CLOSED + "\n-" + group);
            pins.forEach(file::signal);
            file.line(CLOSED_END + "\n-" + group);
        });
        return file.text.toString();
    }

    private void begin(String what, String waveform, long cycle) {
        line("[*] " + what);
        line("[dumpfile] \"" + waveform + "\"");
        line("[timestart] " + Math.max(0, (cycle - LEAD) * TICKS));
        line("*-5.0 " + cycle * TICKS);
    }

    private void line(String line) {
        text.append(line).append('\n');
    }

    private static boolean isLink(int port) {
        return port < HwLayout.LINKS;
    }

    private static int vcs(int port) {
        return isLink(port) ? LINK_VCS : 1;
    }

    private static int index(int port, int vc) {
        return isLink(port) ? vc : 0;
    }

    private static int bits(int values) {
        return Math.max(1, 32 - Integer.numberOfLeadingZeros(values - 1));
    }

    private void signal(String name, int width) {
        line(width == 1 ? BIT : HEX);
        line(name + (width == 1 ? "" : "[" + (width - 1) + ":0]"));
    }

    /** Adds a register that has one lane for each VC of a port. */
    private void lanes(String name, int port, int lane, int bits) {
        signal(name, vcs(port) * bits);
        line("-bits " + ((lane + 1) * bits - 1) + ":" + lane * bits + " are this VC's");
    }

    private int depth(int port) {
        return isLink(port) ? library.most().linkVc() : library.most().local();
    }

    private void member(int number, Knot.Member m) {
        String title = number + ": " + m.holds() + " wants " + m.wants();
        String router = "node" + m.node() + ".Tile.router.";
        String in = router + "input" + m.port() + ".";
        String out = router + "output" + m.wantPort() + ".";
        int at = index(m.port(), m.vc());
        int to = index(m.wantPort(), m.wantVc());
        line(OPEN);
        line("-" + title);
        signal(in + "occupied", vcs(m.port()));
        lanes(in + "readPtr", m.port(), at, bits(depth(m.port())));
        lanes(in + "writePtr", m.port(), at, bits(depth(m.port())));
        signal(in + "io_front_" + at, FRONT);
        signal(in + "io_granted", 1);
        lanes(out + "credits", m.wantPort(), to, bits(depth(m.wantPort()) + 1));
        signal(out + "owned", vcs(m.wantPort()));
        signal(out + "owner_" + to, bits(HwLayout.ROUTER_PORTS) + bits(LINK_VCS));
        signal(out + "io_credit", vcs(m.wantPort()));
        line(OPEN_END);
        line("-" + title);
    }

    /** Reads the signals of an FST waveform: blocks (type, length, data), and a hierarchy packed with LZ4. */
    public static final class FstSignals {
        private static final int HIERARCHY_LZ4 = 6;
        private static final int ATTRIBUTE = 252;
        private static final int ATTRIBUTE_END = 253;
        private static final int SCOPE = 254;
        private static final int UP = 255;

        private final ByteBuffer bytes;
        private final Map<String, Integer> widths = new HashMap<>();

        private FstSignals(byte[] hierarchy) {
            bytes = ByteBuffer.wrap(hierarchy);
        }

        /** Returns the width in bits of each signal by its name, with its scopes and without its range. */
        public static Map<String, Integer> widths(Path file) throws IOException {
            ByteBuffer blocks = ByteBuffer.wrap(Files.readAllBytes(file));
            while (blocks.hasRemaining()) {
                int type = blocks.get() & 255;
                int start = blocks.position();
                int length = (int) blocks.getLong();
                if (type == HIERARCHY_LZ4) {
                    byte[] whole = new byte[(int) blocks.getLong()];
                    unpack(blocks.limit(start + length), whole);
                    FstSignals signals = new FstSignals(whole);
                    signals.read();
                    return signals.widths;
                }
                blocks.position(start + length);
            }
            throw new IOException(file + ": no hierarchy packed by LZ4");
        }

        private static void unpack(ByteBuffer packed, byte[] out) {
            int at = 0;
            while (packed.hasRemaining()) {
                int token = packed.get() & 255;
                int literals = extended(packed, token >> 4);
                packed.get(out, at, literals);
                at += literals;
                if (packed.hasRemaining()) {
                    int back = packed.get() & 255 | (packed.get() & 255) << 8;
                    for (int left = extended(packed, token & 15) + 4; left > 0; left--, at++) {
                        out[at] = out[at - back];
                    }
                }
            }
        }

        private static int extended(ByteBuffer packed, int nibble) {
            int length = nibble;
            for (int more = nibble == 15 ? 255 : 0; more == 255; length += more) {
                more = packed.get() & 255;
            }
            return length;
        }

        private void read() {
            Deque<String> scopes = new ArrayDeque<>();
            while (bytes.hasRemaining()) {
                int tag = bytes.get() & 255;
                if (tag == SCOPE) {
                    bytes.get();
                    String name = text();
                    text();
                    scopes.addLast(name);
                } else if (tag == UP) {
                    scopes.removeLast();
                } else if (tag == ATTRIBUTE) {
                    bytes.getShort();
                    text();
                    number();
                } else if (tag != ATTRIBUTE_END) {
                    bytes.get();
                    String name = text();
                    widths.put(String.join(".", scopes) + "." + name.split(" ")[0], number());
                    number();
                }
            }
        }

        private String text() {
            int start = bytes.position();
            while (bytes.get() != 0) {
                continue;
            }
            return new String(bytes.array(), start, bytes.position() - 1 - start, StandardCharsets.UTF_8);
        }

        private int number() {
            int value = 0;
            int shift = 0;
            int next;
            do {
                next = bytes.get();
                value |= (next & 127) << shift;
                shift += 7;
            } while (next < 0);
            return value;
        }
    }
}
