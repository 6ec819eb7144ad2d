// SPDX-License-Identifier: Apache-2.0
package fairlead.search;

import fairlead.scenario.BadInput;
import java.util.Collection;
import java.util.Map;

/** A cost model of the usable buffers of a node: silicon area, or storage bits without the tools for area. */
public interface Area {
    /** Refuses a machine with units of the user, because none but the machine's own are measured. */
    static void requireOurs(boolean own) {
        if (own) {
            throw new BadInput("machine.rtl: what is measured are the machine's own units; leave it out");
        }
    }

    /** Returns the cost of all usable buffers of one node, in {@link #unit()}. */
    double of(PointFacts point);

    /** Computes in advance, in one parallel step, the costs that {@link #of} needs for these points. */
    void prepare(Collection<PointFacts> points);

    /** Returns the nJ of a run with these counts; only {@link Energy} can. */
    default double energy(PointFacts point, Map<String, Double> counts) {
        throw new IllegalStateException("no energy: " + source());
    }

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
        public double of(PointFacts point) {
            return point.bits();
        }

        @Override
        public void prepare(Collection<PointFacts> points) {
            // there is nothing to prepare
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
