// SPDX-License-Identifier: Apache-2.0
package fairlead.engine.api;

/** What happens to an INIT of another origin while an epoch is open on a node (R-EPO-7); the ordinal is the value of configuration register EPOCH_ACCESS. */
public enum EpochAccess {
    /** It is granted: epochs of several origins may be open on a node together. */
    OPEN,
    /** It waits at the target until no epoch is open there. */
    QUEUE,
    /** It is denied; software tries again. */
    REFUSE
}
