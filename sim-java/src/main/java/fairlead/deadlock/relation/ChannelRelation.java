// SPDX-License-Identifier: Apache-2.0
package fairlead.deadlock.relation;

import java.util.List;

/**
 * A routing relation. A class is the set of packets that have the same choices: a message class and, where the choices
 * depend on it, a destination.
 *
 * @param name name of the file
 * @param channels all channels; a channel is its index here
 * @param classes names of the classes
 * @param follows for each class and channel, the channels that a packet may take next
 * @param injected for each class and channel, whether a packet may enter the network there
 * @param ejected for each class and channel, whether a packet may leave the network there
 */
record ChannelRelation(
        String name,
        List<Channel> channels,
        List<String> classes,
        int[][][] follows,
        boolean[][] injected,
        boolean[][] ejected) {
    /** Returns for each class and channel whether a packet of the class can be there. */
    boolean[][] occupied() {
        final boolean[][] occupied = new boolean[classes.size()][];
        final int[] stack = new int[channels.size()];
        for (int k = 0; k < classes.size(); k++) {
            occupied[k] = injected[k].clone();
            int top = 0;
            for (int c = 0; c < channels.size(); c++) {
                if (injected[k][c]) {
                    stack[top++] = c;
                }
            }
            while (top > 0) {
                for (final int next : follows[k][stack[--top]]) {
                    if (!occupied[k][next]) {
                        occupied[k][next] = true;
                        stack[top++] = next;
                    }
                }
            }
        }
        return occupied;
    }

    boolean hasEscape() {
        return channels.stream().anyMatch(Channel::escape);
    }
}
