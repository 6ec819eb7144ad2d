// SPDX-License-Identifier: Apache-2.0
/**
 * One run from plan to report, with all verdicts. {@link fairlead.run.Session} runs a {@link fairlead.run.RunPlan}:
 * the static check before cycle 0, then the executor with the checkers ({@link fairlead.run.Watch} passes them what
 * happens) and the detector of knots ({@link fairlead.run.Watch}), and at the end the evidence for
 * deadlock_freedom. Needs no native code when the engine is the twin.
 */
package fairlead.run;
