// SPDX-License-Identifier: Apache-2.0
package fairlead.node;

import static org.junit.jupiter.api.Assertions.assertEquals;

import fairlead.twin.router.StructureProcess;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The pool of byte counters has those of the structure, without those that the program names. */
class CounterPoolTest {
    /** The program of the process: takes counters until none is free, gives one back and takes it again. */
    static final class Gets {
        private Gets() {}

        public static void main(String[] args) {
            NodeHost.Counters counters = new NodeHost.Counters();
            counters.reserve(3);
            int[] taken = IntStream.range(0, 300)
                    .map(counters::take)
                    .filter(c -> c >= 0)
                    .toArray();
            counters.release(5); // get 5 has counter 6, because 3 is not in the pool
            System.out.print(taken.length + " " + taken[taken.length - 1] + " " + counters.take(1000));
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {16, 64, 256})
    void itHasTheCountersOfTheStructure(int counters, @TempDir Path folder) throws IOException, InterruptedException {
        assertEquals(
                counters - 1 + " " + (counters - 1) + " 6",
                StructureProcess.run(Gets.class, Map.of("counters", counters), folder));
    }
}
