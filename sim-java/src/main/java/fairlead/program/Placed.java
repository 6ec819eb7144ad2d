// SPDX-License-Identifier: Apache-2.0
package fairlead.program;

/**
 * The id, node, task, target and earliest cycle of an operation, which nearly every access needs. They are fields of a
 * superclass because the JVM places such fields together at the start of an object, so that an access to a scattered
 * operation needs fewer cache lines.
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

    /** Returns the first cycle in which the operation may be given to the machine. */
    public final long notBefore() {
        return notBefore;
    }

    /** Returns the target of a network operation or the origin of a RECV or EPOCH_AWAIT; -1 if there is none. */
    public final int target() {
        return target;
    }
}
