// SPDX-License-Identifier: Apache-2.0
package fairlead.twin.nic;

/** The kinds of notifications to {@link EpochOrigin}, at most one of which arrives in a cycle. */
enum OriginNote {
    NONE,
    GET_DONE,
    ACK,
    INIT_ACK,
    INIT_NACK
}
