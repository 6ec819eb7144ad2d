// SPDX-License-Identifier: Apache-2.0
package fairlead.engine.lockstep.cases;

import fairlead.engine.api.CommandBuffer;
import fairlead.engine.api.MachineConfig;
import java.util.List;

/**
 * Raw words for the host ports of a machine, all of them drawn before the first cycle.
 *
 * @param skips whether the engines may skip tiles that have nothing to do
 * @param lives from one reset of the machine to the next; the last one ends at rest
 */
public record RawCase(long seed, MachineConfig machine, boolean skips, List<Life> lives) {
    /** That of {@link Life#reset} when none ends it. */
    public static final long NEVER = Long.MAX_VALUE;

    /**
     * What happens between two resets.
     *
     * @param words commands that were drawn and act before the reset, if no store stalls its node
     * @param first cycle in which the first of them acts; before it, end-to-end credits only are given
     * @param last cycle in which the last command acts
     * @param flits flits of payload that all commands may ask for at most, there and back
     * @param reset cycle before which the machine is reset, with whatever is under way then
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

    /** A store may hold up all of its node (docs/decisions/0010-dla-bypass.md). */
    public boolean mayStall() {
        return machine.dla().options().bypass();
    }
}
