// SPDX-License-Identifier: Apache-2.0
package fairlead.litmus.syntax;

/** A value of 64 bits, or what a register of the task holds. @param register null for a plain value */
public record Operand(String register, long value) {
    public static Operand of(final long value) {
        return new Operand(null, value);
    }

    public boolean isPlain() {
        return register == null;
    }
}
