// SPDX-License-Identifier: Apache-2.0
package fairlead.search.area;

import fairlead.engine.api.Buffers;
import fairlead.hw.HwLayout;
import java.util.Locale;
import java.util.function.ToIntFunction;

/** A unit of the RTL that holds buffers. A test compares the modules and the counts with the Verilog of a tile. */
public enum BufferUnit {
    /** All VCs of one link, with the route unit in front of them. */
    LINK_INPUT("link_vc", "InputUnit", HwLayout.LINKS, Buffers::linkVc),
    LOCAL_INPUT("local", "InputUnit", HwLayout.CLASSES * HwLayout.LOCAL_PORTS, Buffers::local),
    EJECTION("local", "EjectionBuffer", HwLayout.CLASSES * HwLayout.LOCAL_PORTS, Buffers::local),
    /** All injection FIFOs and the host port. */
    INJECTION("injection", "InjectionFifos", 1, Buffers::injection),
    /** Bookkeeping of all reception FIFOs; the bytes of the messages lie in memory. */
    RECEPTION("reception", "ReceptionFifos", 1, Buffers::reception),
    DLA("dla", "DlaFifo", 1, Buffers::dla),
    RESPONSE("response", "ResponseTx", HwLayout.LOCAL_PORTS, Buffers::response);

    private final String kind;
    private final String module;
    private final int count;
    private final ToIntFunction<Buffers> depth;

    BufferUnit(final String kind, final String module, final int count, final ToIntFunction<Buffers> depth) {
        this.kind = kind;
        this.module = module;
        this.count = count;
        this.depth = depth;
    }

    /** The scenario's name of its buffers. */
    public String kind() {
        return kind;
    }

    /** In the Verilog. */
    public String module() {
        return module;
    }

    /** Instances in a node. */
    public int count() {
        return count;
    }

    public int depth(final Buffers buffers) {
        return depth.applyAsInt(buffers);
    }

    /** What the elaborator calls it. */
    String word() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** One unit at one depth. */
    public record At(BufferUnit unit, int depth) {
        @Override
        public String toString() {
            return unit.word() + "=" + depth;
        }
    }
}
