// SPDX-License-Identifier: Apache-2.0
package fairlead.node;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import fairlead.engine.CommandBuffer;
import fairlead.hw.HwLayout.Descriptor0;
import fairlead.hw.HwLayout.Descriptor1;
import fairlead.hw.HwLayout.Meant;
import fairlead.hw.HwLayout.OpKind;
import fairlead.hw.HwLayout.ResourceKind;
import fairlead.hw.HwLayout.TileCommand;
import fairlead.machine.MachineConfig;
import fairlead.machine.Shape;
import fairlead.program.Ops;
import fairlead.program.ProgramBuilder;
import fairlead.program.Strangers;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Strangers give every command, in legal and illegal form, and never to what the program has without an owner. */
class StrangerTasksTest {
    private static final int MEMORY = 1 << 16;
    private static final MachineConfig MACHINE = MachineConfig.of(new Shape(2, 1, 1))
            .memoryBytes(MEMORY)
            .tasks(List.of(2, 1))
            .build();

    private final Set<Integer> ops = new TreeSet<>();
    private int illegal;
    private int bursts; // commands in the cycle of the one before

    private Strangers left() {
        ProgramBuilder program = new ProgramBuilder("mine", MACHINE.shape(), MACHINE.tasks(), MEMORY);
        program.windows().everywhere("buffer", 8492);
        program.task(0, 0).add(Ops.put(1, 0, 4096, 300, 1));
        program.task(0, 1).add(Ops.get(1, 8192, 0, 300, 1));
        return new Strangers(program.build(), MACHINE);
    }

    @Test
    void theSystemGrantsWhatOneTaskUses() {
        Strangers left = left();
        assertEquals(0, left.user(0, ResourceKind.INJECTION, 0));
        assertEquals(1, left.user(0, ResourceKind.INJECTION, 1));
        assertEquals(1, left.user(0, ResourceKind.COUNTER, 0));
        assertEquals(Strangers.NOBODY, left.user(1, ResourceKind.INJECTION, 0));
        assertEquals(8492 / 16 * 16 + 16, left.memory());
    }

    @Test
    void strangersGiveEveryCommandAndKeepToWhatIsLeft() {
        Strangers left = left();
        for (int seed = 1; seed <= 60; seed++) {
            long[] last = new long[MACHINE.nodes()];
            String where = "seed " + seed;
            new StrangerTasks(left, MACHINE, seed, 5000, (node, cycle, task, owner, op, w) -> {
                        if (task < MACHINE.tasks(node)) {
                            assertEquals(CommandBuffer.SYSTEM, owner, where);
                            return;
                        }
                        assertTrue(cycle >= last[node], where);
                        bursts += cycle == last[node] ? 1 : 0;
                        last[node] = cycle;
                        ops.add(op);
                        boolean strays = Meant.strays(op, w[0], w[1], w[2], w[3]);
                        illegal += strays ? 1 : 0;
                        long kind = Descriptor0.kind(w[0]);
                        if (op == TileCommand.POST && kind == OpKind.PUT) {
                            long remote = Descriptor1.remote(w[1]);
                            assertTrue(remote >= left.memory(), where);
                            assertTrue(remote == MEMORY || remote + Descriptor0.length(w[0]) <= MEMORY, where);
                        }
                    })
                    .give();
        }
        Set<Integer> all = new TreeSet<>(IntStream.rangeClosed(TileCommand.POST, TileCommand.EPOCH_ADMIT)
                .filter(op -> op != TileCommand.FAULT_ARM)
                .boxed()
                .toList());
        all.removeAll(ops);
        assertEquals(Set.of(), all);
        assertTrue(bursts > 1000, bursts + " of the cycle before");
        assertTrue(illegal > 100, illegal + " illegal");
    }
}
