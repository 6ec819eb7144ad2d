// SPDX-License-Identifier: Apache-2.0
package fairlead.verdict;

import fairlead.engine.CommandBuffer;
import fairlead.hw.HwLayout.Descriptor0;
import fairlead.hw.HwLayout.TileCommand;
import fairlead.program.Operation;
import fairlead.program.Program;

/**
 * Finds the operands that atomics take from results of a run. The program does not know them, so only the commands of
 * software tell what memory must do.
 */
final class GivenOperands {
    private final Program program;
    private final TagOwners tags;
    private final AtomicLedger atomics;
    private final boolean takesResults;
    private final int[] requested; // by node: operation of its last DLA_REQUEST that takes results, or NOBODY

    GivenOperands(final Program program, final TagOwners tags, final AtomicLedger atomics) {
        this.program = program;
        this.tags = tags;
        this.atomics = atomics;
        takesResults = program.operations().stream().anyMatch(GivenOperands::takesResults);
        requested = new int[takesResults ? program.nodes() : 0];
    }

    private static boolean takesResults(final Operation op) {
        return AtomicLedger.isAtomic(op) && (op.decision() != null || op.compared() != null);
    }

    /** Notes a command that software gives: the operation has been handed over under the tag in it. */
    void command(final CommandBuffer commands, final int i) {
        if (!takesResults) {
            return;
        }
        final int node = commands.node(i);
        switch (commands.op(i)) {
            case TileCommand.POST -> tell(owner(commands, i), commands.word(i, 2), commands.word(i, 3));
            case TileCommand.DLA_REQUEST -> requested[node] = owner(commands, i);
            case TileCommand.DLA_DATA -> { // follows its request at once
                tell(requested[node], commands.word(i, 0), commands.word(i, 1));
                requested[node] = TagOwners.NOBODY;
            }
            default -> {}
        }
    }

    private int owner(final CommandBuffer commands, final int i) {
        return tags.owner(commands.node(i), (int) Descriptor0.tag(commands.word(i, 0)));
    }

    private void tell(final int owner, final long operand, final long compare) {
        if (owner >= 0 && takesResults(program.operation(owner))) {
            atomics.given(program.operation(owner), operand, compare);
        }
    }
}
