// SPDX-License-Identifier: Apache-2.0
/**
 * RTL and twin together. {@link fairlead.engine.lockstep.LockstepEngine} gives two engines the same commands and ends
 * at the first difference; {@link fairlead.engine.lockstep.CaseRun} plays drawn cases on it, {@link
 * fairlead.engine.lockstep.Coverage} counts what they reached, and {@link fairlead.engine.lockstep.Repro} writes the
 * files that repeat a difference. The classes Raw* play raw words at the host ports instead (docs/lab/lockstep.md).
 */
package fairlead.engine.lockstep;
