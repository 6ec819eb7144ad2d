// SPDX-License-Identifier: Apache-2.0
/**
 * RTL and twin together. {@link fairlead.lockstep.LockstepEngine} gives two engines the same commands and ends
 * at the first difference; {@link fairlead.lab.lockstep.CaseRun} plays drawn cases on it, {@link
 * fairlead.lab.lockstep.Coverage} counts what they reached, and {@link fairlead.lab.lockstep.Repro} writes the
 * files that repeat a difference. The classes Raw* play raw words at the host ports instead (docs/lab/lockstep.md).
 */
package fairlead.lab.lockstep;
