// SPDX-License-Identifier: Apache-2.0
/**
 * The twin of flushes and fences (docs/spec/fence-unit.md): {@link fairlead.model.fence.FenceUnit} launches and counts
 * legs, {@link fairlead.model.fence.AckCounters} count the unordered packets that a flush has to wait for.
 */
package fairlead.model.fence;
