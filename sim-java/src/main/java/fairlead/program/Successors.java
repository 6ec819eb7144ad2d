// SPDX-License-Identifier: Apache-2.0
package fairlead.program;

/** Who waits for whom in a program, the other way round than its operations say it: flat lists by operation id, made once and shared by all who run it. */
public final class Successors {
    private final int[] needs;
    private final int[] firstOnDone;
    private final int[] onDone;
    private final int[] firstOnPost;
    private final int[] onPost;

    Successors(final Operation[] operations) {
        final int size = operations.length;
        needs = new int[size];
        firstOnDone = new int[size + 1];
        firstOnPost = new int[size + 1];
        for (final Operation op : operations) {
            needs[op.id()] = op.requires().length + op.after().length;
            count(firstOnDone, op.requires());
            count(firstOnPost, op.after());
        }
        for (int i = 0; i < size; i++) {
            firstOnDone[i + 1] += firstOnDone[i];
            firstOnPost[i + 1] += firstOnPost[i];
        }
        onDone = new int[firstOnDone[size]];
        onPost = new int[firstOnPost[size]];
        final int[] nextDone = firstOnDone.clone();
        final int[] nextPost = firstOnPost.clone();
        for (final Operation op : operations) {
            enter(nextDone, onDone, op.requires(), op.id());
            enter(nextPost, onPost, op.after(), op.id());
        }
    }

    private static void count(final int[] first, final int[] ids) {
        for (final int id : ids) {
            first[id + 1]++;
        }
    }

    private static void enter(final int[] next, final int[] list, final int[] ids, final int id) {
        for (final int before : ids) {
            list[next[before]++] = id;
        }
    }

    /** By operation: how many `requires` and `after` it has; a new array. */
    public int[] needs() {
        return needs.clone();
    }

    /** Index of the first one that requires `id`; those up to {@code onDoneStart(id + 1)} do. */
    public int onDoneStart(final int id) {
        return firstOnDone[id];
    }

    public int onDone(final int index) {
        return onDone[index];
    }

    /** The same of `after`. */
    public int onPostStart(final int id) {
        return firstOnPost[id];
    }

    public int onPost(final int index) {
        return onPost[index];
    }
}
