// SPDX-License-Identifier: Apache-2.0
package fairlead.twin.nic;

/** The kinds of notifications to {@link EpochTarget}, at most one of which arrives in a cycle. */
enum TargetNote {
    NONE,
    INIT,
    QUEUED,
    PUT_DONE,
    PUT_PART,
    COUNT,
    TERM
}
