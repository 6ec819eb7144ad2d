// SPDX-License-Identifier: Apache-2.0
package fairlead.scenario;

import fairlead.workload.motif.Motifs.Fft3d;
import fairlead.workload.motif.Motifs.Gups;
import fairlead.workload.motif.Motifs.Halo27;
import fairlead.workload.motif.Motifs.PingPong;
import fairlead.workload.motif.Motifs.Shmem;
import fairlead.workload.motif.Motifs.Sweep3d;
import fairlead.workload.pattern.Workload;
import java.util.List;
import java.util.Map;

/** The keys of the motifs, and the motifs of the keys. */
final class MotifKeys {
    private static final int MANY = 1_000_000;
    private static final int CELLS = 4096;

    private final Values values;

    MotifKeys(final Values values) {
        this.values = values;
    }

    static void add(final Map<String, List<Key>> map) {
        final Key iterations = Key.integer("workload.iterations", 1, 1, MANY, "how often all of it is done");
        final Key compute = Key.integer("workload.compute", 100, 0, MANY, "cycles of one computation");
        final Key bytes = Key.integer("workload.bytes", 128, 1, Schema.MAX_LENGTH, "bytes of one transfer");
        final Key fields = Key.integer("workload.fields", 1, 1, CELLS, "fields of a cell");
        final Key width = Key.integer("workload.width", 8, 1, CELLS, "bytes of a field");
        map.put(Halo27.KIND, List.of(cells("nx"), cells("ny"), cells("nz"), fields, width, iterations, compute));
        map.put(
                Sweep3d.KIND,
                List.of(
                        cells("nx"),
                        cells("ny"),
                        cells("nz"),
                        Key.integer("workload.kba", 4, 1, CELLS, "cells in z of a block"),
                        fields,
                        width,
                        iterations,
                        compute));
        map.put(
                Fft3d.KIND,
                List.of(
                        cells("nx"),
                        cells("ny"),
                        cells("nz"),
                        Key.integer("workload.row_ranks", 0, 0, CELLS, "nodes of a row; 0: as many as in x"),
                        iterations,
                        compute));
        map.put(
                Gups.KIND,
                List.of(
                        Key.word("workload.op", "fadd", List.of("fadd", "get"), "what is done to a word"),
                        Key.integer("workload.updates", 64, 1, MANY, "accesses of each node"),
                        Key.integer("workload.words", 64, 1, MANY, "words of each node"),
                        Key.integer("workload.outstanding", 4, 1, 64, "accesses of a node under way at a time"),
                        Key.integer("workload.hot_mult", 1, 1, CELLS, "node 0 is drawn so many times as often")));
        map.put(PingPong.KIND, List.of(bytes, iterations, compute));
        map.put(
                Shmem.KIND,
                List.of(
                        Key.word(
                                "workload.op",
                                "put",
                                List.of("put", "get", "fadd", "wait_until", "ring"),
                                "what each node does in turn"),
                        bytes,
                        Key.integer("workload.stride", 1, 0, 4095, "distance of the rank that is accessed"),
                        iterations));
    }

    private static Key cells(final String name) {
        return Key.integer("workload." + name, 8, 1, CELLS, "cells, as in the published motif");
    }

    private int number(final String key) {
        return values.number("workload." + key);
    }

    /** Returns the motif, or null if the workload is none. */
    Workload build() {
        return switch (values.word(Schema.KIND)) {
            case Halo27.KIND -> new Halo27(
                    number("nx"),
                    number("ny"),
                    number("nz"),
                    number("fields"),
                    number("width"),
                    number("iterations"),
                    number("compute"));
            case Sweep3d.KIND -> new Sweep3d(
                    number("nx"),
                    number("ny"),
                    number("nz"),
                    number("kba"),
                    number("fields"),
                    number("width"),
                    number("iterations"),
                    number("compute"));
            case Fft3d.KIND -> new Fft3d(
                    number("nx"),
                    number("ny"),
                    number("nz"),
                    number("row_ranks"),
                    number("iterations"),
                    number("compute"));
            case Gups.KIND -> new Gups(
                    values.word("workload.op"),
                    number("updates"),
                    number("words"),
                    number("outstanding"),
                    number("hot_mult"));
            case PingPong.KIND -> new PingPong(number("bytes"), number("iterations"), number("compute"));
            case Shmem.KIND -> new Shmem(
                    values.word("workload.op"), number("bytes"), number("stride"), number("iterations"));
            default -> null;
        };
    }
}
