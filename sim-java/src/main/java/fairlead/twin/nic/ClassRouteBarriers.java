// SPDX-License-Identifier: Apache-2.0
package fairlead.twin.nic;

import fairlead.hw.HwLayout;
import fairlead.hw.HwLayout.BarrierCommand;

/**
 * The barriers of the class routes at one node, cycle for cycle as in docs/spec/barrier-unit.md: for each class route a
 * barrier unit of its own, and a leg on the links of the class route.
 */
public final class ClassRouteBarriers {
    private static final int ROUTES = HwLayout.CLASS_ROUTES;
    private static final int LEG_BITS = HwLayout.TREE_LINKS * HwLayout.PATTERN_BITS;
    private static final int LEG = (1 << LEG_BITS) - 1;

    private final BarrierUnit[] units = new BarrierUnit[ROUTES];
    private final BarrierLeg[] legs = new BarrierLeg[ROUTES];
    private final Attention attention;
    private long shown; // a copy of what the legs show; it changes with an edge only
    private boolean due; // a leg is busy

    /** @param classRoutes register CLASS_ROUTES of the node */
    public ClassRouteBarriers(TileContext tile, long classRoutes) {
        attention = tile.attention();
        for (int route = 0; route < ROUTES; route++) {
            units[route] = new BarrierUnit(tile, 1 + route);
            legs[route] = new BarrierLeg(classRoutes >>> HwLayout.CLASS_ROUTE_STRIDE * route);
            units[route].giIn(legs[route].all());
        }
        attention.stir(Attention.ROUTE_LEGS); // what the pins show after the reset
        shown = patterns();
    }

    /** Receives the patterns on the pins when they have changed, bits 9r + 8 to 9r of class route r. */
    public void in(long patterns) {
        for (int route = 0; route < ROUTES; route++) {
            legs[route].in((int) (patterns >>> LEG_BITS * route) & LEG);
        }
        attention.stir(Attention.ROUTE_LEGS);
    }

    /** Receives a command of a barrier unit; one that names the barrier of no class route changes nothing. */
    public void command(int op, long w0) {
        int route = (int) BarrierCommand.barrier(w0) - 1;
        if (route < ROUTES) {
            units[route].command(op, w0);
        }
    }

    /** Returns the patterns that this node shows, in the places of {@link #in}. */
    public long out() {
        return shown;
    }

    private long patterns() {
        long all = 0;
        for (int route = 0; route < ROUTES; route++) {
            all |= (long) legs[route].out() << LEG_BITS * route;
        }
        return all;
    }

    /** Has an effect only with Attention.ROUTES. */
    public void edge(long t) {
        int changed = 0;
        for (int route = 0; route < ROUTES; route++) {
            changed |= legs[route].edge(units[route].giOut()) ? 1 << route : 0;
        }
        for (int route = 0; route < ROUTES; route++) {
            units[route].edge(t);
            if ((changed >> route & 1) != 0) {
                units[route].giIn(legs[route].all());
            }
        }
        shown = patterns();
        due = isLegBusy();
        attention.keep(Attention.ROUTE_LEGS, due);
    }

    /** Returns whether the next edge changes something although no patterns come. */
    public boolean busy() {
        return due || attention.has(Attention.ROUTE_BARRIERS);
    }

    private boolean isLegBusy() {
        for (int route = 0; route < ROUTES; route++) {
            if (legs[route].isBusy(units[route].giOut())) {
                return true;
            }
        }
        return false;
    }
}
