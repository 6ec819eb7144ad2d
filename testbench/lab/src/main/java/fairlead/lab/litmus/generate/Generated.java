// SPDX-License-Identifier: Apache-2.0
package fairlead.lab.litmus.generate;

/**
 * A drawn program.
 *
 * @param name name of the test
 * @param shape name of its cycle
 * @param text the litmus file
 * @param cycle the condition that closes the cycle
 * @param forbidden whether the rules of the programming models forbid the cycle
 */
public record Generated(String name, String shape, String text, String cycle, boolean forbidden) {}
