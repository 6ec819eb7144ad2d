// SPDX-License-Identifier: Apache-2.0
package fairlead.program;

/** The type of the elements of a reduction, little-endian in memory. */
public enum ElementType {
    U32(4, false),
    U64(8, false),
    I32(4, true),
    I64(8, true);

    private final int bytes;
    private final boolean signed;

    ElementType(int bytes, boolean signed) {
        this.bytes = bytes;
        this.signed = signed;
    }

    public int bytes() {
        return bytes;
    }

    public boolean isSigned() {
        return signed;
    }
}
