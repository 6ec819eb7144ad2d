// SPDX-License-Identifier: Apache-2.0
package fairlead.workload.motif;

import fairlead.machine.MachineConfig;
import fairlead.machine.Mix;
import fairlead.machine.Shape;
import fairlead.program.Program;
import fairlead.program.ProgramBuilder;
import fairlead.program.ProgramException;
import fairlead.workload.goal.Goal;
import fairlead.workload.motif.Motifs.Motif.MotifScript;
import fairlead.workload.pattern.Workload;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;

/** Communication motifs of applications with their published parameters. */
public final class Motifs {
    private Motifs() {}

    /** A motif: it writes a GOAL program for all nodes of a torus. */
    public interface Motif extends Workload {
        /** Writes the program of a rank; what is drawn follows from the seed. */
        void write(MotifScript script, Shape shape, long seed, int rank);

        @Override
        default Program build(MachineConfig machine, long seed) {
            Shape shape = machine.shape();
            MotifScript script = new MotifScript();
            script.text.append("num_ranks ").append(shape.nodes()).append('\n');
            for (int rank = 0; rank < shape.nodes(); rank++) {
                script.text.append("rank ").append(rank).append(" {\n");
                write(script, shape, seed, rank);
                script.text.append("}\n");
            }
            return new Goal(script.text.toString(), true, Goal.EAGER_BYTES, 1).build(machine, seed);
        }

        /** The programs of the ranks; their operations are numbered from 0. */
        final class MotifScript {
            private final StringBuilder text = new StringBuilder();
            private int count;

            /** Adds a statement that requires operations of its rank; -1 stands for none. Returns its number. */
            int add(String statement, int... before) {
                String label = "o" + count;
                ProgramBuilder.requireLength(count + 1);
                text.append(label).append(": ").append(statement).append('\n');
                for (int other : before) {
                    if (other >= 0) {
                        text.append(label).append(" requires o").append(other).append('\n');
                    }
                }
                return count++;
            }

            int add(String statement, List<Integer> before) {
                return add(
                        statement, before.stream().mapToInt(Integer::intValue).toArray());
            }
        }
    }

    /**
     * All pairs at once: node i and node i + N / 2 send a message to and fro. With an odd number of nodes the last one
     * does nothing.
     *
     * @param compute cycles of computation before each answer
     */
    public record PingPong(int bytes, int iterations, int compute) implements Motif {
        @Override
        public void write(MotifScript script, Shape shape, long seed, int rank) {
            int half = shape.nodes() / 2;
            boolean first = rank < half;
            String other = "b to " + (first ? rank + half : rank - half);
            int before = -1;
            for (int i = 0; i < (rank < 2 * half ? iterations : 0); i++) {
                if (first) {
                    script.add("send " + bytes + other, before);
                }
                int has = script.add("recv " + bytes + other.replace("to", "from"), before);
                before = script.add("calc " + compute, has);
                if (!first) {
                    script.add("send " + bytes + other, before);
                }
            }
        }
    }

    /**
     * A halo exchange of 27 points: each node sends to its 26 neighbours, receives from them and computes. Neighbours
     * that are the node itself are left out.
     *
     * @param nx cells of a node in x; a face, edge or corner has a cell for each cell of the node on it
     * @param fields fields of a cell
     * @param width bytes of a field
     * @param compute cycles of computation in an iteration
     */
    public record Halo27(int nx, int ny, int nz, int fields, int width, int iterations, int compute) implements Motif {
        private static final int NEIGHBOURS = 26;

        @Override
        public void write(MotifScript script, Shape shape, long seed, int rank) {
            List<Integer> before = List.of();
            for (int i = 0; i < iterations; i++) {
                List<Integer> all = new ArrayList<>();
                for (int d = 0; d <= NEIGHBOURS; d++) {
                    int dx = d % 3 - 1;
                    int dy = d / 3 % 3 - 1;
                    int dz = d / 9 - 1;
                    int to = neighbour(shape, rank, dx, dy, dz);
                    int from = neighbour(shape, rank, -dx, -dy, -dz);
                    if (to != rank) {
                        long bytes =
                                (long) fields * width * (dx == 0 ? nx : 1) * (dy == 0 ? ny : 1) * (dz == 0 ? nz : 1);
                        all.add(script.add("send " + bytes + "b to " + to + " tag " + d, before));
                        all.add(script.add("recv " + bytes + "b from " + from + " tag " + d, before));
                    }
                }
                before = List.of(script.add("calc " + compute, all));
            }
        }

        private static int neighbour(Shape shape, int rank, int dx, int dy, int dz) {
            return shape.rank(
                    Math.floorMod(rank % shape.kx() + dx, shape.kx()),
                    Math.floorMod(rank / shape.kx() % shape.ky() + dy, shape.ky()),
                    Math.floorMod(rank / shape.kx() / shape.ky() + dz, shape.kz()));
        }
    }

    /**
     * Wavefronts over a grid of kx times (ky kz) nodes, from each of its four corners down and up: eight sweeps of nz /
     * kba blocks. A node waits for its block from both sides, computes and passes it on.
     *
     * @param nx cells of a node in x
     * @param nz cells in z, which one node has all
     * @param kba cells in z of a block
     * @param compute cycles of computation of a block
     */
    public record Sweep3d(int nx, int ny, int nz, int kba, int fields, int width, int iterations, int compute)
            implements Motif {
        private static final int SWEEPS = 8;

        private int blocks() {
            return (nz + kba - 1) / kba;
        }

        @Override
        public void write(MotifScript script, Shape shape, long seed, int rank) {
            int px = shape.kx();
            int py = shape.ky() * shape.kz();
            int x = rank % px;
            int y = rank / px;
            String inX = (long) ny * kba * fields * width + "b";
            String inY = (long) nx * kba * fields * width + "b";
            int done = -1;
            for (int i = 0; i < SWEEPS * iterations * blocks(); i++) {
                int sweep = i / blocks() % SWEEPS;
                int dx = sweep % 2 == 0 ? 1 : -1;
                int dy = sweep / 2 % 2 == 0 ? 1 : -1;
                String tag = " tag " + (sweep + 1) * 1000;
                boolean isFirstX = x - dx < 0 || x - dx >= px;
                boolean isFirstY = y - dy < 0 || y - dy >= py;
                int left = isFirstX ? -1 : script.add("recv " + inX + " from " + (rank - dx) + tag, done);
                int below = isFirstY ? -1 : script.add("recv " + inY + " from " + (rank - dy * px) + tag, done);
                done = script.add("calc " + compute, done, left, below);
                if (x + dx >= 0 && x + dx < px) {
                    script.add("send " + inX + " to " + (rank + dx) + tag, done);
                }
                if (y + dy >= 0 && y + dy < py) {
                    script.add("send " + inY + " to " + (rank + dy * px) + tag, done);
                }
            }
        }
    }

    /**
     * Random updates: each node adds to, or gets, words of nodes that are drawn, some at a time, and then waits for
     * all.
     *
     * @param op {@code fadd} or {@code get}
     * @param updates accesses of each node
     * @param words words of the table of each node
     * @param outstanding accesses under way at a time
     * @param hot node 0 is drawn so many times as often as another node
     */
    public record Gups(String op, int updates, int words, int outstanding, int hot) implements Motif {
        private static final int WORD = 8;

        @Override
        public void write(MotifScript script, Shape shape, long seed, int rank) {
            int nodes = shape.nodes();
            SplittableRandom random = new SplittableRandom(Mix.seed(seed, rank));
            int[] under = new int[outstanding];
            Arrays.fill(under, -1);
            for (int i = 0; i < updates; i++) {
                int to = Math.max(0, random.nextInt(nodes - 1 + hot) - (hot - 1));
                int at = random.nextInt(words) * WORD;
                under[i % outstanding] = script.add(
                        op.equals("get")
                                ? "get 8b from " + to + " at " + at
                                : "fadd 8b to " + to + " at " + at + " value 1",
                        under[i % outstanding]);
            }
            script.add("quiet", under);
        }
    }

    /**
     * The one-sided operations of OpenSHMEM, each in a loop of all nodes: {@code put} and {@code get} with a quiet,
     * {@code fadd} on a word of one node, {@code wait_until} on what another node puts, and a {@code ring} in which a
     * put goes round from node to node.
     *
     * @param op what is done
     * @param bytes bytes of a put or get
     * @param stride distance of the rank that is accessed
     */
    public record Shmem(String op, int bytes, int stride, int iterations) implements Motif {
        private static final int SIGNALS = 1; // the counter of puts that come

        @Override
        public void write(MotifScript script, Shape shape, long seed, int rank) {
            int nodes = shape.nodes();
            if (iterations >= Short.MAX_VALUE) {
                throw new ProgramException("workload.iterations must be below " + Short.MAX_VALUE + ": " + iterations);
            }
            int before = -1;
            for (int i = 0; i < iterations; i++) {
                int to = (rank + (op.equals("ring") ? 1 : stride)) % nodes;
                String place = to + " at " + i * ((bytes + 15L) / 16 * 16);
                String put = "put " + bytes + "b to " + place;
                String signal = put + " ct " + SIGNALS;
                String wait = "test " + SIGNALS + " for " + (i + 1);
                before = switch (op) {
                    case "put" -> script.add("quiet", script.add(put, before));
                    case "get" -> script.add("quiet", script.add("get " + bytes + "b from " + place, before));
                    case "fadd" -> script.add("fadd 8b to " + stride % nodes + " at 0 value 1", before);
                    case "wait_until" -> {
                        script.add(signal, before);
                        yield script.add(wait, before);
                    }
                        // node 0 puts to the next one, each node passes on what it has got, and the round ends at node
                        // 0
                    default -> rank == 0
                            ? script.add(wait, script.add(signal, before))
                            : script.add(signal, script.add(wait, before));
                };
            }
        }
    }

    /**
     * A three-dimensional Fourier transform forth and back on a grid of rows times columns: computation, an all-to-all
     * in each row, computation, an all-to-all in each column, computation. Elements have 16 bytes.
     *
     * @param nx elements of the whole transform in x
     * @param rowRanks nodes of a row; 0 for kx
     * @param compute cycles of one of the three computations
     */
    public record Fft3d(int nx, int ny, int nz, int rowRanks, int iterations, int compute) implements Motif {
        private static final int ELEMENT = 16;
        private static final int WAYS = 2; // forth and back

        private int row(Shape shape) {
            return rowRanks == 0 ? shape.kx() : rowRanks;
        }

        @Override
        public void write(MotifScript script, Shape shape, long seed, int rank) {
            int nodes = shape.nodes();
            int row = row(shape);
            if (nodes % row != 0) {
                throw new ProgramException("workload.row_ranks = " + row + " does not divide the " + nodes + " nodes");
            }
            long own = ((long) nx * ny * nz + nodes - 1) / nodes * ELEMENT;
            List<Integer> rowMates = new ArrayList<>();
            List<Integer> columnMates = new ArrayList<>();
            for (int other = 0; other < nodes; other++) {
                if (other != rank && other / row == rank / row) {
                    rowMates.add(other);
                }
                if (other != rank && other % row == rank % row) {
                    columnMates.add(other);
                }
            }
            List<Integer> before = List.of();
            for (int i = 0; i < WAYS * iterations; i++) {
                boolean forth = i % WAYS == 0;
                before = exchange(script, rank, forth ? rowMates : columnMates, own, before);
                before = exchange(script, rank, forth ? columnMates : rowMates, own, before);
                before = List.of(script.add("calc " + compute, before));
            }
        }

        private List<Integer> exchange(
                MotifScript script, int rank, List<Integer> mates, long own, List<Integer> before) {
            List<Integer> computed = List.of(script.add("calc " + compute, before));
            long bytes = Math.max(1, own / (mates.size() + 1));
            List<Integer> all = new ArrayList<>(computed);
            for (int mate : mates) {
                all.add(script.add("send " + bytes + "b to " + mate, computed));
                all.add(script.add("recv " + bytes + "b from " + mate, computed));
            }
            return all;
        }
    }
}
