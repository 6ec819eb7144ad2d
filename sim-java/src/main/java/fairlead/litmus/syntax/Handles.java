// SPDX-License-Identifier: Apache-2.0
package fairlead.litmus.syntax;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** The handles of a task's operations for which no wait has come yet, in program order. */
final class Handles {
    private final Set<String> open = new HashSet<>();
    private final List<Set<String>> asked = new ArrayList<>(); // handles of each `wait any` that are not free again

    void add(final Handles other) {
        open.addAll(other.open);
        other.asked.forEach(handles -> asked.add(new HashSet<>(handles)));
    }

    Set<String> open() {
        return open;
    }

    /** Reads `h1 =` or `h[k] =` if it comes next, otherwise returns null. */
    String given(final Line line, final Names names, final Map<String, Long> values) {
        if (!names.isHandle(line)) {
            return null;
        }
        final List<String> one = names.handles(line, values);
        line.expect("=");
        if (one.size() != 1) {
            throw line.error("an operation has one handle, not " + one.size());
        }
        return one.get(0);
    }

    /** Gives the statements of a line their handle: one operation, or all puts of a strided one. */
    void give(final Line line, final String handle, final List<Statement> statements) {
        for (int i = 0; i < statements.size(); i++) {
            final Statement s = statements.get(i);
            final boolean fits =
                    s.verb() == Verb.PUT || s.verb() == Verb.ADD || s.verb() == Verb.GET && s.local() != null;
            if (!fits || s.attempt()) {
                throw line.error("a handle is for a put, a get into words or an atomic without a result");
            }
            statements.set(i, s.with(d -> d.handle = handle));
        }
        if (!open.add(handle)) {
            throw line.error(handle + " is the handle of an operation that nobody has waited for");
        }
    }

    /** Reads the handles behind a wait, which are free again. */
    List<String> awaited(final Line line, final Names names, final Map<String, Long> values) {
        final List<String> all = names.handles(line, values);
        for (final String handle : all) {
            remove(line, handle);
            asked.forEach(handles -> handles.remove(handle));
        }
        return all;
    }

    /** Refuses a handle that no operation has. */
    void check(final Line line, final String handle) {
        remove(line, handle);
        open.add(handle);
    }

    private void remove(final Line line, final String handle) {
        if (!open.remove(handle)) {
            throw line.error("no operation with handle " + handle + " is under way here");
        }
    }

    /** Reads the handles behind `wait any`. Each `wait any` tells one of its handles that none before has told. */
    List<String> choice(final Line line, final Names names, final Map<String, Long> values) {
        final Set<String> all = new LinkedHashSet<>();
        do {
            if (!names.isHandle(line)) {
                throw line.error("wait any needs handles, as in r1 = wait any h1 h2");
            }
            all.addAll(names.handles(line, values));
        } while (!line.isEnd());
        all.forEach(handle -> check(line, handle));
        final long before =
                asked.stream().filter(one -> !Collections.disjoint(one, all)).count();
        if (before >= all.size()) {
            throw line.error("earlier wait any statements may have told "
                    + (all.size() == 1 ? all.iterator().next() : "all of " + String.join(" ", all))
                    + ", and nothing is left to tell");
        }
        asked.add(new HashSet<>(all));
        return List.copyOf(all);
    }
}
