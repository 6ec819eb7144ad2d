// SPDX-License-Identifier: Apache-2.0
package fairlead.verdict;

import static org.junit.jupiter.api.Assertions.assertEquals;

import fairlead.engine.CommandBuffer;
import fairlead.hw.HwLayout.TileCommand;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The order in which tile commands act, of commands whose name is owner and number. */
class HostTurnsTest {
    private final HostTurns<String> turns = new HostTurns<>();

    private void add(long cycle, int owner, String command) {
        CommandBuffer commands = new CommandBuffer();
        commands.add(cycle, 0, owner, owner, TileCommand.POST, 0, 0, 0, 0, 0);
        turns.add(commands, 0, command);
    }

    private String acts() {
        StringBuilder all = new StringBuilder();
        while (turns.next() != Long.MAX_VALUE) {
            long cycle = turns.next();
            all.append(all.isEmpty() ? "" : " ").append(cycle).append(turns.take());
        }
        return all.toString();
    }

    @ParameterizedTest(name = "{0}")
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
            an owner alone keeps its order | 5a 5a 3a | 3a3 5a1 6a2
            owners of a cycle in the order of their tasks | 5c 5b | 5b2 6c1
            an owner with many commands lets another one in | 5a 5a 5a 5b | 5a1 6b4 7a2 8a3
            also one that comes later | 5a 5a 5a 6b 6b | 5a1 6a2 7b4 8a3 9b5
            whoever comes while all wait is the last | 5a 5b 5a 5b 6c | 5a1 6b2 7a3 8c5 9b4
            the port rests | 5a 9a 9b | 5a1 9a2 10b3
            """)
    void commandsTakeTurns(String name, String given, String order) {
        int number = 0;
        for (String each : given.split(" ")) {
            char task = each.charAt(each.length() - 1);
            add(Long.parseLong(each.substring(0, each.length() - 1)), task - 'a', task + "" + ++number);
        }
        assertEquals(order, acts());
    }

    /** 100 commands of each of three tasks: a command of a fourth one waits for at most one of each. */
    @Test
    void nobodyWaitsForMoreThanOneOfEachTask() {
        for (int i = 0; i < 300; i++) {
            add(0, i % 3, "-");
        }
        add(150, 3, "!");
        long cycle = 0;
        while (true) {
            cycle = turns.next();
            if (turns.take().equals("!")) {
                break;
            }
        }
        assertEquals(153, cycle);
    }
}
