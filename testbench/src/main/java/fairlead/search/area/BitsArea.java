// SPDX-License-Identifier: Apache-2.0
package fairlead.search.area;

import fairlead.search.study.BufferBits;
import fairlead.search.study.UsableBuffers;
import java.util.Collection;

/**
 * A cost model that counts storage bits instead of gates.
 *
 * @param why the reason why no gate counts are available, as a clause
 */
public record BitsArea(String why) implements Area {
    @Override
    public double of(final UsableBuffers buffers) {
        return BufferBits.of(buffers);
    }

    @Override
    public void prepare(final Collection<UsableBuffers> all) {
        // there is nothing to prepare, because bits are computed on request
    }

    @Override
    public String unit() {
        return "bits/node";
    }

    @Override
    public String source() {
        return "Area is given as storage bits of one node's buffers, not as gates: " + why + ".";
    }
}
