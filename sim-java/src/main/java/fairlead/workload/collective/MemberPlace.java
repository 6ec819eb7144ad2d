// SPDX-License-Identifier: Apache-2.0
package fairlead.workload.collective;

/** An offset in an area of some member. */
public record MemberPlace(MemberArea area, long offset) {
    public static MemberPlace operand(final long offset) {
        return new MemberPlace(MemberArea.OPERAND, offset);
    }

    public static MemberPlace result(final long offset) {
        return new MemberPlace(MemberArea.RESULT, offset);
    }

    public static MemberPlace work(final long offset) {
        return new MemberPlace(MemberArea.WORK, offset);
    }

    /** Returns whether `next` begins where `bytes` bytes from here end. */
    boolean continuesAt(final int bytes, final MemberPlace next) {
        return area == next.area && offset + bytes == next.offset;
    }
}
