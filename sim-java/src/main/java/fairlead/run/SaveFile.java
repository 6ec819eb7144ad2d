// SPDX-License-Identifier: Apache-2.0
package fairlead.run;

import fairlead.deadlock.Knot;
import fairlead.engine.Capabilities;
import fairlead.hw.HwLayout;

/**
 * Writes a GTKWave save file for a waveform. Each member of a knot has a group of signals: its buffer, the front flit,
 * and the credits and the owner of the output VC that it wants. Another waveform has a marker alone.
 */
public final class SaveFile {
    private static final String HEX = "@22";
    private static final String BIT = "@28";
    private static final String OPEN = "@800200"; // the begin and the end of a group that GTKWave shows open
    private static final String OPEN_END = "@1000200";
    /** Number of waveform ticks in a cycle: a rising edge and a falling edge. */
    private static final int TICKS = 2;
    /** The number of cycles before the marker with which GTKWave begins. */
    private static final int LEAD = 40;

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
     */
    public static String of(String waveform, String what, long cycle) {
        SaveFile file = new SaveFile(null);
        file.begin(what + " in cycle " + cycle, waveform, cycle);
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
}
