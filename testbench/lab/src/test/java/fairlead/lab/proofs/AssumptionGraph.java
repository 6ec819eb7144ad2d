// SPDX-License-Identifier: Apache-2.0
package fairlead.lab.proofs;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/**
 * The graph of dependencies between properties and assumptions. A property rests on the assumptions of its proof; an
 * assumption rests on the properties that discharge it. A proof uses an assumption in the cycle of the property and in
 * earlier cycles. A circular argument is therefore sound if every circle has an edge to an earlier cycle: it is then an
 * induction over cycles. A circle within one cycle proves nothing.
 */
final class AssumptionGraph {
    // for each assertion, the assumptions of all its rows
    private final Map<String, Set<String>> needs = new HashMap<>();
    private final Map<String, ProofVerdict> claims = new HashMap<>();
    private final Map<String, Assumption> assumptions = new LinkedHashMap<>();

    AssumptionGraph(final Collection<Property> properties, final Collection<Assumption> given) {
        given.forEach(a -> assumptions.put(a.id(), a));
        for (final Property p : properties) {
            final Set<String> all = needs.computeIfAbsent(p.assertion(), id -> new TreeSet<>());
            all.addAll(p.assumes());
            all.add("env:" + p.harness());
            claims.merge(p.assertion(), p.claim(), (a, b) -> a == ProofVerdict.PROVED ? a : b);
        }
    }

    /** Returns descriptions of ids that are used but not defined, and of assumptions that no property uses. */
    List<String> dangling() {
        final Set<String> wrong = new TreeSet<>();
        final Set<String> used = new HashSet<>();
        needs.forEach((property, all) -> all.forEach(id -> {
            used.add(id);
            if (!assumptions.containsKey(id)) {
                wrong.add(property + " assumes " + id + ", which is in no list");
            }
        }));
        for (final Assumption a : assumptions.values()) {
            if (!used.contains(a.id())) {
                wrong.add(a.id() + " is used by no property");
            }
            for (final Assumption.Edge edge : a.edges()) {
                if (!claims.containsKey(edge.property())) {
                    wrong.add(a.id() + " rests on " + edge.property() + ", which is no property");
                }
            }
        }
        return List.copyOf(wrong);
    }

    /** Returns descriptions of assumptions that rest on an unproved property without stating what remains assumed. */
    List<String> unproved() {
        final Set<String> wrong = new TreeSet<>();
        for (final Assumption a : assumptions.values()) {
            for (final Assumption.Edge edge : a.edges()) {
                if (claims.get(edge.property()) != ProofVerdict.PROVED
                        && a.remains().isEmpty()) {
                    wrong.add(a.id() + " rests on " + edge.property() + ", which is not proved");
                }
            }
        }
        return List.copyOf(wrong);
    }

    /** Returns the ids on a circle whose edges are all within one cycle; empty if there is none. */
    List<String> circleWithinACycle() {
        return circle(true);
    }

    /** Returns the ids on any circle; empty if there is none. */
    List<String> circle() {
        return circle(false);
    }

    private List<String> circle(final boolean sameCycle) {
        final Set<String> done = new HashSet<>();
        for (final String property : new TreeSet<>(needs.keySet())) {
            final List<String> found = from(property, sameCycle, done, new ArrayDeque<>());
            if (!found.isEmpty()) {
                return found;
            }
        }
        return List.of();
    }

    private List<String> from(
            final String property, final boolean sameCycle, final Set<String> done, final Deque<String> path) {
        if (path.contains(property)) {
            final List<String> all = new ArrayList<>(path);
            final List<String> round = new ArrayList<>(all.subList(all.indexOf(property), all.size()));
            round.add(property);
            return round;
        }
        if (done.contains(property)) {
            return List.of();
        }
        path.addLast(property);
        for (final String id : needs.getOrDefault(property, Set.of())) {
            final Assumption a = assumptions.get(id);
            for (final Assumption.Edge edge : a == null ? List.<Assumption.Edge>of() : a.edges()) {
                if (edge.sameCycle() || !sameCycle) {
                    path.addLast("given " + id);
                    final List<String> found = from(edge.property(), sameCycle, done, path);
                    if (!found.isEmpty()) {
                        return found;
                    }
                    path.removeLast();
                }
            }
        }
        path.removeLast();
        done.add(property);
        return List.of();
    }
}
