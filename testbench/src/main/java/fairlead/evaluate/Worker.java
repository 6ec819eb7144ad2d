// SPDX-License-Identifier: Apache-2.0
package fairlead.evaluate;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;

/** A process that runs jobs: a line of JSON in, a line out when its result is in the store. It ends with its input. */
public final class Worker {
    static final String DONE = "done ";

    private Worker() {}

    /** @param args the folder of the store */
    public static void main(final String[] args) throws IOException {
        final PrintStream out = new PrintStream(System.out, true, StandardCharsets.UTF_8);
        System.setOut(System.err); // nothing else may speak on the pipe
        final Store store = new Store(Path.of(args[0]));
        final BufferedReader in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        for (String line = in.readLine(); line != null; line = in.readLine()) {
            final Job job = Job.parse(line, "job", Path.of(""));
            out.println(DONE + Simulation.of(job.read(), store).key());
        }
    }
}
