// SPDX-License-Identifier: Apache-2.0
package fairlead.search.area;

import fairlead.engine.api.Buffers;
import java.util.Collection;

/** What the buffers of one node cost in silicon, or the nearest to it that this machine can say. */
public interface Area {
    /** Of all buffers of one node, in {@link #unit()}. */
    double of(Buffers buffers);

    /** Finds out together what {@link #of} will be asked for. */
    void prepare(Collection<Buffers> all);

    String unit();

    /** Where the numbers come from, or why they are bits: one sentence. */
    String source();
}
