// SPDX-License-Identifier: Apache-2.0
package fairlead.model.ports;

/** Of an object that one thread writes all the time: keeps its fields a cache line away from those of the object before it, which may be another thread's. */
public abstract class Apart {
    @SuppressWarnings("unused")
    private long p0, p1, p2, p3, p4, p5, p6, p7;
}
