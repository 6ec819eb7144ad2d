// SPDX-License-Identifier: Apache-2.0
package fairlead.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import fairlead.machine.Shape;
import fairlead.measure.CollectiveCost;
import fairlead.program.CollectiveOp;
import fairlead.workload.collective.Algorithm;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What collective operations cost by each algorithm, and the order of barrier, tree and torus. */
@Tag("M-287")
@Tag("M-535")
class CollectivesCommandTest {
    private static long[] row(Captured answer, int bytes) {
        String line = answer.out()
                .lines()
                .filter(l -> l.trim().startsWith(bytes + " "))
                .findFirst()
                .orElseThrow();
        return Arrays.stream(line.trim().split(" +")).mapToLong(Long::parseLong).toArray();
    }

    /**
     * A barrier is faster than an allreduce on the tree, and this one than any on the torus; one engine as the other.
     */
    @Test
    void aBarrierIsFasterThanTheTreeAndTheTreeThanTheTorus() {
        Captured twin =
                Captured.of("collectives", "--shape", "4x4x4", "--bytes", "8").exits(ExitCode.OK);
        long barrier = Long.parseLong(twin.out()
                .lines()
                .filter(l -> l.startsWith("a barrier"))
                .findFirst()
                .orElseThrow()
                .replaceAll(".* ", ""));
        long[] row = row(twin, 8);
        long tree = row[row.length - 1];
        twin.says("binary_tree                tree");
        assertTrue(barrier < tree, twin.out());
        assertTrue(tree < Arrays.stream(row, 1, row.length - 1).min().orElseThrow(), twin.out());
        twin.says("fastest: tree\n");
        long torus = Arrays.stream(row, 1, row.length - 1).min().orElseThrow();
        assertTrue(
                twin.out()
                        .contains("order of cost at 8 bytes: barrier " + barrier + " < tree " + tree
                                + " < recursive_doubling " + torus + "\n"),
                twin.out());
        twin.says("tree and ring: tree is faster up to 8 bytes\n");
    }

    /**
     * On two nodes the ring overtakes the tree: below the length that is printed it is slower, and from it on faster.
     */
    @Test
    void theLengthAtWhichTreeAndRingCrossIsFound() {
        Captured all = Captured.of("collectives", "--shape", "2x1x1", "--bytes", "8,2048,512");
        String line = all.out()
                .lines()
                .filter(l -> l.startsWith("tree and ring: "))
                .findFirst()
                .orElseThrow();
        assertTrue(line.matches("tree and ring: tree is faster below \\d+ bytes, then ring up to 2048 bytes"), line);
        int cross = Integer.parseInt(line.replaceAll("\\D+", " ").strip().split(" ")[0]);
        assertTrue(cross > 8 && cross <= 2048, line);
        Captured around = Captured.of("collectives", "--shape", "2x1x1", "--bytes", (cross - 8) + "," + cross);
        long[] below = row(around, cross - 8);
        long[] from = row(around, cross);
        assertTrue(below[below.length - 1] < below[2], around.out());
        assertTrue(from[from.length - 1] >= from[2], around.out());
    }

    @ParameterizedTest
    @CsvSource({"allreduce", "broadcast", "barrier"})
    void theRtlAndTheTwinCostTheSame(String op) {
        List<Captured> both = List.of("rtl", "model").stream()
                .map(engine -> Captured.of(
                        "collectives", "--shape", "3x2x1", "--bytes", "8,600", "--op", op, "--engine", engine))
                .toList();
        both.forEach(answer -> assertEquals(ExitCode.OK, answer.code(), answer.all()));
        assertEquals(
                both.get(0).out().replace("engine rtl", "engine model"),
                both.get(1).out());
    }

    @Test
    void anAlgorithmThatWouldTakeTooManyOperationsIsNotRunAndSaysSo() {
        CollectiveCost.Table table = new CollectiveCost.Table(
                CollectiveOp.ALLTOALL, new CollectiveCost(new Shape(8, 8, 8), "model", List.of()));
        assertFalse(table.of(Algorithm.PAIRWISE, 8).isKnown());
        assertEquals(List.of("pairwise of 8 bytes: the program has more than 1000000 operations"), table.refusals());
    }
}
