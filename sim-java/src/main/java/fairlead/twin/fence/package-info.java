// SPDX-License-Identifier: Apache-2.0
/**
 * The twin of flushes and fences (docs/spec/fence-unit.md): {@link fairlead.twin.fence.FenceUnit} launches and counts
 * legs, {@link fairlead.twin.fence.AckCounters} count the unordered packets that a flush has to wait for.
 */
package fairlead.twin.fence;
