// SPDX-License-Identifier: Apache-2.0
package fairlead.program;

/**
 * Which operation it is, where it stands and from when on: what nearly every look at one asks for. A class of its own, as the fields of a superclass lie together at the head of an object; operations are looked at
 * one here and one there, and each line of memory counts.
 */
abstract class Placed {
    int id = -1;
    int node;
    int task;
    int target = -1;
    long notBefore;
    private final OpKind kind;

    Placed(final OpKind kind) {
        this.kind = kind;
    }

    public final int id() {
        return id;
    }

    public final OpKind kind() {
        return kind;
    }

    public final int node() {
        return node;
    }

    public final int task() {
        return task;
    }

    /** The first cycle in which it may be given to the machine. */
    public final long notBefore() {
        return notBefore;
    }

    /** Target of a network operation, origin of a RECV or EPOCH_AWAIT; -1 when there is none. */
    public final int target() {
        return target;
    }
}
