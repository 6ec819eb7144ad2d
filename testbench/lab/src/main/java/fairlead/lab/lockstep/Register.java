// SPDX-License-Identifier: Apache-2.0
package fairlead.lab.lockstep;

import fairlead.rtl.RtlEngine;
import fairlead.twin.fabric.ModelEngine;
import java.lang.reflect.Array;
import java.lang.reflect.Field;

/**
 * A register that exists in RTL and twin, and that can be read and set in both.
 *
 * @param rtl path below the tile in the RTL
 * @param twin names of the fields from the twin's tile to the register
 * @param bits width in bits
 */
record Register(String rtl, String twin, int bits) {
    long mask() {
        return (1L << bits) - 1;
    }

    long ofRtl(final RtlEngine engine, final int node, final int index) {
        return engine.peek(node, rtl, index) & mask();
    }

    void setRtl(final RtlEngine engine, final int node, final int index, final long value) {
        engine.poke(node, rtl, index, value & mask());
    }

    long ofTwin(final ModelEngine engine, final int node, final int index) {
        final Object holder = holder(engine, node);
        final Object value = field(holder, last());
        return (value.getClass().isArray() ? Array.getLong(value, index) : ((Number) value).longValue()) & mask();
    }

    void setTwin(final ModelEngine engine, final int node, final int index, final long value) {
        final Object holder = holder(engine, node);
        final Object old = field(holder, last());
        final int narrow = (int) (value & mask());
        try {
            if (old.getClass().isArray()) {
                Array.setInt(old, index, narrow);
            } else if (old instanceof Long) {
                declared(holder, last()).setLong(holder, value & mask());
            } else {
                declared(holder, last()).setInt(holder, narrow);
            }
        } catch (final IllegalAccessException e) {
            throw new AssertionError(twin, e);
        }
    }

    /** Returns the object that the field is. */
    Object twinObject(final ModelEngine engine, final int node) {
        return field(holder(engine, node), last());
    }

    private String last() {
        return twin.substring(twin.lastIndexOf('.') + 1);
    }

    private Object holder(final ModelEngine engine, final int node) {
        Object at = null;
        final Object parts = field(field(engine, "machine"), "parts");
        for (int part = 0; part < Array.getLength(parts) && at == null; part++) {
            at = Array.get(field(Array.get(parts, part), "tiles"), node);
        }
        final String[] names = twin.split("\\.");
        for (int i = 0; i < names.length - 1; i++) {
            at = field(at, names[i]);
        }
        return at;
    }

    private static Field declared(final Object object, final String name) {
        try {
            final Field field = object.getClass().getDeclaredField(name);
            field.setAccessible(true);
            return field;
        } catch (final NoSuchFieldException e) {
            throw new AssertionError(object.getClass() + " has no " + name, e);
        }
    }

    private static Object field(final Object object, final String name) {
        try {
            return declared(object, name).get(object);
        } catch (final IllegalAccessException e) {
            throw new AssertionError(name, e);
        }
    }
}
