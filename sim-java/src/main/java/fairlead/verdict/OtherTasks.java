// SPDX-License-Identifier: Apache-2.0
package fairlead.verdict;

import fairlead.engine.CommandBuffer;
import fairlead.hw.HwLayout.Descriptor0;
import fairlead.hw.HwLayout.Descriptor1;
import fairlead.hw.HwLayout.OpKind;
import fairlead.hw.HwLayout.TileCommand;
import fairlead.machine.MachineConfig;
import fairlead.program.Strangers;
import fairlead.verdict.Checker.Packet;

/** The strangers of a run, as far as the checkers of the program beside them have to know them. */
final class OtherTasks {
    private final MachineConfig config;
    private final Strangers strangers;
    private final long[][] ends; // by node and tag: address behind the last byte of a get

    OtherTasks(MachineConfig config, Strangers strangers) {
        this.config = config;
        this.strangers = strangers;
        ends = new long[config.nodes()][Strangers.TAGS];
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
            long remote = Descriptor1.remote(commands.word(i, 1));
            ends[commands.node(i)][Math.max(0, tag)] = remote + Descriptor0.length(word);
        }
        return true;
    }

    boolean caused(int node, int kind, long a, long b) {
        return strangers.caused(node, kind, a, b);
    }

    boolean sent(Packet p) {
        return p.src >= 0 && p.dst >= 0 && strangers.sent(p.type, p.src, p.dst, p.tag, p.entry, p.refused());
    }

    /** Returns the address behind the last byte of the get of a node with this tag. */
    long end(int node, int tag) {
        return ends[node][tag - Strangers.FIRST_TAG];
    }
}
