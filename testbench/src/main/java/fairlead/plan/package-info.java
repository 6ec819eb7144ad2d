// SPDX-License-Identifier: Apache-2.0
/**
 * From a scenario to a plan with an engine ({@link fairlead.plan.Plans}), and runs that answer a question of their
 * own: the micro-benchmarks of `osu`, what a collective costs, what limits a run, and the second run of a failed one.
 */
package fairlead.plan;
