// SPDX-License-Identifier: Apache-2.0
/** Benchmarks of whole parts of the twin, run by scripts/jmh. */
package fairlead.jmh;
