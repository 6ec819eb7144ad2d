// SPDX-License-Identifier: Apache-2.0
package fairlead.report;

import fairlead.engine.Capabilities;
import fairlead.hw.HwLayout;
import fairlead.knot.Knot;

/** A GTKWave save file for the waveform of a knot: one group a member, with its buffer, what it wants, and the credits and owner of that output VC. */
public final class SaveFile {
    private static final String HEX = "@22";
    private static final String BIT = "@28";
    private static final String OPEN_GROUP = "@800200";
    private static final String CLOSE_GROUP = "@1000200";
    /** A cycle in the waveform: rising edge, falling edge. */
    private static final int TICKS = 2;

    private static final int VCS_OF_CLASS = 2;

    private final StringBuilder text = new StringBuilder();
    private final Capabilities library;

    private SaveFile(final Capabilities library) {
        this.library = library;
    }

    /** @param library that wrote the waveform: its depths decide how wide a pointer is */
    public static String of(final String waveform, final Knot knot, final Capabilities library) {
        final SaveFile file = new SaveFile(library);
        file.line("[*] knot closed in cycle " + knot.reportedAt() + ", "
                + knot.members().size() + " members");
        file.line("[dumpfile] \"" + waveform + "\"");
        file.line("[timestart] " + Math.max(0, (knot.reportedAt() - 40) * TICKS));
        file.line("*-5.0 " + knot.reportedAt() * TICKS);
        for (int i = 0; i < knot.members().size(); i++) {
            file.member(i + 1, knot.members().get(i));
        }
        return file.text.toString();
    }

    private void line(final String line) {
        text.append(line).append('\n');
    }

    private static boolean isLink(final int port) {
        return port < HwLayout.LINKS;
    }

    /** Dense index of a VC number inside the router. */
    private static int index(final int port, final int vc) {
        return isLink(port) ? (vc >> 2) * VCS_OF_CLASS + (vc & 3) : 0;
    }

    private static int vcs(final int port) {
        return isLink(port) ? HwLayout.CLASSES * VCS_OF_CLASS : 1;
    }

    private static int bits(final int values) {
        return Math.max(1, 32 - Integer.numberOfLeadingZeros(values - 1));
    }

    private void signal(final String name, final int width) {
        line(width == 1 ? BIT : HEX);
        line(name + (width == 1 ? "" : "[" + (width - 1) + ":0]"));
    }

    private void member(final int number, final Knot.Member m) {
        final String title = number + ": " + m.holds() + " wants " + m.wants();
        final String router = "node" + m.node() + ".Tile.router.";
        final String in = router + "input" + m.port() + ".";
        final String out = router + "output" + m.wantPort() + ".";
        final int at = index(m.port(), m.vc());
        final int to = index(m.wantPort(), m.wantVc());
        final int pointer = bits(isLink(m.port()) ? library.maxLinkDepth() : library.maxLocalDepth());
        line(OPEN_GROUP);
        line("-" + title);
        signal(in + "occupied", vcs(m.port()));
        signal(in + "readPtr_" + at, pointer);
        signal(in + "writePtr_" + at, pointer);
        signal(in + "io_front_" + at + "_port", bits(HwLayout.ROUTER_PORTS));
        signal(in + "io_front_" + at + "_vc", 2);
        signal(in + "io_front_" + at + "_head", 1);
        signal(in + "io_granted", 1);
        signal(out + "credits_" + to, 9);
        signal(out + "owned", vcs(m.wantPort()));
        signal(out + "owner_" + to, 6);
        signal(out + "io_credit", vcs(m.wantPort()));
        line(CLOSE_GROUP);
        line("-" + title);
    }
}
