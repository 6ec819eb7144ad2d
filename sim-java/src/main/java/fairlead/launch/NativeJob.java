// SPDX-License-Identifier: Apache-2.0
package fairlead.launch;

import fairlead.mpi.MpiWorld;
import fairlead.pe.Library;
import fairlead.pe.Pe;
import fairlead.pe.PeLink.Hello;
import fairlead.pe.Request;
import fairlead.shmem.ShmemCalls;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;

/** What the processes of one run share. */
final class NativeJob {
    private final String binary;
    final long limit;
    final int latency;
    private final Hello segments;
    final Pe.Shared shared;
    private Library library;
    private String exit; // the function that ended the program
    private int exitCode;
    private boolean exiting;
    private long calls;

    /**
     * @param limit seconds in which a process must make a call or end
     * @param latency cycles of a call that does not wait for the machine
     */
    NativeJob(String binary, long limit, int latency, Hello segments, Pe.Shared shared) {
        this.binary = binary;
        this.limit = limit;
        this.latency = latency;
        this.segments = segments;
        this.shared = shared;
    }

    /** Returns the library of the program, which its first call chooses. */
    Library library(String function) {
        if (library == null) {
            library = function.startsWith("MPI_")
                    ? new MpiWorld(shared.size())
                    : pe -> new ShmemCalls(pe, segments.heap(), segments.heapBytes());
        }
        return library;
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
    void exit(int code, String function) {
        exiting = true;
        exit = function;
        exitCode = code & 0xFF;
    }

    boolean isExiting() {
        return exiting;
    }

    String exit() {
        return exit;
    }

    int exitCode() {
        return exitCode;
    }

    /** Returns the function of a request, and where the program has called it, if that is known. */
    String place(Request request) {
        return place(binary, request);
    }

    static String place(String binary, Request request) {
        return place(binary, request.function(), request.from());
    }

    /** Returns what is at an address before this one, and where that is in the source, if that is known. */
    static String place(String binary, String what, long from) {
        String where = "";
        try {
            Process tool = new ProcessBuilder("addr2line", "-s", "-e", binary, Long.toHexString(from - 1))
                    .redirectError(ProcessBuilder.Redirect.DISCARD)
                    .start();
            try (BufferedReader lines = new BufferedReader(new InputStreamReader(tool.getInputStream()))) {
                String line = lines.readLine();
                where = line == null || line.startsWith("??") ? "" : " (" + line.replaceAll(" .*", "") + ")";
            }
        } catch (IOException e) { // no addr2line: the function alone
            where = "";
        }
        return what + where;
    }
}
