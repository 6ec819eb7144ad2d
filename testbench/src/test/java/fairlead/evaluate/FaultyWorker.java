// SPDX-License-Identifier: Apache-2.0
package fairlead.evaluate;

import fairlead.evaluate.WorkerPool.Simulate;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** A worker whose behaviour the seed of the job chooses: what a pool must contain. */
final class FaultyWorker {
    static final int CRASHES = 101;
    static final int HANGS = 102;
    static final int GROWS = 103;
    static final int CRASHES_ONCE = 104;
    static final int LIES = 105;
    static final int CANNOT_WRITE = 106;

    private FaultyWorker() {}

    public static void main(String[] args) throws IOException, InterruptedException {
        PrintStream out = new PrintStream(System.out, true, StandardCharsets.UTF_8);
        BufferedReader in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        for (String line = in.readLine(); line != null; line = in.readLine()) {
            Simulate work = (Simulate) Worker.decoded(line);
            Path root = Path.of(work.store());
            Files.writeString(root.resolve("process-" + ProcessHandle.current().pid()), "");
            int seed = (int) work.job().read().seed();
            if (seed == CRASHES || seed == CRASHES_ONCE && Files.notExists(root.resolve("crashed"))) {
                Files.writeString(root.resolve("crashed"), "");
                out.println("# A fatal error has been detected"); // as a virtual machine says it
                Runtime.getRuntime().halt(139);
            } else if (seed == HANGS) {
                Thread.sleep(Long.MAX_VALUE);
            } else if (seed == GROWS) {
                List<ByteBuffer> hoard = new ArrayList<>();
                for (int i = 0; i < 400; i++) {
                    ByteBuffer block = ByteBuffer.allocateDirect(1 << 20);
                    for (int at = 0; at < block.capacity(); at += 1024) {
                        block.put(at, (byte) 1);
                    }
                    hoard.add(block);
                }
                Thread.sleep(Long.MAX_VALUE);
            } else if (seed == CANNOT_WRITE) {
                var full = new UncheckedIOException(new IOException("x.json: No space left on device"));
                out.println(Workers.ANSWER + Worker.encoded(new Worker.Answer(null, full)));
                continue;
            } else if (seed == LIES) {
                out.println(Workers.ANSWER + Worker.encoded(new Worker.Answer("0", null)));
            }
            out.println(Workers.ANSWER + Worker.answer(line));
        }
    }
}
