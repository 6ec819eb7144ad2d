// SPDX-License-Identifier: Apache-2.0
/**
 * One run from plan to report, with all verdicts. {@link fairlead.run.Session} runs a {@link fairlead.run.RunPlan}:
 * the static check before cycle 0, then the executor with the checkers and the detector of knots ({@link
 * fairlead.run.Watch} passes them what happens), and at the end the evidence for deadlock_freedom. Needs no native code
 * when the engine is the twin. Every file and folder of a {@link fairlead.run.RunReport} is written next to its place
 * and renamed ({@link fairlead.run.WholeFile}, {@link fairlead.run.OutputFolder}), so a reader never sees half of one.
 */
package fairlead.run;
