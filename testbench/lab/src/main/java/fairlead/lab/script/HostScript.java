// SPDX-License-Identifier: Apache-2.0
package fairlead.lab.script;

import fairlead.engine.CommandBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * Writes raw commands for the host ports, for requests that no program can make. The one statement is
 * `command(cycle, op, word0, word1=, word3=, node=)`; `seq` is the number of the next command.
 */
public final class HostScript implements Scope.Writer {
    private final List<List<Long>> commands = new ArrayList<>();

    public HostScript write(final Object block, final Scope scope) {
        scope.with(Scope.WRITER, this).each(block, (key, value, inner) -> Expression.of(String.valueOf(value))
                .value(inner));
        return this;
    }

    @Override
    public Object named(final String name) {
        return name.equals("seq") ? Long.valueOf(commands.size()) : null;
    }

    @Override
    public Object call(final String name, final List<Object> values, final Map<String, Object> options) {
        if (!name.equals("command")) {
            return null;
        }
        final List<Long> all = new ArrayList<>();
        values.forEach(value -> all.add((Long) value));
        for (final String option : List.of("word1", "word3", "node")) {
            all.add((Long) options.getOrDefault(option, 0L));
        }
        commands.add(all);
        return (long) commands.size();
    }

    /** Adds the commands to a buffer, numbered from `first` on, and returns the number of the next command. */
    public int into(final CommandBuffer buffer, final int first) {
        int seq = first;
        for (final List<Long> c : commands) {
            buffer.add(c.get(0), c.get(5).intValue(), 0, c.get(1).intValue(), c.get(2), c.get(3), 0, c.get(4), seq++);
        }
        return seq;
    }

    public List<List<Long>> commands() {
        return commands;
    }
}
