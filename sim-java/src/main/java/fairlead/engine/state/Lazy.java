// SPDX-License-Identifier: Apache-2.0
package fairlead.engine.state;

/** An object that makes some of its parts at their first use. */
public interface Lazy {
    /** Makes these parts, before the state of an object that has them is restored. */
    void build();
}
