// SPDX-License-Identifier: Apache-2.0
package fairlead.program;

/** Who waits for whom in a program, the other way round than its operations say it: flat lists by operation id, made once and shared by all who run it. */
public final class Successors {
    private final int[] needs;
    private final int[] first; // in `next`, by 2 * operation, + 1 for those on its end
    private final int[] next;

    Successors(final Operation[] operations) {
        final int size = operations.length;
        needs = new int[size];
        first = new int[2 * size + 1];
        for (final Operation op : operations) {
            needs[op.id()] = op.requires().length + op.after().length;
            for (final int id : op.after()) {
                first[onPost(id) + 1]++;
            }
            for (final int id : op.requires()) {
                first[onDone(id) + 1]++;
            }
        }
        for (int list = 0; list < 2 * size; list++) {
            first[list + 1] += first[list];
        }
        next = new int[first[2 * size]];
        final int[] free = first.clone();
        for (final Operation op : operations) {
            for (final int id : op.after()) {
                next[free[onPost(id)]++] = op.id();
            }
            for (final int id : op.requires()) {
                next[free[onDone(id)]++] = op.id();
            }
        }
    }

    /** How many `requires` and `after` the operation has. */
    public int needs(final int id) {
        return needs[id];
    }

    /** The list of those that start after `id` has been handed over. */
    public static int onPost(final int id) {
        return 2 * id;
    }

    /** The list of those that start after `id` has completed. */
    public static int onDone(final int id) {
        return 2 * id + 1;
    }

    /** Place of the first one of a list; the list ends before place {@code first(list + 1)}. */
    public int first(final int list) {
        return first[list];
    }

    /** The operation at a place. */
    public int at(final int place) {
        return next[place];
    }
}
