// SPDX-License-Identifier: Apache-2.0
/**
 * Random machines and what to run on them, each drawn from one seed: the cases of the lockstep engine (docs/lockstep.md).
 *
 * <p>A case is a machine and either <em>steps</em>, commands given at drawn cycles that need not make sense as a program, or a <em>workload</em>, which the executor
 * plays. Steps keep the rules that the RTL asserts of its caller (the `_A` properties of the unit pages) and no others.
 */
package fairlead.engine.lockstep.cases;
