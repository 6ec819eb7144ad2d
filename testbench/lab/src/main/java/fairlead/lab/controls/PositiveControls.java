// SPDX-License-Identifier: Apache-2.0
package fairlead.lab.controls;

import fairlead.engine.EngineOptions;
import fairlead.hw.HwLayout;
import fairlead.hw.HwLayout.UnsafeVariant;
import fairlead.machine.Routing;
import fairlead.program.Ops;
import fairlead.program.Program;
import java.util.ArrayList;
import java.util.List;

/**
 * Machines that must raise no alarm, each with the traffic of a negative control, and with more of this traffic for a
 * soak.
 */
final class PositiveControls {
    private static final long MAX_CYCLES = 100_000;
    private static final int BIG = 4096;
    /** A buffer depth with room for one packet, but not for two. */
    private static final int SHALLOW = 20;

    private static final int ROUNDS = 400;

    private final List<Control> all = new ArrayList<>();
    private final List<Soak> soaks = new ArrayList<>();

    private PositiveControls() {
        storePath();
        dimensionOrder();
        cutThrough();
        final Testbed fair = new Testbed(4, 4, 1).tasks(4).roundRobin().depths(8, 8, 4);
        add("P18", "the traffic of N25 on the shipped machine", fair, Controls.getsAndPuts(fair));
    }

    static List<Control> all() {
        return List.copyOf(new PositiveControls().all);
    }

    static List<Soak> soaks() {
        return List.copyOf(new PositiveControls().soaks);
    }

    /** Adds the unmodified DLA under the traffic of the negative controls with DLA flaws. */
    private void storePath() {
        for (final int words : new int[] {5, 16}) {
            final Testbed stored = new Testbed(3, 1, 1).dla(words).depths(4, 4, 2);
            add(
                    "P08-" + words,
                    "the traffic of N13 with the DLA, " + words + " words",
                    stored,
                    Senders.storedGets(stored, 60, 64),
                    Senders.storedGets(stored, 4000, 64));
        }
        final Testbed shipped = new Testbed(2, 1, 1);
        // the soak has more traffic: every node in every round, while another task loads the same links
        final Testbed two = new Testbed(2, 1, 1).tasks(2);
        add("P09", "the program of N15", shipped, released(shipped));
        soak("P09", two, DlaTraffic.rounds(two, ROUNDS, 60, true, 12, List.of(Ops::dlaRelease)));
        final Testbed lent = new Testbed(2, 1, 1).tasks(2).dla(16);
        add("P10", "the program of N34", lent, DlaTraffic.poolLent(lent, 16, 400));
        final Testbed three = new Testbed(2, 1, 1).tasks(3).dla(16);
        soak("P10", three, DlaTraffic.lendings(three, ROUNDS, 16, 100));
        add("P11", "the program of N35", shipped, overflowing(shipped));
        soak("P11", two, DlaTraffic.rounds(two, ROUNDS, 7, false, 2, List.of(Ops::dlaEnd)));
        add("P12", "the program of N36", shipped, marked(shipped));
        soak("P12", two, DlaTraffic.rounds(two, ROUNDS, 60, true, 12, List.of(Ops::dlaMark, Ops::dlaRelease)));
    }

    static Program released(final Testbed machine) {
        return DlaTraffic.reservation(machine, 60, true, 12, Ops.dlaRelease());
    }

    static Program overflowing(final Testbed machine) {
        return DlaTraffic.reservation(machine, 7, false, 2, Ops.dlaEnd());
    }

    static Program marked(final Testbed machine) {
        return DlaTraffic.reservation(machine, 60, true, 12, Ops.dlaMark());
    }

    private void dimensionOrder() {
        for (int k = 2; k <= 3; k++) {
            final Testbed small = new Testbed(k, k, k).depths(1, 1, 2).unsafe(UnsafeVariant.ONE_VC);
            add(
                    "P01-" + k,
                    "one VC on " + k + "x" + k + "x" + k + ": rings too short to deadlock (vacuous)",
                    small,
                    Senders.allGets(small, 512, 1, true),
                    Senders.allGets(small, 512, k == 2 ? 32 : 8, true));
        }
        final Testbed late = new Testbed(5, 1, 1).unsafe(UnsafeVariant.LATE_DATELINE, 0, 0);
        add(
                "P02",
                "the dateline of one ring moved by a link",
                late,
                Senders.shift(late, 2, BIG),
                Senders.streams(late, 1, 2, 64, BIG));
        final Testbed hot = new Testbed(4, 4, 4).depths(4, 4, 4);
        add("P03", "hot spot at full load on 4x4x4", hot, Senders.incast(hot, 21, BIG, 1));
        final Testbed all = new Testbed(4, 4, 2).depths(1, 1, 1);
        add(
                "P04",
                "all to all, every buffer of depth 1, 4x4x2",
                all,
                Senders.allGets(all, 512, 1, true),
                Senders.allGets(all, 512, 8, true));
        final Testbed reception = new Testbed(2, 2, 1).latency(8, 100_000);
        final Program messages = Senders.messages(reception, 6);
        all("P05", "reception stalled: software that acts after 100,000 cycles", reception, messages, 5_000_000);
        soaks.add(new Soak("P05", config(reception, messages), messages, true));
        final Testbed pairs = new Testbed(2, 2, 2).depths(1, 1, 2);
        add(
                "P06",
                "rings of two, both directions to one neighbour",
                pairs,
                Senders.allGets(pairs, BIG, 2, true),
                Senders.allGets(pairs, 512, 32, true));
        final Testbed passing = new Testbed(5, 1, 1).depths(8, 8, 4);
        add(
                "P07",
                "the traffic of N21 on the shipped machine",
                passing,
                Senders.passing(passing, 12, 16_384),
                Senders.incast(passing, 0, BIG, 12));
    }

    /** Adds cut-through machines whose offered traffic exceeds their capacity. */
    private void cutThrough() {
        final int one = HwLayout.MAX_PACKET_FLITS;
        final Testbed adaptive =
                new Testbed(4, 4, 4).tasks(4).routing(Routing.ADAPTIVE).depths(one, one, 4);
        add(
                "P13",
                "adaptive, all to all from four tasks, buffers of one packet, 4x4x4",
                adaptive,
                Senders.flood(adaptive, 4, 1, BIG, false));
        final Testbed ring =
                new Testbed(16, 1, 1).routing(Routing.ADAPTIVE).tasks(4).depths(SHALLOW, one, 4);
        add("P14", "the traffic of N33 with credits of packets", ring, Senders.streams(ring, 4, 7, 8, BIG));
        final Testbed turns = new Testbed(4, 8, 1)
                .routing(Routing.BUBBLE)
                .tasks(4)
                .roundRobin()
                .depths(2 * one, one, 4);
        add(
                "P15",
                "the traffic of N10 on bubble rings as they are built",
                turns,
                Senders.flood(turns, 4, 1, BIG, false));
        final Testbed bubble =
                new Testbed(4, 4, 4).tasks(4).routing(Routing.BUBBLE).depths(2 * one, one, 4);
        add(
                "P16",
                "bubble, all to all from four tasks, buffers of two packets, 4x4x4",
                bubble,
                Senders.flood(bubble, 4, 1, BIG, false));
        final Testbed aged = new Testbed(8, 1, 1).tasks(4);
        add("P17", "the traffic of N32 by age", aged, tornado(aged), Senders.streams(aged, 4, 3, 16, BIG));
    }

    /** Returns tornado traffic: every task of every node sends to the node one hop less than half the ring away. */
    static Program tornado(final Testbed machine) {
        return Senders.streams(machine, 4, 3, 4, BIG);
    }

    /** Adds a control whose soak runs the program of the control. */
    private void add(final String id, final String text, final Testbed machine, final Program program) {
        add(id, text, machine, program, program);
    }

    private void add(
            final String id, final String text, final Testbed machine, final Program program, final Program more) {
        all(id, text, machine, program, MAX_CYCLES);
        soak(id, machine, more);
    }

    private void all(
            final String id, final String text, final Testbed machine, final Program program, final long maxCycles) {
        all.add(new Control(
                id, text, "none", 0, "none", config(machine, program), program, EngineOptions.DEFAULT, maxCycles));
    }

    /** Replaces the soak of the control with this id. */
    private void soak(final String id, final Testbed machine, final Program program) {
        soaks.removeIf(s -> s.id().equals(id));
        soaks.add(new Soak(id, config(machine, program), program, false));
    }

    private static fairlead.machine.MachineConfig config(final Testbed machine, final Program program) {
        return machine.config().withMessageBase(program.messageBase());
    }
}
