// SPDX-License-Identifier: Apache-2.0
package fairlead.verdict;

import fairlead.engine.CommandBuffer;
import fairlead.hw.HwLayout.Descriptor0;
import fairlead.hw.HwLayout.DlaCommand;
import fairlead.hw.HwLayout.DlaTagEvent;
import fairlead.hw.HwLayout.TileCommand;
import fairlead.program.Operation;
import fairlead.verdict.InjectionAccount.Posted;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Follows the command with the last word of each request of the store path, with whose turn the request is whole. */
final class StoreTurns extends Checker {
    /** The request that software gives to a channel. */
    private static final class Request {
        long event; // channel and tag as events have them
        int left; // words that are to come
    }

    private final List<Map<Integer, Request>> requests = each(nodes, () -> new HashMap<>(0)); // by channel
    private final List<Map<Long, Posted>> whole = each(nodes, () -> new HashMap<>(0)); // by channel and tag

    StoreTurns(JudgedRun run) {
        super(run, run.broken);
    }

    /** Returns a command that is followed until it acts, or null. */
    Posted given(CommandBuffer commands, int i) {
        int node = commands.node(i);
        int channel = (int) DlaCommand.channel(commands.word(i, DlaAccount.CHANNEL_WORD));
        Request request = requests.get(node).computeIfAbsent(channel, c -> new Request());
        if (commands.op(i) == TileCommand.DLA_REQUEST) {
            long tag = Descriptor0.tag(commands.word(i, 0));
            Operation asked = operation(node, tag);
            request.event = (long) channel << DlaTagEvent.CHANNEL_LSB | tag << DlaTagEvent.TAG_LSB;
            request.left = asked == null ? 0 : DlaAccount.words(asked);
        }
        if (request.left == 0 || --request.left > 0) {
            return null;
        }
        Posted last = new Posted(commands, i, 0);
        whole.get(node).put(request.event, last);
        return last;
    }

    /** Returns the command with the last word of a request that a DLA has taken, or null. */
    Posted last(int node, long event) {
        return whole.get(node).remove(event);
    }
}
