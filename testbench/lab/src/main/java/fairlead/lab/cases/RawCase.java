// SPDX-License-Identifier: Apache-2.0
package fairlead.lab.cases;

import fairlead.engine.CommandBuffer;
import fairlead.machine.MachineConfig;
import java.util.List;

/**
 * Random command words for the host ports of a machine, all drawn before the first cycle.
 *
 * @param skips whether the engines may skip tiles that have nothing to do
 * @param lives the periods between resets of the machine, in order; the last period ends with the machine at rest
 */
public record RawCase(long seed, MachineConfig machine, boolean skips, List<Life> lives) {
    /** The value of {@link Life#reset} if no reset ends the period. */
    public static final long NEVER = Long.MAX_VALUE;

    /**
     * The commands between two resets.
     *
     * @param words number of drawn commands that act before the reset, provided that no store stalls its node
     * @param first cycle in which the first of them acts; before it, the commands only give end-to-end credits
     * @param last cycle in which the last command acts
     * @param flits greatest number of payload flits that all commands may move, in both directions
     * @param reset cycle before which the machine is reset, whatever is in flight then
     */
    public record Life(CommandBuffer commands, int words, long first, long last, long flits, long reset) {
        public boolean isLast() {
            return reset == NEVER;
        }
    }

    public RawCase {
        lives = List.copyOf(lives);
    }

    public int words() {
        return lives.stream().mapToInt(Life::words).sum();
    }

    public Life lastLife() {
        return lives.get(lives.size() - 1);
    }

    /** Returns whether a store may stall its node (docs/decisions/0010-dla-bypass.md). */
    public boolean mayStall() {
        return machine.dla().options().bypass();
    }
}
