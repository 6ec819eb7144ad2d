// SPDX-License-Identifier: Apache-2.0
package fairlead.search.area;

import fairlead.engine.api.Buffers;
import java.util.Collection;

/** A cost model of the buffers of one node: silicon area, or storage bits if no tool for area is installed. */
public interface Area {
    /** Returns the cost of all buffers of one node, in {@link #unit()}. */
    double of(Buffers buffers);

    /** Computes in advance, in one parallel step, the costs that {@link #of} needs for these configurations. */
    void prepare(Collection<Buffers> all);

    String unit();

    /** Returns one sentence that names the source of the numbers, or the reason why they are bits. */
    String source();
}
