// SPDX-License-Identifier: Apache-2.0
package fairlead.twin.router;

/**
 * Base class of objects that one thread writes often. Its padding keeps their fields a cache line away from those of
 * the previous object in memory, which another thread may use.
 */
public abstract class Apart {
    @SuppressWarnings("unused")
    private long p0, p1, p2, p3, p4, p5, p6, p7;
}
