// SPDX-License-Identifier: Apache-2.0
package fairlead.litmus.syntax;

/**
 * A 64-bit value, or the content of a register of the task.
 *
 * @param register name of the register; null for a plain value
 * @param value the plain value, or what is added to the content of the register
 */
public record Operand(String register, long value) {
    public static Operand of(long value) {
        return new Operand(null, value);
    }

    public boolean isPlain() {
        return register == null;
    }
}
