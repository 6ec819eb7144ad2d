// SPDX-License-Identifier: Apache-2.0
package fairlead.prove;

/** What a property says. */
public enum PropertyKind {
    /** Something bad never happens. */
    SAFETY,
    /** Something good happens again and again, if its fairness conditions do. */
    LIVENESS,
    /** Something good happens within a fixed number of cycles or grants: safety, stated with a counter. */
    BOUNDED
}
