// SPDX-License-Identifier: Apache-2.0
package fairlead.pe;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** What the calls of a run access, and which of them access the same bytes as those of another PE. */
public final class Conflicts {
    private static final int MOST = 50_000; // accesses of a run that are noted
    private static final int NEIGHBOURS = 100; // accesses with which one is compared
    private static final int BEFORE = 3; // calls before a conflict that may be what it is about, such as data of a flag

    public enum Kind {
        READS,
        WRITES,
        ATOMIC
    }

    /** A call of a PE, from 1 on. */
    public record Site(int pe, int call) {}

    private record Access(Site site, int owner, long from, long to, Kind kind) {
        boolean conflicts(Access other) {
            return site.pe != other.site.pe
                    && from < other.to
                    && other.from < to
                    && (kind != other.kind || kind == Kind.WRITES);
        }
    }

    private final List<Access> accesses = new ArrayList<>();

    void add(int pe, int call, int owner, long address, long bytes, Kind kind) {
        if (bytes > 0 && accesses.size() < MOST) {
            accesses.add(new Access(new Site(pe, call), owner, address, address + bytes, kind));
        }
    }

    /** Returns the calls that conflict with another one, and those before them that access the same PE. */
    public Set<Site> sites() {
        List<Access> sorted = accesses.stream()
                .sorted(Comparator.comparingInt(Access::owner).thenComparingLong(Access::from))
                .toList();
        Set<Access> found = new LinkedHashSet<>();
        for (int i = 0; i < sorted.size(); i++) {
            Access one = sorted.get(i);
            for (int j = i + 1; j < Math.min(sorted.size(), i + NEIGHBOURS); j++) {
                Access other = sorted.get(j);
                if (other.owner != one.owner || other.from >= one.to) {
                    break;
                }
                if (one.conflicts(other)) {
                    found.add(one);
                    found.add(other);
                }
            }
        }
        Set<Site> sites = new LinkedHashSet<>();
        for (Access one : found) {
            for (int back = BEFORE; back >= 0; back--) {
                if (one.site.call > back) {
                    sites.add(new Site(one.site.pe, one.site.call - back));
                }
            }
        }
        return sites;
    }
}
