// SPDX-License-Identifier: Apache-2.0
package fairlead.twin.fabric;

import fairlead.engine.Engine;
import fairlead.hw.HwLayout;
import fairlead.hw.HwLayout.VcState;
import fairlead.machine.MachineConfig;

/** Writes the holders and requests of one node's resources as a JSON object, with the keys of the RTL's inspection. */
final class Inspection {
    private static final int PORT_WORDS = Engine.VC_WORDS / HwLayout.ROUTER_PORTS;
    private static final int VCS = 2;

    private final MachineConfig config;
    private final ModelMachine machine;
    private final Engine engine;
    private final StringBuilder out = new StringBuilder();

    Inspection(MachineConfig config, ModelMachine machine, Engine engine) {
        this.config = config;
        this.machine = machine;
        this.engine = engine;
    }

    String of(int node) {
        long[] states = new long[config.nodes() * Engine.VC_WORDS];
        engine.vcStates(states);
        out.append("{\"cycle\":").append(engine.cycle()).append(",\"node\":").append(node);
        out.append(",\"busy\":").append(machine.of(node).isBusy(node));
        outstanding(node, states);
        polls(node);
        vcs(node, states);
        return out.append('}').toString();
    }

    private void comma(boolean first) {
        out.append(first ? "" : ",");
    }

    /** Writes the number of flits sent on each link and VC number whose credit has not returned. */
    private void outstanding(int node, long[] states) {
        out.append(",\"outstanding\":[");
        for (int link = 0; link < HwLayout.LINKS; link++) {
            comma(link == 0);
            out.append('[');
            boolean exists = config.shape().hasLink(node, link);
            for (int vc = 0; vc < PORT_WORDS; vc++) {
                boolean built = exists && (vc & 3) < VCS;
                long word = states[node * Engine.VC_WORDS + link * PORT_WORDS + vc];
                comma(vc == 0);
                out.append(built ? ModelMachine.LinkCheck.all(config, link >> 1, vc) - VcState.credits(word) : 0);
            }
            out.append(']');
        }
        out.append(']');
    }

    private void polls(int node) {
        out.append(",\"polls\":[");
        CommandSlots slots = machine.of(node).slots;
        int first = machine.of(node).polls.first(node);
        for (int slot = first; slot != CommandSlots.NONE; slot = slots.next[slot]) {
            comma(slot == first);
            out.append("{\"task\":").append(slots.task[slot]);
            out.append(",\"seq\":").append(Integer.toUnsignedLong(slots.seq[slot]));
            out.append(",\"address\":")
                    .append(Polls.address(slots.word(slot, 0)))
                    .append('}');
        }
        out.append(']');
    }

    private void vcs(int node, long[] states) {
        out.append(",\"vcs\":[");
        for (int port = 0; port < HwLayout.ROUTER_PORTS; port++) {
            boolean link = port < HwLayout.LINKS;
            for (int index = 0; index < (link ? HwLayout.CLASSES * VCS : 1); index++) {
                int number = link ? index / VCS << 2 | index % VCS : (port - HwLayout.LINKS) / HwLayout.MOST_PORTS << 2;
                comma(port + index == 0);
                vc(port, index, states[node * Engine.VC_WORDS + port * PORT_WORDS + number]);
            }
        }
        out.append(']');
    }

    private void vc(int port, int index, long word) {
        out.append("{\"port\":").append(port).append(",\"vc\":").append(index);
        out.append(",\"occupancy\":").append(VcState.occupancy(word)).append(",\"wants\":");
        place(VcState.occupancy(word) > 0, VcState.wantPort(word), VcState.wantVc(word));
        out.append(",\"credits\":").append(VcState.credits(word)).append(",\"owner\":");
        place(VcState.owned(word) != 0, VcState.ownerPort(word), VcState.ownerVc(word));
        out.append('}');
    }

    /** Writes a port and the index of a VC on the port; the VC number is class << 2 | VC of the class. */
    private void place(boolean exists, long port, long number) {
        if (!exists) {
            out.append("null");
            return;
        }
        long index = port < HwLayout.LINKS ? (number >> 2) * VCS + (number & 3) : 0;
        out.append('[').append(port).append(',').append(index).append(']');
    }
}
