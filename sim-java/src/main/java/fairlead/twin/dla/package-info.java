// SPDX-License-Identifier: Apache-2.0
/**
 * The twin of the store path (docs/spec/dla-arbiter.md). {@link fairlead.twin.dla.DlaArbiter} holds two ports, for
 * allocations and for stores, over one pool of credits and one FIFO; what it tells later than it happens goes through
 * {@link fairlead.twin.dla.DlaNotices}.
 */
package fairlead.twin.dla;
