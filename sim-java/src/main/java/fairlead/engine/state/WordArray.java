// SPDX-License-Identifier: Apache-2.0
package fairlead.engine.state;

import java.lang.reflect.Array;
import java.nio.ByteBuffer;

/** Arrays of primitive values as bytes. */
final class WordArray {
    private WordArray() {}

    private static int width(final Class<?> type) {
        if (type == long.class || type == double.class) {
            return Long.BYTES;
        }
        if (type == int.class) {
            return Integer.BYTES;
        }
        return type == char.class || type == short.class ? Short.BYTES : Byte.BYTES;
    }

    static long size(final Object array) {
        return (long) Array.getLength(array) * width(array.getClass().getComponentType());
    }

    static byte[] bytes(final Object array) {
        final ByteBuffer bytes = ByteBuffer.allocate(Math.toIntExact(size(array)));
        if (array instanceof long[] words) {
            bytes.asLongBuffer().put(words);
        } else if (array instanceof int[] words) {
            bytes.asIntBuffer().put(words);
        } else if (array instanceof char[] words) {
            bytes.asCharBuffer().put(words);
        } else if (array instanceof short[] words) {
            bytes.asShortBuffer().put(words);
        } else if (array instanceof double[] words) {
            bytes.asDoubleBuffer().put(words);
        } else if (array instanceof boolean[] words) {
            for (final boolean word : words) {
                bytes.put((byte) (word ? 1 : 0));
            }
        } else {
            bytes.put((byte[]) array);
        }
        return bytes.array();
    }

    /** Sets all elements from what {@link #bytes} gave for an array of the same type and length. */
    static void fill(final Object array, final byte[] from) {
        final ByteBuffer bytes = ByteBuffer.wrap(from);
        if (array instanceof long[] words) {
            bytes.asLongBuffer().get(words);
        } else if (array instanceof int[] words) {
            bytes.asIntBuffer().get(words);
        } else if (array instanceof char[] words) {
            bytes.asCharBuffer().get(words);
        } else if (array instanceof short[] words) {
            bytes.asShortBuffer().get(words);
        } else if (array instanceof double[] words) {
            bytes.asDoubleBuffer().get(words);
        } else if (array instanceof boolean[] words) {
            for (int i = 0; i < words.length; i++) {
                words[i] = from[i] != 0;
            }
        } else {
            bytes.get((byte[]) array);
        }
    }
}
