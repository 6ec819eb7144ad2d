// SPDX-License-Identifier: Apache-2.0
/**
 * Data races of native programs (docs/use/native.md): accesses of the processing elements (PEs) to the memory of
 * processes, and the order that the programming model gives them. The clock of a PE counts what it has let others know;
 * a vector of clocks says what a PE knows of each other one.
 */
package fairlead.race;
