// SPDX-License-Identifier: Apache-2.0
package fairlead.litmus.model;

import fairlead.litmus.syntax.Verb;
import java.util.ArrayList;
import java.util.List;

/** The operations of a task that may be in flight, in the order of its program; actions are bit sets. */
final class Flights {
    /**
     * One operation of a task that may be in flight.
     *
     * @param name register or handle by which a `wait` names it, or null
     * @param remote bits of its actions at the target
     * @param local bits of its actions on the task's own node
     * @param epoch id of its epoch, or -1
     * @param context number of its context
     */
    record Flight(Verb verb, String target, String name, long remote, long local, long epoch, int context) {
        long all() {
            return remote | local;
        }
    }

    private final ActionGraph graph;
    private final List<Flight> all = new ArrayList<>();

    Flights(final ActionGraph graph) {
        this.graph = graph;
    }

    void add(final Flight flight) {
        all.add(flight);
    }

    List<Flight> all() {
        return all;
    }

    Flight last() {
        return all.get(all.size() - 1);
    }

    String lastTarget() {
        return all.isEmpty() ? "" : last().target();
    }

    long inFlight() {
        return all.stream().mapToLong(Flight::all).reduce(0, (x, y) -> x | y);
    }

    long inEpoch(final long epoch, final String target) {
        return all.stream()
                .filter(f -> f.epoch() == epoch && f.target().equals(target) && graph.has(Axiom.CLOSE_COVERS))
                .mapToLong(Flight::all)
                .reduce(0, (x, y) -> x | y);
    }

    /** Returns what must be done for the operations of this name to be complete: of a put, the reads of its source. */
    long awaited(final String name) {
        return all.stream()
                .filter(f -> name.equals(f.name()))
                .mapToLong(f -> f.verb() == Verb.PUT && graph.has(Axiom.HANDLE_IS_LOCAL) ? f.local() : f.all())
                .reduce(0, (x, y) -> x | y);
    }
}
