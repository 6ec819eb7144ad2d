// SPDX-License-Identifier: Apache-2.0
/**
 * Generators of programs: {@link fairlead.workload.pattern.Workload} makes one for a machine. Each generator has an
 * epoch, a fence and a barrier in each round, which the switches of {@link fairlead.workload.pattern.Generator} turn
 * off. docs/use/usage.md has the parameters.
 */
package fairlead.workload.pattern;
