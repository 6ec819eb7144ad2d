// SPDX-License-Identifier: Apache-2.0
package fairlead.scenario;

import fairlead.engine.Capabilities;
import fairlead.hw.HwLayout;
import fairlead.machine.Buffers;
import fairlead.machine.FifoDepths;
import fairlead.machine.MachineStructure;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;

/**
 * The depths of FIFOs of a node, from the keys of `machine.buffers`: each FIFO may have a key of its own, and a scalar
 * is the depth of all others.
 */
enum FifoKeys {
    INJECTION(
            "injection", "fifo_", HwLayout.INJECTION_FIFOS, HwLayout.MOST_FIFOS, 256, "descriptors of injection FIFO"),
    RECEPTION("reception", "fifo_", HwLayout.RECEPTION_FIFOS, HwLayout.MOST_FIFOS, 256, "packets of reception FIFO"),
    RESPONSE(
            "response",
            "port_",
            HwLayout.LOCAL_PORTS,
            HwLayout.MOST_PORTS,
            64,
            "slots of the response queue of local port");

    private static final String BUFFERS = "machine.buffers.";

    private final String scalar;
    private final String prefix;
    private final int fifos; // of the structure of this process
    private final int keys; // of the largest structure
    private final int most;
    private final String doc;

    FifoKeys(
            final String scalar,
            final String prefix,
            final int fifos,
            final int keys,
            final int most,
            final String doc) {
        this.scalar = scalar;
        this.prefix = prefix;
        this.fifos = fifos;
        this.keys = keys;
        this.most = most;
        this.doc = doc;
    }

    /** Adds the keys of all FIFOs of this kind, of the largest structure. */
    void add(final List<Key> all) {
        for (int fifo = 0; fifo < keys; fifo++) {
            all.add(Key.derived(own(fifo), 1, most, doc + " " + fifo + "; default " + BUFFERS + scalar));
        }
    }

    /** Adds a mistake for each key of a FIFO that the structure has not. */
    static void check(final Values values, final MachineStructure structure) {
        INJECTION.check(values, "injection_fifos", structure.injectionFifos());
        RECEPTION.check(values, "reception_fifos", structure.receptionFifos());
        RESPONSE.check(values, "local_ports", structure.localPorts());
    }

    private void check(final Values values, final String key, final int there) {
        for (int fifo = there; fifo < keys; fifo++) {
            if (values.has(own(fifo))) {
                values.blame(
                        own(fifo),
                        "no such " + (this == RESPONSE ? "queue" : "FIFO") + ": " + StructureFile.PREFIX + key + " = "
                                + there);
            }
        }
    }

    private String own(final int fifo) {
        return BUFFERS + scalar + "s." + prefix + fifo;
    }

    private String key(final Predicate<String> has, final int fifo) {
        return has.test(own(fifo)) ? own(fifo) : BUFFERS + scalar;
    }

    FifoDepths depths(final Values values) {
        final List<Integer> each = new ArrayList<>();
        for (int fifo = 0; fifo < fifos; fifo++) {
            each.add(values.number(key(values::has, fifo)));
        }
        return new FifoDepths(each);
    }

    /**
     * Returns a key of the scenario for each FIFO that is deeper than a library supports, with the greatest depth that
     * it may have.
     */
    static Map<String, Integer> tooLarge(final Buffers buffers, final Predicate<String> has, final Capabilities can) {
        final Map<String, Integer> limits = new LinkedHashMap<>();
        INJECTION.tooLarge(limits, buffers.injections(), has, can.maxInjection());
        RECEPTION.tooLarge(limits, buffers.receptions(), has, can.maxReception());
        RESPONSE.tooLarge(limits, buffers.responses(), has, can.maxResponse());
        return limits;
    }

    private void tooLarge(
            final Map<String, Integer> limits, final FifoDepths depths, final Predicate<String> has, final int limit) {
        for (int fifo = 0; fifo < fifos; fifo++) {
            if (depths.at(fifo) > limit) {
                limits.put(key(has, fifo), limit);
            }
        }
    }
}
