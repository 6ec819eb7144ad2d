// SPDX-License-Identifier: Apache-2.0
package fairlead.verdict;

import fairlead.engine.CommandBuffer;
import fairlead.hw.HwLayout.Descriptor0;
import fairlead.hw.HwLayout.OpKind;
import fairlead.hw.HwLayout.TileCommand;
import fairlead.machine.MachineConfig;
import fairlead.program.Strangers;
import fairlead.verdict.Checker.Packet;

/** The strangers of a run, as far as the checkers of the program beside them have to know them. */
final class OtherTasks {
    private final MachineConfig config;
    private final Strangers strangers;
    private final int[][] lengths; // by node and tag: bytes of an operation

    OtherTasks(MachineConfig config, Strangers strangers) {
        this.config = config;
        this.strangers = strangers;
        lengths = new int[config.nodes()][Strangers.TAGS];
    }

    /** Notes a command; returns whether it is one of strangers, or of the system about them. */
    boolean gives(CommandBuffer commands, int i) {
        if (commands.task(i) < config.tasks(commands.node(i))) {
            return false;
        }
        long word = commands.word(i, 0);
        int op = commands.op(i);
        if ((op == TileCommand.POST || op == TileCommand.DLA_REQUEST) && Descriptor0.kind(word) == OpKind.GET) {
            int tag = (int) Descriptor0.tag(word) - Strangers.FIRST_TAG;
            // the payload of a stored get has a length of its own
            int least = op == TileCommand.POST ? 0 : Strangers.STORED;
            lengths[commands.node(i)][Math.max(0, tag)] = Math.max(least, (int) Descriptor0.length(word));
        }
        return true;
    }

    boolean caused(int node, int kind, long a, long b) {
        return strangers.caused(node, kind, a, b);
    }

    boolean sent(Packet p) {
        return p.src >= 0 && p.dst >= 0 && strangers.sent(p.type, p.src, p.dst, p.tag, p.entry, p.refused());
    }

    /** Returns the bytes of the get of a node with this tag. */
    int length(int node, int tag) {
        return lengths[node][tag - Strangers.FIRST_TAG];
    }
}
