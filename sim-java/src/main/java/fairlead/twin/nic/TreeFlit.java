// SPDX-License-Identifier: Apache-2.0
package fairlead.twin.nic;

/**
 * A flit of the collective network.
 *
 * @param w0 first word; in a head, the packed CollectiveHeader
 * @param w1 second word; in a head, the tag
 */
public record TreeFlit(boolean head, boolean tail, long w0, long w1) {}
