// SPDX-License-Identifier: Apache-2.0
package fairlead.engine.state;

/** An object that has a part in its being saved and restored. */
public interface Carried {
    /** Prepares the fields that are written; the object must go on as if this had not happened. */
    default void saving() {}

    /**
     * Makes the parts that the object makes at their first use, before the state of an object that has them is read.
     */
    default void build() {}

    /** Derives transient fields from the others, which have been restored. */
    default void restored() {}
}
