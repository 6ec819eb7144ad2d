// SPDX-License-Identifier: Apache-2.0
package fairlead.generate;

import fairlead.engine.CommandBuffer;
import fairlead.engine.MachineConfig;

/**
 * Raw words for the host ports of a machine, all of them drawn before the first cycle.
 *
 * @param words commands that were drawn; behind them the channels of the store path are cleared
 * @param last cycle of the last command
 * @param flits flits of payload that all of them may ask for at most, there and back
 */
public record RawCase(
        long seed, MachineConfig machine, boolean skips, CommandBuffer commands, int words, long last, long flits) {}
