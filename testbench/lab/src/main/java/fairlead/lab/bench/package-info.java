// SPDX-License-Identifier: Apache-2.0
/**
 * The benchmarks behind `scripts/lab bench`: the twin, the RTL in bare C++, the bridge between them, how both grow with
 * the torus, and a worker of the search. Each prints figures per second of CPU time and judges nothing
 * (docs/use/speed.md).
 */
package fairlead.lab.bench;
