// SPDX-License-Identifier: Apache-2.0
package fairlead.lab.mutate;

/** What {@link TwinCodeTest} changes. Each method has the instructions of one kind. */
public final class TwinSample {
    private int field = 3;
    private final long[] longs = new long[1];

    public int conditions(final int a) {
        return a < 7 ? a : -a;
    }

    public long operators(final long a, final long b) {
        return a + b;
    }

    public int step(final int a) {
        int b = a;
        b++;
        return b;
    }

    public int stores(final int a) {
        longs[0] = a;
        field = a;
        return field + (int) longs[0];
    }

    public int calls(final int a) {
        set(a, 2L);
        return field;
    }

    private void set(final int a, final long b) {
        assert a != 77;
        field = a * (int) b;
    }
}
