// SPDX-License-Identifier: Apache-2.0
package fairlead.search.area;

import fairlead.search.study.BufferBits;
import fairlead.search.study.PointFacts;
import fairlead.search.study.UsableBuffers;
import java.nio.file.Path;
import java.util.Collection;
import java.util.List;

/**
 * A cost model of the buffers of one node that the machine can use: silicon area, or storage bits if no tool for area
 * is installed.
 */
public interface Area {
    /** Returns the cost of all usable buffers of one node, in {@link #unit()}. */
    double of(UsableBuffers buffers);

    /** Returns the cost of a point of another structure than that of this process. */
    double ofOther(Path scenario, List<String> overrides);

    /** Computes in advance, in one parallel step, the costs that {@link #of} needs for these configurations. */
    void prepare(Collection<UsableBuffers> all);

    String unit();

    /** Returns one sentence that names the source of the numbers, or the reason why they are bits. */
    String source();

    /**
     * A cost model that counts storage bits instead of gates.
     *
     * @param why the reason why no gate counts are available, as a clause
     */
    record Bits(String why) implements Area {
        @Override
        public double of(final UsableBuffers buffers) {
            return BufferBits.of(buffers);
        }

        @Override
        public double ofOther(final Path scenario, final List<String> overrides) {
            return PointFacts.bitsByKind(scenario.toString(), overrides).values().stream()
                    .mapToLong(Long::longValue)
                    .sum();
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
}
