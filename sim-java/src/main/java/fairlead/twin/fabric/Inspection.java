// SPDX-License-Identifier: Apache-2.0
package fairlead.twin.fabric;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import fairlead.engine.Engine;
import fairlead.hw.HwLayout;
import fairlead.hw.HwLayout.VcState;
import fairlead.machine.MachineConfig;

/** The holders and requests of one node's resources as a JSON object, with the keys of the RTL's inspection. */
final class Inspection {
    private static final int PORT_WORDS = Engine.VC_WORDS / HwLayout.ROUTER_PORTS;
    private static final int VCS = 2;

    private Inspection() {}

    static String of(MachineConfig config, MachinePart part, Engine engine, int node) {
        long[] states = new long[config.nodes() * Engine.VC_WORDS];
        engine.vcStates(states);
        ObjectNode out = JsonNodeFactory.instance.objectNode();
        out.put("cycle", engine.cycle()).put("node", node).put("busy", part.isBusy(node));
        outstanding(out.putArray("outstanding"), config, node, states);
        ArrayNode polls = out.putArray("polls");
        CommandSlots slots = part.slots;
        for (int slot = part.polls.first(node); slot != CommandSlots.NONE; slot = slots.next[slot]) {
            polls.addObject()
                    .put("task", slots.task[slot])
                    .put("seq", Integer.toUnsignedLong(slots.seq[slot]))
                    .put("address", Polls.address(slots.word(slot, 0)));
        }
        ArrayNode vcs = out.putArray("vcs");
        for (int port = 0; port < HwLayout.ROUTER_PORTS; port++) {
            boolean link = port < HwLayout.LINKS;
            for (int index = 0; index < (link ? HwLayout.CLASSES * VCS : 1); index++) {
                int number = link ? index / VCS << 2 | index % VCS : (port - HwLayout.LINKS) / HwLayout.MOST_PORTS << 2;
                long word = states[node * Engine.VC_WORDS + port * PORT_WORDS + number];
                vc(vcs.addObject().put("port", port).put("vc", index), word);
            }
        }
        return out.toString();
    }

    /** Adds the number of flits sent on each link and VC number whose credit has not returned. */
    private static void outstanding(ArrayNode out, MachineConfig config, int node, long[] states) {
        for (int link = 0; link < HwLayout.LINKS; link++) {
            ArrayNode counts = out.addArray();
            boolean exists = config.shape().hasLink(node, link);
            for (int vc = 0; vc < PORT_WORDS; vc++) {
                boolean built = exists && (vc & 3) < VCS;
                long word = states[node * Engine.VC_WORDS + link * PORT_WORDS + vc];
                counts.add(built ? ModelMachine.LinkCheck.all(config, link >> 1, vc) - VcState.credits(word) : 0);
            }
        }
    }

    private static void vc(ObjectNode out, long word) {
        long occupancy = VcState.occupancy(word);
        out.put("occupancy", occupancy);
        place(out, "wants", occupancy > 0, VcState.wantPort(word), VcState.wantVc(word));
        out.put("credits", VcState.credits(word));
        place(out, "owner", VcState.owned(word) != 0, VcState.ownerPort(word), VcState.ownerVc(word));
    }

    /** Adds a port and the index of a VC on the port; the VC number is class << 2 | VC of the class. */
    private static void place(ObjectNode out, String key, boolean exists, long port, long number) {
        if (exists) {
            out.putArray(key).add(port).add(port < HwLayout.LINKS ? (number >> 2) * VCS + (number & 3) : 0);
        } else {
            out.putNull(key);
        }
    }
}
