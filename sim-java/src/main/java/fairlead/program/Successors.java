// SPDX-License-Identifier: Apache-2.0
package fairlead.program;

import static fairlead.program.ProgramException.require;

import java.util.List;

/**
 * The operations that wait for each operation of a program: the inverse of `requires` and `after`, as flat lists by
 * operation id. The lists are made once and shared by all runs of the program.
 */
public final class Successors {
    private final int[] needs;
    private final int[] first; // index into `next`, by 2 * operation, plus 1 for the operations that wait for its end
    private final int[] next;

    Successors(List<Operation> operations) {
        int size = operations.size();
        needs = new int[size];
        first = new int[2 * size + 1];
        for (Operation op : operations) {
            needs[op.id()] = op.requires().length + op.after().length;
            for (int id : op.requires()) {
                require(id < size && id != op.id(), op, "exists", id);
                first[onDone(id) + 1]++;
            }
            for (int id : op.after()) {
                require(id < size && id != op.id(), op, "exists", id);
                first[onPost(id) + 1]++;
            }
        }
        for (int list = 0; list < 2 * size; list++) {
            first[list + 1] += first[list];
        }
        next = new int[first[2 * size]];
        int[] free = first.clone();
        for (Operation op : operations) {
            for (int id : op.after()) {
                next[free[onPost(id)]++] = op.id();
            }
            for (int id : op.requires()) {
                next[free[onDone(id)]++] = op.id();
            }
        }
    }

    /** Returns the number of entries in the operation's `requires` and `after`. */
    public int needs(int id) {
        return needs[id];
    }

    /** Returns the number of the list of operations that start after `id` has been handed over. */
    public static int onPost(int id) {
        return 2 * id;
    }

    /** Returns the number of the list of operations that start after `id` has completed. */
    public static int onDone(int id) {
        return 2 * id + 1;
    }

    /** Returns the index of a list's first entry; the list ends before index {@code first(list + 1)}. */
    public int first(int list) {
        return first[list];
    }

    /** Returns the operation at an index. */
    public int at(int place) {
        return next[place];
    }
}
