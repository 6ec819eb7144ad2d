// SPDX-License-Identifier: Apache-2.0
package fairlead.lab.litmus.generate;

import fairlead.lab.litmus.generate.LitmusGenerator.Draw;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A cycle of links between tasks: link i leads from task i to task i + 1, and the last one to task 0.
 *
 * @param links the links
 * @param single for each task whether its two events are one write, which one task reads and another one misses
 */
record Cycle(List<Link> links, List<Boolean> single) {
    /** A relation from the last event of one task to the first event of the next task of a cycle. */
    enum Link {
        RF, // reads from: the next task reads what this task writes
        FR, // from read: this task reads the value before the write of the next task
        WS, // coherence: the write of the next task comes after the write of this task to the same word
        MSG, // this task sends a message, and the next task receives it
        BAR, // both tasks meet in a barrier, as all others do
        CALL, // both tasks meet in a call of their group
        EPO; // this task closes an epoch, and the next task waits for its end

        boolean isMemory() {
            return this == RF || this == FR || this == WS;
        }
    }

    private static final Map<String, String> NAMES = Stream.of(("FR:RAW, RF:WAR, WS:WAW, FR RF:MP, FR FR:SB, RF RF:LB,"
                            + " RF WS:S, FR WS:R, WS WS:2+2W, FR *RF RF:WRC, FR RF RF:ISA2, FR *RF FR *RF:IRIW,"
                            + " FR FR *RF:RWC, FR FR RF:Z6.3, RF RF RF:3.LB, FR FR FR:3.SB, WS WS WS:3.2W")
                    .split(", "))
            .map(entry -> entry.split(":"))
            .collect(Collectors.toMap(entry -> entry[0], entry -> entry[1]));

    int size() {
        return links.size();
    }

    Link in(int task) {
        return links.get((task + size() - 1) % size());
    }

    Link out(int task) {
        return links.get(task);
    }

    /** Returns the common name of the shape, or its links in the rotation that comes first in the alphabet. */
    String name() {
        List<String> marks = new ArrayList<>();
        for (int i = 0; i < size(); i++) {
            marks.add((single.get(i) ? "*" : "") + links.get(i));
        }
        List<String> rotations = new ArrayList<>();
        for (int i = 0; i < size(); i++) {
            rotations.add(String.join(" ", marks));
            Collections.rotate(marks, 1);
        }
        for (String rotation : rotations) {
            if (NAMES.containsKey(rotation)) {
                return NAMES.get(rotation);
            }
        }
        return Collections.min(rotations).replace(' ', '-').replace("*", "1");
    }

    static Cycle draw(Draw draw) {
        while (true) {
            int size = draw.of(1, 2, 2, 2, 2, 3, 3, 4);
            List<Link> links = new ArrayList<>();
            for (int i = 0; i < size; i++) {
                links.add(
                        draw.percent(size > 1 ? 22 : 0)
                                ? draw.of(List.of(Link.MSG, Link.BAR, Link.CALL, Link.EPO))
                                : draw.of(List.of(Link.RF, Link.RF, Link.FR, Link.FR, Link.WS)));
            }
            List<Boolean> single = new ArrayList<>();
            for (int i = 0; i < size; i++) {
                boolean one = size > 2
                        && links.get((i + size - 1) % size) == Link.FR
                        && links.get(i) == Link.RF
                        && !(i > 0 && single.get(i - 1));
                single.add(one && draw.percent(75));
            }
            Cycle cycle = new Cycle(links, single);
            if (cycle.isUseful()) {
                return cycle;
            }
        }
    }

    /** A cycle needs a link that a strong order forbids, and at most one link of each sort that involves all tasks. */
    private boolean isUseful() {
        long barriers = links.stream().filter(l -> l == Link.BAR).count();
        long calls = links.stream().filter(l -> l == Link.CALL).count();
        long memory = links.stream().filter(Link::isMemory).count();
        boolean reads = links.stream().anyMatch(l -> l == Link.FR || l == Link.RF);
        boolean onlyReads = links.stream().allMatch(l -> l == Link.RF || !l.isMemory());
        return memory > 0
                && barriers <= 1
                && calls <= 1
                && (reads || memory == size())
                && !(onlyReads && memory < size());
    }
}
