// SPDX-License-Identifier: Apache-2.0
/**
 * Draws random machines and the traffic for them, each from one seed: the cases of the lockstep engine
 * (docs/lab/lockstep.md).
 *
 * <p>A case is a machine with <em>steps</em>, a <em>program</em> or a <em>workload</em>. Steps are commands given at
 * drawn cycles, which need not make sense as a program; the executor plays programs and workloads. Steps obey the rules
 * that the RTL asserts of its caller (the `_A` properties of the unit pages) and no others.
 */
package fairlead.lab.cases;
