// SPDX-License-Identifier: Apache-2.0
package fairlead.rtlunit;

import static fairlead.rtlunit.RtlUnit.pin;

import fairlead.hw.HwLayout;
import fairlead.hw.HwLayout.ConfigReg;
import fairlead.hw.HwLayout.LinkCtl;
import fairlead.hw.HwLayout.LinkPace;
import fairlead.machine.MachineConfig;
import fairlead.machine.Shape;
import fairlead.machine.VcRule;
import java.util.function.LongUnaryOperator;

/**
 * A torus of TorusRouters of the RTL, each alone, with the links between them: what is on an output pin in cycle t is
 * on the input pin at the other end in t + latency - 1.
 */
final class RouterTorus implements AutoCloseable {
    /** Receives what the routers show on their pins in a cycle. */
    interface Pins {
        void eject(int node, int pin, long id, boolean head, boolean tail);

        void injectCredit(int node, int pin);

        void link(int node, int link, int vc, long id, boolean head);
    }

    private static final int LINKS = HwLayout.LINKS;
    private static final int LOCALS = HwLayout.CLASSES * HwLayout.MOST_PORTS;
    private static final int FLIT = 3; // words of a flit on a link

    private final Shape shape;
    private final int link;
    private final int credit;
    private final RtlUnit[] routers;
    private final int cycles; // of the wheel
    private final long[] flits; // by ((cycle * nodes + node) * LINKS + port) * FLIT
    private final long[] credits; // by (cycle * nodes + node) * LINKS + port
    private long now;

    /** @param depth changes the depth of the link VCs that the routers are told; the identity in a comparison */
    RouterTorus(MachineConfig machine, LongUnaryOperator depth) {
        shape = machine.shape();
        link = machine.latency().link();
        credit = machine.latency().credit();
        cycles = Math.max(link, credit);
        routers = new RtlUnit[shape.nodes()];
        flits = new long[cycles * routers.length * LINKS * FLIT];
        credits = new long[cycles * routers.length * LINKS];
        for (int node = 0; node < routers.length; node++) {
            routers[node] = new RtlUnit("TorusRouter");
            configure(routers[node], machine, shape.coord(node), depth);
        }
    }

    private static void configure(RtlUnit router, MachineConfig machine, int me, LongUnaryOperator depth) {
        long[][] registers = {
            {ConfigReg.ME, me},
            {ConfigReg.VC_RULE, machine.vcRule() == VcRule.STATIC ? 1 : 0},
            {ConfigReg.ARBITRATION, 0},
            {ConfigReg.LINK_DEPTH, depth.applyAsLong(machine.buffers().linkVc())},
            {ConfigReg.LOCAL_DEPTH, machine.buffers().local()},
            {ConfigReg.ROUTING, 0},
            {ConfigReg.LINK_PACE, 1L << LinkPace.INTERVAL_LSB | 1L << LinkPace.CHUNK_LSB},
        };
        router.set("reset", true);
        for (long[] register : registers) {
            router.set("cfg_valid", true);
            router.set("cfg_reg", register[0]);
            router.set("cfg_data", register[1]);
            edges(router);
        }
        router.set("cfg_valid", false);
        for (int i = 0; i < 3; i++) { // credits follow the depths
            edges(router);
        }
        router.set("reset", false);
        router.settle();
    }

    private static void edges(RtlUnit router) {
        router.set("cfgClock", false);
        router.settle();
        router.set("cfgClock", true);
        router.edge();
    }

    /** Tells what is on the output pins in this cycle, and puts it on the links. */
    void outputs(Pins pins) {
        for (int node = 0; node < routers.length; node++) {
            RtlUnit router = routers[node];
            router.settle();
            for (int port = 0; port < LINKS; port++) {
                linkOut(router, node, port, pins);
            }
            for (int pin = 0; pin < LOCALS; pin++) {
                if (router.is(pin("eject_", pin, "_flit_valid"))) {
                    pins.eject(
                            node,
                            pin,
                            router.get(pin("eject_", pin, "_flit_w1")),
                            router.is(pin("eject_", pin, "_flit_head")),
                            router.is(pin("eject_", pin, "_flit_tail")));
                }
                if (router.is(pin("inject_", pin, "_credit"))) {
                    pins.injectCredit(node, pin);
                }
            }
        }
    }

    private void linkOut(RtlUnit router, int node, int port, Pins pins) {
        long ctl = router.get(pin("linkOut_", port, "_ctl"));
        long freed = router.get(pin("creditOut_", port));
        if (freed == 0 && LinkCtl.valid(ctl) == 0) {
            return;
        }
        int far = shape.neighbour(node, port);
        credits[place(now + credit - 1, far, port ^ 1)] |= freed;
        if (LinkCtl.valid(ctl) != 0) {
            int at = place(now + link - 1, far, port ^ 1) * FLIT;
            flits[at] = ctl;
            flits[at + 1] = router.get(pin("linkOut_", port, "_w0"));
            flits[at + 2] = router.get(pin("linkOut_", port, "_w1"));
            pins.link(node, port, (int) LinkCtl.vc(ctl), flits[at + 2], LinkCtl.head(ctl) != 0);
        }
    }

    private int place(long cycle, int node, int port) {
        return ((int) (cycle % cycles) * routers.length + node) * LINKS + port;
    }

    /** Sets a flit on an injection pin for this cycle. */
    void inject(int node, int pin, long w0, long w1, boolean head, boolean tail) {
        RtlUnit router = routers[node];
        router.set(pin("inject_", pin, "_flit_valid"), true);
        router.set(pin("inject_", pin, "_flit_head"), head);
        router.set(pin("inject_", pin, "_flit_tail"), tail);
        router.set(pin("inject_", pin, "_flit_w0"), w0);
        router.set(pin("inject_", pin, "_flit_w1"), w1);
    }

    /** Sets a credit on an ejection pin for this cycle. */
    void ejectCredit(int node, int pin) {
        routers[node].set(pin("eject_", pin, "_credit"), true);
    }

    /** Ends the cycle, with what is on the links. */
    void edge() {
        for (int node = 0; node < routers.length; node++) {
            RtlUnit router = routers[node];
            for (int port = 0; port < LINKS; port++) {
                int at = place(now, node, port);
                router.set(pin("linkIn_", port, "_ctl"), flits[at * FLIT]);
                router.set(pin("linkIn_", port, "_w0"), flits[at * FLIT + 1]);
                router.set(pin("linkIn_", port, "_w1"), flits[at * FLIT + 2]);
                router.set(pin("creditIn_", port), credits[at]);
                flits[at * FLIT] = 0;
                credits[at] = 0;
            }
            router.edge();
            for (int pin = 0; pin < LOCALS; pin++) {
                router.set(pin("inject_", pin, "_flit_valid"), false);
                router.set(pin("eject_", pin, "_credit"), false);
            }
        }
        now++;
    }

    @Override
    public void close() {
        for (RtlUnit router : routers) {
            if (router != null) {
                router.close();
            }
        }
    }
}
