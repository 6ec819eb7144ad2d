// SPDX-License-Identifier: Apache-2.0
package fairlead.shmem;

import fairlead.shmem.PeLink.Hello;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** What the processes of one run share. */
final class NativeJob {
    private final String binary;
    private final long limit;
    private final int latency;
    private final Frames frames;
    private final Groups.Slots slots = new Groups.Slots();
    private final List<Pe> pes;
    private final List<SymmetricHeap> heaps = new ArrayList<>();
    private int exitCode;
    private boolean exiting;
    private long calls;
    private final List<CallLog> logs; // empty, or one for each PE
    private final Variation variation;

    /**
     * @param limit seconds in which a process must make a call or end
     * @param latency cycles of a call that does not wait for the machine
     */
    NativeJob(
            String binary,
            int ranks,
            long limit,
            int latency,
            int memoryBytes,
            Hello segments,
            List<CallLog> logs,
            Variation variation) {
        this.logs = logs;
        this.variation = variation;
        this.binary = binary;
        this.limit = limit;
        this.latency = latency;
        frames = new Frames(memoryBytes, segments);
        pes = new ArrayList<>(Collections.nCopies(ranks, null));
        for (int i = 0; i < ranks; i++) {
            heaps.add(new SymmetricHeap(segments.heap(), segments.heapBytes()));
        }
    }

    long limit() {
        return limit;
    }

    int latency() {
        return latency;
    }

    Frames frames() {
        return frames;
    }

    Groups.Slots slots() {
        return slots;
    }

    List<Pe> pes() {
        return pes;
    }

    SymmetricHeap heap(int pe) {
        return heaps.get(pe);
    }

    Variation variation() {
        return variation;
    }

    /** Returns where the calls of a PE are noted, or null. */
    CallLog log(int pe) {
        return logs.isEmpty() ? null : logs.get(pe);
    }

    void count() {
        calls++;
    }

    long calls() {
        return calls;
    }

    /** Notes the exit code of a process; the run has the first one that is not 0. */
    void exited(int code) {
        exitCode = exitCode == 0 ? code : exitCode;
    }

    /** Ends the whole program, as shmem_global_exit does. */
    void exit(int code) {
        exiting = true;
        exitCode = code & 0xFF;
    }

    boolean isExiting() {
        return exiting;
    }

    int exitCode() {
        return exitCode;
    }

    /** Returns the function of a request, and where the program has called it, if that is known. */
    String place(Request request) {
        return place(binary, request);
    }

    static String place(String binary, Request request) {
        String where = "";
        try {
            Process tool = new ProcessBuilder("addr2line", "-s", "-e", binary, Long.toHexString(request.from() - 1))
                    .redirectError(ProcessBuilder.Redirect.DISCARD)
                    .start();
            try (BufferedReader lines = new BufferedReader(new InputStreamReader(tool.getInputStream()))) {
                String line = lines.readLine();
                where = line == null || line.startsWith("??") ? "" : " (" + line.replaceAll(" .*", "") + ")";
            }
        } catch (IOException e) { // no addr2line: the function alone
            where = "";
        }
        return request.function() + where;
    }
}
