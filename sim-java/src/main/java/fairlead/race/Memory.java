// SPDX-License-Identifier: Apache-2.0
package fairlead.race;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.BiConsumer;
import java.util.function.Consumer;

/** The memory of one process: for each range of bytes the accesses that a later one may race with. */
final class Memory {
    private static final class Cell {
        long end;
        final List<Access> accesses;
        final List<Release> releases; // of those who have written here, the last one of each PE

        Cell(long end, List<Access> accesses, List<Release> releases) {
            this.end = end;
            this.accesses = new ArrayList<>(accesses);
            this.releases = new ArrayList<>(releases);
        }
    }

    /** A range that two accesses have in common. */
    record Range(long first, long end) {}

    /** What is told of two accesses that are not ordered. */
    interface Found {
        void race(Access earlier, Access later, Range range);
    }

    private final TreeMap<Long, Cell> cells = new TreeMap<>();

    /** Adds an access of a PE that knows so much. */
    void add(long first, long end, Access access, Known known, Found found) {
        each(first, end, (range, cell) -> {
            for (Iterator<Access> all = cell.accesses.iterator(); all.hasNext(); ) {
                Access earlier = all.next();
                boolean ordered = earlier.precedes(access, known);
                if (!ordered && earlier.conflicts(access)) {
                    found.race(earlier, access, range);
                }
                if (ordered && access.covers(earlier) || access.replaces(earlier)) {
                    all.remove();
                }
            }
            cell.accesses.add(access);
        });
    }

    /** Notes what a PE lets those know who see its write here. */
    void release(long first, long end, Release release) {
        each(first, end, (range, cell) -> {
            cell.releases.removeIf(old -> old.pe() == release.pe());
            cell.releases.add(release);
        });
    }

    /** Passes on what those have let know who have written here. These writes have ended, because they are seen. */
    void observe(long first, long end, Consumer<Release> to) {
        each(first, end, (range, cell) -> {
            cell.releases.forEach(to);
            cell.accesses.replaceAll(Access::seen);
        });
    }

    /** Goes through the cells of a range, which it makes where none are and splits at its ends. */
    private void each(long first, long end, BiConsumer<Range, Cell> with) {
        split(first);
        split(end);
        for (long at = first; at < end; ) {
            Map.Entry<Long, Cell> next = cells.ceilingEntry(at);
            long until = next == null ? end : Math.min(end, next.getKey());
            if (until > at) {
                cells.put(at, new Cell(until, List.of(), List.of()));
            }
            Cell cell = cells.get(at);
            with.accept(new Range(at, cell.end), cell);
            at = cell.end;
        }
    }

    private void split(long at) {
        Map.Entry<Long, Cell> before = cells.lowerEntry(at);
        if (before != null && before.getValue().end > at) {
            Cell cell = before.getValue();
            cells.put(at, new Cell(cell.end, cell.accesses, cell.releases));
            cell.end = at;
        }
    }
}
