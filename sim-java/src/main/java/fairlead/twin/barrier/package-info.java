// SPDX-License-Identifier: Apache-2.0
/**
 * The twin of the barrier: the counter of a node's tasks, and the way of the barrier's patterns on the collective
 * network (docs/spec/barrier-unit.md).
 */
package fairlead.twin.barrier;
