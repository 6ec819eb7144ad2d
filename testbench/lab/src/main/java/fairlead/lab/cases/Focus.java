// SPDX-License-Identifier: Apache-2.0
package fairlead.lab.cases;

import fairlead.lab.script.DrawScript;
import fairlead.machine.MachineStructure;
import fairlead.machine.OptionalUnit;
import fairlead.scenario.BadInput;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * The subject on which a case concentrates. A focused case has mostly words of one kind, on a machine that is changed
 * so that one part of it is seldom idle.
 */
public enum Focus {
    NONE, // no focus: the case may do anything

    /**
     * The store path. Few nodes have many tasks, credits and event credits run out, and each credit limit denies some
     * requests.
     */
    STORE_PATH,

    /**
     * The switch. The torus has at least two dimensions, fast links, buffers for several packets and age order, so that
     * packets compete and connections are broken. Routing is often adaptive, and the performance counters are on.
     */
    SWITCH,

    /**
     * Flushes and fences. Routing is adaptive, so that unordered packets are counted. Few nodes have many tasks, so
     * that entries and counters run out and are used again and again; or up to sixteen nodes have memories that answer
     * late, so that a node counts packets to many targets at the same time.
     */
    ORDER,

    TREE, // the collective network. Class routes overlap, FIFOs and buffers are shallow, and packets have all modes

    DEVICE, // shared device: the same machines, messages from point to point, commands of the device

    /** I/O tiles: the machines of {@link #DEVICE} with I/O tiles, to and from which the torus has no way. */
    IO_TILES,

    /** The global barrier. It uses the tree of the collective network, or wires with latencies of their own a node. */
    BARRIER,

    /**
     * The barriers of at least two class routes at once, each with some tasks of its members, and the global barrier
     * and packets on the same class routes.
     */
    CLASS_ROUTES;

    /** Returns the words of the option `--focus`. */
    public static List<String> words() {
        return Arrays.stream(values())
                .map(one -> one.name().toLowerCase(Locale.ROOT))
                .toList();
    }

    /** Returns the focus that the option `--focus` names. */
    public static Focus named(String word) {
        int at = words().indexOf(word);
        if (at < 0) {
            throw new BadInput("--focus " + word + ": no such part; known: " + String.join(", ", words()));
        }
        Focus named = values()[at];
        for (OptionalUnit unit : OptionalUnit.absentFrom(MachineStructure.loaded())) {
            if (named.needs(unit)) {
                throw new BadInput("--focus " + word + ": " + unit.refusal());
            }
        }
        return named;
    }

    private boolean needs(OptionalUnit unit) {
        return switch (unit) {
            case COLLECTIVE -> this == TREE || this == DEVICE || this == IO_TILES || this == CLASS_ROUTES;
            case DLA -> this == STORE_PATH;
            case BARRIER -> this == BARRIER || this == CLASS_ROUTES;
        };
    }

    /** Changes a drawn `machine` section so that it suits this focus. */
    void narrow(Map<String, Object> machine, DrawScript script) {
        if (this != NONE) {
            script.with("focus", name()).keys("narrow", machine);
        }
    }
}
