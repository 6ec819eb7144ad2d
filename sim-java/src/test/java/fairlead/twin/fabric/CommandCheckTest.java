// SPDX-License-Identifier: Apache-2.0
package fairlead.twin.fabric;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import fairlead.engine.CommandBuffer;
import fairlead.hw.HwLayout.HostCommand;
import fairlead.hw.HwLayout.TileCommand;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests which commands the twin refuses before it executes any of a batch: four nodes of 1024 bytes, in cycle 100. */
@Tag("M-977")
class CommandCheckTest {
    private static final int NODES = 4;
    private static final int BYTES = 1024;
    private static final long NOW = 100;

    private static CommandBuffer batch(long cycle, int node, int op, long word0, long word1, long word2) {
        CommandBuffer commands = new CommandBuffer();
        commands.add(NOW, 0, 0, HostCommand.LOAD, 0, 0, 0, 0, 1);
        commands.add(cycle, node, 0, op, word0, word1, word2, 0, 2);
        return commands;
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "100 | 4 | " + HostCommand.LOAD + " | 0 | 0 | there are 4 nodes",
                "99 | 0 | " + HostCommand.LOAD + " | 0 | 0 | cycle 99 is before cycle 100",
                "100 | 0 | " + TileCommand.FAULT_ARM + " | 0 | 0 | the engine model has no faults",
                "100 | 0 | " + HostCommand.LOAD + " | -8 | 0 | 8 bytes at -8 are beyond the 1024 bytes of memory",
                "100 | 0 | " + HostCommand.STORE + " | 1017 | 0 | 8 bytes at 1017 are beyond",
                "100 | 0 | " + HostCommand.ADD + " | 9223372036854775807 | 0 | are beyond",
                "100 | 0 | " + HostCommand.CAS_LOCAL + " | 1024 | 0 | 8 bytes at 1024 are beyond",
                "100 | 0 | " + HostCommand.FILL + " | 0 | -1 | -1 bytes at 0 are beyond",
                "100 | 0 | " + HostCommand.FILL + " | 1000 | 25 | 25 bytes at 1000 are beyond",
                "100 | 0 | " + HostCommand.POLL + " | -1 | 0 | no such comparison",
                "100 | 0 | 9999 | 0 | 0 | no such command"
            })
    void aCommandThatCannotBeExecutedIsRefused(long cycle, int node, int op, long word0, long word1, String why) {
        isRefused(batch(cycle, node, op, word0, word1, 0), op, why);
    }

    @ParameterizedTest
    @CsvSource({
        "1022, 3, 3 bytes at 1022 are beyond",
        "64, 8, no such number of bytes",
        "64, -1, no such number of bytes"
    })
    void aStoreOfNoSuchNumberOfBytesIsRefused(long address, long bytes, String why) {
        isRefused(batch(NOW, 0, HostCommand.STORE, address, 0, bytes), HostCommand.STORE, why);
    }

    private static void isRefused(CommandBuffer commands, int op, String why) {
        String said = assertThrows(IllegalArgumentException.class, () -> new ModelEngine.CommandCheck(NODES, BYTES)
                        .check(commands, NOW))
                .getMessage();
        assertTrue(said.startsWith("command " + op) && said.contains(why), said);
    }

    @ParameterizedTest
    @CsvSource({
        HostCommand.LOAD + ", 1016, 0, 9",
        HostCommand.STORE + ", 1023, 0, 1",
        HostCommand.STORE + ", 1017, 0, 7",
        HostCommand.FILL + ", 1024, 0, 0",
        HostCommand.FILL + ", 0, 1024, 0",
        HostCommand.TIMER + ", -1, 0, 0",
        TileCommand.MSG_POP + ", -1, -1, 0"
    })
    void aCommandOfTheTileOrWithinTheMemoryIsTaken(int op, long word0, long word1, long word2) {
        CommandBuffer commands = batch(NOW, NODES - 1, op, word0, word1, word2);
        assertDoesNotThrow(() -> new ModelEngine.CommandCheck(NODES, BYTES).check(commands, NOW));
    }
}
