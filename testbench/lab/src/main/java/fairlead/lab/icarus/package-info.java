// SPDX-License-Identifier: Apache-2.0
/**
 * Plays the pins of a tile to a second simulator of the same Verilog and compares every output
 * (docs/lab/second-simulator.md).
 */
package fairlead.lab.icarus;
